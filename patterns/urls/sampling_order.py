"""Lots: an order as if at random, in which a few of many URLs are drawn. It is the same in every run, and on whatever
host and port a copy of the site is served. It chooses nothing itself.
"""

from zlib import crc32


def lot(url: str) -> int:
    """The number under which a URL waits to be drawn."""
    scheme, _, rest = url.partition("://")
    _, slash, path = (url if "/" in scheme else rest or scheme).partition("/")
    return crc32((slash + path).encode("utf-8", "surrogatepass"))
