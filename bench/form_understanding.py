"""How well forms are understood: whether they may be tried, and what their fields are called.

On the corpus of the tests, whose truth was checked by hand, labels included; and on all the pages that Formasaurus
annotates (some 1,400 forms, fetched from PyPI once), which only know the kind of each form. Rules were tuned on one
half of the sites; the held-out half says what to expect elsewhere. The bar that matters: no form that logs in, signs
up, orders, sends, subscribes or votes is ever let through.
"""

import hashlib
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from urllib.parse import urlsplit

from bench.figures import Figure
from bench.sites import CACHE, SiteUnavailableError
from recorder.forms.finding import find_forms
from recorder.forms.ownership import Ownership
from recorder.forms.verdict import judge
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import links_of
from tests.forms.measures import HELD_OUT, TUNING, readings, understanding

PACKAGE = "formasaurus==0.10.0"
SEARCH = "s"
CHANGING = frozenset("lrpmcbP")
"""Log-in, registration, password recovery, mailing list, contact or comment, order, poll."""

UNKNOWN = frozenset("X-")


@dataclass
class Count:
    """What was judged safe, of what there was."""

    searches: int = 0
    found: int = 0
    safe: int = 0
    harmful: int = 0


def run() -> list[Figure]:
    figures = [figure for half in (TUNING, HELD_OUT) for figure in _of_corpus(half)]
    annotated = list(annotated_pages())
    return (
        figures
        + [figure for half in (TUNING, HELD_OUT) for figure in _of_annotated(half, annotated)]
        + _cost(annotated)
    )


def _of_corpus(half: str) -> list[Figure]:
    found = understanding(readings(half))
    name = f"corpus, {half}"
    return [
        Figure(f"{name}: forms", found.forms, "", ">= 60", found.forms >= 60),
        Figure(f"{name}: of the safe, those that change nothing", found.precision, "", "= 1", found.precision == 1),
        Figure(
            f"{name}: of the safe, searches", found.searches_among_safe, "", ">= 0.9", found.searches_among_safe >= 0.9
        ),
        Figure(f"{name}: of the searches, safe", found.recall, "", ">= 0.9", found.recall >= 0.9),
        Figure(
            f"{name}: right labels of {found.labels}", found.label_accuracy, "", ">= 0.9", found.label_accuracy >= 0.9
        ),
    ]


@dataclass(frozen=True)
class Annotated:
    """One page of Formasaurus: the kind of each of its form elements."""

    document: Document
    kinds: tuple[str, ...]

    @property
    def half(self) -> str:
        host = urlsplit(self.document.url).hostname or ""
        site = ".".join(host.split(".")[-2:])
        return TUNING if int(hashlib.sha256(site.encode()).hexdigest(), 16) % 2 else HELD_OUT


def _of_annotated(half: str, pages: list[Annotated]) -> list[Figure]:
    count = Count()
    for page in pages:
        if page.half == half:
            _count(page, count)
    recall = count.found / max(count.searches, 1)
    name = f"Formasaurus, {half}"
    return [
        Figure(f"{name}: forms that change something, judged safe", count.harmful, "", "= 0", count.harmful == 0),
        Figure(
            f"{name}: of the safe, searches",
            count.found / max(count.safe, 1),
            "",
            ">= 0.9",
            count.found >= 0.9 * count.safe,
        ),
        Figure(f"{name}: of {count.searches} searches, safe", recall, "", ">= 0.9", recall >= 0.9),
    ]


def _count(page: Annotated, count: Count) -> None:
    elements = list(page.document.root.iter("form"))
    if len(elements) != len(page.kinds):  # another parser saw other forms: no telling which is which
        return
    kinds = dict(zip(elements, page.kinds, strict=True))
    for form, element in zip(find_forms(page.document), Ownership(page.document).forms, strict=False):
        kind = kinds[element]
        if kind in UNKNOWN:
            continue
        safe = judge(form).safe
        count.searches += kind == SEARCH
        count.found += safe and kind == SEARCH
        count.safe += safe
        count.harmful += safe and kind in CHANGING


def _cost(pages: list[Annotated]) -> list[Figure]:
    """Finding forms beside extracting links, of the same parsed pages."""
    spent = {}
    for work in (links_of, find_forms):
        start = process_time()
        for page in pages:
            work(page.document)
        spent[work] = process_time() - start
    ratio = spent[find_forms] / spent[links_of]
    return [
        Figure("finding the forms of a page", 1000 * spent[find_forms] / len(pages), "ms", "", True),
        Figure("time to find forms, over time to extract links", ratio, "", "<= 3", ratio <= 3),
    ]


def annotated_pages() -> Iterator[Annotated]:
    with zipfile.ZipFile(_wheel()) as wheel:
        index = json.loads(wheel.read("formasaurus/data/index.json"))
        for name, entry in sorted(index.items()):
            if not UNKNOWN.issuperset(entry["forms"]):
                body = wheel.read(f"formasaurus/data/{name}")
                document = Document.parse(body, content_type="text/html; charset=utf-8", url=entry["url"])
                yield Annotated(document, tuple(entry["forms"]))


def _wheel() -> Path:
    home = CACHE / "formasaurus"
    if not any(home.glob("*.whl")):
        home.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--only-binary",
            ":all:",
            "-d",
            home,
            PACKAGE,
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SiteUnavailableError(f"{PACKAGE}: {done.stderr.strip() or 'pip download brought nothing'}")
    return next(home.glob("*.whl"))
