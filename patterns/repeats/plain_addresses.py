"""What makes no other record of a page though it changes its address. Parameters: what was searched for, to be
highlighted; which hit of a list it was; a version that is the newest one; which part of the record is shown. How a
program and its parameters are written: in small letters or capitals, in one order or another. The way that led there:
`/sea/boats/item/7`, `/picture/7/album/3`.

An address without the one and written like the others leads to the same page. Where all addresses say where somebody
came from (`&backPid=40&cHash=7f3e`), none is plain, and the first one met stands for the others. Which they are,
`variants` concludes from what pages say.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from recorder.patterns.pages.links import Link
from recorder.patterns.urls.sorts import folder_of
from recorder.patterns.urls.url import Url, plain_address, said_by, separator_of, without_route

Address = tuple[tuple[str, ...], frozenset[tuple[str, str]]]


class IdleKind(NamedTuple):
    """A folder, whatever its numbers, the names of the parameters that a page there has `more` than the plainer one,
    and those of that one: what is idle at one page of a program says at another which page it is. Nobody has seen the
    plainer one if it is `unseen`: all addresses there have some of these parameters.
    """

    place: tuple[str, ...]
    more: frozenset[str]
    plain: frozenset[str]
    unseen: bool = False

    def has(self, url: str) -> bool:
        needed = self.plain if self.unseen else self.more | self.plain
        return folder_of(url) == self.place and needed <= names_of(url)


class Detour(NamedTuple):
    """What the addresses of a kind of record are made of, as regular expressions: `before` and `after` say the record,
    and what may stand between them, and behind them, says how somebody came there.
    """

    before: str
    between: str
    after: str
    behind: str = ""

    def own(self, url: str) -> str:
        """The record's own address; empty if the address is none of its kind."""
        found = _compiled(f"({self.before})(?:{self.between})?({self.after}){self.behind}").fullmatch(url)
        return found[1] + found[2] if found else ""


_compiled = lru_cache(maxsize=64)(re.compile)


class Spelling(NamedTuple):
    """How a program is called, up to the question mark, and its parameters, in their order."""

    program: str
    names: tuple[str, ...]

    @property
    def folded(self) -> "Spelling":
        """What all spellings of the same have in common."""
        return Spelling(self.program.casefold(), tuple(sorted(map(str.casefold, self.names))))

    def shows_as(self, other: "Spelling") -> bool:
        """Whether it is another program in the same folder that is asked for the same: `print.asp?id=7`."""
        folders = {each.program.rpartition("/")[0].casefold() for each in (self, other)}
        return len(folders) == 1 and self.folded.names == other.folded.names != () and self.folded != other.folded

    def of(self, url: str) -> str:
        """The address of another spelling of the same, spelt so."""
        address, mark, route = url.partition("#")
        values = defaultdict[str, list[str]](list)
        query = address.partition("?")[2]
        for name, value in said_by(query):
            values[name.casefold()].append(value)
        said = (name + values[name.casefold()].pop(0) for name in self.names)
        return f"{self.program}?{separator_of(query).join(said)}{mark}{route}"


def spelling_of(url: str) -> Spelling:
    program, _, query = url.partition("#")[0].partition("?")
    return Spelling(program, tuple(name for name, _ in said_by(query)))


class RecordPart(NamedTuple):
    """Another part of a record than a sample shows (`tab=people` for `tab=summary`): a program, the names of its other
    parameters, and of this one the name, the value it has, and the other; "" where it is not said.
    """

    program: tuple[str, ...]
    beside: frozenset[str]
    name: str
    value: str
    other: str = ""

    def has(self, url: str) -> bool:
        if self.other and f"{self.name}={self.other}" not in url:
            return False  # at once: every link of every page is asked about
        said = dict(Url(url).parameters)
        is_other = said.pop(self.name, "") == self.other
        return is_other and said.keys() == self.beside and program_of(url, self.beside) == self.program

    def of(self, url: str) -> str:
        """The address of the part that the sample shows."""
        if not self.value:
            return plain_address(url, {self.name})
        address, mark, route = url.partition("#")
        program, _, query = address.partition("?")
        said = dict(said_by(query)) | {self.name: f"={self.value}"}
        return f"{program}?{separator_of(query).join(map(''.join, said.items()))}{mark}{route}"


def part_of(url: str, name: str, value: str) -> RecordPart:
    """What the page at an address of another part shows of."""
    beside = names_of(url) - {name}
    return RecordPart(program_of(url, beside), beside, name, value)


def program_of(url: str, beside: Collection[str]) -> tuple[str, ...]:
    """What shows the record that parameters name; the folder of one that the path names."""
    return (*Url(url).place, Url(url).name) if beside else Url(url).place


@dataclass(frozen=True)
class PlainAddresses:
    """By the kinds of the pages that have them; the spellings, of those that lead to the same; the parts; and programs
    that show the same otherwise, each with the one that a sample is of; the ways that lead to records; whether
    capitals are as good as small letters; and whether what stands behind `#` says nothing.
    """

    kinds: frozenset[IdleKind] = frozenset()
    spellings: frozenset[Spelling] = frozenset()
    parts: frozenset[RecordPart] = frozenset()
    programs: frozenset[tuple[Spelling, Spelling]] = frozenset()
    detours: frozenset[Detour] = frozenset()
    caseless: bool = False
    routeless: bool = False
    _first: dict[Address, str] = field(default_factory=dict, compare=False, repr=False)
    """Where nobody has seen the plain address of a record, the one that stands for it: the one that was met first."""

    def plain(self, url: str) -> str:
        """The address without them, of the part that the sample shows, spelt as the others are; the first one that was
        met of the record, where no plain one is known; the one that stands for it.
        """
        if not self._says_anything:
            return url
        plain = without_route(url) if self.routeless else url
        plain = self._plain_query(plain) if "?" in plain else plain
        record, is_plain = self._record(plain)
        return self._first.get(record, plain) if is_plain else self._first.setdefault(record, plain)

    def _record(self, plain: str) -> tuple[Address, bool]:
        """By what a record is known, and whether that is an address it has."""
        if own := self.own(plain):
            return self._folded(address_of(own)), False
        beside = self._idle(plain, unseen=True) if "?" in plain or self._tells_by_path else ()
        return self._folded(address_of(plain, beside)), not (beside or self.caseless)

    def _folded(self, address: Address) -> Address:
        if not self.caseless:
            return address
        levels, said = address
        return tuple(map(str.casefold, levels)), frozenset((name.casefold(), value.casefold()) for name, value in said)

    def _plain_query(self, url: str) -> str:
        idle = self._idle(url, unseen=False)
        plain = plain_address(url, idle) if idle else url
        for part in self._parts:
            plain = part.of(plain) if part.has(plain) else plain
        spelling = self._by_folded.get(spelling_of(plain).folded) if self._by_folded else None
        return spelling.of(plain) if spelling else plain

    def own(self, url: str) -> str:
        """The address that a record would call its own, by how those of its kind do; empty if of no such kind."""
        return next(filter(None, (detour.own(url) for detour in self._detours)), "")

    def keep(self, urls: Iterable[str]) -> None:
        """From now on, these stand for their records, before any other address."""
        for url in urls:
            self._first.setdefault(self._record(self._plain_query(url))[0], url)

    @property
    def remembers(self) -> bool:
        """Whether it matters which address of a record is met first."""
        return bool(self._first or self.detours or self.caseless) or any(kind.unseen for kind in self.kinds)

    def _idle(self, url: str, *, unseen: bool) -> frozenset[str]:
        kinds = self._by_place.get(folder_of(url), ())
        return frozenset().union(*(kind.more for kind in kinds if kind.unseen == unseen and kind.has(url)))

    def plain_links(self, links: Iterable[Link]) -> Mapping[Link, Link]:
        """The links that are not plain, each with the same link as it is plainly."""
        if not self._says_anything:
            return {}
        return {link: link._replace(url=url) for link in links if (url := self.plain(link.url)) != link.url}

    @property
    def _says_anything(self) -> bool:
        return bool(self.kinds or self.spellings or self.parts or self.programs) or self.says_more_than_queries

    @property
    def says_more_than_queries(self) -> bool:
        """Whether an address without parameters need not be plain."""
        return bool(self.detours) or self.caseless or self.routeless or self._tells_by_path

    @cached_property
    def _tells_by_path(self) -> bool:
        """Whether there are records that may be met at an address without parameters as well as at longer ones."""
        return any(kind.unseen and not kind.plain for kind in self.kinds)

    @cached_property
    def _by_place(self) -> Mapping[tuple[str, ...], Sequence[IdleKind]]:
        """A site has many kinds, and very many addresses."""
        found = defaultdict[tuple[str, ...], list[IdleKind]](list)
        for kind in self.kinds:
            found[kind.place].append(kind)
        return found

    @cached_property
    def _parts(self) -> Sequence[RecordPart]:
        """In one order: an address may be of several."""
        return sorted(self.parts, key=lambda part: (part.program, part.name, part.other))

    @cached_property
    def _detours(self) -> Sequence[Detour]:
        return sorted(self.detours)

    @cached_property
    def _by_folded(self) -> Mapping[Spelling, Spelling]:
        otherwise = {shown.folded: kept for shown, kept in sorted(self.programs)}
        return otherwise | {each.folded: each for each in self.spellings}


AS_WRITTEN = PlainAddresses()


def address_of(url: str, without: Collection[str] = ()) -> Address:
    """What an address says, in whatever order, but for the parameters of some names."""
    parts = Url(url)
    return parts.levels, frozenset(each for each in parts.parameters if each[0] not in without)


def names_of(url: str) -> frozenset[str]:
    """The names of all parameters."""
    return frozenset(name for name, _ in Url(url).parameters)
