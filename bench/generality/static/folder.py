"""A site that is a folder of files, and one class of its pages: says what is true of it by a rule on the path, or by
what the maker of the folder was given. Makes no folders and no pages.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from urllib.parse import quote

from bench.generality.site import Site, Truth
from bench.generality.static.links import led_to, page_path
from bench.sites import debian_folder
from bench.static_sites import served

_NOTHING = "(?!)"
_BEGINNING = 60_000
"""Characters of a page that hold its title and its headline: some put tens of thousands before them."""
_UNLINKED = "Pages of the class that plain links do not lead to count neither way."


@dataclass(frozen=True)
class Pages:
    """A class of pages of a folder."""

    root: Callable[[], Path]
    entry: str
    targets: str
    """The paths of its pages, without `index.html` at their ends. What is captured is the identity; the whole path
    where nothing is."""
    begins: str = ""
    """What the beginnings of its pages hold too, where paths do not tell kinds of pages apart."""
    usual: str = ""
    """Where a record has several addresses: those that a person is most likely to give."""
    neither: str = _NOTHING
    """Paths that count neither way."""
    reason: str = ""
    known: Callable[[Path], Mapping[str, str]] | None = None
    """The identities that the maker of the folder was given, by what the rule captures; all, where it is unknown."""

    @contextmanager
    def serve(self) -> Iterator[str]:
        with served(self.root()) as base:
            yield base

    def truth(self) -> Truth:
        root = self.root()
        shown = _Shown(self, root, led_to(root, self.entry), self.known(root) if self.known else None)
        return Truth(shown.records, shown.identity, shown.neither, f"{self.reason} {_UNLINKED}".strip())


@dataclass(frozen=True)
class _Shown:
    """Which pages of the folder show which record."""

    pages: Pages
    root: Path
    linked: Mapping[str, str]
    known: Mapping[str, str] | None

    @cached_property
    def records(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for path in sorted(self.linked, key=lambda path: (not re.match(self.pages.usual, path), path)):
            identity = self._named(path)
            if identity is not None:
                found.setdefault(identity, quote(self.linked[path], safe="/~!$&'()*+,;=:@"))
        return found

    def identity(self, address: str) -> str | None:
        path = page_path(address)
        return self._named(path) if path in self.linked else None

    def neither(self, address: str) -> bool:
        path = page_path(address)
        if re.fullmatch(self.pages.neither, _rule_path(path)):
            return True
        return path not in self.linked and self._named(path) is not None

    def _named(self, path: str) -> str | None:
        match = re.fullmatch(self.pages.targets, _rule_path(path))
        if not match or re.fullmatch(self.pages.neither, match[0]) or not self._is_begun(path):
            return None
        name = "/".join(filter(None, match.groups())) or match[0]
        return name if self.known is None else self.known.get(name)

    def _is_begun(self, path: str) -> bool:
        return not self.pages.begins or bool(re.search(self.pages.begins, _beginning(self.root / path)))


@cache
def _beginning(page: Path) -> str:
    with page.open(encoding="utf8", errors="replace") as text:
        return text.read(_BEGINNING)


def _rule_path(path: str) -> str:
    return path.removesuffix("index.html") if path == "index.html" or path.endswith("/index.html") else path


def package(name: str, folder: str) -> Callable[[], Path]:
    """A folder of a package of Debian's."""
    return partial(debian_folder, name, folder)


def site(name: str, generator: str, pages: Pages, kind: str = "manual") -> Site:
    return Site(name, kind, generator, pages.entry, pages.serve, pages.truth)
