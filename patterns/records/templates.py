"""Learning templates from a sample: clusters of its pages, each a design with the ne-pattern that accepts them, and the
columns of the table that one or more of them fill.

Which template a page is of is asked in `patterns.records.reading`.
"""

from collections.abc import Iterator, Sequence
from itertools import count

from recorder.patterns.classes.clusters import cluster_pages
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.asked_names import NOTHING, SaidElsewhere
from recorder.patterns.records.candidates import slots_of
from recorder.patterns.records.columns import learn_layout
from recorder.patterns.records.designs import SAME_TABLE, Seen, by_table, columns_of
from recorder.patterns.records.layouts import STEADY, Design, Template
from recorder.patterns.records.ne_patterns import compose_all
from recorder.patterns.records.places import learn_places
from recorder.patterns.records.sightings import Instance
from recorder.patterns.similarity.rtdm import Comparison

_MOST_LOOKS = 700_000
"""Most paths looked at while pages are grouped: some seconds of computing, for pages that have nothing in common."""
_SMALLEST = 0.03
"""Least share of the sample for a template. Smaller clusters are exceptions."""
_MOST_COMPOSED = 40
"""Most pages of a cluster that are composed: a pattern grows little after the first ten."""
_LARGEST = 30_000
"""Most nodes of a page that is composed. Larger ones are only held against the pattern."""


def learn_templates(
    documents: Sequence[Document], forest: Forest, comparison: Comparison, said: SaidElsewhere = NOTHING
) -> tuple[Template, ...]:
    """The templates of a sample, the largest first; `said`: what other pages say of their values."""
    folded = [forest.fold(forest.tree(document)) for document in documents]
    clusters = [cluster.members for cluster in cluster_pages(folded, comparison, most_looks=_MOST_LOOKS)]
    kept = [each for n, each in enumerate(clusters) if not n or len(each) >= max(2, _SMALLEST * len(documents))]
    designs = _joined([[documents[member] for member in members] for members in kept], said)
    return tuple(_template(table, forest, comparison) for table in by_table(designs))


def _joined(clusters: Sequence[Sequence[Document]], said: SaidElsewhere) -> list[Seen]:
    """Clusters whose pages have most of their columns in the same places are one design."""
    numbers = count()
    groups = [_seen(documents, said, numbers) for documents in clusters]
    pairs = [(one, other) for one in range(len(groups)) for other in range(one)]
    while True:
        alike = [(_common(groups[one], groups[other]), other, one) for one, other in pairs]
        share, first, second = max(alike, default=(0.0, 0, 0))
        if share < SAME_TABLE:
            return groups
        groups[first] = _seen([*groups[first].documents, *groups.pop(second).documents], said, numbers)
        pairs = [(one, other) for one in range(len(groups)) for other in range(one)]


def _common(one: Seen, other: Seen) -> float:
    keys = [{column.key for column in each.layout.columns if column.share >= STEADY} for each in (one, other)]
    return len(keys[0] & keys[1]) / max(1, len(keys[0] | keys[1]))


def _seen(documents: Sequence[Document], said: SaidElsewhere, numbers: Iterator[int]) -> Seen:
    place = learn_places([Instance(number, document.laid_out) for number, document in enumerate(documents)])
    return Seen(documents, learn_layout(slots_of(place, numbers), documents, said))


def _template(table: Sequence[Seen], forest: Forest, comparison: Comparison) -> Template:
    columns, no_room = columns_of(table)
    designs = tuple(_design(each, forest, comparison) for each in table)
    pages = sum(len(each.documents) for each in table)
    return Template(designs, columns, pages, no_room + sum(each.layout.no_room for each in table))


def _design(seen: Seen, forest: Forest, comparison: Comparison) -> Design:
    some = seen.documents[:: -(-len(seen.documents) // _MOST_COMPOSED)]
    trees = [forest.tree(document, texts=True) for document in some]
    small = [tree for tree in trees if tree.size <= _LARGEST] or trees[:1]
    return Design(compose_all(small, forest, comparison), seen.layout.slots)
