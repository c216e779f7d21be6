"""Labels that no mark and no class tells from what they say: every other element or line, and rows above others.

What gives them away is that they come back while what is beside or below them does not.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from recorder.patterns.records.labels import PAIR_TAGS, is_the_page, label_text, sort_of
from recorder.patterns.records.lines import LONGEST_LABEL, Line
from recorder.patterns.records.sightings import MOST, MOSTLY, Instance, Sightings
from recorder.patterns.records.walk import cells_of
from recorder.patterns.records.words import children_of, has_words, words_of

_FEWEST_CELLS = 4
"""Of a row with several labels."""
_TABLES = frozenset({"table", "tbody", "thead"})
_MOST_ROWS = 40
"""Of a table that is looked at for heads in the middle of it."""

_Sort = tuple[str, str]
"""Of elements: their tag and class."""


def pairs_in(instances: Sequence[Instance], pages: int) -> tuple[frozenset[_Sort], frozenset[str]]:
    """Sorts of elements that come in pairs, a label and what it says: `<td>Colour</td><td>red</td><td>Size</td>…`; and
    the labels. Cells of a row that is one such pair are known by the label of the row."""
    labels: defaultdict[_Sort, Sightings] = defaultdict(Sightings)
    values: defaultdict[_Sort, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    odd: set[_Sort] = set()
    for instance in instances if pages > 1 else ():
        for sort, run in groupby(() if instance.heads else children_of(instance.element), key=sort_of):
            elements = list(run)
            fewest = _FEWEST_CELLS if sort[0] == "td" else 2
            if sort in odd or sort[0] not in PAIR_TAGS:
                continue
            if len(elements) % 2 or len(elements) < fewest or any(map(is_the_page, elements)):
                odd.add(sort)
                continue
            for label, value in zip(elements[::2], elements[1::2], strict=True):
                text = label_text(label)
                labels[sort].add(instance.page, text if has_words(text) else "")
                values[sort][text].add(words_of(value))
    found = {sort: _labels_of_pairs(labels[sort], values[sort], pages) for sort in labels if sort not in odd}
    known = frozenset(sort for sort, words in found.items() if words)
    return known, frozenset(word for words in found.values() for word in words)


def _labels_of_pairs(labels: Sightings, values: Mapping[str, set[str]], pages: int) -> set[str]:
    """The labels are on most pages, most of them say different things there, and hardly any is ever said."""
    known = labels.of_template(pages, MOST)
    if not labels.are_mostly(known):
        return set()
    telling = {label for label in known if len(values[label]) > 1}
    said = set().union(*(values[label] for label in known))
    return known if len(telling) >= MOSTLY * len(known) and not known & said else set()


def head_rows_in(instances: Sequence[Instance], pages: int) -> frozenset[tuple[str, ...]]:
    """Rows that are the same on most pages, above rows of as many cells that begin with something else on each. What
    begins with a head of its own is a row of data."""
    below: defaultdict[tuple[str, ...], dict[int, tuple[str, ...]]] = defaultdict(dict)
    for instance in instances if pages > 1 else ():
        rows = [row for row in instance.element if row.tag == "tr"] if instance.element.tag in _TABLES else []
        if len(rows) > _MOST_ROWS:
            continue
        for row, after in pairwise(rows):
            said = cells_of(row)
            if len(row) == len(after) > 1 == len({cell.tag for cell in row}) and all(map(has_words, said)):
                below[said][instance.page] = cells_of(after)
    return frozenset(
        row for row, after in below.items() if len(after) >= MOST * pages and _are_data(list(after.values()))
    )


def _are_data(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether each cell differs from page to page, and the first mostly: below a label there may be another."""
    columns = [Counter(column) for column in zip(*rows, strict=True)]
    return all(len(column) > 1 for column in columns) and max(columns[0].values()) < MOSTLY * len(rows)


def labels_above(texts: Iterable[tuple[int, Sequence[Line]]], pages: int) -> set[str]:
    """The labels of lines that are each a label or what the one above says."""
    labels, values = Sightings(), defaultdict[str, set[str]](set)
    for page, lines in texts:
        said = [words_of(line.value) for line in lines]
        if len(said) % 2:
            continue
        for label, value in zip(said[::2], said[1::2], strict=True):
            labels.add(page, label if len(label) <= LONGEST_LABEL else "")
            values[label].add(value)
    return _labels_of_pairs(labels, values, pages)
