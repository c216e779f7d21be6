"""Real pages with the name of their true template, for measuring what structure alone can tell. The truth is read here,
from what a generator wrote or from the folder, and never shown to what is measured.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bench.sites import debian_folder
from recorder.patterns.classes.memory import RememberedComparison
from recorder.patterns.classes.page_class import FEW
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.pages.links import links_of
from recorder.patterns.pages.trees import Forest, Tree
from recorder.patterns.similarity.rtdm import Comparison

HOST = "http://site.test"

LINKING = 150
"""So many pages beside the labelled ones are asked where their links stand, as a mapping would have seen them."""

_REFRESH = re.compile(rb'<meta http-equiv="refresh"', re.IGNORECASE)

Truth = Callable[[str, bytes], str | None]
"""From a path and the bytes there to the template's name; None where people could argue."""


@dataclass(frozen=True)
class Labelled:
    path: str
    template: str
    plain: Tree
    folded: Tree

    @property
    def url(self) -> str:
        return HOST + self.path


@dataclass(frozen=True)
class Source:
    """A package, how its truth is told, and whether its figures were looked at while rules were chosen."""

    name: str
    package: str
    folder: str
    truth: Truth
    tuned_on: bool


class Shelf:
    """Pages of a source, read once, and the groups and lists of links that lead to them from everywhere on the site."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.root = debian_folder(source.package, source.folder)
        self.forest = Forest()
        self.comparison: Comparison = RememberedComparison()
        self.groups: dict[str, set[tuple[str, tuple[str, ...]]]] = defaultdict(set)
        self.lists: dict[str, set[tuple[str, str]]] = defaultdict(set)

    def sample(self, each: int, seed: int = 0) -> dict[str, list[Labelled]]:
        """At most `each` pages of every template that has at least half as many."""
        paths = sorted(f"/{file.relative_to(self.root)}" for file in self.root.rglob("*.html") if not file.is_symlink())
        Random(seed).shuffle(paths)
        found: dict[str, list[Labelled]] = defaultdict(list)
        for path in paths:
            body = (self.root / path[1:]).read_bytes()
            template = self.source.truth(path, body)
            if template is not None and len(found[template]) < each:
                found[template].append(self._read(path, body, template))
        for path in paths[:LINKING]:
            self._links(Document.parse((self.root / path[1:]).read_bytes(), url=HOST + path))
        return {name: pages for name, pages in sorted(found.items()) if len(pages) >= max(FEW, each // 2)}

    def _read(self, path: str, body: bytes, template: str) -> Labelled:
        document = Document.parse(body, url=HOST + path)
        self._links(document)
        plain = self.forest.tree(document)
        return Labelled(path, template, plain, self.forest.fold(plain))

    def _links(self, document: Document) -> None:
        for link in links_of(document):
            if link.url != document.url:
                self.groups[link.url].add((link.place, url_shape(link.url)))
                self.lists[link.url].add((document.url, link.place))


def by_body(attribute: bytes) -> Truth:
    """The generator wrote the template's name into an attribute."""
    pattern = re.compile(attribute)

    def truth(_: str, body: bytes) -> str | None:
        found = pattern.search(body)
        return found[1].decode() if found else None

    return truth


def by_path(*rules: tuple[str, str]) -> Truth:
    """The first expression that matches the whole path names the template. A page that only sends the reader on has the
    path of one and the template of none.
    """
    compiled = [(re.compile(expression), name) for expression, name in rules]

    def truth(path: str, body: bytes) -> str | None:
        if _REFRESH.search(body):
            return None
        return next((name for expression, name in compiled if expression.fullmatch(path)), None)

    return truth


SOURCES = (
    Source(
        "javadoc",
        "openjdk-17-doc",
        "usr/share/doc/openjdk-17-jre-headless/api",
        by_body(rb'<body class="([^"]*)"'),
        tuned_on=True,
    ),
    Source(
        "sqlite",
        "sqlite3-doc",
        "usr/share/doc/sqlite3",
        by_path(
            (r"/c3ref/(?!intro|funclist|objlist|constlist).*", "c3ref"),
            (r"/syntax/.*", "syntax"),
            (r"/releaselog/.*", "release"),
        ),
        tuned_on=True,
    ),
    Source(
        "doxygen",
        "libsfml-doc",
        "usr/share/doc/libsfml-dev/html",
        by_path(
            (r"/.*-members\.html", "members"),
            (r"/classsf_.*", "class"),
            (r"/.*_source\.html", "source"),
            (r"/functions.*", "functions"),
        ),
        tuned_on=True,
    ),
    Source(
        "qdoc",
        "qtbase5-doc-html",
        "usr/share/qt5/doc/qtwidgets",
        by_path(
            (r"/q[a-z0-9]*-members\.html", "members"),
            (r"/q[a-z0-9]*\.html", "class"),
            (r"/qtwidgets-.*-example\.html", "example"),
        ),
        tuned_on=True,
    ),
    Source(
        "docbook",
        "postgresql-doc-15",
        "usr/share/doc/postgresql-doc-15/html",
        by_body(rb'<div class="(refentry|sect1|chapter)[" ]'),
        tuned_on=True,
    ),
    Source(
        "rustdoc",
        "rust-doc",
        "usr/share/doc/rust-doc/html/std",
        by_path(
            *(
                (rf"(/.*)?/{kind}\.[^/]*\.html", kind)
                for kind in ("struct", "fn", "trait", "macro", "type", "constant", "enum", "keyword", "primitive")
            ),
            (r"(/.*)?/index\.html", "module"),
        ),
        tuned_on=True,
    ),
    Source(
        "httpd",
        "apache2-doc",
        "usr/share/doc/apache2-doc/manual/en",
        by_path(
            (r"/mod/mod_[^/]*\.html", "module"),
            (r"/programs/(?!index)[^/]*\.html", "program"),
            (r"(/(howto|rewrite|misc|platform|developer))?/(?!index)[^/]*\.html", "guide"),
        ),
        tuned_on=True,
    ),
    Source(
        "gi-docgen",
        "libgtk-4-doc",
        "usr/share/doc/libgtk-4-doc/gtk4",
        by_path(
            *(
                (rf"/{kind}\..*\.html", kind)
                for kind in (
                    "callback",
                    "class",
                    "const",
                    "ctor",
                    "enum",
                    "func",
                    "method",
                    "property",
                    "signal",
                    "vfunc",
                )
            )
        ),
        tuned_on=True,
    ),
    Source(
        "haddock",
        "libghc-lens-doc",
        "usr/share/doc/libghc-lens-doc/html",
        by_path((r"/src/[A-Z].*\.html", "source"), (r"/doc-index-.*\.html", "index"), (r"/[A-Z].*\.html", "module")),
        tuned_on=True,
    ),
    Source(
        "erlang",
        "erlang-doc",
        "usr/share/doc/erlang-doc",
        by_body(rb'<div class="innertube">(?:</div>)?\s*<(!-- refpage|h1 id)'),
        tuned_on=True,
    ),
    Source(
        "groovydoc",
        "groovy-doc",
        "usr/share/doc/groovy/gapi",
        by_path(
            (r"(/.*)?/package-summary\.html", "package"),
            (r"(/.*)?/package-frame\.html", "frame"),
            (r"/.*/[A-Z][^/]*\.html", "class"),
        ),
        tuned_on=True,
    ),
    Source(
        "scaladoc",
        "scala-doc",
        "usr/share/doc/scala-2.11/api/library",
        by_body(rb'<body class="([^" ]*)'),
        tuned_on=True,
    ),
    Source(
        "javadoc 11",
        "libcommons-lang3-java-doc",
        "usr/share/doc/libcommons-lang3-java",
        by_path(
            (r"/api/src-html/.*/[A-Z][^/]*\.html", "source"),
            (r"/api/.*/class-use/[^/]*\.html", "use"),
            (r"/api/org/.*/[A-Z][^/]*\.html", "class"),
        ),
        tuned_on=True,
    ),
    Source(
        "doxygen 1.9",
        "libsdl2-doc",
        "usr/share/doc/libsdl2-doc/html",
        by_path(
            (r"/(.*/)?(globals|functions)[^/]*\.html", "functions"),
            (r"/.*_8h_source\.html", "source"),
            (r"/.*_8h\.html", "file"),
            (r"/(.*/)?struct[^/]*-members\.html", "members"),
            (r"/(.*/)?struct[^/]*\.html", "struct"),
        ),
        tuned_on=True,
    ),
    Source(
        "ocamldoc",
        "libbatteries-ocaml-doc",
        "usr/share/doc/libbatteries-ocaml-doc/html/api",
        by_path((r"/type_.*\.html", "type"), (r"/Bat.*\.html", "module")),
        tuned_on=False,
    ),
    Source(
        "doxygen gtkmm",
        "libgtkmm-3.0-doc",
        "usr/share/doc/libgtkmm-3.0-doc/reference/html",
        by_path(
            (r"/(namespacemembers|functions)[^/]*\.html", "functions"),
            (r"/class[^/]*-members\.html", "members"),
            (r"/class[^/]*\.html", "class"),
        ),
        tuned_on=False,
    ),
    Source(
        "sphinx",
        "python-skimage-doc",
        "usr/share/doc/python-skimage-doc/html",
        by_path((r"/api/skimage[^/]*\.html", "module"), (r"/auto_examples/[^/]*/plot_[^/]*\.html", "example")),
        tuned_on=False,
    ),
)
