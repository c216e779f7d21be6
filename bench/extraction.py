"""Records of real documentation sites against what the pages are known to say: for every attribute, does some column
hold exactly its values?

The truth is written down per site, as paths into its pages or from its file names, by somebody who looked at it; the
extraction sees nothing but the pages. A column is as good as its F1 against an attribute: pages it gets exactly
right, out of those that it fills and those that have the attribute. `python -m bench extraction`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from lxml import etree

from bench.figures import Figure
from bench.sites import debian_folder
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.layouts import Cell
from recorder.patterns.records.reading import read_page
from recorder.patterns.records.templates import learn_templates
from recorder.patterns.similarity.rtdm import Comparison

BAR = 0.95
SPEED_BAR = 200.0
MOST_PAGES = 400
SAMPLE = 100

Value = str | tuple[str, ...]
Truth = Callable[[Document, Path], Value]


@dataclass(frozen=True)
class Site:
    """Pages of one kind in a Debian package, and what is true of them. `timed`: the bar for speed is held here."""

    name: str
    package: str
    folder: str
    pages: str
    attributes: Mapping[str, Truth]
    only: bytes = b""
    """What the source of a page of this kind holds."""
    timed: bool = False


def path(expression: str) -> Truth:
    """The words of the first element at an XPath."""
    return lambda document, _: next(iter(_words(document, expression)), "")


def all_at(expression: str) -> Truth:
    return lambda document, _: tuple(_words(document, expression))


def after(truth: Truth, divider: str) -> Truth:
    return lambda document, file: str(truth(document, file)).partition(divider)[2]


def _words(document: Document, expression: str) -> list[str]:
    found = etree.XPath(expression)(document.root)
    assert isinstance(found, list)
    texts = ("".join(map(str, each.itertext())) if isinstance(each, etree._Element) else str(each) for each in found)
    return [words for text in texts if (words := " ".join(text.split()))]


SITES = (
    Site(
        "gtk-classes",
        "libgtk-3-doc",
        "usr/share/doc/libgtk-3-doc/gtk3",
        "Gtk*.html",
        {
            "name": lambda _, file: file.stem,
            "summary": after(path("//div[@class='refnamediv']//p"), " — "),
            "hierarchy": all_at("//pre[preceding-sibling::h2='Object Hierarchy']//a"),
            "interfaces": all_at("//p[preceding-sibling::h2='Implemented Interfaces']//a"),
            "includes": path("//pre[preceding-sibling::h2='Includes']"),
        },
        timed=True,
    ),
    Site(
        "openjdk-classes",
        "openjdk-17-doc",
        "usr/share/doc/openjdk-17-doc/api/java.base/java",
        "**/[A-Z]*.html",
        {
            "package": lambda _, file: ".".join(["java", *_below(file, "java")]),
            "title": path("//h1"),
            "modifiers": path("//div[@class='type-signature']/span[@class='modifiers']"),
            "interfaces": all_at("//dt[.='All Implemented Interfaces:']/following-sibling::dd[1]/code"),
            "since": path("//section[contains(@class,'class-description')]//dt[.='Since:']/following-sibling::dd[1]"),
        },
        only=b"class-declaration-page",
    ),
    Site(
        "postgresql-commands",
        "postgresql-doc-15",
        "usr/share/doc/postgresql-doc-15/html",
        "sql-*.html",
        {
            "summary": after(path("//div[@class='refnamediv']/p"), " — "),
            "title": path("//h2/span[@class='refentrytitle']"),
            "synopsis": path("//pre[@class='synopsis']"),
        },
        only=b"refsynopsisdiv",
    ),
    Site(
        "rust-structs",
        "rust-doc",
        "usr/share/doc/rust-doc/html/std",
        "**/struct.*.html",
        {
            "heading": path("//h1"),
            "since": path("//span[@class='out-of-band']/span[@class='since']"),
            "declaration": path("//pre[contains(@class,'rust')]"),
        },
        only=b'class="fqn"',
    ),
    Site(
        "httpd-modules in French",
        "apache2-doc",
        "usr/share/doc/apache2-doc/manual/fr",
        "mod/mod_*.html",
        {
            "title": path("//h1"),
            "description": path("//table[@class='module']//tr[1]/td"),
            "status": path("//table[@class='module']//tr[2]/td"),
            "identifier": path("//table[@class='module']//tr[3]/td"),
            "source": path("//table[@class='module']//tr[4]/td"),
            "directives": all_at("//ul[@id='toc']/li"),
        },
    ),
    Site(
        "qt-classes",
        "qtbase5-doc-html",
        "usr/share/qt5/doc/qtwidgets",
        "q[a-z]*.html",
        {
            "title": path("//h1"),
            "header": path("//td[normalize-space()='Header:']/following-sibling::td"),
            "since": path("//td[normalize-space()='Since:']/following-sibling::td"),
            "inherits": all_at("//td[normalize-space()='Inherits:']/following-sibling::td//a"),
            "inherited by": all_at("//td[normalize-space()='Inherited By:']/following-sibling::td//a"),
        },
        only=b"Header:",
    ),
    Site(
        "git-commands",
        "git-doc",
        "usr/share/doc/git-doc",
        "git-*.html",
        {
            "name": path("//h2[.='NAME']/following-sibling::div//p"),
            "synopsis": path("//div[h2='SYNOPSIS']//pre"),
            "see also": all_at("//h2[.='SEE ALSO']/following-sibling::div//a"),
        },
    ),
    Site(
        "gtk4-properties",
        "libgtk-4-doc",
        "usr/share/doc/libgtk-4-doc/gtk4",
        "property.*.html",
        {
            "class": lambda _, file: file.name.split(".")[1],
            "property": path("//h1"),
            "readable": path("//td[normalize-space()='Readable']/following-sibling::td"),
            "writable": path("//td[normalize-space()='Writable']/following-sibling::td"),
        },
    ),
)


def _below(file: Path, folder: str) -> Sequence[str]:
    parts = file.parent.parts
    return parts[len(parts) - parts[::-1].index(folder) :]


def run() -> list[Figure]:
    figures = []
    means = []
    for site in SITES:
        scores, pages_a_second = measure(site)
        figures += [Figure(f"{site.name}: F1 of {name}", score, "", "", True) for name, score in scores.items()]
        mean = sum(scores.values()) / len(scores)
        means.append(mean)
        figures.append(Figure(f"{site.name}: mean F1", mean, "", f">= {BAR}", mean >= BAR))
        bar = f">= {SPEED_BAR:.0f}" if site.timed else ""
        passed = pages_a_second >= SPEED_BAR or not site.timed
        figures.append(Figure(f"{site.name}: read after learning", pages_a_second, "pages/s", bar, passed))
    overall = sum(means) / len(means)
    return [*figures, Figure("all sites: mean F1", overall, "", f">= {BAR}", overall >= BAR)]


def measure(site: Site) -> tuple[dict[str, float], float]:
    """F1 by attribute; and pages read per second of a core, parsing included."""
    pages = bodies_of(site, MOST_PAGES)
    urls, files, bodies = list(pages), [file for file, _ in pages.values()], [body for _, body in pages.values()]
    sample = slice(None, None, -(-len(files) // SAMPLE))
    learnt = [Document.parse(body, url=url) for body, url in zip(bodies[sample], urls[sample], strict=True)]
    templates = learn_templates(learnt, Forest(), Comparison())
    began = process_time()
    read = [read_page(templates, Document.parse(body, url=url)) for body, url in zip(bodies, urls, strict=True)]
    seconds = process_time() - began
    records = [found.record if found else {} for found in read]
    documents = [Document.parse(body) for body in bodies]
    wanted = {
        name: [truth(document, file) for document, file in zip(documents, files, strict=True)]
        for name, truth in site.attributes.items()
    }
    return {name: best_column(values, records) for name, values in wanted.items()}, len(files) / seconds


def bodies_of(site: Site, most: int) -> dict[str, tuple[Path, bytes]]:
    """Pages of it, evenly, by address: the file that each is made of, and what that holds."""
    folder = debian_folder(site.package, site.folder)
    files = [file for file in sorted(folder.glob(site.pages)) if site.only in file.read_bytes()]
    files = files[:: -(-len(files) // most)]
    return {f"http://site.example/{file.relative_to(folder)}": (file, file.read_bytes()) for file in files}


def best_column(values: Sequence[Value], records: Sequence[Mapping[str, Cell]]) -> float:
    columns = {name for record in records for name in record}
    return max((f1(values, [record.get(name) for record in records]) for name in columns), default=0.0)


def f1(wanted: Sequence[Value], found: Sequence[Cell | None]) -> float:
    right = sum(bool(value) and as_said(cell) == as_list(value) for value, cell in zip(wanted, found, strict=True))
    return 2 * right / max(1, sum(map(bool, wanted)) + sum(cell is not None for cell in found))


def as_list(value: Value) -> list[str]:
    """One text and a list of one say the same."""
    return [value] if isinstance(value, str) else list(value)


def as_said(cell: Cell | None) -> list[str]:
    if cell is None or isinstance(cell, Mapping):
        return []
    texts = [cell] if isinstance(cell, str) else cell
    return [" ".join(text.split()) for text in texts if isinstance(text, str)]
