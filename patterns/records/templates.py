"""Learning templates from a sample: clusters of its pages, each with the ne-pattern that accepts them and its columns.

Which template a page is of is asked in `patterns.records.reading`.
"""

from collections.abc import Sequence

from recorder.patterns.classes.clusters import cluster_pages
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.asked_names import NOTHING, SaidElsewhere
from recorder.patterns.records.candidates import slots_of
from recorder.patterns.records.columns import learn_layout
from recorder.patterns.records.layouts import STEADY, Layout, Template
from recorder.patterns.records.ne_patterns import compose_all
from recorder.patterns.records.places import learn_places
from recorder.patterns.records.sightings import Instance
from recorder.patterns.similarity.rtdm import Comparison

_MOST_LOOKS = 700_000
"""Most paths looked at while pages are grouped: some seconds of computing, for pages that have nothing in common."""
_SMALLEST = 0.03
"""Least share of the sample for a template. Smaller clusters are exceptions."""
_SAME_TABLE = 0.33
"""Least share of their columns that two clusters of one table have in common."""
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
    groups = _joined([[documents[member] for member in members] for members in kept], said)
    return tuple(_template(group, layout, forest, comparison) for group, layout in groups)


def _joined(clusters: Sequence[list[Document]], said: SaidElsewhere) -> list[tuple[list[Document], Layout]]:
    """Clusters whose pages have most of their columns in common are one table: what only some have is optional."""
    groups = [(documents, _layout(documents, said)) for documents in clusters]
    pairs = [(one, other) for one in range(len(groups)) for other in range(one)]
    while True:
        alike = [(_common(groups[one][1], groups[other][1]), other, one) for one, other in pairs]
        share, first, second = max(alike, default=(0.0, 0, 0))
        if share < _SAME_TABLE:
            return groups
        documents = groups[first][0] + groups.pop(second)[0]
        groups[first] = (documents, _layout(documents, said))
        pairs = [(one, other) for one in range(len(groups)) for other in range(one)]


def _common(one: Layout, other: Layout) -> float:
    keys = [{column.key for column in each.columns if column.share >= STEADY} for each in (one, other)]
    return len(keys[0] & keys[1]) / max(1, len(keys[0] | keys[1]))


def _layout(documents: Sequence[Document], said: SaidElsewhere) -> Layout:
    place = learn_places([Instance(number, document.root) for number, document in enumerate(documents)])
    return learn_layout(slots_of(place), documents, said)


def _template(documents: Sequence[Document], layout: Layout, forest: Forest, comparison: Comparison) -> Template:
    trees = [forest.tree(document, texts=True) for document in documents[:: -(-len(documents) // _MOST_COMPOSED)]]
    small = [tree for tree in trees if tree.size <= _LARGEST] or trees[:1]
    return Template(compose_all(small, forest, comparison), layout, len(documents))
