"""What a page says about itself in its head: JSON-LD, meta elements, the title. Names come with it."""

from collections.abc import Iterator, Mapping
from html import unescape

from lxml import etree

from recorder.patterns.pages.declared_kinds import json_ld
from recorder.patterns.pages.documents import Document

_ABOUT_THE_SITE = frozenset(
    {"breadcrumblist", "website", "organization", "webpage", "sitenavigationelement", "searchaction"}
)
_NO_DATA = frozenset(
    {"viewport", "generator", "robots", "referrer", "theme-color", "csrf-token", "og:type", "og:site_name", "og:url"}
    | {"twitter:card", "twitter:site", "format-detection", "og:locale", "twitter:url", "color-scheme"}
)
_DEEPEST = 5
_MOST = 200
_LONGEST_NAME = 200

Facts = Mapping[str, tuple[str, ...]]


def metadata_of(document: Document) -> Facts:
    """Facts by dotted names, such as `meta.author`, `ld.offers.price`, `title`. What is said again is said once; but of
    a list, items may be alike."""
    found: dict[str, tuple[str, ...]] = {}
    if document.title:
        found["title"] = (document.title,)
    for element in document.root.iter("meta", "script"):
        facts = _of_meta(element) if element.tag == "meta" else _of_script(element)
        for name, values in facts:
            if len(found) < _MOST and len(name) <= _LONGEST_NAME:
                known = found.get(name, ())
                found[name] = known + tuple(value for value in values if value not in known)
    return found


_Fact = tuple[str, tuple[str, ...]]


def _of_meta(element: etree._Element) -> Iterator[_Fact]:
    name = (element.get("property") or element.get("name") or "").strip().casefold()
    content = " ".join((element.get("content") or "").split())
    if name and content and name not in _NO_DATA:
        yield f"meta.{name}", (content,)


def _of_script(element: etree._Element) -> Iterator[_Fact]:
    yield from _flattened("ld", json_ld(element), 0)


def _flattened(name: str, value: object, depth: int) -> Iterator[_Fact]:
    if isinstance(value, dict) and depth < _DEEPEST:
        kinds = value.get("@type")
        if {str(kind).casefold() for kind in (kinds if isinstance(kinds, list) else [kinds])} & _ABOUT_THE_SITE:
            return
        for key, below in value.items():
            if key == "@graph":
                yield from _flattened(name, below, depth + 1)
            elif not str(key).startswith("@"):
                yield from _flattened(f"{name}.{key}", below, depth + 1)
    elif isinstance(value, list) and depth < _DEEPEST:
        if items := tuple(filter(None, map(_plain, value))):
            yield _whole(name), items
        for below in value:
            if isinstance(below, dict | list):
                yield from _flattened(name, below, depth + 1)
    elif item := _plain(value):
        yield _whole(name), (item,)


def _plain(value: object) -> str:
    """A text or number in one line; nothing, if it is none. Many sites write here as in HTML: `Meet &amp; Greet`."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return ""
    return _whole(" ".join(unescape(str(value)).split()))


def _whole(text: str) -> str:
    """Without halves of characters, which JSON may hold and no file can."""
    return text if text.isascii() else text.encode(errors="replace").decode()
