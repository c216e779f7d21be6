"""Forms nobody would want to fill, and a small library that answers queries like a real one."""

from dataclasses import dataclass

from hypothesis import strategies as st

from recorder.forms.form import MULTIPART, PLAIN, URLENCODED, Button, Field, Form, Option
from recorder.forms.informativeness import Answer
from recorder.forms.submission import Query

TERMS = tuple(f"term{number}" for number in range(15))


def select(name: str, *values: str, required: bool = False) -> Field:
    """A select whose first option is the one a page starts with."""
    options = tuple(Option(value, value.title(), number == 0) for number, value in enumerate(values))
    return Field(name=name, kind="select", label=name.title(), options=options, required=required)


def box(name: str, *, kind: str = "text", value: str = "", required: bool = False, label: str = "") -> Field:
    return Field(name=name, kind=kind, value=value, required=required, label=label or name.title())


def tick(name: str, *, ticked: bool = False) -> Field:
    return Field(name=name, kind="checkbox", label=name.title(), options=(Option("1", "", ticked),))


def form(*fields: Field, method: str = "GET", action: str = "http://h/find", enctype: str = URLENCODED) -> Form:
    return Form(url="http://h/", action=action, method=method, enctype=enctype, fields=fields, buttons=(Button(),))


LIBRARY_FORM = form(
    box("q"),
    select("subject", "", "art", "law", "music", "physics"),
    select("order", "by", "up", "down"),
    tick("new"),
)


@dataclass(frozen=True)
class Library:
    """A hundred books, found by a term in box 0 and narrowed by a subject (1), an order (2) and a tick (3).

    Every second term is in some books. Without a term or a subject there is no answer; the order changes nothing.
    """

    subjects: tuple[str, ...] = ("", "art", "law", "music", "physics")
    asked: Form = LIBRARY_FORM

    def books(self, query: Query) -> list[int]:
        term, subject = query.sends(self.asked, 0)[0], query.sends(self.asked, 1)[0]
        if not term and not subject:
            return []
        number = int(term.removeprefix("term") or 0)
        return [
            book
            for book in range(100)
            if (not term or (number % 2 and book % 7 == number % 7))
            and (not subject or book % 4 == self.subjects.index(subject) - 1)
            and (not query.sends(self.asked, 3) or book % 3 == 0)
        ]

    def answer(self, query: Query) -> Answer:
        books = self.books(query)
        return Answer(query, str(books), bool(books), len(books))


words = st.text("abcxyz*&=% é漢", max_size=6)
names = st.text("abq[]*é ", min_size=1, max_size=4)
options = st.lists(words, min_size=1, max_size=5, unique=True).flatmap(
    lambda values: st.integers(0, len(values) - 1).map(
        lambda chosen: tuple(Option(value, "", number == chosen) for number, value in enumerate(values))
    )
)
fields = st.one_of(
    st.builds(
        lambda name, kind, value, required: Field(name=name, kind=kind, value=value, required=required),
        names,
        st.sampled_from(["text", "search", "textarea", "hidden", "number", "date"]),
        words,
        st.booleans(),
    ),
    st.builds(lambda name, options: Field(name=name, kind="select", options=options), names, options),
    st.builds(lambda name, options: Field(name=name, kind="radio", options=options), names, options),
    st.builds(lambda name, options: Field(name=name, kind="checkbox", options=options, multiple=True), names, options),
)


def forms(most: int = 6) -> st.SearchStrategy[Form]:
    """Forms of a few fields, of whatever kinds and names."""
    return st.builds(
        lambda found, method, enctype: Form(
            url="http://h/", action="http://h/find", method=method, enctype=enctype, fields=tuple(found)
        ),
        st.lists(fields, max_size=most, unique_by=lambda field: field.name),
        st.sampled_from(["GET", "POST"]),
        st.sampled_from([URLENCODED, MULTIPART, PLAIN]),
    )
