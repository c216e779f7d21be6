"""Which server, and which path on it, an absolute URL really means: read the way browsers read it (WHATWG URL), then
spelt in one way.

Scope, courtesy and the HTTP client all look at the same `Address`, so that what was allowed is what is contacted:
`http://good\\@evil/`, `http://0x7f.1/` or `http://ex%61mple.com/` cannot mean one host to the check and another to the
socket. Nothing here asks the network. Which URLs count as the same page is not decided here: see `patterns.urls.url`.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import quote, unquote_to_bytes

import idna

DEFAULT_PORTS = {"http": 80, "https": 443}

_EDGES = "".join(map(chr, range(0x21)))
_INNER_BREAKS = str.maketrans("", "", "\t\n\r")
_SHAPE = re.compile(r"(?i)(?P<scheme>https?):[/\\]*(?P<authority>[^/\\?#]*)(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?")
_FORBIDDEN_IN_HOST = re.compile(r"[\x00-\x20\x7f#%/:<>?@\[\\\]^|]")
_PLAIN_PATH = re.compile(r"(?:/[a-zA-Z0-9_~-][a-zA-Z0-9._~!$&'()*+,;=:@%-]*)+/?")
_DOT = re.compile(r"(?i)^(?:\.|%2e)$")
_DOT_DOT = re.compile(r"(?i)^(?:\.|%2e){2}$")
_KEPT_IN_PATH = "/:@!$&'()*+,;=~%-._[]|^"
_KEPT_IN_QUERY = _KEPT_IN_PATH + "?`{}\\"


class BadAddressError(ValueError):
    """Not an http(s) URL that a browser would open; the text says why."""


@dataclass(frozen=True)
class Address:
    scheme: str
    host: str
    port: int
    path: str
    query: str | None = None
    credentials: bool = False

    @classmethod
    def parse(cls, url: str) -> Address:
        shape = _SHAPE.match(url.strip(_EDGES).translate(_INNER_BREAKS))
        if shape is None:
            raise BadAddressError("not an http or https URL")
        scheme = shape["scheme"].lower()
        userinfo, at, host_and_port = shape["authority"].rpartition("@")
        host, port = _split_port(host_and_port)
        query = shape["query"]
        return cls(
            scheme,
            canonical_host(host),
            DEFAULT_PORTS[scheme] if port is None else port,
            _canonical_path(shape["path"]),
            None if query is None else _quoted(query, _KEPT_IN_QUERY),
            bool(at and userinfo.strip(":")),
        )

    @cached_property
    def origin(self) -> str:
        port = "" if self.has_default_port else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"

    @property
    def has_default_port(self) -> bool:
        return self.port == DEFAULT_PORTS[self.scheme]

    def __str__(self) -> str:
        return f"{self.origin}{self.path}" + ("" if self.query is None else f"?{self.query}")


@lru_cache(maxsize=1024)
def canonical_host(text: str) -> str:
    """One spelling per host: lower-case ASCII name, dotted IPv4, or bracketed IPv6."""
    if len(text) > 1000:
        raise BadAddressError("no server has a name of that length")
    if text.startswith("["):
        return _ipv6(text)
    name = unquote_to_bytes(text).decode("utf-8", "replace")
    ascii_name = _ascii_name(name).rstrip(".") if name.strip(".") else ""
    if not ascii_name or _FORBIDDEN_IN_HOST.search(ascii_name):
        raise BadAddressError(f"no server has the name {text[:80]!r}")
    if ascii_name.rpartition(".")[2].isdigit() or re.fullmatch(r"0x[0-9a-f]*", ascii_name.rpartition(".")[2]):
        return _ipv4(ascii_name)
    return ascii_name


def ip_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address a canonical host spells, an IPv4 address hidden in an IPv6 one taken out; None for a name."""
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_loopback(host: str) -> bool:
    address = ip_of(host)
    return address.is_loopback if address else host == "localhost" or host.endswith(".localhost")


def _split_port(text: str) -> tuple[str, int | None]:
    match = re.fullmatch(r"(?s)(\[[^\]]*\]|[^:]*)(?::([0-9]*))?", text)
    if match is None:
        raise BadAddressError("the server's name or port makes no sense")
    port = int(match[2][:9]) if match[2] else None
    if port is not None and not 0 < port < 65536:
        raise BadAddressError(f"there is no port {match[2][:9]}")
    return match[1], port


def _ascii_name(name: str) -> str:
    if name.isascii() and "xn--" not in name.lower():
        return name.lower()
    try:
        return idna.encode(name, uts46=True, transitional=False).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError) as error:
        raise BadAddressError(f"no server can have the name {name[:80]!r}") from error


def _ipv6(text: str) -> str:
    try:
        return f"[{ipaddress.IPv6Address(text.removeprefix('[').removesuffix(']').partition('%')[0]).compressed}]"
    except ValueError as error:
        raise BadAddressError(f"{text[:80]!r} is not an IPv6 address") from error


def _ipv4(text: str) -> str:
    """`0x7f.1`, `2130706433` and `0177.0.0.1` are all 127.0.0.1 to a browser."""
    try:
        *bytes_, last = [_ipv4_number(part) for part in text.split(".")]
    except ValueError as error:
        raise BadAddressError(f"{text[:80]!r} is not an IP address") from error
    if len(bytes_) > 3 or any(byte > 255 for byte in bytes_) or last >= 256 ** (4 - len(bytes_)):
        raise BadAddressError(f"{text[:80]!r} is not an IP address")
    return str(ipaddress.IPv4Address(sum(byte << (24 - 8 * i) for i, byte in enumerate(bytes_)) + last))


def _ipv4_number(text: str) -> int:
    digits = text.lower()
    if digits.startswith("0x"):
        return int(digits[2:] or "0", 16)
    if len(digits) > 20:
        raise ValueError(text[:20])
    return int(digits, 8) if digits.startswith("0") and len(digits) > 1 else int(digits, 10)


def _canonical_path(path: str) -> str:
    if _PLAIN_PATH.fullmatch(path):
        return path  # most are as they should be
    kept: list[str] = []
    segments = path.replace("\\", "/").split("/")[1:] or [""]
    for position, segment in enumerate(segments):
        last = position == len(segments) - 1
        if _DOT_DOT.match(segment):
            del kept[-1:]
        elif not _DOT.match(segment):
            kept.append(_quoted(segment, _KEPT_IN_PATH))
            continue
        if last:
            kept.append("")
    return "/" + "/".join(kept)


def _quoted(text: str, kept: str) -> str:
    return quote(text.encode("utf-8", "replace"), safe=kept)
