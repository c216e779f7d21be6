"""The owner's hands: books added, changed and removed. From one catalogue to the next, no HTML."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from recorder.demo.books import OPENED, Book, Catalogue, Door
from recorder.demo.invention import Inventor, with_neighbours
from recorder.demo.vocabulary import paragraph


@dataclass(frozen=True)
class Edit:
    """What one edit did; changed books as they are now."""

    added: tuple[Book, ...]
    changed: tuple[Book, ...]
    restructured: tuple[Book, ...]
    removed: tuple[Book, ...]


def edited(catalogue: Catalogue, *, add: int, change: int, restructure: int, remove: int) -> tuple[Catalogue, Edit]:
    """The catalogue after the edit, and what was done. The sample and the bestsellers stay as they are."""
    stream = Random(f"{catalogue.seed}/edit/{catalogue.edits}")
    moment = moment_of(catalogue.edits + 1)
    free = [book for book in catalogue.linked if book.number not in {catalogue.sample, *catalogue.bestsellers}]
    wanted = change + restructure + remove
    if wanted > len(free):
        raise ValueError(f"the edit touches {wanted} books, only {len(free)} may be touched")
    touched = stream.sample(free, wanted)
    edit = Edit(
        added=_added(catalogue, stream, add, moment),
        changed=tuple(_reworded(book, stream, moment) for book in touched[:change]),
        restructured=tuple(_restructured(book, moment) for book in touched[change : change + restructure]),
        removed=tuple(touched[change + restructure :]),
    )
    return _applied(catalogue, edit), edit


def rearranged(catalogue: Catalogue) -> Catalogue:
    """The catalogue on the day its site was rearranged."""
    return replace(catalogue, edits=catalogue.edits + 1, rearranged=moment_of(catalogue.edits + 1))


def moment_of(edit: int) -> datetime:
    """The site's own clock: every edit is a day later than the one before."""
    return OPENED + timedelta(days=edit)


def _applied(catalogue: Catalogue, edit: Edit) -> Catalogue:
    removed = {book.number: book for book in edit.removed}
    renewed = {book.number: book for book in (*edit.added, *edit.changed, *edit.restructured)}
    kept = {number: book for number, book in catalogue.books.items() if number not in removed}
    return replace(
        catalogue, books={**kept, **renewed}, withdrawn={**catalogue.withdrawn, **removed}, edits=catalogue.edits + 1
    )


def _added(catalogue: Catalogue, stream: Random, count: int, moment: datetime) -> tuple[Book, ...]:
    inventor = Inventor(stream, count, known=catalogue)
    first = max((*catalogue.books, *catalogue.withdrawn)) + 1
    books = [replace(inventor.book(first + place, Door.LINKS), modified=moment) for place in range(count)]
    return tuple(with_neighbours(book, list(catalogue.linked), stream) for book in books)


def _reworded(book: Book, stream: Random, moment: datetime) -> Book:
    """Another price and another first paragraph: other text, the same structure."""
    description = (paragraph(stream, 4), *book.description[1:])
    return replace(book, price=book.price + 150, description=description, modified=moment, revision=book.revision + 1)


def _restructured(book: Book, moment: datetime) -> Book:
    """A cover and an award come or go: another structure."""
    award = None if book.award else f"the Editors’ Prize {book.year + 1}"
    return replace(book, award=award, has_cover=not book.has_cover, modified=moment, revision=book.revision + 1)
