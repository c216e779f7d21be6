"""Templates: the pages of a site in clusters, each with the ne-pattern that accepts its pages and the columns to read.

Learnt from a sample, then asked page by page. A page belongs to the template whose pattern accepts it at the least
cost. A site has more variety than any sample shows, so a page that no pattern accepts may still be told by what can
be read of it: most of the columns that every page of a template has.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from recorder.patterns.classes.clusters import cluster_pages
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest, Tree
from recorder.patterns.records.candidates import STEADY
from recorder.patterns.records.columns import learn_layout
from recorder.patterns.records.layouts import Cell, Layout, record_of
from recorder.patterns.records.matching import match
from recorder.patterns.records.ne_patterns import compose_all
from recorder.patterns.records.page_nodes import PageNode
from recorder.patterns.records.places import learn_places
from recorder.patterns.records.template_words import Instance
from recorder.patterns.similarity.rtdm import Comparison

_SMALLEST = 0.03
"""A cluster of a smaller share of the sample is an exception, not a template."""
_ENOUGH = 0.5
"""Of the columns that pages of a template always have, this share must be there."""
_SAME_TABLE = 0.33
_MOST_COMPOSED = 40
"""Pages of a cluster that are composed; a pattern grows little after the first ten."""
_LARGEST = 30_000
"""Nodes of a page that is composed; larger ones are only held against the pattern."""


@dataclass(frozen=True)
class Template:
    """`pages`: how many of the sample it was learnt from."""

    pattern: Tree
    layout: Layout
    pages: int

    def filled(self, record: dict[str, Cell]) -> float:
        """The share of the columns every page has that this one has."""
        steady = [column.name for column in self.layout.columns if column.share >= STEADY]
        wanted = steady or [column.name for column in self.layout.columns]
        return sum(name in record for name in wanted) / len(wanted) if wanted else 0.0


@dataclass(frozen=True)
class Reading:
    """What came of one page: whose page it is, and its record. `certain`: the template's pattern accepts it, or all the
    columns are there that pages of the template always have."""

    template: int
    record: dict[str, Cell]
    certain: bool = True


def learn_templates(documents: Sequence[Document], forest: Forest, comparison: Comparison) -> tuple[Template, ...]:
    """The templates of a sample, the largest first."""
    folded = [forest.fold(forest.tree(document)) for document in documents]
    clusters = [cluster.members for cluster in cluster_pages(folded, comparison)] if documents else []
    kept = [each for n, each in enumerate(clusters) if not n or len(each) >= max(2, _SMALLEST * len(documents))]
    groups = _joined([[documents[member] for member in members] for members in kept])
    return tuple(_template(group, layout, forest, comparison) for group, layout in groups)


def _joined(clusters: Sequence[list[Document]]) -> list[tuple[list[Document], Layout]]:
    """Clusters whose pages have most of their columns in common are one table: what only some have is optional."""
    groups = [(documents, _layout(documents)) for documents in clusters]
    pairs = [(one, other) for one in range(len(groups)) for other in range(one)]
    while True:
        alike = [(_common(groups[one][1], groups[other][1]), other, one) for one, other in pairs]
        share, first, second = max(alike, default=(0.0, 0, 0))
        if share < _SAME_TABLE:
            return groups
        documents = groups[first][0] + groups.pop(second)[0]
        groups[first] = (documents, _layout(documents))
        pairs = [(one, other) for one in range(len(groups)) for other in range(one)]


def _common(one: Layout, other: Layout) -> float:
    keys = [{column.key for column in each.columns if column.share >= STEADY} for each in (one, other)]
    return len(keys[0] & keys[1]) / max(1, len(keys[0] | keys[1]))


def _layout(documents: Sequence[Document]) -> Layout:
    place = learn_places([Instance(number, document.root) for number, document in enumerate(documents)])
    return learn_layout(place, documents)


def _template(documents: Sequence[Document], layout: Layout, forest: Forest, comparison: Comparison) -> Template:
    trees = [forest.tree(document, texts=True) for document in documents[:: -(-len(documents) // _MOST_COMPOSED)]]
    small = [tree for tree in trees if tree.size <= _LARGEST] or trees[:1]
    return Template(compose_all(small, forest, comparison), layout, len(documents))


def read_page(templates: Sequence[Template], document: Document) -> Reading | None:
    """The page's record by the template that fits it best, or None if none does."""
    if len(templates) == 1:  # nothing to choose from: the pattern need only be asked where columns are missing
        record = record_of(templates[0].layout, document)
        if record and templates[0].filled(record) == 1:
            return Reading(0, record)
    page = PageNode.of(document)
    matches = [(number, match(template.pattern, page)) for number, template in enumerate(templates)]
    accepted = [(found.cost, number) for number, found in matches if found]
    for _, number in sorted(accepted):
        record = record_of(templates[number].layout, document)
        if record:
            return Reading(number, record)
    return _nearest(templates, document)


def _nearest(templates: Sequence[Template], document: Document) -> Reading | None:
    best: Reading | None = None
    most = _ENOUGH
    for number, template in enumerate(templates):
        record = record_of(template.layout, document)
        filled = template.filled(record)
        if record and filled >= most and (best is None or filled > most):
            best, most = Reading(number, record, certain=False), filled
    return best
