"""What mapping has seen of a site: the pages fetched, the links between them, and which pages are targets.

The papers' Target Pages Map keeps one path to every target; a breadth-first order then credits whichever page came
first. `SiteMap` keeps every link seen, so that learning can choose. It decides nothing: whoever maps says what is a
target.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from recorder.patterns.pages.links import Link


@dataclass
class SiteMap:
    """The pages and links seen from one entry page. URLs are normalised; a redirected page goes by its final URL, and
    one that has several addresses by the plain one (`take_for_same`).
    `deepest`: pages more links away from the entry page are known and not fetched. `ignores`: nor are these, and they
    are no targets unless somebody fetches them all the same.
    """

    entry: str
    deepest: int | None = None
    ignores: Callable[[str], bool] = lambda _: False
    links: dict[str, tuple[Link, ...]] = field(default_factory=dict)
    targets: set[str] = field(default_factory=set)
    dead: set[str] = field(default_factory=set)
    barred: set[str] = field(default_factory=set)
    """Those of the dead that robots may not visit, which nobody has to try."""
    aliases: dict[str, str] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)
    inbound: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    _same: set[str] = field(default_factory=set)
    """Those of the aliases that are no redirects."""
    _named: Mapping[str, str] = field(default_factory=dict)
    """Pages that were seen and call another address their own, each with this one."""

    def add(self, url: str, links: Iterable[Link], *, requested: str | None = None) -> None:
        """Record the page at `url` (asked for as `requested`) with its links."""
        self.links[url] = tuple(links)
        if requested is not None and requested != url:
            self.aliases[requested] = url
        depth = self.depths.setdefault(url, self.depths.get(requested or url, 0))
        for link in self.links[url]:
            if link.url != url:
                self.inbound[link.url].setdefault(url, link.place)
                self.depths[link.url] = min(depth + 1, self.depths.get(link.url, depth + 1))

    def take_for_same(self, plain: Callable[[str], str], named: Mapping[str, str] | None = None) -> None:
        """From now on, an address leads to the page at its `plain` form, wherever that is another one; pages that were
        seen and call another address their own to the page `named` for each, if that was seen, too.
        """
        for url in self._same:
            del self.aliases[url]
        self._named = named or {}
        own = {url: to for url, to in self._named.items() if to in self.links}
        same = {url: to for url in (*self.inbound, *self.links) if (to := own.get(url) or plain(url)) != url}
        self._same = same.keys() - self.aliases.keys()
        for url in self._same:
            address = self.aliases[url] = self.final(same[url])
            self.depths[address] = min(self.depths[url], self.depths.get(address, self.depths[url]))
            for page, place in self.inbound.get(url, {}).items():
                self.inbound[address].setdefault(page, place)

    def final(self, url: str) -> str:
        """Where `url` is known to lead to: itself, the end of its redirects, or the plain form of either."""
        page = self.aliases.get(url)
        return url if page is None else self.aliases.get(page, page)

    def redirects(self) -> dict[str, str]:
        """The addresses that were asked for and sent on, each with the page that came."""
        return {url: page for url, page in self.aliases.items() if url not in self._same}

    def leads_again(self, url: str) -> bool:
        """Whether `url` was sent on to a page that lists, too, know by its own URL, or its page says that it is one."""
        is_sent_on = url in self.aliases and url not in self._same
        page = self.final(url) if is_sent_on else self._named.get(url, url)
        lists = (each for each in self.inbound.get(page, ()) if page != url and each not in self.targets)
        return any(link.url == page for each in lists for link in self.links[each])

    def is_target(self, url: str) -> bool:
        """Whether the page `url` leads to is a target, seen or inferred."""
        return url in self.targets or self.final(url) in self.targets

    def fetched(self, url: str) -> bool:
        """Whether the page `url` leads to has been seen."""
        return self.final(url) in self.links

    def in_reach(self, url: str) -> bool:
        """Whether `url` may be fetched: as deep as it lies, and as far as anybody wants it."""
        return (self.deepest is None or self.depths.get(url, 0) <= self.deepest) and not self.ignores(url)

    def left_out(self) -> set[str]:
        """The links that were not followed because nobody wants them."""
        return {url for url in self.inbound if self.ignores(url) and not self.fetched(url)}

    def hubs(self) -> list[str]:
        """The pages seen that are not targets, in the order they were seen; the entry page always counts as one."""
        return [url for url in self.links if url == self.final(self.entry) or url not in self.targets]
