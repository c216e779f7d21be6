"""What pages declare themselves to be, for machines: types of schema.org, in JSON-LD or as attributes, and `og:type`.

Sites declare types of boxes and of all their pages as well, so that only what tells pages apart means anything.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from lxml import etree

from recorder.patterns.pages.documents import Document

LISTS = frozenset({"CollectionPage", "SearchResultsPage"})
"""Types of pages that are no records, but show many."""

_LAST_WORD = re.compile(r"[A-Z]?[a-z]+$")
_MOST, _LONGEST, _DEEPEST = 30, 60, 5
"""Most types of a page that are kept, the longest, and how deep they may lie: sites may declare anything."""


def declared_kinds(document: Document) -> frozenset[str]:
    """The names of the types, without where they are defined."""
    found = filter(None, _declared(document))
    return frozenset(islice((kind for kind in found if len(kind) <= _LONGEST), _MOST))


def things(kinds: Iterable[str]) -> frozenset[str]:
    """What they are, in one word each: a `NewsArticle` is an article, too."""
    return frozenset(found[0].lower() for kind in kinds if (found := _LAST_WORD.search(kind)))


def json_ld(script: etree._Element) -> object:
    """What a script of data says; None if it is another one, or broken: what else a site says counts all the same."""
    if (script.get("type") or "").partition(";")[0].strip().casefold() != "application/ld+json":
        return None
    try:
        return json.loads(script.text or "", strict=False)
    except (ValueError, RecursionError):
        return None


def _declared(document: Document) -> Iterator[str]:
    for element in document.root.iter():
        if element.tag == "script":
            yield from _types(json_ld(element))
        elif element.get("itemscope") is not None and element.get("itemprop") is None:
            yield from map(_name, (element.get("itemtype") or "").split())
        elif element.tag == "meta" and element.get("property") == "og:type":
            yield f"og:{(element.get('content') or '').strip()}"


def _types(said: object, depth: int = 0) -> Iterator[str]:
    """Those of things by themselves, not of what is said of them."""
    if isinstance(said, list) and depth < _DEEPEST:
        for each in said:
            yield from _types(each, depth + 1)
    elif isinstance(said, dict) and depth < _DEEPEST:
        kinds = said.get("@type")
        yield from (_name(kind) for kind in (kinds if isinstance(kinds, list) else [kinds]) if isinstance(kind, str))
        yield from _types(said.get("@graph"), depth + 1)


def _name(kind: str) -> str:
    return kind.rpartition("/")[2]
