"""What would be judged of the pages that a mirror has, were they all that was seen: no mapping, no forms, no crawl. A
change of how a class is learnt shows on all samples of all sites in minutes. What a recording would fetch, and what its
pattern would reach, it does not tell.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from time import monotonic, process_time

from bench.generality.findings import Found
from bench.generality.kept_answers import KeptAnswers
from bench.generality.kept_reading import kept_reading
from bench.generality.scoring import Score, score
from bench.generality.site import Truth
from bench.generality.trial import Task
from recorder.fetching.answers import Page
from recorder.fetching.scope import Scope
from recorder.mapping.judge import Judge
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.urls.url import sampling_key
from recorder.visiting.page_reader import Reader

PAGES = 350
"""Most of a site: as many as a recording sees. The same for all its samples."""

_MOSTLY_RENDERED = 0.5
"""Share of a mirror's pages that came from a browser from which its plain ones are of no use: trials rendered them."""


def judged(task: Task) -> Found:
    """The verdicts by one sample, as a trial that fetched nothing."""
    began, worked = monotonic(), process_time()
    assert task.mirror is not None  # what is judged is in it
    judge, site = Judge(task.entry, [task.sample], None), SiteMap(task.entry)
    with closing(KeptAnswers(task.mirror)) as answers, closing(kept_reading(task.mirror)) as reading:
        reading.install()
        reader = Reader(Scope.of(task.entry))
        for page in pages_of(answers, task):
            read = reader.read(page.url, page.body, page.content_type)
            site.add(read.url, read.links, requested=page.request.url)
            judge.add(page.request.url, read)
    if not site.fetched(task.sample):
        return Found(failure="its mirror has no page of this sample yet")
    judge.ask_both()
    verdicts = judge.verdicts(site)
    targets = tuple(url for url, is_target in verdicts.items() if is_target)
    took, cpu = monotonic() - began, process_time() - worked
    return Found(seen=tuple(verdicts), judged=targets, collected=targets, seconds=took, cpu=cpu)


def score_of_judged(found: Found, base: str, truth: Truth) -> Score:
    """What was judged is all there is: it stands for what was reached."""
    scored = score(found, base, truth)
    return replace(scored, reached=scored.judged, missed=())


def pages_of(answers: KeptAnswers, task: Task) -> Iterator[Page]:
    """Those of the mirror that are looked at for one sample."""
    rendered, plain = answers.urls("rendered"), answers.urls("plain")
    way, urls = ("rendered", rendered) if len(rendered) > _MOSTLY_RENDERED * len(plain) else ("plain", plain)
    chosen = sorted(urls, key=lambda url: (sampling_key(url), url))[:PAGES]
    for url in sorted({task.entry, task.sample, *chosen}):
        if (page := answers.page(way, url) or answers.page("plain", url)) is not None:
            yield page
