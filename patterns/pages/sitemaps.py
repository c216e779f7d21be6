"""Sitemaps (sitemaps.org) as pages of links: files in which a site lists its own addresses, in XML or as plain text, or
further such files.

A sitemap becomes a page as soon as it has arrived, so that everything after it, storing and following included, knows
pages alone. It fetches nothing. Feeds are no sitemaps here.
"""

import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from html import escape

from lxml import etree

SITEMAP = "sitemap"
"""The kind of a link to one: it may lead to a file that is no page by its name."""

WHERE_NAMED = "robots.txt"
"""The place of a link to a sitemap that stands on no page."""

USUAL = "/sitemap.xml"

_BEGINS = re.compile(
    rb"(?is)^(?:\xef\xbb\xbf)?(?>\s|<!--.*?-->|<\?.*?\?>)*+<(?:\w+:)?(?:urlset|sitemapindex)[\s>]"  # never goes back
)
_ADDRESS = (b"http://", b"https://")
_PACKED = b"\x1f\x8b"
_GZIP = 31
"""What zlib calls the format of gzip."""


_BEGINNING = 1024
"""Most bytes looked at to tell a sitemap from other files."""


def is_sitemap(data: bytes) -> bool:
    """By how a file begins, packed or not."""
    start = unpacked(data[:_BEGINNING], _BEGINNING)
    return bool(_BEGINS.match(start)) or _is_text(start)


def _is_text(sitemap: bytes) -> bool:
    """Whether it begins with addresses and nothing else. The last word that is looked at may be cut off."""
    beginning = sitemap[:_BEGINNING].removeprefix(BOM_UTF8).lstrip()
    words = beginning.split() if beginning.startswith(_ADDRESS) else ()
    whole = words[:-1] if len(sitemap) >= _BEGINNING else words
    return bool(whole) and all(word.startswith(_ADDRESS) for word in whole)


def as_page(sitemap: bytes) -> bytes:
    """HTML with the links of an unpacked sitemap in their order."""
    items = "".join(map(_item, _listed(sitemap)))
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Sitemap</title>\n<ul>\n{items}</ul>\n'.encode()


def _item(entry: tuple[str, bool]) -> str:
    url, is_another = entry
    relation = f' rel="{SITEMAP}"' if is_another else ""
    return f'<li><a href="{escape(url)}"{relation}></a></li>\n'


def unpacked(data: bytes, most: int) -> bytes:
    """A file as it was before it was packed with gzip, if it was, as far as the first `most` bytes."""
    if not data.startswith(_PACKED):
        return data
    try:
        return zlib.decompressobj(_GZIP).decompress(data, most)
    except zlib.error:
        return b""


def _listed(sitemap: bytes) -> Iterator[tuple[str, bool]]:
    """The addresses, and whether each is that of another sitemap. Addresses of pictures and films are left out."""
    if _is_text(sitemap):
        yield from ((word, False) for word in sitemap.decode("utf-8-sig", "replace").split())
        return
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, remove_comments=True)
    root = etree.fromstring(sitemap, parser)
    for entry in () if root is None else root.iterchildren("{*}url", "{*}sitemap"):
        address = entry.findtext("{*}loc") or entry.findtext("loc") or ""
        if address.strip():
            yield address.strip(), str(entry.tag).endswith("sitemap")  # a namespace may be no name for lxml
