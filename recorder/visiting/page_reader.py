"""From the bytes of a page to what the engine needs of it: links inside the scope, tree, title, text. Fetches and
stores nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import islice

from recorder.fetching.scope import PDF, Scope, ending_of
from recorder.forms.form import Form
from recorder.patterns.pages.declared_kinds import declared_kinds
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import Link, links_of
from recorder.patterns.pages.sitemaps import SITEMAP
from recorder.patterns.pages.traits import traits_of
from recorder.patterns.pages.trees import Forest, Tree
from recorder.patterns.pages.volatility import NOTHING_VOLATILE, Volatility

_REMEMBERED = 4_096
"""Most links whose scope is cached: most links of a page are those of the page before."""

_FILES = frozenset(
    {"7z", "apk", "avi", "bin", "bmp", "bz2", "css", "csv", "deb", "dmg", "doc", "docx", "eot", "epub", "exe", "flac"}
    | {"flv", "gif", "gz", "ico", "iso", "jar", "jpeg", "jpg", "js", "json", "m4a", "m4v", "mkv", "mov", "mp3", "mp4"}
    | {"mpeg", "mpg", "msi", "odp", "ods", "odt", "ogg", "ogv", "otf", "pdf", "png", "ppt", "pptx", "ps", "rar", "rpm"}
    | {"rtf", "svg", "svgz", "swf", "tar", "tgz", "tif", "tiff", "ttf", "txt", "wav", "webm", "webp", "wmv", "woff"}
    | {"woff2", "xls", "xlsx", "xml", "xz", "zip"}
)

MOST_LINKS = 100_000
"""Most links inside the scope that are taken of one page: each is a row to store and to judge."""

TURNS_PAGES = b"__doPostBack("
"""Forms of a page with this may be its pagination (`forms.pagination`): they are always read."""


@dataclass(frozen=True)
class ReadPage:
    """A page as read. `url` is where its redirects ended. `fingerprint` tells whether the content changed, `structure`
    whether more than words did; `traits` are what a browser may react to, `heading` is what stands over it, `canonical`
    the address it calls its own, if that is another one inside the scope, and `translations` are those inside the scope
    that it names as its own in languages; `declared` is what it says that it is.
    """

    url: str
    title: str
    text: str
    encoding: str
    links: tuple[Link, ...]
    grow: Callable[[], Tree]
    """Makes the tree: that of a page read by another process must still grow in the forest of this one."""
    fingerprint: str
    structure: str
    forms: tuple[Form, ...] = ()
    traits: frozenset[str] = frozenset()
    heading: str = ""
    canonical: str = ""
    translations: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()

    @cached_property
    def tree(self) -> Tree:
        """Folded."""
        return self.grow()


class Reader:
    """Reads the pages of one site. Not for several threads at a time: the forest is shared."""

    def __init__(
        self,
        scope: Scope,
        forest: Forest | None = None,
        *,
        with_forms: bool = False,
        volatility: Volatility = NOTHING_VOLATILE,
    ) -> None:
        """`volatility` is left out of fingerprints."""
        self.scope = scope
        self.forest = forest or Forest()
        self.with_forms = with_forms
        self.volatility = volatility
        self._may_follow = lru_cache(_REMEMBERED)(self._is_inside)

    def read(self, url: str, body: bytes, content_type: str) -> ReadPage:
        """Never fails: any bytes make a page."""
        document = Document.parse(body, content_type=content_type, url=url)
        links = self.links(document)
        tree = self._folded(document)
        return ReadPage(
            url,
            document.title,
            document.text,
            document.encoding,
            links,
            lambda: tree,
            self._fingerprint(document, links),
            _structure(tree),
            _forms(document) if self.with_forms or TURNS_PAGES in body else (),
            traits_of(document),
            document.heading,
            self._canonical(document),
            frozenset(filter(self.scope.contains, document.translations)),
            declared_kinds(document),
        )

    def _canonical(self, document: Document) -> str:
        named = document.canonical
        return named if named != document.url and self.scope.contains(named) else ""

    def links(self, document: Document) -> tuple[Link, ...]:
        """Those that may be followed: inside the scope, and to no file of another kind than pages."""
        links = links_of(document, named=self.scope.named_routes)
        return tuple(islice(filter(self._is_followed, links), MOST_LINKS))

    def _is_followed(self, link: Link) -> bool:
        return self.scope.contains(link.url) if link.kind == SITEMAP else self._may_follow(link.url)

    def tree(self, url: str, body: bytes, content_type: str) -> Tree:
        """Nothing but the folded tree of a page."""
        return self._folded(Document.parse(body, content_type=content_type, url=url))

    def _folded(self, document: Document) -> Tree:
        return self.forest.fold(self.forest.tree(document))

    def _fingerprint(self, document: Document, links: tuple[Link, ...]) -> str:
        """Of what a person would call the content: markup, scripts, tokens and session ids may differ by the visit."""
        text, urls = document.text, {link.url for link in links}
        if self.volatility:
            text, urls = self.volatility.stable_text(document), self.volatility.stable_links(document, links)
        content = "\n".join([document.title, text, *sorted(urls)])
        return sha256(content.encode("utf-8", "surrogatepass")).hexdigest()

    def _is_inside(self, url: str) -> bool:
        ending = ending_of(url)
        is_file = ending in _FILES and not (ending == PDF and self.scope.documents)
        return not is_file and self.scope.contains(url)


def _forms(document: Document) -> tuple[Form, ...]:
    # Loaded late: it is half of what a reader process would load, and most pages are read without forms.
    from recorder.forms.finding import find_forms

    return find_forms(document)


def _structure(tree: Tree) -> str:
    """Equal for equal folded trees: another row in a list is other words, not another structure."""
    shape = " ".join(f"{node.label}:{len(node.children)}" for node in tree.nodes())
    return sha256(shape.encode("utf-8", "surrogatepass")).hexdigest()
