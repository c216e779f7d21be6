"""What a mapping has come to: which pages are targets by what a crawl would make of them, how many there should be, and
whether that is to be trusted. Changes nothing, and fetches nothing.
"""

from collections.abc import Set
from dataclasses import dataclass

from recorder.mapping.judge import Judge
from recorder.mapping.self_check import SelfCheck, worded_alike
from recorder.patterns.navigation.estimate import Forecast, forecast
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.url_classes import url_classes
from recorder.patterns.navigation.walk import Walker


@dataclass(frozen=True)
class Survey:
    """`expected` is how many targets there should be; `missed` are those known that the pattern does not lead to."""

    expected: Forecast
    missed: frozenset[str]
    check: SelfCheck


def survey(judge: Judge, site: SiteMap, pattern: NavigationPattern, used_hubs: set[str]) -> Survey:
    """By a map that is finished. A crawl gives pages that its pattern promised the benefit of the doubt, so what it
    would keep of them counts.
    """
    verdicts = judge.verdicts(site)
    promised = judge.wanted(_promised(site, pattern, site.links.keys() - verdicts.keys()) - {site.final(site.entry)})
    accepted = judge.accepted(promised)
    judged = {url for url in verdicts if site.is_target(url)}
    found = (judged - promised) | accepted
    classes = [one.members for one in url_classes(site, verdicts, used_hubs)]
    inferred = {url for url in map(site.final, site.targets) if url not in verdicts} - site.dead
    expected = forecast(site, classes, promised, found)
    missed = frozenset(found | inferred) - promised
    worded = worded_alike(judge.labels(judge.wanted(verdicts)), found, judge.samples_in(site))
    return Survey(expected, missed, SelfCheck(frozenset(found), judge.opinions(), worded))


def _promised(site: SiteMap, pattern: NavigationPattern, answers: Set[str]) -> set[str]:
    """The pages that the pattern leads to as targets; of a path through a form, those that it leads to from answers
    that were seen.
    """
    walker = Walker(site)
    walks = [walker.walk(path) for path in pattern.paths]
    promised = walker.pages_at(url for walk in walks for url in walk.targets | walk.strays)
    through_forms = [path for path in pattern.paths if any(isinstance(step, FormStep) for step in path.steps)]
    last = [step for path in through_forms if isinstance(step := path.steps[-1], LinkStep)]
    named = (link for url in answers for link in site.links[url] if any(step.follows(link) for step in last))
    return promised | {site.final(link.url) for link in named}
