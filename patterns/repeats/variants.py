"""Pages that look like targets and only say again what a target says: an old version (`?version=1`), a print view, a
page with its reply form open (`?replyto=17`), its history or its source (`/page/history/`), or the same page in another
language or version than the sample's. Nobody means them.

By its address a page may repeat another one in many ways, and each has a module here that knows addresses. That it does
is a claim about all that are addressed so, and pages decide it: those of which both were seen must mostly say the same.
A plainer address has all but some of the parameters. Lists that go on at `?page=2` say something else, and so stay what
they are.
"""

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar
from zlib import crc32

from recorder.patterns.pages.words import words_of
from recorder.patterns.repeats.declared import Declared
from recorder.patterns.repeats.detours import detours
from recorder.patterns.repeats.plain_addresses import AS_WRITTEN, IdleKind, PlainAddresses, address_of, names_of
from recorder.patterns.repeats.record_parts import in_parts, true_parts
from recorder.patterns.repeats.sayings import FEWEST, LEAST, MOSTLY, Pair, Sayings
from recorder.patterns.repeats.spellings import cased, shown_otherwise, spelt
from recorder.patterns.repeats.telling_parameters import guesses, told
from recorder.patterns.repeats.twins import PageWords, twins
from recorder.patterns.repeats.views import View, Views, is_numbered, view_of
from recorder.patterns.urls.editions import Edition, Editions, Sort, slots_of, sort_of
from recorder.patterns.urls.sorts import folder_of
from recorder.patterns.urls.url import without_route

Claim = TypeVar("Claim")
"""By what pages are known that may only say again what others say."""


@dataclass(frozen=True)
class Repeats:
    """The pages that only say again what others say, and by what such pages are known: parameters, editions, views, and
    whether the addresses count that pages call their own: `named` are pages that do, each with the one that stands for
    it; `unseen` those whose own address nobody has looked at, each with this one.
    """

    urls: frozenset[str] = frozenset()
    idle: PlainAddresses = AS_WRITTEN
    editions: frozenset[Edition] = frozenset()
    views: frozenset[View] = frozenset()
    named: Mapping[str, str] = field(default_factory=dict)
    unseen: Mapping[str, str] = field(default_factory=dict)


class Variants:
    """Is shown every page, and keeps of each a few bytes a word."""

    def __init__(self, samples: Iterable[str]) -> None:
        given = list(samples)
        self._meant = [(folder_of(sample), names_of(sample)) for sample in given]
        self._editions = Editions(given)
        self._views = Views(given, FEWEST)
        self._declared = Declared(given, self._editions)
        self._samples = frozenset(given)
        self._words: dict[str, array[int]] = {}
        self._pages: dict[str, PageWords] = {}

    def add(
        self,
        url: str,
        text: str,
        canonical: str = "",
        translations: Set[str] = frozenset(),
        links: Iterable[str] = (),
        title: str = "",
    ) -> None:
        """`canonical`: the address that the page calls its own, where that is another one; `translations`: those that
        it names as its own in languages; `links`: all that it links to.
        """
        self._declared.add(url, canonical, translations)
        keys = {word: crc32(word.encode()) for word in words_of(text)}
        words, numbers = set(keys.values()), frozenset(key for word, key in keys.items() if word.isdecimal())
        self._words[url] = array("I", sorted(words))
        own = f"{url.partition('?')[0]}?"
        beside = frozenset(link for link in links if link.startswith(own))
        self._pages[url] = PageWords(hash((title, frozenset(words - numbers))), numbers, beside)

    def own(self, url: str) -> str:
        """The address that a page calls its own; by default, where it is."""
        return self._declared.own(url)

    def among(
        self, alike: Collection[str], targets: Collection[str], redirects: Mapping[str, str] = MappingProxyType({})
    ) -> Repeats:
        """Of the pages that look like targets, those that only say again what a target says. `redirects`: addresses
        that were asked for, each with the page that came.
        """
        seen = sorted(filter(self._words.__contains__, alike))
        known = sorted(filter(self._words.__contains__, targets))
        compared = Sayings(self._words)
        named = self._declared.named(seen, frozenset(known))
        named = named if self._are_believed(named, compared) else {}
        editions, edited = self._true_editions(seen, known, compared)
        views = self._true_views(seen, known, compared)
        idle, longer = self._idle(seen, known, compared)
        spellings = _true(spelt(seen, self._samples), compared)
        programs = _true(shown_otherwise(seen, self._samples), compared)
        found = {*named, *edited, *longer, *_pages(spellings), *_pages(programs)}
        found |= {url for url in seen if view_of(url, views)}
        capitals = [(url, kept) for kept, *others in cased(_left(seen, found), self._samples) for url in others]
        caseless = len(capitals) >= FEWEST and compared.mostly_say(capitals)
        found |= {url for url, _ in capitals if caseless}
        asked = _left(seen, found - named.keys())
        without_plain = told(guesses(asked, self._samples, found), compared)
        found |= {url for each in without_plain for urls in each.again.values() for url in urls}
        left = _left(seen, found)
        parts = frozenset(true_parts(in_parts(left, targets, self._samples, self._are_linked), compared))
        found |= {url for url in left if any(part.has(url) for part in parts)}
        counted = self._counted(redirects, frozenset(seen))
        found |= twins({url: self._pages[url] for url in _left(seen, found)}, self._samples)
        kinds = idle.union(counted, *(each.kinds for each in without_plain))
        own = ((url, self._declared.own(url)) for url in (seen if named else ()))
        ways = detours(own, self._declared.own, self._words)
        routeless = self._is_routeless(redirects)
        plain = PlainAddresses(kinds, frozenset(spellings), parts, frozenset(programs), ways, caseless, routeless)
        plain.keep(kept for each in without_plain for kept in each.again)
        plain.keep(url for url in redirects if any(kind.has(url) for kind in counted))
        if plain != AS_WRITTEN:
            plain.keep(sorted(set(seen) - found, key=lambda url: (url not in self._samples, url)))
        if caseless:
            plain.keep(sorted(self._words))
        unseen = self._declared.elsewhere(self._words) if named else {}
        return Repeats(frozenset(found), plain, editions, views, named, unseen)

    def _counted(self, redirects: Mapping[str, str], seen: Set[str]) -> list[IdleKind]:
        """How links that a site counts before it sends them on tell the record: `/click?job=7&list=3&place=2`."""
        words = {url: self._words[page] for url, page in redirects.items() if page in seen}
        found = told(guesses(words, ()), Sayings(words)) if words else []
        return [kind for guess in found for kind in guess.kinds if not any(map(kind.has, seen))]

    def _is_routeless(self, redirects: Mapping[str, str]) -> bool:
        """Whether pages came without the routes that they were asked for with, and none with one."""
        routed = sum(page == without_route(url) != url for url, page in redirects.items())
        return routed >= LEAST and not any("#" in url for url in self._words)

    def _are_believed(self, named: Mapping[str, str], compared: Sayings) -> bool:
        """Whether pages say what those say that stand for them; or, as tabs do, more of it than of what others say,
        where the addresses that they call their own were seen.
        """
        at_own = ((url, kept) for url, kept in named.items() if kept == self._declared.own(url))
        return compared.mostly_say(named.items()) or compared.are_one_edition(at_own, by_number=False)

    def _true_editions(
        self, seen: Sequence[str], known: Sequence[str], compared: Sayings
    ) -> tuple[frozenset[Edition], set[str]]:
        """Those whose pages say again what the sample's edition says, and these pages."""
        originals = {slots_of(url): url for url in known}
        edited: dict[Edition, list[Pair]] = defaultdict(list)
        for url in seen:
            for edition, slots in self._editions.originals(url):
                edited[edition].append((url, originals.get(slots, "")))
        translated = self._declared.translated(seen, self._words.keys())
        same = {
            edition
            for edition, pairs in edited.items()
            if compared.are_one_edition(pairs, by_number=sort_of(edition[1]) is not Sort.LANGUAGE)
        }
        again = {url for edition in same | translated for url, _ in edited.get(edition, ())}
        again |= {url for url in seen if self._editions.other_language(url) in translated}
        return frozenset(same | translated), again

    def _true_views(self, seen: Sequence[str], known: Sequence[str], compared: Sayings) -> frozenset[View]:
        views = self._views.among(seen, known)
        return frozenset(
            view for view, pairs in views.items() if compared.are_one_edition(pairs, by_number=is_numbered(view))
        )

    def _idle(
        self, seen: Sequence[str], known: Sequence[str], compared: Sayings
    ) -> tuple[frozenset[IdleKind], set[str]]:
        """The kinds of pages whose parameters say nothing, and the pages that say again what a plainer one says. Where
        nobody has seen that, the first of them stands for it.
        """
        idle, found = set[IdleKind](), set[str]()
        stands = {address_of(url): url for url in known}
        for kind, pairs in self._beside_plainer(seen, known).items():
            again = {url for url, plainer in pairs if compared.says(url, plainer)}
            if len(again) >= max(LEAST, MOSTLY * len(pairs)):
                alike = set(filter(kind.has, seen))
                again |= {url for url in sorted(alike) if stands.setdefault(address_of(url, kind.more), url) != url}
                if len(alike) >= MOSTLY * sum(map(kind.has, self._words)):
                    idle.add(kind)
            found |= again
        return frozenset(idle), found

    def _beside_plainer(self, seen: Iterable[str], known: Sequence[str]) -> Mapping[IdleKind, Sequence[Pair]]:
        """Pages and the plainer targets beside them, by kind. The parameters of a sample are part of what is meant."""
        at = {address_of(url): url for url in known}
        pairs: dict[IdleKind, list[Pair]] = defaultdict(list)
        for url in seen:
            levels, parameters = address_of(url)
            for fewer in _fewer(parameters):
                plainer = at.get((levels, fewer))
                names = frozenset(name for name, _ in parameters - fewer)
                kind = IdleKind(folder_of(url), names, names_of(url) - names)
                if plainer is not None and not self._is_meant(kind):
                    pairs[kind].append((url, plainer))
                    break
        return pairs

    def _is_meant(self, kind: IdleKind) -> bool:
        return any(kind.place == own and kind.more & given for own, given in self._meant)

    def _are_linked(self, one: str, other: str) -> bool:
        return one in self._pages[other].beside or other in self._pages[one].beside


def _left(seen: Iterable[str], found: Set[str]) -> list[str]:
    return [url for url in seen if url not in found]


def _true(claims: Mapping[Claim, Sequence[Pair]], compared: Sayings) -> Mapping[Claim, Sequence[Pair]]:
    """Those whose pages mostly say what their originals say."""
    return {claim: pairs for claim, pairs in claims.items() if compared.mostly_say(pairs)}


def _pages(claims: Mapping[Claim, Sequence[Pair]]) -> Iterator[str]:
    return (url for pairs in claims.values() for url, _ in pairs)


def _fewer(parameters: frozenset[tuple[str, str]]) -> Iterator[frozenset[tuple[str, str]]]:
    """Without one of them, then without any."""
    for each in sorted(parameters):
        yield parameters - {each}
    if len(parameters) > 1:
        yield frozenset()
