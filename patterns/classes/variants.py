"""Duplicates: pages that repeat another page of the class, and the canonical URL of each. A duplicate is an old version
(`?version=1`), a print view, a page with its reply form open (`?replyto=17`), its history or its source
(`/page/history/`), or the same page in another language or version than the sample's. They look like targets, and
nobody means them.

A plainer address has all but some of the parameters, or all but one word among its levels. Whether a page says the same
is told by its words, and what the compared ones of a kind are is taken to hold for all that have the same parameters
more, or the same word. Lists that go on at `?page=2` say something else, and so stay what they are.

Some sites write an address in several ways: `/View.asp?id=7&t=b`, `/VIEW.ASP?T=b&ID=7`. Of what says the same, that way
is kept in which a sample is written, or most pages are.

Some have no plain address for a record (`telling_parameters`), and some show it at addresses that have nothing in
common (`twins`): what says just the same is the same there.

Some show a record in parts, and a parameter says which: `?id=7&tab=people`, where the sample has `tab=summary`. Such
pages say more of what their own record's page says than of any other's.

A page may also name the address that is its own among several (`rel=canonical`). Sites name wrong ones, too, the entry
page for all: pages of one such address must mostly say the same. Translations that a page names (`hreflang`) must name
it as well.
"""

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from zlib import crc32

from recorder.patterns.classes.plain_addresses import (
    AS_WRITTEN,
    IdleKind,
    PlainAddresses,
    RecordPart,
    Spelling,
    address_of,
    names_of,
    spelling_of,
)
from recorder.patterns.classes.record_parts import InParts, in_parts
from recorder.patterns.classes.telling_parameters import COMPARED, FEWEST, MOSTLY, guesses, told
from recorder.patterns.classes.twins import PageWords, twins
from recorder.patterns.classes.views import View, Views, is_numbered, view_of
from recorder.patterns.pages.words import Rarity, words_of
from recorder.patterns.urls.editions import Edition, Editions, Sort, sort_of
from recorder.patterns.urls.sorts import folder_of
from recorder.patterns.urls.url import Url

_SAME = 0.6
"""Least share of what sets a page apart on its site that the plainer address must say, too."""
_JUST_THE_SAME = 0.9
"""Least share of what sets either of two pages apart that both say, where nobody has seen a plain address: those of one
place on two days share most of it, too.
"""
_LEAST = 2
_ENOUGH_PAGES = 200
"""Most pages from which rare words are learnt."""


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
        self._samples = frozenset(given)
        self._words: dict[str, array[int]] = {}
        self._beside: dict[str, Set[str]] = {}
        """Of every page, the links that differ from its address in parameters alone."""
        self._canonical: dict[str, str] = {}
        self._translations: dict[str, Set[str]] = {}
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
        own = f"{url.partition('?')[0]}?"
        self._beside[url] = frozenset(link for link in links if link.startswith(own))
        if canonical:
            self._canonical[url] = canonical
        if translations:
            self._translations[url] = translations
        keys = {word: crc32(word.encode()) for word in words_of(text)}
        words, numbers = set(keys.values()), frozenset(key for word, key in keys.items() if word.isdecimal())
        self._words[url] = array("I", sorted(words))
        self._pages[url] = PageWords(hash((title, frozenset(words - numbers))), numbers, self._beside[url])

    def among(self, alike: Collection[str], targets: Collection[str]) -> Repeats:
        """Of the pages that look like targets, those that only say again what a target says."""
        seen = sorted(filter(self._words.__contains__, alike))
        pairs, edited = self._pairs(alike, targets), self._edited(alike, targets)
        views = self._views.among(filter(self._words.__contains__, alike), filter(self._words.__contains__, targets))
        named, translated, spelt = self._named(alike, targets), self._translated(alike), self._spelt(alike)
        parted, otherwise = in_parts(seen, targets, self._samples, self._are_linked), self._shown_otherwise(alike)
        guessed, same = list(guesses(seen, self._samples)), self._twins(seen, named)
        if not any((pairs, edited, views, named, translated, spelt, parted, otherwise, guessed, same)):
            return Repeats()
        rarity = self._rarity()
        if not self._mostly_say(rarity, named.items()):
            named = {}
        editions = translated | {
            edition
            for edition, pages in edited.items()
            if self._say(rarity, pages, by_number=sort_of(edition[1]) is not Sort.LANGUAGE)
        }
        found = {url for edition in editions for url, _ in edited.get(edition, ())}
        again_in = frozenset(
            view for view, pages in views.items() if self._say(rarity, pages, by_number=is_numbered(view))
        )
        found |= {url for url in alike if view_of(url, again_in)} | named.keys()
        found |= {url for url in alike if self._editions.other_language(url) in translated}
        idle: set[IdleKind] = set()
        for kind, compared in pairs.items():
            again = {url for url, plainer in compared if self._says(rarity, url, plainer)}
            if len(again) >= max(_LEAST, MOSTLY * len(compared)):
                again = set(filter(kind.has, alike))
                if len(again) >= MOSTLY * sum(map(kind.has, self._words)):
                    idle.add(kind)
            found |= again
        spellings = {spelling for spelling, compared in spelt.items() if self._mostly_say(rarity, compared)}
        found |= {url for spelling in spellings for url, _ in spelt[spelling]}
        parts = frozenset(self._parts(rarity, parted))
        found |= {url for url in alike if any(part.has(url) for part in parts)}
        programs = {each for each, compared in otherwise.items() if self._mostly_say(rarity, compared)}
        found |= {url for each in programs for url, _ in otherwise[each]}
        without_plain = told(guessed, found, partial(self._is_own, rarity))
        idle |= {each.kind for each in without_plain}
        found |= {url for each in without_plain for urls in each.again.values() for url in urls}
        found |= same
        plain = PlainAddresses(frozenset(idle), frozenset(spellings), parts, frozenset(programs))
        plain.keep(kept for each in without_plain for kept in each.again)
        unseen = self._canonical.items() if named else ()
        elsewhere = {url: own for url, own in unseen if own not in self._words}
        return Repeats(frozenset(found), plain, frozenset(editions), again_in, named, elsewhere)

    def _pairs(self, alike: Collection[str], targets: Collection[str]) -> dict[IdleKind, list[tuple[str, str]]]:
        """Pages and the plainer targets beside them, by kind. The parameters of a sample are part of what is meant."""
        known = {address_of(url): url for url in targets if url in self._words}
        pairs: dict[IdleKind, list[tuple[str, str]]] = defaultdict(list)
        for url in filter(self._words.__contains__, alike):
            levels, parameters = address_of(url)
            for fewer in _fewer(parameters):
                plainer = known.get((levels, fewer))
                names = frozenset(name for name, _ in parameters - fewer)
                kind = IdleKind(folder_of(url), names, names_of(url) - names)
                if plainer is not None and not self._is_meant(kind):
                    pairs[kind].append((url, plainer))
                    break
        return pairs

    def _spelt(self, alike: Iterable[str]) -> dict[Spelling, list[tuple[str, str]]]:
        """Pages whose addresses are written otherwise than those of a sample, or most, each with the address as these
        would write it; by how that is.
        """
        ways: dict[Spelling, dict[Spelling, list[str]]] = defaultdict(lambda: defaultdict(list))
        for url in filter(self._words.__contains__, alike):
            if "?" in url:
                spelling = spelling_of(url)
                ways[spelling.folded][spelling].append(url)
        meant = set(map(spelling_of, self._samples))
        found = {}
        for spellings in ways.values():
            kept = max(sorted(spellings), key=lambda each: (each in meant, len(spellings[each])))
            if others := [url for spelling, urls in spellings.items() if spelling != kept for url in urls]:
                found[kept] = [(url, kept.of(url)) for url in others]
        return found

    def _are_linked(self, one: str, other: str) -> bool:
        return one in self._beside[other] or other in self._beside[one]

    def _parts(self, rarity: Rarity[int], found: InParts) -> Iterator[RecordPart]:
        """Those whose pages say more of what their own originals say than of what others do. Of most parts a recording
        sees few pages: all that a parameter tells count together.
        """
        for whole, by_other in found.items():
            originals = sorted({original for pairs in by_other.values() for _, original in pairs})
            few = originals[:: max(1, len(originals) // COMPARED)][:COMPARED]
            told = {
                other: [
                    self._nearest(rarity, url, (*few, original)) == original
                    for url, original in sorted(pairs)[:COMPARED]
                ]
                for other, pairs in by_other.items()
            }
            if sum(map(len, told.values())) >= FEWEST:
                mostly = (other for other, own in told.items() if sum(own) >= max(_LEAST, MOSTLY * len(own)))
                yield from (whole._replace(other=other) for other in mostly)

    def _twins(self, seen: Iterable[str], named: Collection[str]) -> frozenset[str]:
        """What pages say themselves of their addresses comes first."""
        pages = {url: self._pages[url] for url in seen if url not in named}
        return twins(pages, self._samples)

    def _is_own(self, rarity: Rarity[int], url: str, kept: str, records: Sequence[str]) -> bool:
        """Whether a page says just what the one says that is kept, and more of it than of what other records say."""
        one, other = frozenset(self._words[url]), frozenset(self._words[kept])
        return rarity.likeness(one, other) >= _JUST_THE_SAME and self._nearest(rarity, url, records) == kept

    def _shown_otherwise(self, alike: Iterable[str]) -> dict[tuple[Spelling, Spelling], list[tuple[str, str]]]:
        """Pages of other programs than a sample's that are asked for the same, each with the page of that."""
        meant = {spelling_of(sample) for sample in self._samples if "?" in sample}
        found: dict[tuple[Spelling, Spelling], list[tuple[str, str]]] = defaultdict(list)
        for url in alike if meant else ():
            own = spelling_of(url)
            for kept in filter(own.shows_as, meant) if url in self._words else ():
                found[own.folded, kept].append((url, kept.of(url)))
        return found

    def _named(self, alike: Collection[str], targets: Collection[str]) -> dict[str, str]:
        """Pages that call another address their own, each with the one that stands for it: a sample, or the page at
        that address, or the first that names it.
        """
        known = [url for url in sorted(alike) if url in self._words]
        at: dict[str, list[str]] = defaultdict(list)
        for url in known:
            if url in self._canonical:
                at[self._canonical[url]].append(url)
        found: dict[str, str] = {}
        for address, urls in at.items():
            there = [address] if address in targets and address in self._words else []
            kept = next((url for url in urls if url in self._samples), next(iter((*there, *urls))))
            found |= {url: kept for url in (*urls, *there) if url != kept}
        return found

    def _edited(self, alike: Collection[str], targets: Collection[str]) -> dict[Edition, list[tuple[str, str]]]:
        """Pages of other editions than the sample's, each with the same one of that, "" where nobody has seen it."""
        known = {Url(url).slots: url for url in targets if url in self._words}
        found: dict[Edition, list[tuple[str, str]]] = defaultdict(list)
        for url in filter(self._words.__contains__, alike):
            for edition, slots in self._editions.originals(url):
                found[edition].append((url, known.get(slots, "")))
        return found

    def _translated(self, alike: Iterable[str]) -> set[Edition]:
        """The languages whose pages mostly are translations by what they say: they name a page in the sample's
        language, which names them, too. Of pages that name only such as nobody has seen nothing is known.
        """
        found: dict[Edition, list[bool]] = defaultdict(list)
        for url in alike:
            edition = self._editions.other_language(url) if url in self._translations else None
            seen = self._words.keys() & self._translations.get(url, frozenset())
            originals = list(filter(self._editions.is_in_sample_language, seen))
            if edition and originals:
                found[edition].append(any(url in self._translations.get(each, ()) for each in originals))
        return {edition for edition, named in found.items() if sum(named) >= max(_LEAST, MOSTLY * len(named))}

    def _say(self, rarity: Rarity[int], pages: Iterable[tuple[str, str]], *, by_number: bool) -> bool:
        """Whether pages of one edition, or view, say what their originals say, by those of which both were seen: in
        the same words, or each in words that its own original has more of than the originals of others. What is known
        `by_number` may be anything: by the same words alone, those of many originals.
        """
        pairs = sorted((url, original) for url, original in pages if original)
        if by_number and len({original for _, original in pairs}) < FEWEST:
            return False
        in_same_words = sum(self._says(rarity, *pair) for pair in pairs)
        if by_number or in_same_words >= max(_LEAST, MOSTLY * len(pairs)):
            return in_same_words >= MOSTLY * len(pairs)
        few = pairs[:: max(1, len(pairs) // COMPARED)][:COMPARED]
        originals = [original for _, original in few]
        own = sum(self._nearest(rarity, url, originals) == original for url, original in few)
        return len(few) >= FEWEST and own >= MOSTLY * len(few)

    def _mostly_say(self, rarity: Rarity[int], pages: Iterable[tuple[str, str]]) -> bool:
        """Whether pages say what their originals say, in the same words, by those of which both were seen."""
        pairs = [pair for pair in pages if pair[1] in self._words]
        return sum(self._says(rarity, *pair) for pair in pairs) >= max(_LEAST, MOSTLY * len(pairs))

    def _nearest(self, rarity: Rarity[int], url: str, originals: Iterable[str]) -> str:
        words = frozenset(self._words[url])
        return max(originals, key=lambda each: rarity.overlap(words, frozenset(self._words[each])))

    def _is_meant(self, kind: IdleKind) -> bool:
        return any(kind.place == own and kind.more & given for own, given in self._meant)

    def _rarity(self) -> Rarity[int]:
        step = max(1, len(self._words) // _ENOUGH_PAGES)
        return Rarity([frozenset(words) for words in list(self._words.values())[::step]])

    def _says(self, rarity: Rarity[int], url: str, plainer: str) -> bool:
        return rarity.overlap(frozenset(self._words[url]), frozenset(self._words[plainer])) >= _SAME


def _fewer(parameters: frozenset[tuple[str, str]]) -> Iterator[frozenset[tuple[str, str]]]:
    """Without one of them, then without any."""
    for each in sorted(parameters):
        yield parameters - {each}
    if len(parameters) > 1:
        yield frozenset()
