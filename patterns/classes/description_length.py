"""How many words it takes to describe pages, when every template is described once: the measure by which two groups of
pages are one template or two (minimum description length).

Pages of one template cost least together, since each part of the template is learnt once; pages of two templates
cost less apart, although it must then be said of every page which of the two it is of. No threshold is needed, and
optional parts of a template do not split it.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import fsum, lgamma, log, pi

from patterns.classes.page_model import PageModel
from patterns.classes.path_table import ABOVE


def length_together(models: Sequence[PageModel]) -> float:
    """What it costs (in nats) to describe the pages of all the models as one template."""
    counts = sum((model.counts for model in models), Counter[int]())
    parents = models[0].paths.parents
    return fsum([_cost(having, counts[parents[path]]) for path, having in counts.items() if path != ABOVE])


def membership(some: int, others: int) -> float:
    """What is saved by no longer saying of each page which of the two groups it is of."""
    return some * log((some + others) / some) + others * log((some + others) / others)


@lru_cache(maxsize=200_000)
def _cost(having: int, of: int) -> float:
    """Telling which of `of` pages have a node, at odds learnt on the way (Krichevsky-Trofimov)."""
    return lgamma(of + 1) + log(pi) - lgamma(having + 0.5) - lgamma(of - having + 0.5)
