"""What structure alone can tell, on real sites with known truth: from one sample page to its class, and the templates
among all pages.

One sample page at a time, all other pages to be judged. `fixed` is the paper's way: similarity to the sample at
least 0.80, plain and folded. `learnt` is `ClassLearner`, given of every page where links to it stand and the shape
of its URL. Both are scored by F1, averaged over the samples of a template, then over the templates. The rules were
chosen while looking at the tuned sites, so only the unseen ones say what to expect elsewhere; the two are never
averaged. A site is unseen only as long as no rule is changed on its account: then it is tuned, and a new one is
needed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean

from bench.agreement import adjusted_rand_index, area_under_curve, f1
from bench.figures import Figure
from bench.templates import SOURCES, Labelled, Shelf
from recorder.patterns.classes.class_learning import ClassLearner
from recorder.patterns.classes.clusters import cluster_pages, grow_together
from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.classes.page_class import FALL_BACK

EACH = 40
SAMPLES = 3
PLAIN_SAMPLES = 1
"""Comparing unfolded pages takes ten times as long."""

UNSEEN = " (unseen)"

SAME_TEMPLATE = 0.8
"""The merge threshold of the news-extraction paper."""
LEARNT_BAR = 0.9
CLUSTER_BAR = 0.85

Verdicts = Callable[[Labelled], set[str]]


def run() -> list[Figure]:
    figures: list[Figure] = []
    for source in SOURCES:
        shelf = Shelf(source)
        name = source.name if source.tuned_on else source.name + UNSEEN
        figures += _of_site(name, shelf, shelf.sample(EACH))
    return figures + [
        _at_least(f"mean of {which} sites, {what}", fmean(values), bar)
        for what, bar in (("learnt F1", LEARNT_BAR), ("clusters ARI", CLUSTER_BAR))
        for which, unseen in (("tuned", False), ("unseen", True))
        if (values := [f.value for f in figures if f.name.endswith(what) and (UNSEEN in f.name) == unseen])
    ]


def _of_site(name: str, shelf: Shelf, templates: dict[str, list[Labelled]]) -> Iterator[Figure]:
    pages = [page for members in templates.values() for page in members]
    learnt = {template: _macro([template], templates, _learnt(shelf, pages)) for template in templates}
    yield _told(f"{name}, plain fixed 0.80 F1", _macro(templates, templates, _fixed_plain(shelf, pages), PLAIN_SAMPLES))
    yield _told(f"{name}, folded fixed 0.80 F1", _macro(templates, templates, _fixed_folded(shelf, pages)))
    yield _at_least(f"{name}, learnt F1", fmean(learnt.values()), LEARNT_BAR)
    for template, value in learnt.items():
        yield _told(f"{name}, learnt, {template}", value)
    yield _told(f"{name}, similarity to one sample AUC", _auc(templates, pages, shelf))
    truth = [page.template for page in pages]
    trees = [page.folded for page in pages]
    yield _at_least(
        f"{name}, clusters ARI", adjusted_rand_index(truth, cluster_pages(trees, shelf.comparison)), CLUSTER_BAR
    )
    cut = grow_together(trees, shelf.comparison).cut(SAME_TEMPLATE)
    yield _told(f"{name}, cut at 0.80 ARI", adjusted_rand_index(truth, cut))


def _macro(
    names: Iterable[str], templates: dict[str, list[Labelled]], verdicts: Verdicts, samples: int = SAMPLES
) -> float:
    """F1 of the pages taken for the sample's, the mean over samples and templates. The sample itself counts neither
    way.
    """
    return fmean(
        f1({page.url for page in templates[name]} - {sample.url}, verdicts(sample) - {sample.url})
        for name in names
        for sample in templates[name][:samples]
    )


def _fixed_plain(shelf: Shelf, pages: Sequence[Labelled]) -> Verdicts:
    def verdicts(sample: Labelled) -> set[str]:
        return {page.url for page in pages if shelf.comparison.at_least(sample.plain, page.plain, FALL_BACK)}

    return verdicts


def _fixed_folded(shelf: Shelf, pages: Sequence[Labelled]) -> Verdicts:
    def verdicts(sample: Labelled) -> set[str]:
        return {page.url for page in pages if shelf.comparison.at_least(sample.folded, page.folded, FALL_BACK)}

    return verdicts


def _learnt(shelf: Shelf, pages: Sequence[Labelled]) -> Verdicts:
    def verdicts(sample: Labelled) -> set[str]:
        learner = ClassLearner(shelf.comparison)
        for page in pages:
            add = learner.add_sample if page is sample else learner.add
            beside = shelf.lists[page.url] & shelf.lists[sample.url]
            add(SeenPage(page.url, page.folded, frozenset(shelf.groups[page.url]), frozenset(beside)))
        return set(learner.targets())

    return verdicts


def _auc(templates: dict[str, list[Labelled]], pages: Sequence[Labelled], shelf: Shelf) -> float:
    """Whether any threshold would do: pages of the sample's template against all others."""
    return fmean(
        area_under_curve(
            (shelf.comparison.similarity(sample.folded, page.folded), page.template == name)
            for page in pages
            if page is not sample
        )
        for name in templates
        for sample in templates[name][:SAMPLES]
    )


def _told(name: str, value: float) -> Figure:
    return Figure(name, value, "", "", True)


def _at_least(name: str, value: float, bar: float) -> Figure:
    return Figure(name, value, "", f">= {bar}", value >= bar)
