"""A URL in normal form, cut into the levels and parameters that URLs are compared by.

Two spellings that a server treats alike become one text, so that the frontier holds each page once and an expression
sees only differences that mean something. Follows RFC 3986 and, where links in the wild break it, what browsers do.
It does not fetch, does not follow redirects and does not sort parameters: the order a site wrote is the order it is
asked in.
"""

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

from recorder.patterns.urls.queries import by_name, in_order, pieces

MAX_LENGTH = 8_192  # servers refuse longer ones; anything beyond is an accident or a trap

_PORTS = {"http": "80", "https": "443"}
_REFERENCE = re.compile(r"(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?://+([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_ENDS = "".join(map(chr, range(0x21)))
_BEFORE_QUERY = re.compile(r"[^?#]*")
_AUTHORITY = re.compile(r"(\[[^]]*\]|[^:\[\]]*)(?::([0-9]*))?")
_HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})?")
_UNRESERVED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
_IN_PATH = "/!$&'()*+,;=:@-._~"
_IN_QUERY = _IN_PATH + "?"
_PLAIN = re.compile(r"[a-zA-Z0-9/!$&'()*+,;=:@._~?-]*")
_NORMAL = re.compile(  # what is plain to be in normal form already; of the rest some is, too
    r"http(?:s://(?![^/]*:443(?:/|$))|://(?![^/]*:80(?:/|$)))(?![^/]{256})"
    r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?::[1-9][0-9]{0,3}|:[1-5][0-9]{4})?"
    r"(?:/[a-zA-Z0-9_~@:!$&'*+,=-][a-zA-Z0-9_~@:!$&'*+,=.-]*)*/?"
)
_ROUTE = re.compile(r"[/!]+[^/!]", re.DOTALL)  # "#/" and "#!" alone are the page itself

_TRACKING = re.compile(
    r"(?:utm|mtm|pk|piwik|matomo|hsa)_.*|(?:g|d|fb|y|tt|tw|ms|gc|li_fat_|rb_)cl(?:id|kid|ickid)|[gw]braid|gclsrc|srsltid|igshid|igsh"
    r"|mc_[ce]id|_ga|_gl|_gac|_hsenc|_hsmi|__hs[a-z]+|hsctatracking|mkt_tok|oly_(?:anon|enc)_id|vero_(?:id|conv)|wickedid"
    r"|_openstat|yclid|ml_subscriber(?:_hash)?|li_fat_id|epik|_branch_match_id|_kx"
)
_SESSION = re.compile(r"phpsessid|jsessionid|aspsessionid.*|asp\.net_sessionid|cftoken|cfid|oscsid|zenid|xtcsid")
_MAYBE_SESSION = re.compile(r"s|sid|sess|session|sessid|session_?id|.+_sid")
_TOKEN = re.compile(r"(?=.*[0-9])(?=.*[a-zA-Z])(?:[0-9a-fA-F]{16,}|[0-9a-zA-Z]{20,})")
_SESSION_IN_PATH = re.compile(r";jsessionid=[^/;]*|/\((?:[A-Z]\([0-9a-zA-Z_-]{16,}\))+\)(?=/)", re.IGNORECASE)


class _Cut(NamedTuple):
    origin: str
    path: str
    query: str
    route: str
    route_query: str


class _Parts(NamedTuple):
    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


def normalise(url: str, base: str = "") -> str | None:
    """The normal form of `url` found on page `base`; None if not http(s), with a password, or hopeless."""
    if url.startswith("http") and len(url) <= MAX_LENGTH and _NORMAL.fullmatch(url):
        return url if url.count("/") > 2 else f"{url}/"  # as most pages of most sites are called
    return _normalised(url, _folder(base) if _needs_only_folder(url) else base)


def _needs_only_folder(url: str) -> bool:
    """Most links say the same on all pages of a folder, so that what was made of them can be remembered. Those that
    begin with `?` or `#` go on from the page itself, and so may `http:page`.
    """
    return url.startswith(("/", ".", "http://", "https://")) or (url[:1].isalnum() and ":" not in url)


@lru_cache(maxsize=1024)
def _folder(base: str) -> str:
    parts = _base_parts(base)
    return "" if parts is None else f"{parts.scheme}://{parts.authority}{parts.path[: parts.path.rfind('/') + 1]}"


@lru_cache(maxsize=4_096)
def _normalised(url: str, base: str) -> str | None:
    parts = _resolved(_parts(_cleaned(url)), base)
    if parts is None:
        return None
    host = _authority(parts.scheme or "", parts.authority or "")
    if host is None:
        return None
    query = _without_noise((_escaped(parts.query or "", _IN_QUERY)).split("&"))
    route = _escaped(parts.fragment, _IN_QUERY) if parts.fragment and _ROUTE.match(parts.fragment) else ""
    text = f"{parts.scheme}://{host}{_path(parts.path)}{query and '?' + query}{route and '#' + route}"
    return text if len(text) <= MAX_LENGTH else None


def without_route(url: str) -> str:
    """The address a server is asked for."""
    return url.partition("#")[0]


def _cleaned(url: str) -> str:
    """Browsers drop blanks at the ends, tabs and line ends anywhere, and read a backslash before the query as a
    slash.
    """
    url = url.strip(_ENDS)
    for character in "\t\r\n":
        url = url.replace(character, "")
    return _BEFORE_QUERY.sub(lambda head: head[0].replace("\\", "/"), url, count=1) if "\\" in url else url


def _parts(url: str) -> _Parts:
    found = _REFERENCE.fullmatch(url)
    assert found is not None  # every part may be empty, so every string matches
    scheme, *rest = found.groups()
    return _Parts(scheme and scheme.lower(), *rest)


@lru_cache(maxsize=1024)
def _base_parts(base: str) -> _Parts | None:
    parts = _parts(_cleaned(base))
    return parts if parts.scheme in _PORTS and parts.authority else None


def _resolved(parts: _Parts, base: str) -> _Parts | None:
    """RFC 3986 section 5.2, and `http:page` as browsers read it: relative on a page of the same scheme, else a host."""
    home = _base_parts(base)
    scheme, authority, path, query, fragment = parts
    if scheme is not None and scheme not in _PORTS:
        return None
    if scheme is not None and authority is None and (home is None or home.scheme != scheme):
        authority, slash, path = path.lstrip("/").partition("/")
        return _Parts(scheme, authority, slash + path, query, fragment)
    if authority is not None and scheme is not None:
        return parts
    if home is None:
        return None
    if authority is not None:
        return parts._replace(scheme=home.scheme)
    if not path:
        return home._replace(query=home.query if query is None else query, fragment=fragment)
    if not path.startswith("/"):
        path = home.path[: home.path.rfind("/") + 1] + path
    return _Parts(home.scheme, home.authority, path, query, fragment)


@lru_cache(maxsize=1024)
def _authority(scheme: str, authority: str) -> str | None:
    """Host and port as servers know them. A user name or password in a link is never followed."""
    found = _AUTHORITY.fullmatch(authority)
    if not found or len(authority) > 255:
        return None
    host = _host(found[1])
    port = (found[2] or "").lstrip("0") if found[2] != "0" else "0"
    if host is None or len(port) > 5 or int(port or 0) > 65_535:
        return None
    return host if port in ("", _PORTS[scheme]) else f"{host}:{port}"


def _host(host: str) -> str | None:
    try:
        if host.startswith("["):
            address = ipaddress.IPv6Address(host[1:-1])
            return None if address.scope_id else f"[{address.compressed}]"
        host = unquote(host).lower()
        host = host if host.isascii() else host.encode("idna").decode("ascii").lower()
    except ValueError:
        return None
    host = host.removesuffix(".")
    return host if _HOST.fullmatch(host) else None


def _escaped(text: str, allowed: str) -> str:
    """Escapes in upper case, none where none is needed, one wherever one is."""
    if _PLAIN.fullmatch(text):
        return text
    return quote(_ESCAPE.sub(_one_escape, text), safe=allowed + "%", errors="replace")


def _one_escape(found: re.Match[str]) -> str:
    if found[1] is None:
        return "%25"
    character = chr(int(found[1], 16))
    return character if character in _UNRESERVED else found[0].upper()


def _path(path: str) -> str:
    path = _SESSION_IN_PATH.sub("", _escaped(path, _IN_PATH))
    return _without_dots(path) if "/." in path or path.startswith(".") else path if path.startswith("/") else "/" + path


def _without_dots(path: str) -> str:
    """RFC 3986 section 5.2.4."""
    kept: list[str] = []
    levels = path.removeprefix("/").split("/")
    for level in levels:
        if level == "..":
            del kept[-1:]
        elif level != ".":
            kept.append(level)
    if levels[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _without_noise(parameters: Iterable[str]) -> str:
    return "&".join(piece for piece in parameters if piece and not _is_noise(*piece.partition("=")[::2]))


def _is_noise(name: str, value: str) -> bool:
    """Names who came from where, or one visit of one visitor: the page is the same without."""
    name = name.lower()
    if _TRACKING.fullmatch(name) or _SESSION.fullmatch(name):
        return True
    return bool(_MAYBE_SESSION.fullmatch(name) and _TOKEN.fullmatch(value))


@dataclass(frozen=True)
class Url:
    """A normalised URL cut into what is compared: path levels and parameters by name, then those of a route after
    `#`, which is an address of its own.
    """

    text: str

    @cached_property
    def _cut(self) -> _Cut:
        rest, _, route = self.text.partition("#")
        rest, _, query = rest.partition("?")
        route, _, route_query = route.partition("?")
        at = rest.find("/", rest.find("://") + 3) if "://" in rest else rest.find("/")
        origin, path = (rest, "") if at < 0 else (rest[:at], rest[at:])
        return _Cut(origin, path, query, route, route_query)

    @property
    def origin(self) -> str:
        """Scheme and host: the first level."""
        return self._cut.origin

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The origin, then the levels of the path and of the route; the last one is empty when it ends in a slash."""
        return (self._cut.origin, *self._cut.path.split("/")[1:], *_route_levels(self._cut.route))

    @cached_property
    def folder(self) -> tuple[str, ...]:
        """The levels above the name."""
        return self.levels[: self._depth]

    @property
    def name(self) -> str:
        """The last level that says something: a slash behind it makes `/book/dune/` no folder of its own."""
        return self.levels[self._depth]

    @property
    def _depth(self) -> int:
        last = len(self.levels) - 1
        return last - 1 if last > 1 and not self.levels[last] else last

    @cached_property
    def parameters(self) -> tuple[tuple[str, str], ...]:
        """Names and values in the order they stand in the URL."""
        written = (piece.partition("=") for piece in (*pieces(self._cut.query), *pieces(self._cut.route_query)))
        return tuple((name, value) for name, _, value in written)

    @cached_property
    def slots(self) -> tuple[tuple[str, str], ...]:
        """What can differ between similar URLs, each under a key: `/1` a path level, `?name` a parameter, `#0` a
        route level, `&name` a parameter of the route.

        Parameters stand in the order of their names. A parameter's text starts with its `=`; occurrences of one name
        are one slot.
        """
        path = ((f"/{n}", level) for n, level in enumerate(self._cut.path.split("/")[1:], start=1))
        route = ((f"#{n}", level) for n, level in enumerate(_route_levels(self._cut.route)))
        return (*path, *by_name("?", self._cut.query), *route, *by_name("&", self._cut.route_query))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for key, _ in self.slots)

    @cached_property
    def values(self) -> tuple[str, ...]:
        return tuple(value for _, value in self.slots)

    @cached_property
    def ordered(self) -> str:
        """The text with its parameters in the order of their names: what expressions are matched against."""
        if "&" not in self.text and ";" not in self.text:
            return self.text
        origin, path, query, route, route_query = self._cut
        return f"{origin}{path}{in_order(query)}{route and '#' + route}{in_order(route_query)}"


def _route_levels(route: str) -> list[str]:
    return route.split("/") if route else []


def url_sim(u: Url, v: Url, k: int = 2) -> bool:
    """URLsim [SIGIR06 §4.3.1]: same number of levels, same first level, at most `k` others differ.

    Parameters are levels that are compared by name. URLs with different parameter names are not similar: they have
    levels that the other has not, and on most sites they ask for different things (`?id=7`, `?page=2`,
    `?action=edit`).
    """
    if u.origin != v.origin or u.keys != v.keys:
        return False
    return sum(a != b for a, b in zip(u.values, v.values, strict=True)) <= k
