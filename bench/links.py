"""Link prototypes against what is known of seven sites: is every link of the class that its site's program says?

Each site is recorded from two URLs. The prototypes are learnt on one half of its hubs, a class of the site being told
by the prototypes that most of its links there belong to, and held against the links of the other half: most of them
were never seen. Links of the template are left out, for they are known one by one, and so are links of classes that
the first half has none of, and those that lead to no page: there is nothing that could be of a class. Ten halves are
drawn. `python -m bench links`.

Precision: of the links that were given a class, those that were given theirs; recall: of all links. By class they are
the mean over the classes with at least five links.
"""

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean
from urllib.parse import parse_qs, urlsplit

from bench.figures import Figure
from bench.programs import datasette, klaus, trac
from bench.sites import debian_folder
from bench.static_sites import served
from recorder.demo import DemoSite
from recorder.demo.site import DemoServer
from recorder.fetching.options import FetchOptions
from recorder.knowledge.link_classes import hubs_of as recorded_hubs
from recorder.mapping.mapper import MappingLimits
from recorder.patterns.prototypes.hubset import ENOUGH_HUBS, Hubset
from recorder.patterns.prototypes.learning import learn_prototypes
from recorder.patterns.prototypes.prototype import Prototypes
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store

PRECISION_BAR, RECALL_BAR = 0.98, 0.95
_HALVES = 10
_MOST_PAGES = 600
"""Of a mapping: with fewer the searches of some sites are never asked, and their answers are hubs."""
_ENOUGH_LINKS = 5

Hubs = Sequence[Sequence[str]]
ClassOf = Callable[[str], str]
"""From a URL to the class of its page, by what is known of the site; empty where there is no such page."""


@dataclass(frozen=True)
class Case:
    """`serving` gives the addresses of the entry page and of the sample page."""

    name: str
    serving: Callable[[], AbstractContextManager[tuple[str, str]]]
    class_of: ClassOf


@dataclass(frozen=True)
class Scored:
    """One half held against the other; each pair is a precision and a recall."""

    by_link: tuple[float, float]
    by_class: tuple[float, float]
    worst: str
    """The class with the lowest recall."""


@contextmanager
def _bookshop() -> Iterator[tuple[str, str]]:
    with DemoServer(DemoSite()) as site:
        yield site.entry_url, site.sample_url


@contextmanager
def _datasette() -> Iterator[tuple[str, str]]:
    with datasette() as base:
        yield f"{base}packages/package", f"{base}packages/package/hello"


@contextmanager
def _trac() -> Iterator[tuple[str, str]]:
    with trac() as base:
        yield f"{base}search", f"{base}wiki/TracQuery"


@contextmanager
def _klaus() -> Iterator[tuple[str, str]]:
    with klaus() as base:
        yield f"{base}library/", f"{base}library/blob/main/http/client.py"


@contextmanager
def _openjdk() -> Iterator[tuple[str, str]]:
    with served(_openjdk_folder()) as base:
        yield f"{base}java.xml/module-summary.html", f"{base}java.xml/org/w3c/dom/class-use/Node.html"


def _openjdk_folder() -> Path:
    return debian_folder("openjdk-17-doc", "usr/share/doc/openjdk-17-doc/api")


@contextmanager
def _rustdoc() -> Iterator[tuple[str, str]]:
    with served(_rustdoc_folder()) as base:
        yield f"{base}std/index.html", f"{base}std/collections/struct.HashMap.html"


@contextmanager
def _python() -> Iterator[tuple[str, str]]:
    with served(_python_folder()) as base:
        yield f"{base}index.html", f"{base}library/json.html"


def _rustdoc_folder() -> Path:
    return debian_folder("rust-doc", "usr/share/doc/rust-doc/html")


def _python_folder() -> Path:
    return debian_folder("python3.11-doc", "usr/share/doc/python3.11/html")


def _class_of_bookshop(url: str) -> str:
    path, names = _path_and_names(url)
    if re.fullmatch(r"/books/[^/]+/[^/]+/", path):
        return "category, sorted" if "sort" in names else "category, page" if names else "category"
    kinds = {
        r"/book/[^/]+\.html": "book",
        r"/authors/[^/]+\.html": "author",
        r"/books/[^/]+/[^/]+/page-\d+\.html": "category, page",
        r"/books/[^/]+/": "parent category",
    }
    return next((kind for pattern, kind in kinds.items() if re.fullmatch(pattern, path)), path)


def _class_of_datasette(url: str) -> str:
    path, names = _path_and_names(url)
    levels = path.strip("/").split("/")
    if len(levels) == 3:
        return f"cell of {levels[1]}" if "_blob_column" in names else f"row of {levels[1]}"
    if len(levels) == 2:
        return "view of a table" if names else "table"
    return "query" if "sql" in names else path


def _class_of_trac(url: str) -> str:
    path, names = _path_and_names(url)
    realm = path.split("/")[1]
    if realm == "wiki":
        asked = parse_qs(urlsplit(url).query)
        return " ".join(
            ["wiki", *asked.get("action", ["version"] if names == {"version"} else []), *(names & {"format"})]
        )
    if realm == "query":
        return "query, exported" if "format" in names else "query"
    return f"{realm}, asked" if names else realm if path.count("/") == 1 else f"{realm}, one"


def _class_of_klaus(url: str) -> str:
    levels = urlsplit(url).path.strip("/").split("/")
    return levels[1] if len(levels) > 2 else "branch" if len(levels) == 2 else "repository"


def _class_of_openjdk(url: str) -> str:
    """As the page itself says: the generator writes the kind of each page into its `body`."""
    return _said_by(_openjdk_folder(), rb'<body class="([\w-]+)', url)


def _class_of_rustdoc(url: str) -> str:
    """As with openjdk; books beside the documentation say nothing."""
    return _said_by(_rustdoc_folder(), rb'<body class="rustdoc ?([^"]*)"', url)


def _class_of_python(url: str) -> str:
    """The manual to which a page says it belongs, above its title; of those that belong to none, their own title."""
    return _said_by(_python_folder(), rb'(?:nav-item-1"|nav-item-this")><a [^>]*>([^<]*)', url)


@cache
def _said_by(folder: Path, saying: bytes, url: str) -> str:
    """What a file of a site says of itself."""
    file = folder / urlsplit(url).path.lstrip("/")
    page = file / "index.html" if file.is_dir() else file
    found = re.search(saying, page.read_bytes()) if page.is_file() else None
    return found[1].decode() if found else "nothing said" if page.is_file() else ""


def _path_and_names(url: str) -> tuple[str, set[str]]:
    cut = urlsplit(url)
    return cut.path, set(parse_qs(cut.query, keep_blank_values=True))


CASES = (
    Case("demo bookshop", _bookshop, _class_of_bookshop),
    Case("datasette", _datasette, _class_of_datasette),
    Case("trac", _trac, _class_of_trac),
    Case("klaus", _klaus, _class_of_klaus),
    Case("openjdk", _openjdk, _class_of_openjdk),
    Case("rustdoc", _rustdoc, _class_of_rustdoc),
    Case("python", _python, _class_of_python),
)


def run() -> list[Figure]:
    return [figure for case in CASES for figure in figures(case, hubs_of(case))]


def hubs_of(case: Case) -> Hubs:
    """The links of the hubs that a recording with the usual options meets."""
    with case.serving() as (entry, sample), tempfile.TemporaryDirectory() as folder:
        limits, fetching = MappingLimits(pages=_MOST_PAGES), FetchOptions(ignore_robots=True)
        options = RecordOptions(entry, (sample,), Path(folder) / "site.db", limits=limits, fetching=fetching)
        asyncio.run(record(options, nobody, Stop()))
        with open_store(options.database, read_only=True) as store:
            return recorded_hubs(store, store.recordings.find())


def figures(case: Case, hubs: Hubs) -> Iterator[Figure]:
    yield Figure(f"{case.name}: hubs", len(hubs), "", f">= {ENOUGH_HUBS}", len(hubs) >= ENOUGH_HUBS)
    scores = [held_out(case.class_of, *halves(hubs, seed)) for seed in range(_HALVES)]
    [(worst, _)] = Counter(score.worst for score in scores).most_common(1)
    for how, pairs in (
        ("by link", [score.by_link for score in scores]),
        (f"by class ({worst} last)", [score.by_class for score in scores]),
    ):
        precision, recall = map(mean, zip(*pairs, strict=True))
        bar = f">= {PRECISION_BAR}"
        yield Figure(f"{case.name}: precision {how}", precision, "", bar, precision >= PRECISION_BAR)
        yield Figure(f"{case.name}: recall {how}", recall, "", f">= {RECALL_BAR}", recall >= RECALL_BAR)


def halves(hubs: Hubs, seed: int) -> tuple[Hubs, Hubs]:
    shuffled = Random(seed).sample(hubs, len(hubs))
    return shuffled[: len(hubs) // 2], shuffled[len(hubs) // 2 :]


def held_out(class_of: ClassOf, learnt_on: Hubs, held: Hubs) -> Scored:
    prototypes = learn_prototypes(Hubset.of(learnt_on))
    known = {link for hub in learnt_on for link in hub}
    classes = {class_of(link) for link in known}
    told = _meanings(prototypes, {link: class_of(link) for link in known})
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("true", "given", "right")}
    for link in {link for hub in held for link in hub}:
        found, true = prototypes.classify(link), class_of(link)
        if not true or true not in classes or (found and found.template):
            continue
        given = told.get(found.pattern) if found else None
        counts["true"][true] += 1
        counts["given"][given or ""] += bool(given)
        counts["right"][true] += given == true
    return _scored(**counts)


def _meanings(prototypes: Prototypes, classes: dict[str, str]) -> dict[str, str]:
    """The class that most links of each prototype are of, by its pattern."""
    votes: dict[str, Counter[str]] = {}
    for link in sorted(classes):
        if found := prototypes.classify(link):
            votes.setdefault(found.pattern, Counter())[classes[link]] += 1
    return {pattern: cast.most_common(1)[0][0] for pattern, cast in votes.items()}


def _scored(true: Counter[str], given: Counter[str], right: Counter[str]) -> Scored:
    large = [name for name, links in true.items() if links >= _ENOUGH_LINKS]
    precisions = [right[name] / given[name] for name in large if given[name]]
    recalls = {name: right[name] / true[name] for name in large}
    return Scored(
        (right.total() / given.total(), right.total() / true.total()),
        (mean(precisions), mean(recalls.values())),
        min(sorted(recalls), key=lambda name: recalls[name]),
    )
