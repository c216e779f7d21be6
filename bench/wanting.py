"""`recorder extract --want`: is a field right on all pages after one example, as a person would give it, or after two
where it asks for a second? On the sites of `extraction` and some more; what is true of them is written down there and
here. `python -m bench wanting`.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from bench.extraction import SITES, Site, Value, bodies_of, path
from bench.figures import Figure
from recorder.extracting.session import ExtractOptions, extract
from recorder.extracting.wanting import Example, want
from recorder.patterns.pages.documents import Document
from recorder.patterns.records.columns import RESERVED
from recorder.runtime.errors import UsageError
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store.database import Store, open_store
from recorder.store.page import TARGET, NewPage
from recorder.store.recordings import Recording

BAR = 0.98
_MOST_PAGES = 120
_MOST_EXAMPLES = 2
_SECOND = re.compile(r"--on (\S+),")
_MORE = (
    Site(
        "python-modules",
        "python3.11-doc",
        "usr/share/doc/python3.11/html/library",
        "[a-z]*.html",
        {"title": path("//h1"), "source": path("//p[strong='Source code:']/a")},
        only=b"Source code:",
    ),
    Site(
        "adwaita-classes",
        "libadwaita-1-doc",
        "usr/share/doc/libadwaita-1",
        "class.*.html",
        {"title": path("//h1"), "ancestor": path("//h4[contains(., 'Ancestors')]/following::a[1]")},
    ),
)


@dataclass(frozen=True)
class Wanted:
    """How many examples a field took, 0 where two were not enough, and on which part of the pages it is right then."""

    examples: int
    right: float


def run() -> list[Figure]:
    figures, found = [], []
    for site in (*SITES, *_MORE):
        fields = asyncio.run(measured(site))
        told = "; ".join(f"{name} {each.right:.2f} by {each.examples}" for name, each in fields.items())
        right = fmean(each.right for each in fields.values())
        figures.append(Figure(f"{site.name}: {told}", right, "", f">= {BAR}", right >= BAR))
        found += fields.values()
    by_one = fmean(each.examples == 1 for each in found)
    right = fmean(each.right for each in found)
    figures.append(Figure(f"{len(found)} fields: by one example", by_one, "", "", True))
    return [*figures, Figure(f"{len(found)} fields: right", right, "", f">= {BAR}", right >= BAR)]


async def measured(site: Site) -> dict[str, Wanted]:
    pages = bodies_of(site, _MOST_PAGES)
    fields = {name: _texts(pages, site, name) for name in site.attributes}
    truth = {
        f"record_{name}" if name in RESERVED else name: texts for name, texts in fields.items() if any(texts.values())
    }
    with TemporaryDirectory() as folder:
        database = Path(folder) / "site.db"
        with open_store(database, create=True) as store:
            _keep(store, [(url, body) for url, (_, body) in pages.items()])
        await extract(ExtractOptions(database), nobody, Stop())
        with open_store(database) as store:
            recording = store.recordings.find()
            taken = {name: _point(store, recording, name, texts) for name, texts in truth.items()}
        await extract(ExtractOptions(database), nobody, Stop())
        with open_store(database, read_only=True) as store:
            return {name: Wanted(taken[name], _right(store, name, truth[name])) for name in taken}


def _keep(store: Store, pages: Sequence[tuple[str, bytes]]) -> None:
    """As a crawl leaves them."""
    entry = "http://site.example/"
    recording = store.recordings.create("site", entry, [pages[0][0]], {"scope": "host"}).result()
    run = store.runs.begin(recording.id, "crawl").result()
    for url, body in pages:
        text = Document.parse(body, url=url).text
        page = NewPage(run_id=run.id, url=url, role=TARGET, body=body, text=text, content_type="text/html")
        store.pages.record(page).result()
    store.runs.end(run.id, "done").result()


def _texts(pages: Mapping[str, tuple[Path, bytes]], site: Site, name: str) -> dict[str, str]:
    """Of an attribute that is one text; of a list nothing."""
    said: dict[str, Value] = {
        url: site.attributes[name](Document.parse(body), file) for url, (file, body) in pages.items()
    }
    return {url: " ".join(value.split()) for url, value in said.items() if isinstance(value, str)}


def _point(store: Store, recording: Recording, name: str, texts: Mapping[str, str]) -> int:
    """The first page that has the field, and the other one that is asked for."""
    first = next(url for url, text in texts.items() if text)
    examples = [Example(texts[first], first)]
    while len(examples) <= _MOST_EXAMPLES:
        try:
            want(store, recording, name, examples)
        except UsageError as error:
            asked = _SECOND.search(error.hint or "")
            if asked is None or not texts.get(asked[1]):
                return 0
            examples.append(Example(texts[asked[1]], asked[1]))
        else:
            return len(examples)
    return 0


def _right(store: Store, name: str, texts: Mapping[str, str]) -> float:
    found: dict[str, str] = {}
    for table in store.records.tables(store.recordings.find().id):
        for url, row in store.records.values_of(table, texts).items():
            found[url] = " ".join(str(row.get(name) or "").split())
    return fmean(found.get(url, "") == text for url, text in texts.items())
