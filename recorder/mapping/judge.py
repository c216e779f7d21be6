"""Which of the pages seen are of the sample's class. Collects what `ClassLearner` learns the class from."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from recorder.knowledge.pages_again import seen_page
from recorder.patterns.classes.class_learning import ClassLearner
from recorder.patterns.classes.evidence import Group, List, Urls
from recorder.patterns.classes.groups import EVERYTHING, GroupChoice, TargetGroup, groups_beside, groups_of, meant
from recorder.patterns.classes.labels import Labels
from recorder.patterns.classes.opinions import Opinions
from recorder.patterns.classes.page_class import PageClass
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.repeats.plain_addresses import AS_WRITTEN, PlainAddresses
from recorder.patterns.repeats.variants import Variants
from recorder.patterns.repeats.views import View
from recorder.patterns.urls.editions import Edition
from recorder.visiting.page_reader import ReadPage


@dataclass(frozen=True)
class LearntClass:
    """A page class, the URLs of the pages inside and outside it that it can be made again from, those of all targets
    seen, at their own addresses, too, and of those that only say one again, how far each page is believed, if two
    judges were asked, the parameters that make no other page of the class, and whether the addresses count that pages
    call their own.
    """

    page_class: PageClass
    exemplars: tuple[str, ...]
    counterparts: tuple[str, ...]
    opposed: tuple[str, ...]
    targets: Urls
    repeats: Urls
    beliefs: Mapping[str, float]
    idle: PlainAddresses
    named: bool


class Judge:
    """Takes in every page as it arrives, and says which are targets by what is known so far."""

    def __init__(
        self, entry: str, samples: Sequence[str], threshold: float | None, unlike: Collection[str] = ()
    ) -> None:
        self._entry = entry
        self._samples = set(samples)
        self._unlike = set(unlike)
        self._learner = ClassLearner(threshold=threshold)
        self._variants = Variants(samples)
        self.choice = EVERYTHING
        """Which groups of targets are wanted; all until the mapping has seen enough to tell groups."""
        self.groups: tuple[TargetGroup, ...] = ()
        self.idle = AS_WRITTEN
        """The parameters known so far to make no other page."""
        self.repeats: frozenset[str] = frozenset()
        """Pages seen that only say again what a target says, in another edition or at another address."""
        self._editions: frozenset[Edition] = frozenset()
        """Those in which nothing is said but what the sample's edition says."""
        self._views: frozenset[View] = frozenset()
        self._named = False
        """Whether the addresses count that pages call their own."""
        self._plain: dict[str, str] = {}
        self._linked: dict[str, int] = {}
        """The pages seen, and how many pages linked to each when its link groups were last taken in."""

    def ask_both(self) -> None:
        """Hear the second judge, too, from now on."""
        self._learner.ask_both()

    def keep_out(self, url: str) -> None:
        """From now on, what comes for this address is known not to be meant."""
        self._unlike.add(url)

    def add(self, requested: str, page: ReadPage) -> None:
        """A page that arrived: a sample, one that is not meant, the entry page or any other."""
        self._linked[page.url] = 0
        links = (link.url for link in page.links)
        self._variants.add(page.url, page.text, page.canonical, page.translations, links, page.title)
        seen = seen_page(page)
        if requested in self._samples:
            self._learner.add_sample(seen)
        elif requested in self._unlike:
            self._learner.add_unlike(seen)
        elif requested == self._entry:
            self._learner.add_entry(seen)
        else:
            self._learner.add(seen)

    def verdicts(self, site: SiteMap) -> dict[str, bool]:
        """For every page seen: is it a target? What is found to make no other page is made known to the map."""
        beside = self._lists_of_the_samples(site)
        for url, linked in self._linked.items():
            if len(site.inbound[url]) != linked:
                self._linked[url] = len(site.inbound[url])
                self._learner.add_groups(url, self._groups(site, url), beside & site.inbound[url].items())
        self._learner.add_known(site.inbound.keys())
        found = self._learner.verdicts()
        cut = self._learner.page_class().threshold
        verdicts = {url: verdict.is_target for url, verdict in found.items()}
        targets = {url for url, is_target in verdicts.items() if is_target}
        alike = {url for url, each in found.items() if each.score >= cut} | targets
        repeats = self._variants.among(alike, targets, site.redirects())
        if repeats.idle != self.idle or repeats.idle.remembers:
            self._plain.clear()
        self.idle, self.repeats = repeats.idle, repeats.urls
        self._editions, self._views, self._named = repeats.editions, repeats.views, bool(repeats.named)
        site.take_for_same(self._plain_address, {**repeats.unseen, **repeats.named})
        return verdicts | dict.fromkeys(repeats.urls, False) | dict.fromkeys(self._left_out(verdicts), False)

    def _plain_address(self, url: str) -> str:
        """Without idle parameters. Every address known is asked for round after round."""
        if "?" not in url and not self.idle.says_more_than_queries:
            return url
        if url not in self._plain:
            self._plain[url] = self.idle.plain(url)
        return self._plain[url]

    def choose(self, asked: GroupChoice, site: SiteMap) -> str:
        """Find the groups of all targets, and leave out from now on what is not `asked` for; why not, if that cannot be
        meant.
        """
        samples = set(map(site.final, self._samples))
        unlike = [url for url in map(site.final, asked.unlike) if url in self._linked]
        alone = set(unlike).issuperset(self._learner.opposed())
        beside = groups_beside(filter(self._is_alike, unlike) if alone else (), site.targets, samples)
        choice, unmet = meant(asked, site.targets, samples)
        translated, views = tuple(sorted(map(" ".join, self._editions))), tuple(sorted(self._views))
        unlike = [*asked.unlike, *unlike]
        self.choice = replace(choice, unlike=tuple(unlike), beside=beside, translated=translated, views=views)
        self.groups = groups_of(site.targets, self.choice)
        site.targets -= set(self._left_out(site.targets))
        return unmet

    def _left_out(self, urls: Iterable[str]) -> list[str]:
        """Those that are not wanted, however they are built; of the samples none."""
        return [url for url in urls if self.choice.leaves_out(url) and not self._learner.is_sample(url)]

    def _is_alike(self, url: str) -> bool:
        """Whether a page seen is built like targets, whatever else speaks against it."""
        return self._learner.verdict(url).score >= self._learner.page_class().threshold

    def similarity(self, url: str) -> float:
        return self._learner.verdict(url).score

    def wanted(self, urls: Iterable[str]) -> frozenset[str]:
        """Each record once, and without what a person has left out."""
        given = set(urls) - self._unlike - self.repeats
        return frozenset(given.difference(self._left_out(given)))

    def samples_in(self, site: SiteMap) -> frozenset[str]:
        """The pages that the samples lead to."""
        return frozenset(map(site.final, self._samples))

    def opinions(self) -> Opinions | None:
        """What both judges say, of repeats of a record and of what a person left out as well."""
        return self._learner.opinions()

    def views(self, found: Urls) -> Opinions | None:
        """The same, if others of the pages found were given as samples."""
        return self._learner.views(found)

    def labels(self, urls: Iterable[str]) -> dict[str, Labels]:
        """What may be labels on these pages, the entry page apart."""
        return self._learner.labels(urls)

    def lesson(self) -> LearntClass:
        """The class as learnt so far, with the pages it was learnt from."""
        learner = self._learner
        pages = learner.exemplars(), learner.counterparts(), learner.opposed()
        opinions = learner.opinions()
        beliefs = opinions.beliefs if opinions else {}
        targets = learner.targets() - self.repeats
        own = frozenset(map(self._variants.own, targets) if self._named else ())
        found = targets | own, self.repeats - own
        return LearntClass(learner.page_class(), *pages, *found, beliefs, self.idle, self._named)

    def _lists_of_the_samples(self, site: SiteMap) -> frozenset[List]:
        """The lists of the samples: the pages that link to one, and the places of these links."""
        return frozenset(each for sample in self._samples for each in site.inbound[site.final(sample)].items())

    def _groups(self, site: SiteMap, url: str) -> set[Group]:
        """The link groups of a page: the places of links to it, with the shape of its URL."""
        shape = url_shape(url)
        return {(place, shape) for place in site.inbound[url].values()}
