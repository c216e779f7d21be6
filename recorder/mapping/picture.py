"""What a mapping announces of the site round by round: judgements that are new, and the link groups."""

from recorder.mapping.judge import Judge
from recorder.mapping.link_groups import Fate, Grouping
from recorder.patterns.navigation.site_map import SiteMap
from recorder.runtime.events import JudgedPage, PagesJudged, SiteSeen


class Picture:
    """Remembers what it has told."""

    def __init__(self, site: SiteMap) -> None:
        self._site = site
        self._grouping = Grouping()
        self._told: dict[str, JudgedPage] = {}

    def news(self, judge: Judge, hubs: set[str]) -> tuple[PagesJudged, SiteSeen]:
        """The state of the map, for whoever looks on."""
        verdicts = judge.verdicts(self._site)
        pages = [JudgedPage(url, judge.similarity(url), is_target) for url, is_target in verdicts.items()]
        news = tuple(page for page in pages if self._told.get(page.url) != page)
        self._told |= {page.url: page for page in news}
        return PagesJudged(news, judge.lesson().page_class.threshold), self._groups(verdicts, hubs)

    def _groups(self, verdicts: dict[str, bool], hubs: set[str]) -> SiteSeen:
        def fate(url: str) -> Fate:
            if url in self._site.dead:
                return Fate.DEAD
            page = self._site.final(url)
            if page not in verdicts:
                return Fate.UNSEEN
            return Fate.TARGET if verdicts[page] else Fate.HUB if page in hubs else Fate.OTHER

        return SiteSeen(tuple(self._grouping.groups(self._site.inbound, fate)))
