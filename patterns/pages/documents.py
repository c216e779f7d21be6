"""A page's bytes, parsed: all HTML enters here. It never fails and never looks at where the page came from.

Any bytes make a document: empty, binary, truncated, in a wrong or unknown charset. lxml reads them as a browser would,
with three limits to know: elements nested deeper than 2,048 are cut off by the parser (its `huge_tree` limit), one with
tens of thousands of attributes loses them, and the page is not run: what scripts would add is not here. Comments and
processing instructions are dropped. What the elements mean (links, forms, structure) is for other modules.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html.entities import html5
from itertools import dropwhile, islice
from urllib.parse import urljoin

from lxml import etree

from recorder.patterns.pages.blocks import laid_out
from recorder.patterns.pages.charset import decode
from recorder.patterns.urls.url import normalise

_UNSEEN = frozenset({"head", "script", "style", "noscript", "template", "noframes", "iframe"})
INLINE = frozenset(
    {"a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins"}
    | {"kbd", "label", "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time"}
    | {"tt", "u", "var", "wbr"}
)
_IN_HEAD = frozenset(
    {"base", "basefont", "bgsound", "link", "meta", "noframes", "noscript", "script", "style", "template", "title"}
)
_TAG = re.compile(rb"<[a-zA-Z]")
_LONG_TAG = 100_000
_QUOTED = re.compile(rb"\"[^\"]*\"|'[^']*'")
_MOST_ATTRIBUTES = 10_000
"""The parser compares every attribute of an element with every other."""

_MOST_TRANSLATIONS = 200
"""Most addresses of translations that are kept of a page: as many languages as the largest sites have, and more."""

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What the parser reads and lxml does not take back."""
_XML_NAMES = frozenset({"amp;", "lt;", "gt;", "quot;", "apos;"})


@dataclass(frozen=True, eq=False)
class Document:
    """One page. Everything but its bytes is worked out when first asked for, and kept."""

    body: bytes
    content_type: str | None = None
    url: str = ""

    @classmethod
    def parse(cls, body: bytes, *, content_type: str | None = None, url: str = "") -> "Document":
        return cls(body, content_type, url)

    @cached_property
    def root(self) -> etree._Element:
        """The `html` element: for use inside `patterns` and `forms` only."""
        page = _without_endless_tags(self._decoded[1])
        root = _parsed_as_xml(page) if _is_xml(self.content_type) else None
        root = root if root is not None else _parsed_as_html(page)
        _add_table_bodies(root)
        return root

    @cached_property
    def laid_out(self) -> etree._Element:
        """The same with texts beside blocks in blocks of their own."""
        return laid_out(self.root)

    @property
    def encoding(self) -> str:
        return self._decoded[0]

    @cached_property
    def title(self) -> str:
        element = next(self.root.iter("title"), None)
        return "" if element is None else collapsed("".join(map(str, element.itertext())))

    @cached_property
    def heading(self) -> str:
        """What stands over the page: its first heading that says anything, or its title."""
        said: dict[str, str] = {}
        for element in self.root.iter("h1", "h2", "title"):
            if element.tag not in said and (words := collapsed("".join(map(str, element.itertext())))):
                said[element.tag] = words
                if element.tag == "h1":
                    break
        return said.get("h1") or said.get("title") or said.get("h2") or ""

    @cached_property
    def outline(self) -> tuple[list[str], list[int]]:
        """Tag and number of children of every element, in document order."""
        tags: list[str] = []
        counts: list[int] = []
        for element in self.root.iter():  # no element is kept: a list of them costs more than all the rest
            tags.append(element.tag)
            counts.append(len(element))
        return tags, counts

    @cached_property
    def base(self) -> str:
        """The URL that relative links are relative to."""
        href = next((base.get("href") for base in self.root.iter("base") if base.get("href")), None)
        try:
            return urljoin(self.url, (href or "").strip())
        except ValueError:  # "http://[": no URL to join
            return self.url

    @cached_property
    def canonical(self) -> str:
        """The address that the page calls its own, among several of it; empty where it names none."""
        return next(self._named_in_head("canonical"), "")

    @cached_property
    def translations(self) -> frozenset[str]:
        """The addresses that the page names as its own in languages; often its own address among them."""
        return frozenset(islice(self._named_in_head("alternate", "hreflang"), _MOST_TRANSLATIONS))

    def _named_in_head(self, relation: str, *required: str) -> Iterator[str]:
        """Where the `link` elements of a relation lead, those that have the required attributes."""
        for link in self.root.iter("link"):
            if relation in (link.get("rel") or "").lower().split() and all(map(link.get, required)):
                href = link.get("href")
                if href and (url := self.resolve(href)):
                    yield url

    def resolve(self, reference: str) -> str | None:
        """The URL that a relative one leads to, in normal form; None if it is no URL of a page."""
        return normalise(reference, self.base)

    @cached_property
    def text(self) -> str:
        """The visible text, one line per block."""
        lines = (line.split() for line in _visible(self.root).split("\0") if line)
        return "\n".join(" ".join(words) for words in lines if words)

    @cached_property
    def own_words(self) -> Counter[str]:
        """The words of the text that are not those of links, in small letters."""
        return Counter(_visible(self.root, with_links=False).replace("\0", " ").lower().split())

    def blocks(self) -> Iterator[tuple[etree._Element, str]]:
        """The lines of `text`, each with the innermost block around it: for use inside `patterns` only."""
        inside = [self.root]  # which is a block, even where XML has an inline element there
        words: list[str | None] = []
        walk = etree.iterwalk(self.root, events=("start", "end"))
        for event, element in walk:
            if element.tag not in INLINE:
                if line := collapsed("".join(filter(None, words))):
                    yield inside[-1], line
                words.clear()
                if event == "start":
                    inside.append(element)
                else:
                    inside.pop()
            if event == "end":
                words.append(element.tail)
            elif _is_unseen(element):
                walk.skip_subtree()
            else:
                words.append(element.text)
        if line := collapsed("".join(filter(None, words))):
            yield inside[-1], line

    @cached_property
    def _decoded(self) -> tuple[str, bytes]:
        return decode(self.body, self.content_type)


def _is_xml(content_type: str | None) -> bool:
    return (content_type or "").partition(";")[0].strip().lower().endswith("xml")


def _without_endless_tags(page: bytes) -> bytes:
    pieces: list[bytes] = []
    done = 0
    for start, end in _long_stretches(page):
        tag = _TAG.search(page, start, end)
        if tag is not None and end - tag.end() >= _LONG_TAG:
            pieces += page[done : tag.start()], _shortened(page[tag.start() : end])
            done = end
    return b"".join([*pieces, page[done:]]) if pieces else page


def _long_stretches(page: bytes) -> Iterator[tuple[int, int]]:
    """Where no tag ends for long. Looked for in leaps: most pages are shorter than one, and none takes many."""
    start = 0
    while len(page) - start >= _LONG_TAG:
        last = page.rfind(b">", start, start + _LONG_TAG)
        if last < 0:
            end = page.find(b">", start)
            last = end if end >= 0 else len(page)
            yield start, last
        start = last + 1


def _shortened(tag: bytes) -> bytes:
    """A tag of no end of attributes without them; one with a picture in it stays as it is."""
    name, *attributes = _QUOTED.sub(b"", tag).split()
    return tag if len(attributes) <= _MOST_ATTRIBUTES else name


def _parsed_as_html(page: bytes) -> etree._Element:
    parser = etree.HTMLParser(  # nobody asks by id: the table of them is not made
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, collect_ids=False
    )
    root = etree.fromstring(page or b" ", parser)
    if root is None:  # nothing but white space and comments
        root = etree.fromstring(b"<html><head></head><body></body></html>", parser)
    _end_heads_in_time(root)
    return root


def _end_heads_in_time(root: etree._Element) -> None:
    """The parser knows HTML 4 and leaves a `main` or `article` in the head where no `body` is written; in browsers, the
    body begins with the first element that no head may hold.
    """
    head = root.find("head")
    strange = () if head is None else list(dropwhile(lambda child: child.tag in _IN_HEAD, head))
    if head is None or not strange:
        return
    body = root.find("body")
    if body is None:
        body = etree.Element("body")
        head.addnext(body)
    body.text, text = None, body.text
    strange[-1].tail = _NOT_IN_XML.sub("", f"{strange[-1].tail or ''}{text or ''}") or None
    body[:0] = strange


def _parsed_as_xml(page: bytes) -> etree._Element | None:
    """XHTML sent as such: `<script/>` and `<div/>` are closed there, while an HTML parser would swallow the rest of the
    page."""
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(re.sub(rb"&(\w+;)", _as_number, page), parser)
    except etree.XMLSyntaxError:  # not well-formed, too deep, or a bomb: browsers refuse it, we read what can be read
        return None
    etree.strip_tags(root, etree.Entity)
    for element in root.iter("*"):
        element.tag = etree.QName(element).localname
    return root


def _add_table_bodies(root: etree._Element) -> None:
    """Browsers put rows that are children of a table into a `tbody`: the page as written and the page as a browser
    gives it back must have one tree.
    """
    for table in root.iter("table"):
        body: etree._Element | None = None
        for child in list(table):
            if child.tag != "tr":
                body = None
                continue
            if body is None:
                body = etree.Element("tbody")
                child.addprevious(body)
            body.append(child)


def _as_number(entity: re.Match[bytes]) -> bytes:
    """`&nbsp;` is declared in a document type we do not load."""
    name = entity[1].decode("ascii", "replace")
    if name in _XML_NAMES or name not in html5:
        return entity[0]
    return "".join(f"&#{ord(character)};" for character in html5[name]).encode()


def collapsed(text: str) -> str:
    return " ".join(text.split())


def _is_unseen(element: etree._Element) -> bool:
    return element.tag in _UNSEEN or element.get("hidden") is not None


def _visible(root: etree._Element, *, with_links: bool = True) -> str:
    """The visible text, with NUL (which no parsed text holds) at the edges of blocks."""
    pieces: list[str | None] = []
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        is_left_out = element.tag == "a" and not with_links
        if element.tag not in INLINE or is_left_out:
            pieces.append("\0")
        if event == "end":
            pieces.append(element.tail)
        elif is_left_out or _is_unseen(element):
            walk.skip_subtree()
        else:
            pieces.append(element.text)
    return "".join(filter(None, pieces))
