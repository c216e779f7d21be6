"""The links of a page, each with its *place*: where on the page it stands, as a tag path without indexes.

Links in the same place were, mostly, written by the same loop of the same template; that is what link groups are
made of. Takes what leads to another page (`a`, `area`, frames, `link rel=next` and `rel=sitemap`, meta refresh),
leaves style sheets, pictures and scripts. Decides nothing about scope and follows nothing.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, Protocol
from urllib.parse import quote, unquote

from lxml import etree

from recorder.patterns.pages.encoder import encode
from recorder.patterns.pages.sitemaps import SITEMAP
from recorder.patterns.urls.url import normalise

TEXT_LENGTH = 200
_MOST_LOOKED_AT = 100
"""Elements of a link without words in which a description is looked for."""

_SOURCE = {"a": "href", "area": "href", "link": "href", "iframe": "src", "frame": "src"}
_REFRESH = re.compile(r"\s*+0*+([0-9]*+)[0-9.]*+\s*+[;,]\s*+(?:url\s*+=\s*+)?[\"']?([^\"']+)", re.IGNORECASE)
_TELLING = ("next", "prev", SITEMAP)
_BEYOND = re.compile(r"[^\x00-\x7f]+")
_MORE = """
    more next older show_more load_more see_more view_more show_next mehr weiter weitere nächste nächster plus suivant
    suivante suivants voir_plus afficher_plus más siguiente siguientes ver_más mostrar_más mais próxima próximo próximas
    próximos ver_mais altri mostra_altri mostra_altro successivo successiva meer volgende toon_meer więcej następna
    następne następny ещё еще далее следующая следующие показать_ещё další více fler nästa visa_fler flere næste neste
    lisää seuraava daha sonraki もっと 次へ 次の 更多 下一 加载更多 더_보기 더보기 다음 المزيد التالي עוד
"""
MORE_WORDS = tuple(word.replace("_", " ") for word in _MORE.split())
"""How links and buttons begin that say, in many languages, that there is more of the same. Words in letters that have
capitals end there: what is nested, or of plush, is something else.
"""

_SIGNS = frozenset("›»>→⟩❯")


class HasLinks(Protocol):
    """The things about a document that its links depend on."""

    @property
    def root(self) -> etree._Element: ...
    @property
    def base(self) -> str: ...
    @property
    def encoding(self) -> str: ...


class Link(NamedTuple):
    """A tuple, since a site has millions and they are made fast. `kind` is `next`, `prev` or `sitemap` where the page
    says so, else the tag the link came from (`refresh` for a meta refresh).
    """

    url: str
    place: str
    text: str = ""
    kind: str = "a"


def links_of(document: HasLinks, *, named: bool = False) -> tuple[Link, ...]:
    """All links in document order, in normal form. Links within the page and to what is not http(s) are left out.
    `named`: where the page has no place of that name, `#name` leads to a route.
    """
    places: dict[etree._Element, str] = {}
    base = document.base
    found = []
    for element, tag, target in _targets(document.root, named=named):
        url = normalise(target if target.isascii() else as_sent(target, document.encoding), base, named=named)
        if url is not None:
            found.append(Link(url, _place(element, tag, places), _text(element), _kind(element, tag)))
    return tuple(found)


def sent_on(document: HasLinks) -> str | None:
    """Where a page sends its readers before they could see it: so redirect sites that are files. None for pages that
    are there to be read, if only for a second.
    """
    for element in document.root.iter("meta"):
        found = _refresh(element)
        if found and not found[1] and next(element.iterancestors("noscript"), None) is None:
            return normalise(as_sent(found[2].strip(), document.encoding), document.base)
    return None


def as_sent(target: str, encoding: str) -> str:
    """Letters beyond ASCII in a query are sent in the encoding of the page, as a browser does; all else in UTF-8. What
    the encoding lacks is sent as a numeric reference.
    """
    if encoding.startswith("utf"):
        return target
    before, hash_mark, route = target.partition("#")
    path, mark, query = before.partition("?")
    sent = _BEYOND.sub(lambda found: quote(encode(found[0], encoding), safe=""), query)
    return f"{path}{mark}{sent}{hash_mark}{route}"


def _targets(root: etree._Element, *, named: bool) -> Iterator[tuple[etree._Element, str, str]]:
    places = {place for each in root.iter() for place in (each.get("id"), each.get("name"))} if named else None
    for element in root.iter(*_SOURCE, "meta"):
        tag = str(element.tag)
        target = _refresh_target(element) if tag == "meta" else element.get(_SOURCE[tag], "").strip()
        if not target or (tag == "link" and _kind(element, tag) == "link"):
            continue
        if (
            not target.startswith("#")
            or target.startswith(("#/", "#!"))
            or (places is not None and target.lower() not in ("#", "#top") and unquote(target[1:]) not in places)
        ):
            yield element, tag, target


def _refresh_target(element: etree._Element) -> str:
    found = _refresh(element)
    return found[2].strip() if found else ""


def _refresh(element: etree._Element) -> re.Match[str] | None:
    """The seconds until a page leaves by itself, and where it goes."""
    if element.get("http-equiv", "").strip().lower() != "refresh":
        return None
    return _REFRESH.match(element.get("content", ""))


def _kind(element: etree._Element, tag: str) -> str:
    if relation := element.get("rel"):  # which most links do without
        relations = relation.lower().replace("previous", "prev").split()
        if relation := next((name for name in _TELLING if name in relations), None):
            return relation
    return "refresh" if tag == "meta" else tag


def _place(element: etree._Element, tag: str, places: dict[etree._Element, str]) -> str:
    """The tag path; that of every ancestor is remembered, for thousands of links share them. A loop, since pages nest
    deeper than Python calls.
    """
    unknown = []
    at = element.getparent()
    while at is not None and at not in places:
        unknown.append(at)
        at = at.getparent()
    path = "" if at is None else f"{places[at]}/"
    for node in reversed(unknown):
        places[node] = f"{path}{node.tag}"
        path = f"{places[node]}/"
    return path + tag


def _text(element: etree._Element) -> str:
    """What a person sees of the link, short; for a picture its description."""
    if not len(element):  # most links are a few words
        return " ".join((element.text or "").split())[:TEXT_LENGTH] or _description(element)[:TEXT_LENGTH]
    words, length = [], 0
    for piece in element.itertext("*"):
        words += str(piece).split()
        length += len(piece)
        if length > 4 * TEXT_LENGTH:  # a link around half the page
            break
    text = " ".join(words) or _description(element)
    return text[:TEXT_LENGTH]


def _description(element: etree._Element) -> str:
    """Of its first picture. Links that nobody closed lie around whatever follows, one around the other."""
    for node in islice(element.iter("*"), _MOST_LOOKED_AT):
        for name in ("aria-label", "alt", "title"):
            words = node.get(name, "").split()
            if words:
                return " ".join(words)
    return ""


def turns_the_page(link: Link) -> bool:
    """Whether a link says that it leads to another page of a list: by a number, a sign, or words."""
    text = link.text.strip().lower()
    if link.kind == "next" or text.isdecimal():
        return True
    if not text or set(text) <= _SIGNS:
        return bool(text)
    return text.startswith(MORE_WORDS) and any(_begins(text, word) for word in MORE_WORDS)


def _begins(text: str, word: str) -> bool:
    return text.startswith(word) and not (word.islower() and text[len(word) :][:1].isalpha())
