"""Sites invented from a seed, with known truth: what pages link to what, which are targets, what leads nowhere.

They have what real sites have: categories with sub-categories and result pages, doors beside the front door, template
links, related pages, articles and help pages that look like targets by their URL alone, redirects, dead links.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.links import Link

HOST = "http://h"
ENTRY = f"{HOST}/index.html"
NAV = "html/body/header/nav/ul/li/a"
LIST = "html/body/main/ul/li/a"
TABLE = "html/body/main/table/tr/td/a"
SHELF = "html/body/main/dl/dd/a"
PAGER = "html/body/main/div/a"
ASIDE = "html/body/aside/div/a"
FOOT = "html/body/footer/p/a"

_WORDS = [
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "heath",
    "inlet",
    "jetty",
    "knoll",
    "ledge",
    "marsh",
    "north",
    "ocean",
    "pines",
]


@dataclass(frozen=True)
class Plan:
    """What kind of site to invent."""

    categories: int = 4
    deeper: int = 0
    targets_each: int = 12
    page_size: int = 50
    pager: str = "numbered"
    names: str = "folder"
    articles: int = 6
    doors: int = 0
    shortcuts: int = 0
    related: bool = True
    redirects: bool = False
    dead: int = 0

    @classmethod
    def by_chance(cls, chance: random.Random) -> "Plan":
        return cls(
            categories=chance.randrange(1, 9),
            deeper=chance.choice([0, 0, 1, 2]),
            targets_each=chance.randrange(1, 40),
            page_size=chance.choice([3, 5, 50]),
            pager=chance.choice(["numbered", "next", "next-path", "next-name"]),
            names=chance.choice(["folder", "flat", "parameter", "nested"]),
            articles=chance.randrange(10),
            doors=chance.randrange(3),
            shortcuts=chance.randrange(5),
            related=chance.random() < 0.7,
            redirects=chance.random() < 0.3,
            dead=chance.choice([0, 0, 5]),
        )


@dataclass
class InventedSite:
    """Every page with its links, as the site itself would answer."""

    entry: str = ENTRY
    links: dict[str, list[Link]] = field(default_factory=dict)
    targets: set[str] = field(default_factory=set)
    redirects: dict[str, str] = field(default_factory=dict)

    def fetch(self, site: SiteMap, url: str) -> None:
        """Let a map see what is at `url`."""
        final = self.redirects.get(url, url)
        if final in self.links:
            site.add(final, self.links[final], requested=url)
        else:
            site.dead.add(url)

    def judge(self, site: SiteMap) -> dict[str, bool]:
        """The verdict on every page the map has seen."""
        return {url: url in self.targets for url in site.links}

    def whole_map(self, order: random.Random | None = None) -> SiteMap:
        """The map of one who has seen every page, in the order of the site or in any other."""
        site = SiteMap(self.entry)
        urls = [*self.links, *self.redirects]
        for url in order.sample(urls, len(urls)) if order else urls:
            self.fetch(site, url)
        site.targets = set(self.targets)
        return site

    def reachable_targets(self) -> set[str]:
        """The targets that pages which are no targets lead to, from the entry page on."""
        seen, queue = {self.entry}, [self.entry]
        for page in queue:
            for link in self.links[page]:
                to = self.redirects.get(link.url, link.url)
                if to in self.links and to not in seen:
                    seen.add(to)
                    if to not in self.targets:
                        queue.append(to)
        return seen & self.targets


def invent(plan: Plan, chance: random.Random) -> InventedSite:
    """A site after a plan. The same chance gives the same site."""
    return _Inventor(plan, chance).invent()


def links(place: str, urls: Iterable[str]) -> list[Link]:
    return [Link(url, place) for url in urls]


@dataclass
class _Inventor:
    plan: Plan
    chance: random.Random
    site: InventedSite = field(default_factory=InventedSite)
    used: set[str] = field(default_factory=set)

    def invent(self) -> InventedSite:
        plan, site = self.plan, self.site
        categories = [self._category(plan.deeper) for _ in range(plan.categories)]
        articles = [self._article_url() for _ in range(plan.articles)]
        doors = [f"{HOST}/{self._name()}.html" for _ in range(plan.doors)]
        for door in doors:
            site.links[door] = links(TABLE, self._some(site.targets, 10))
        for url in articles:
            site.links[url] = links(LIST, self._some(articles, 3)) + links(ASIDE, self._some(categories, 2))
        news = f"{HOST}/news.html"
        site.links[news] = links(TABLE, articles)
        help_page = f"{HOST}/{self._name()}.html"
        site.links[help_page] = links(LIST, [f"{HOST}/gone-{n}.html" for n in range(plan.dead)])
        shortcuts = links(ASIDE, self._some(site.targets, plan.shortcuts))
        site.links[ENTRY] = links(LIST, map(self._door_to, categories)) + shortcuts + links(TABLE, doors)
        template = links(NAV, [ENTRY, news]) + links(FOOT, [help_page])
        for page in site.links:
            site.links[page] = template + site.links[page]
        return site

    def _door_to(self, url: str) -> str:
        """The address by which the entry page links to a category: often not the one it ends at."""
        if not self.plan.redirects:
            return url
        alias = f"{HOST}/go/{len(self.site.redirects) + 1}"
        self.site.redirects[alias] = url
        return alias

    def _category(self, deeper: int, above: str = "") -> str:
        name = self._name()
        folder = f"{above}/{name}"
        if deeper and self.chance.random() < 0.8:
            parts = [self._category(deeper - 1, folder) for _ in range(self.chance.randrange(1, 4))]
            url = self._category_url(folder, 1)
            self.site.links[url] = links(SHELF, parts)
            return url
        targets = [self._target(folder) for _ in range(self.chance.randrange(1, self.plan.targets_each + 1))]
        size = self.plan.page_size
        pages = [targets[at : at + size] for at in range(0, len(targets), size)]
        urls = [self._category_url(folder, number) for number in range(1, len(pages) + 1)]
        for number, (url, shown) in enumerate(zip(urls, pages, strict=True)):
            following = urls if self.plan.pager == "numbered" else urls[number + 1 : number + 2]
            pager = links(PAGER, following if len(urls) > 1 else [])
            self.site.links[url] = links(LIST, shown) + pager
        return urls[0]

    def _category_url(self, folder: str, number: int) -> str:
        flat = self.plan.names == "flat"
        base = f"{HOST}/{folder.strip('/').replace('/', '--')}" if flat else f"{HOST}/list{folder}"
        end = ".html" if flat else ""
        if number == 1:
            return base + end
        if self.plan.pager == "next-path" and not flat:
            return f"{base}/page/{number}"
        return f"{base}_{number}{end}" if self.plan.pager == "next-name" else f"{base}{end}?page={number}"

    def _target(self, folder: str) -> str:
        name = self._name()
        url = {
            "folder": f"{HOST}/item/{name}",
            "flat": f"{HOST}/{name}.html",
            "parameter": f"{HOST}/show?id={len(self.site.targets) + 1}&lang=en",
            "nested": f"{HOST}/list{folder}/{name}.html",
        }[self.plan.names]
        earlier = self._some(self.site.targets, 3) if self.plan.related else []
        self.site.targets.add(url)
        self.site.links[url] = links(ASIDE, earlier)
        return url

    def _article_url(self) -> str:
        """Articles look like targets wherever a site keeps everything in one folder."""
        return f"{HOST}/{self._name()}.html" if self.plan.names == "flat" else f"{HOST}/news/{self._name()}"

    def _some(self, urls: Iterable[str], most: int) -> list[str]:
        known = sorted(urls)
        return self.chance.sample(known, min(most, len(known)))

    def _name(self) -> str:
        while True:
            words = self.chance.choices(_WORDS, k=self.chance.choice([1, 2, 2, 3]))
            name = "-".join(words) + self.chance.choice(["", "", str(self.chance.randrange(1, 3000))])
            if name not in self.used:
                self.used.add(name)
                return name
