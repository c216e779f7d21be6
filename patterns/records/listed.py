"""What lists of a site say of its records: the cells of tables with heads, in whose rows the records are linked.

A head over a value is what the site itself calls it, be it on another page than the value.
"""

from collections.abc import Container, Iterable, Iterator, Mapping

from lxml import etree

from recorder.patterns.pages.documents import Document
from recorder.patterns.records.walk import Heads, heads_of, span_of
from recorder.patterns.records.words import words_of

Listed = Mapping[str, Mapping[str, str]]
"""By the address of the record, what its row says, by the heads of the columns."""


def listed_in(lists: Iterable[Document], records: Container[str]) -> Listed:
    """What rows of these pages say of these records; of several rows, the first."""
    found: dict[str, dict[str, str]] = {}
    for document in lists:
        for table in document.root.iter("table"):
            if heads := heads_of(table):
                for url, row in _rows(document, table, records):
                    if url not in found:
                        found[url] = _cells(row, heads)
    return found


def _rows(document: Document, table: etree._Element, records: Container[str]) -> Iterator[tuple[str, etree._Element]]:
    for row in table.iter("tr"):
        for link in row.iter("a"):
            url = document.resolve(link.get("href") or "")
            if url is not None and url in records:
                yield url, row


def _cells(row: etree._Element, heads: Heads) -> dict[str, str]:
    said: dict[str, str] = {}
    column = 0
    for cell in row:
        if column < len(heads) and heads[column]:
            said.setdefault(heads[column], words_of(cell))
        column += span_of(cell)
    return said
