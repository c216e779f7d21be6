"""A URL in normal form, cut into the levels and parameters that URLs are compared by.

Two spellings that a server treats alike become one text, so that the frontier holds each page once and an expression
sees only differences that mean something. Read as browsers do (`address`), escaped by RFC 3986, without tracking and
session parameters. Stored pages are found again by this text, so that how it is spelt must not change. Parameters keep
the order in which the site wrote them. It does not fetch and does not follow redirects.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import quote
from zlib import crc32

from recorder.patterns.urls.address import Address, read

_NUMBER = re.compile(r"[0-9]+(?:[._-][0-9]+)*")
"""A year, a date, a version: all are one."""

MAX_LENGTH = 8_192
"""Most characters of a URL: servers refuse longer ones, which are accidents or traps."""

_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})?")
_UNRESERVED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
_IN_PATH = "/!$&'()*+,;=:@-._~"
_IN_QUERY = _IN_PATH + "?"
_PLAIN = re.compile(r"[a-zA-Z0-9/!$&'()*+,;=:@._~?-]*")
_LEVEL = r"[a-zA-Z0-9_~@:!$&'*+,=-][a-zA-Z0-9_~@:!$&'*+,=.-]*+"
_AT_A_GLANCE = re.compile(  # origin, or the first level of a relative path; path; query; no route
    # No `)?+` around the level: Python before 3.11.5 goes wrong where such a group goes back, as a look ahead does.
    rf"(?:(https?://[a-z0-9_.:-]++)|((?![^/?]*:){_LEVEL})?)((?:/{_LEVEL})*+/?+)(?:\?({_PLAIN.pattern}))?(?:#[\w.~-](?s:.*))?"
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
NOISE = rf"(?i:{_TRACKING.pattern}|{_SESSION.pattern})=.*|(?i:{_MAYBE_SESSION.pattern})={_TOKEN.pattern}"
"""Parameters, `name=value`, that the normal form of an address leaves out: for programs that do without this module."""
without_session = partial(re.compile(r"(?i);jsessionid=[^/;]*|/\((?:[A-Z]\([0-9a-zA-Z_-]{16,}\))+\)(?=/)").sub, "")
"""Of a path, without what tells one visit: `/search;jsessionid=A7` -> `/search`."""


class _Site(NamedTuple):
    origin: str
    folder: str
    page: str


class _Cut(NamedTuple):
    origin: str
    path: str
    query: str
    route: str
    route_query: str


def normalise(url: str, base: str = "", *, named: bool = False) -> str | None:
    """The normal form of `url` found on page `base`; None if not http(s), with a password, or hopeless. `named`: a
    route may be a mere name, `#name`, which else is a place of the page.
    """
    relative_to = _site(base).folder if _needs_only_folder(url) else _site(base).page
    return _normalised(url, relative_to, named=True) if named and "#" in url else _remembered(url, relative_to)


@lru_cache(maxsize=16_384)
def _remembered(url: str, base: str) -> str | None:
    """Most links of a page are those of the page before."""
    found = _AT_A_GLANCE.fullmatch(url)
    if found:  # most links of most pages
        origin, first, path, query = found.groups()
        start = _normal_origin(origin) if origin else _site(base).folder if first else path and _site(base).origin
        if start:
            kept = _without_noise(query.split("&")) if query else ""
            text = f"{start}{first or ''}{path or ('' if first else '/')}{kept and '?' + kept}"
            return text if len(text) <= MAX_LENGTH else None
    return _normalised(url, base)


def given_address(url: str, entry: str = "") -> str | None:
    """The normal form of an address that a person gave. A name behind `#` is a route where nothing else tells the page
    from the entry page.
    """
    found = normalise(url)
    return normalise(url, named=True) if found == entry else found


def has_named_route(url: str) -> bool:
    """Of an address in normal form."""
    route = url.partition("#")[2]
    return bool(route) and not _ROUTE.match(route)


def _needs_only_folder(url: str) -> bool:
    """Whether the link means the same on all pages of a folder: not if it is like `?page=2`, `#/route`, `http:page`."""
    return url.startswith(("/", ".", "http://", "https://")) or (url[:1].isalnum() and ":" not in url)


@lru_cache(maxsize=1024)
def _normal_origin(origin: str) -> str:
    """The origin, if it is in normal form; else nothing."""
    address = read(origin)
    return origin if address is not None and address.origin == origin else ""


@lru_cache(maxsize=1024)
def _site(page: str) -> _Site:
    """What links of a page are relative to, origin and folder in normal form; empty if the page has no address."""
    folder = _normalised(".", page) if page else None
    return _Site("", "", "") if folder is None else _Site(folder[: folder.index("/", 8)], folder, page)


@lru_cache(maxsize=4_096)
def _normalised(url: str, base: str, named: bool = False) -> str | None:
    found = read(url, base)
    if found is None or found.credentials:
        return None
    query = _without_noise(_escaped(found.query, _IN_QUERY).split("&")) if found.query else ""
    name = found.fragment or ""
    route = _escaped(name, _IN_QUERY) if _ROUTE.match(name) or (named and _is_name(name)) else ""
    text = f"{found.origin}{_path(found.path)}{query and '?' + query}{route and '#' + route}"
    return text if len(text) <= MAX_LENGTH else None


def _is_name(fragment: str) -> bool:
    """`#top` is the page itself on every page, as HTML has it."""
    return bool(fragment.strip("/!")) and fragment.lower() != "top"


def without_route(url: str) -> str:
    """The address a server is asked for."""
    return url.partition("#")[0]


def _escaped(text: str, allowed: str) -> str:
    """Escapes in upper case, none where none is needed, one wherever one is."""
    if _PLAIN.fullmatch(text):
        return text
    return quote(_ESCAPE.sub(_one_escape, text), safe=allowed + "%")


def _one_escape(found: re.Match[str]) -> str:
    if found[1] is None:
        return "%25"
    character = chr(int(found[1], 16))
    return character if character in _UNRESERVED else found[0].upper()


def _path(path: str) -> str:
    escaped = _escaped(path, _IN_PATH)
    kept = without_session(escaped)
    return kept if kept == escaped else Address.parse(f"http://h{kept}").path  # `/..;jsessionid=1` is `/..` now


def _without_noise(parameters: Iterable[str]) -> str:
    return "&".join(piece for piece in parameters if piece and not _is_noise(*piece.partition("=")[::2]))


def _is_noise(name: str, value: str) -> bool:
    """Whether it tells who came from where, or one visit of one visitor: the page is the same without."""
    noise = _noise(name)
    return noise is not None and noise.fullmatch(value) is not None


@lru_cache(maxsize=1024)
def _noise(name: str) -> re.Pattern[str] | None:
    """The values that are noise under this name."""
    name = name.lower()
    if _TRACKING.fullmatch(name) or _SESSION.fullmatch(name):
        return re.compile(r"(?s).*")
    return _TOKEN if _MAYBE_SESSION.fullmatch(name) else None


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
    def place(self) -> tuple[str, ...]:
        """The same, as far as it may say a kind: a year, a month or another number is data, and says none."""
        return tuple("0" if _NUMBER.fullmatch(level) else level for level in self.folder)

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
        """Names and values in the order of the URL."""
        written = (said_by(query) for query in (self._cut.query, self._cut.route_query))
        return tuple((name, value.removeprefix("=")) for pieces in written for name, value in pieces)

    @cached_property
    def slots(self) -> tuple[tuple[str, str], ...]:
        """What can differ between similar URLs, each under a key: `/1` a path level, `?name` a parameter, `#0` a
        route level, `&name` a parameter of the route.

        Parameters are in the order of their names. A parameter's text starts with its `=`, but for a query that is
        nothing else and has no name; occurrences of one name are one slot.
        """
        path = ((f"/{n}", level) for n, level in enumerate(self._cut.path.split("/")[1:], start=1))
        route = ((f"#{n}", level) for n, level in enumerate(_route_levels(self._cut.route)))
        return (*path, *_by_name("?", self._cut.query), *route, *_by_name("&", self._cut.route_query))

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
        return f"{origin}{path}{_in_order(query)}{route and '#' + route}{_in_order(route_query)}"


def _route_levels(route: str) -> list[str]:
    return route.split("/") if route else []


def said_by(query: str) -> list[tuple[str, str]]:
    """The names of the parameters, each with what follows. The only one without a name, or without `=`, is a value
    if it stands alone or has a number: `?FrontPage`, `?a7Kx`, `?12-title&page=2`.
    """
    pieces = [piece for piece in query.split(separator_of(query)) if piece]
    bare = [piece for piece in pieces if piece.find("=") < 1]
    is_value = len(bare) == 1 and (len(pieces) == 1 or any(map(str.isdecimal, bare[0])))
    named = (piece.partition("=") for piece in pieces)
    return [(name, mark + rest) if mark or not is_value else ("", name) for name, mark, rest in named]


def _by_name(mark: str, query: str) -> Iterator[tuple[str, str]]:
    """In the order of their names, each as `mark` and its name, and what follows; those of one name are one."""
    found: dict[str, str] = {}
    for name, value in said_by(query):
        found[name] = f"{found[name]}&{name}{value}" if name in found else value
    return ((mark + name, found[name]) for name in sorted(found))


def _in_order(query: str) -> str:
    """The parameters in the order of their names, with `&` between them, behind a question mark if there are any."""
    ordered = sorted(said_by(query), key=itemgetter(0))
    return f"?{'&'.join(map(''.join, ordered))}" if ordered else ""


def without_parameters(query: str, names: Collection[str]) -> str:
    """The query as it is written, but for the parameters of these names."""
    return separator_of(query).join(name + value for name, value in said_by(query) if name not in names)


def plain_address(url: str, names: Collection[str]) -> str:
    """The address without the parameters of these names; those of a route stay."""
    address, mark, route = url.partition("#")
    path, _, query = address.partition("?")
    kept = without_parameters(query, names)
    return f"{path}{kept and f'?{kept}'}{mark}{route}"


def without_repeated(url: str, said: frozenset[tuple[str, str]], is_kept: Callable[[str], bool]) -> str:
    """A link without the parameters that its page was asked for by, but for names that are kept."""
    known = said.intersection(Url(url).parameters) if said and "?" in url else ()
    repeated = {name for name, _ in known if not is_kept(name)}
    return plain_address(url, repeated) if repeated else url


def separator_of(query: str) -> str:
    """What separates the parameters; a `;` may also be part of a value."""
    if ";" not in query or "&" in query:
        return "&"
    return ";" if all("=" in piece for piece in query.split(";") if piece) else "&"


def sampling_key(url: str) -> int:
    """URLs are sampled in the order of these numbers: as if at random, but the same in every run, and on whatever host
    and port a copy of the site is served.
    """
    scheme, _, rest = url.partition("://")
    _, slash, path = (url if "/" in scheme else rest or scheme).partition("/")
    return crc32((slash + path).encode("utf-8", "surrogatepass"))
