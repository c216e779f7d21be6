"""Reading by places: the way without detours comes to what the way with all of them comes to."""

from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.documents import Document
from recorder.patterns.records.places import Place, PlaceKind
from recorder.patterns.records.reading import Slots, read
from recorder.patterns.records.steps import PASSED_OVER, Step, Vocabulary

TAGS = ("div", "span", "p", "b", "td", "br", "h2", "dt", "li")
READ = tuple(tag for tag in TAGS if tag not in PASSED_OVER)
"""No place is learnt of the others."""
WORDS = ("price", "name", "big", "odd")

ELEMENTS = st.builds(
    lambda tag, words, text: f'<{tag} class="{" ".join(words)}">{text}</{tag}>',
    st.sampled_from(TAGS),
    st.lists(st.sampled_from(WORDS), max_size=3),
    st.sampled_from(("one", "two", "", " ", "a: b")),
)
MARKS = st.dictionaries(st.sampled_from(TAGS), st.lists(st.sampled_from(WORDS), unique=True, max_size=2).map(tuple))
STEPS = st.lists(
    st.builds(lambda tag, mark: Step(tag, mark), st.sampled_from(READ), st.sampled_from(("", *WORDS))),
    min_size=1,
    max_size=8,
    unique=True,
)


@given(st.lists(ELEMENTS, max_size=8), MARKS, STEPS)
def test_children_told_by_tag_and_mark_alone_are_the_same_without_detours(
    elements: list[str], marks: dict[str, tuple[str, ...]], steps: list[Step]
) -> None:
    document = Document.parse(f"<html><body>{''.join(elements)}</body></html>".encode())
    body = Place(Step("body"), vocabulary=Vocabulary(marks=marks))
    below = [Slots(Place(step, PlaceKind.TEXT), text=number) for number, step in enumerate(steps)]
    plain = Slots(body, below=below)
    assert plain.is_plain
    whole = Slots(Place(Step("html")), below=[plain])
    found = read(whole, document)
    plain.is_plain = False
    assert read(whole, document) == found
