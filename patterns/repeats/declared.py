"""What pages declare of their addresses: the one that is their own among several (`rel=canonical`), and those of the
same page in other languages (`hreflang`). Sites declare wrong ones, too, the entry page for all: what is declared is
not believed until pages say the same.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Set

from recorder.patterns.repeats.sayings import LEAST, MOSTLY
from recorder.patterns.repeats.telling_parameters import unlike
from recorder.patterns.urls.editions import Edition, Editions


class Declared:
    """By pages seen of a site whose samples are these."""

    def __init__(self, samples: Iterable[str], editions: Editions) -> None:
        self._samples = frozenset(samples)
        self._editions = editions
        self._canonical: dict[str, str] = {}
        self._translations: dict[str, Set[str]] = {}

    def add(self, url: str, canonical: str, translations: Set[str]) -> None:
        if canonical:
            self._canonical[url] = canonical
        if translations:
            self._translations[url] = translations

    def own(self, url: str) -> str:
        """The address that a page calls its own; by default, where it is."""
        return self._canonical.get(url, url)

    def named(self, seen: Iterable[str], targets: Collection[str]) -> dict[str, str]:
        """Pages that call another address their own, each with the one that stands for it: a sample, or the page at
        that address, if it is one of the `targets` seen, or the first most like a sample of those that name it.
        """
        at: dict[str, list[str]] = defaultdict(list)
        for url in sorted(sorted(seen), key=unlike(self._samples)):
            if url in self._canonical:
                at[self._canonical[url]].append(url)
        found: dict[str, str] = {}
        for address, urls in at.items():
            there = [address] if address in targets else []
            kept = next((url for url in urls if url in self._samples), next(iter((*there, *urls))))
            found |= {url: kept for url in (*urls, *there) if url != kept}
        return found

    def elsewhere(self, seen: Collection[str]) -> Mapping[str, str]:
        """The pages whose own address nobody has looked at, each with this one."""
        return {url: own for url, own in self._canonical.items() if own not in seen}

    def translated(self, urls: Iterable[str], seen: Set[str]) -> set[Edition]:
        """The languages whose pages mostly are translations by what they say: they name a page `seen` in the sample's
        language, which names them, too, or the address that they call their own. Of pages that name only such as nobody
        has seen nothing is known.
        """
        found: dict[Edition, list[bool]] = defaultdict(list)
        for url in urls:
            edition = self._editions.other_language(url) if url in self._translations else None
            known = seen & self._translations.get(url, frozenset())
            originals = list(filter(self._editions.is_in_sample_language, known))
            if edition and originals:
                own = {each for each in (url, self.own(url)) if self._editions.other_language(each) == edition}
                found[edition].append(any(own & self._translations.get(each, frozenset()) for each in originals))
        return {edition for edition, named in found.items() if sum(named) >= max(LEAST, MOSTLY * len(named))}
