"""Which server, and which path on it, a URL means: read as browsers read it (the WHATWG standard, by ada, the parser of
Node.js).

The only reader of URLs: links, scope, robots, throttle and the HTTP client look at the same `Address`, so that what was
allowed is what is contacted: `http://good\\@evil/`, `http://0x7f.1/` or `http://ex%61mple.com/` cannot mean one host
to a check and another to the socket. Nothing here asks the network. Which URLs count as the same page is decided in
`patterns.urls.url`.
"""

import ipaddress
import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import bidirectional
from urllib.parse import quote

from ada_url import idna_to_unicode, join_url, parse_url

DEFAULT_PORTS = {"http": 80, "https": 443}

_LONGEST_SERVER = 263
"""Most characters of scheme, host and port."""

_LONGEST_LABEL = 63
"""Most characters between the dots of a name."""

_HREF = re.compile(r"(https?://[^/]*)(/[^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_SERVER = re.compile(r"(https?)://(?:(.*)@)?(\[.*\]|[^:]*)(?::([0-9]+))?")
_HOST = re.compile(r"\[[0-9a-f:]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
_BARE = re.compile(
    r"(?P<host>\w[\w.-]*\.\w[\w-]*\.?|localhost|\w[\w-]*(?=:[0-9])|\[[0-9a-f:.]+\])(?::[0-9]+)?(?:[/?#].*)?",
    re.IGNORECASE | re.DOTALL,
)
"""An address as people say it, without a scheme."""
_SURROGATES = re.compile("[\ud800-\udfff]")
_EDGES = "".join(map(chr, range(0x21)))
_INNER_BREAKS = str.maketrans("", "", "\t\n\r")
_KEPT_IN_QUERY = "!$%&'()*+,-./:;=?@[\\]^_`{|}~"


class BadAddressError(ValueError):
    """Not an http(s) URL that a browser would open; the text says why."""


class Address(NamedTuple):
    """A tuple, since a site has millions of links. `credentials` says whether a user name or password was given."""

    scheme: str
    host: str
    port: int
    path: str
    query: str | None = None
    fragment: str | None = None
    credentials: bool = False

    @classmethod
    def parse(cls, url: str, base: str = "") -> "Address":
        found = read(url, base)
        if found is None:
            web = url.strip(_EDGES).lower().startswith(tuple(DEFAULT_PORTS))
            raise BadAddressError("no server has such a name or port" if web else "not an http or https URL")
        return found

    @property
    def origin(self) -> str:
        port = "" if self.has_default_port else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"

    @property
    def has_default_port(self) -> bool:
        return self.port == DEFAULT_PORTS[self.scheme]

    def __str__(self) -> str:
        """As a server is asked for it: without the fragment."""
        return f"{self.origin}{self.path}" + ("" if self.query is None else f"?{self.query}")


def read(url: str, base: str = "") -> Address | None:
    """What `url` means, on the page `base` where it is relative; None if no browser would ask a server for it."""
    found = _HREF.fullmatch(_href(url, base))
    if found is None:
        return None
    text, path, query, fragment = found.groups()
    server = _server(text)
    if server is None:
        return None
    if query and "%27" in query:
        query = _query_as_written(url, base)
    scheme, host, port, credentials = server
    return Address(scheme, host, port, path, query, fragment, credentials)


def _href(url: str, base: str) -> str:
    """The absolute URL as ada writes it; empty if there is none."""
    try:
        return join_url(base, url) if base else parse_url(url, ("href",))["href"]
    except ValueError:
        if not _SURROGATES.search(url + base):
            return ""
        return _href(_SURROGATES.sub("\ufffd", url), _SURROGATES.sub("\ufffd", base))


@lru_cache(maxsize=1024)
def _server(text: str) -> tuple[str, str, int, bool] | None:
    """Scheme, host, port and whether a user is named. A dot that ends the host is dropped."""
    found = _SERVER.fullmatch(text)
    assert found is not None  # ada writes no other
    scheme, user, host, port = found.groups()
    host = host.removesuffix(".")
    if not _HOST.fullmatch(host) or len(text) > _LONGEST_SERVER or not all(map(_is_label, host.split("."))):
        return None
    if "xn--" in host and not _runs_one_way(idna_to_unicode(host)):
        return None
    return scheme, host, int(port or DEFAULT_PORTS[scheme]), bool(user)


def _is_label(label: str) -> bool:
    """Whether a name can have this part. Ada does not see all wrong encodings of letters beyond ASCII."""
    return len(label) <= _LONGEST_LABEL and not (label.startswith("xn--") and idna_to_unicode(label) == label)


def _runs_one_way(host: str) -> bool:
    """Whether a name with letters that run from right to left reads in one way only (RFC 5893); ada does not ask."""
    if not any(bidirectional(letter) in ("R", "AL", "AN") for letter in host):
        return True
    from idna import IDNABidiError, check_bidi

    try:
        return all(check_bidi(label, check_ltr=True) for label in host.split(".") if label)
    except IDNABidiError:
        return False


def _query_as_written(url: str, base: str) -> str:
    """With `'` where it is written so: ada makes it `%27`, but addresses stored before have both."""
    for text in (url, base):
        _, mark, query = text.strip(_EDGES).translate(_INNER_BREAKS).partition("#")[0].partition("?")
        if mark:
            break
    return quote(query, safe=_KEPT_IN_QUERY, errors="replace")


@lru_cache(maxsize=1024)
def ip_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address that a host spells, an IPv4 address hidden in an IPv6 one taken out; None for a name."""
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_loopback(host: str) -> bool:
    address = ip_of(host)
    return address.is_loopback if address else host == "localhost" or host.endswith(".localhost")


def meant_by(typed: str) -> tuple[str, ...]:
    """The addresses that `typed` may stand for, the likeliest first. On this machine hardly anything is encrypted."""
    typed = typed.strip()
    found = _BARE.fullmatch(typed)
    if found is None:
        return (typed,)
    return (f"http://{typed}",) if is_loopback(found["host"].lower()) else (f"https://{typed}", f"http://{typed}")


def beside(typed: str, page: str) -> str:
    """`typed` as an address of the site of `page`."""
    typed = typed.strip()
    return f"{page.partition('://')[0]}://{typed}" if _BARE.fullmatch(typed) else typed
