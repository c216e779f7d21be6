"""Labelled sites to learn from: the pages that mirrors have, who of them is a record, and the samples of the bench. Of
every sample there are several lessons, as of a recording that has just begun and of one that has seen all.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from bench.belief.gram import Gram
from bench.generality.judging import pages_of
from bench.generality.kept_answers import KeptAnswers
from bench.generality.kept_reading import kept_reading
from bench.generality.runner import Ready
from bench.generality.samples import samples
from bench.generality.scoring import Labels
from bench.generality.trial import Task
from recorder.fetching.scope import Scope
from recorder.knowledge.pages_again import seen_page
from recorder.patterns.classes.aspects import likenesses
from recorder.patterns.classes.belief import Beliefs
from recorder.visiting.page_reader import Reader, ReadPage

SIZES = (None, 100, 30, 10)
"""Pages beside the sample and the entry page; None: all a recording sees."""

FEWER = 3
"""Samples of which there are lessons of fewer pages."""


@dataclass(frozen=True)
class Lesson:
    """What may be learnt from one sample. `records`: whether each page is one; None: it counts neither way."""

    site: str
    size: int | None
    beliefs: Beliefs
    records: tuple[bool | None, ...]

    def asked(self) -> Iterator[int]:
        """The pages whose belief is worth something: neither known from the start nor without meaning."""
        known = self.beliefs.samples | self.beliefs.apart
        return (page for page, record in enumerate(self.records) if record is not None and page not in known)


def f1(found: Sequence[float], records: Sequence[bool | None], cut: float) -> float:
    """Of what is believed at least as much as the cut."""
    taken = [record for belief, record in zip(found, records, strict=True) if belief >= cut]
    hits, wrong = taken.count(True), taken.count(False)
    return 2 * hits / (records.count(True) + hits + wrong) if hits else 0.0


def lessons_of(ready: Ready) -> Iterator[Lesson]:
    """Of the samples whose pages the mirror has."""
    labels = Labels(ready.base, ready.truth)
    for number, sample in enumerate(samples(ready.site, ready.truth)):
        task = ready.task(sample)
        read = _read(task)
        if task.sample in read:
            for size in SIZES if number < FEWER else SIZES[:1]:
                if size is None or size < len(read) - 2:
                    yield _lesson(ready.site.name, task, read, size, labels)


def _read(task: Task) -> dict[str, ReadPage]:
    """The page that came, by what was asked for."""
    assert task.mirror is not None  # lessons come from mirrors alone
    with closing(KeptAnswers(task.mirror)) as answers, closing(kept_reading(task.mirror)) as reading:
        reading.install()
        reader = Reader(Scope.of(task.entry))
        return {
            page.request.url: reader.read(page.url, page.body, page.content_type) for page in pages_of(answers, task)
        }


def _lesson(site: str, task: Task, read: Mapping[str, ReadPage], size: int | None, labels: Labels) -> Lesson:
    by_url = {page.url: page for page in read.values()}
    sample, entry = read[task.sample].url, read[task.entry].url if task.entry in read else task.entry
    others = sorted(by_url.keys() - {sample, entry})
    if size is not None:
        others = random.Random(f"{task.sample} {size}").sample(others, min(size, len(others)))
    urls = sorted({sample, entry, *others} & by_url.keys())
    pages = [seen_page(by_url[url]) for url in urls]
    apart = {n for n, url in enumerate(urls) if url == entry != sample}
    aspects = {name: Gram(aspect) for name, aspect in likenesses(pages).items()}
    beliefs = Beliefs(aspects, {urls.index(sample)}, apart)
    return Lesson(site, size, beliefs, tuple(map(labels.is_record, urls)))
