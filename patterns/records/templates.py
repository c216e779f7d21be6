"""Templates: the pages of a site in clusters, each with the ne-pattern that accepts its pages and the columns to read.

Learnt from a sample, then asked page by page. A page belongs to the template whose pattern accepts it at the least
cost. A site has more variety than any sample shows, so a page that no pattern accepts may still be told by what can
be read of it: most of the columns that every page of a template has.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from patterns.classes.clusters import cluster_pages
from patterns.pages.documents import Document
from patterns.pages.trees import Forest, Tree
from patterns.records.columns import STEADY, Cell, Layout, learn_layout, record_of
from patterns.records.matching import Match, match
from patterns.records.ne_patterns import compose_all
from patterns.records.page_nodes import PageNode
from patterns.records.places import learn_places
from patterns.records.vocabularies import Instance
from patterns.similarity.rtdm import Comparison

_SMALLEST = 0.03
"""A cluster of a smaller share of the sample is an exception, not a template."""
_ENOUGH = 0.5
"""Of the columns that pages of a template always have, this share must be there."""
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
    """What came of one page: whose page it is, and its record. `accepted`: the pattern says so; else its columns do."""

    template: int
    record: dict[str, Cell]
    accepted: Match[PageNode] | None


def learn_templates(documents: Sequence[Document], forest: Forest, comparison: Comparison) -> tuple[Template, ...]:
    """The templates of a sample, the largest first."""
    folded = [forest.fold(forest.tree(document)) for document in documents]
    clusters = [cluster.members for cluster in cluster_pages(folded, comparison)] if documents else []
    kept = [each for n, each in enumerate(clusters) if not n or len(each) >= max(2, _SMALLEST * len(documents))]
    return tuple(_template([documents[member] for member in members], forest, comparison) for members in kept)


def _template(documents: Sequence[Document], forest: Forest, comparison: Comparison) -> Template:
    place = learn_places([Instance(number, document.root) for number, document in enumerate(documents)])
    trees = [forest.tree(document, texts=True) for document in documents[:: -(-len(documents) // _MOST_COMPOSED)]]
    small = [tree for tree in trees if tree.size <= _LARGEST] or trees[:1]
    return Template(compose_all(small, forest, comparison), learn_layout(place, documents), len(documents))


def read_page(templates: Sequence[Template], document: Document) -> Reading | None:
    """The page's record by the template that fits it best, or None if none does."""
    page = PageNode.of(document)
    matches = [(number, match(template.pattern, page)) for number, template in enumerate(templates)]
    accepted = [(found.cost, -templates[number].filled({}), number, found) for number, found in matches if found]
    for _, _, number, found in sorted(accepted, key=lambda each: each[:3]):
        record = record_of(templates[number].layout, document)
        if record:
            return Reading(number, record, found)
    return _nearest(templates, document)


def _nearest(templates: Sequence[Template], document: Document) -> Reading | None:
    best: Reading | None = None
    most = _ENOUGH
    for number, template in enumerate(templates):
        record = record_of(template.layout, document)
        filled = template.filled(record)
        if record and filled >= most and (best is None or filled > most):
            best, most = Reading(number, record, None), filled
    return best
