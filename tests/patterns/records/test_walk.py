"""The walk down to the children: passing over those that nobody wants changes nothing for the others."""

from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.documents import Document
from recorder.patterns.records.sightings import Instance
from recorder.patterns.records.template_test import learn_vocabulary
from recorder.patterns.records.vocabularies import PROSE, TEXT, Step, Vocabulary
from recorder.patterns.records.walk import Wanted, parts_of
from recorder.patterns.records.words import PASSED_OVER

TAGS = ("div", "span", "p", "b", "td", "br", "h2", "dt", "li", "th", "ul")
READ = tuple(tag for tag in TAGS if tag not in PASSED_OVER)
"""No place is learnt of the others."""
WORDS = ("price", "name", "big", "odd")
SAID = ("one", "two", "a")

ELEMENTS = st.builds(
    lambda tag, words, text: f'<{tag} class="{" ".join(words)}">{text}</{tag}>',
    st.sampled_from(TAGS),
    st.lists(st.sampled_from(WORDS), max_size=3),
    st.sampled_from(("one", "two", "", " ", "a: b", "<b>a</b> b")),
)
SOME_SAID = st.sets(st.sampled_from(SAID)).map(frozenset)
VOCABULARIES = st.builds(
    Vocabulary,
    marks=st.dictionaries(st.sampled_from(TAGS), st.lists(st.sampled_from(WORDS), unique=True, max_size=2).map(tuple)),
    sections=SOME_SAID,
    labels=st.dictionaries(st.sampled_from(READ), SOME_SAID),
    numbered=st.sets(st.sampled_from(READ)).map(frozenset),
    prose=st.booleans(),
    lists=SOME_SAID,
    texts=st.booleans(),
)
STEPS = st.builds(
    Step,
    st.sampled_from((*READ, TEXT, PROSE)),
    st.sampled_from(("", "#0", "#1", "#2", *WORDS)),
    st.sampled_from(("", *SAID)),
    st.sampled_from(("", *SAID)),
)


@given(st.lists(ELEMENTS, max_size=8), VOCABULARIES, st.sets(STEPS, min_size=1, max_size=12))
def test_wanted_children_are_the_same_where_others_are_passed_over(
    elements: list[str], vocabulary: Vocabulary, wanted: set[Step]
) -> None:
    document = Document.parse(f"<html><body>{' and '.join(elements)}</body></html>".encode())
    (body,) = document.root.iter("body")

    everything = [part for part in parts_of(body, vocabulary) if part[0] in wanted]
    assert list(Wanted({step: step for step in wanted}, vocabulary).parts_of(body, ())) == everything


def test_rows_below_the_heads_of_a_table_are_told_by_them() -> None:
    page = b"<table><tr><th>Name<th>Price<tr><td>Pen<td>2<tr><td colspan=2>none</table>"
    (table,) = Document.parse(page).root.iter("table")
    ((_, _, heads),) = parts_of(table.getparent(), Vocabulary())
    ((_, body, heads),) = parts_of(table, Vocabulary(), heads)
    assert heads == ("Name", "Price")
    rows = list(parts_of(body, Vocabulary(), heads))
    cells = [[str(step) for step, _, _ in parts_of(row, Vocabulary(), over)] for _, row, over in rows]
    assert cells == [["td[Name]", "td[Price]"], ["td[Name]"]]


def test_a_tab_is_the_same_one_whether_it_is_open_or_not() -> None:
    """Where a thing has no story, the tab with its facts is in front, and one tab is so on every page."""
    story, facts = "<div class='front' id=story>once</div>", "<div class='{}' id=the-facts>2 kg</div>"
    bodies = [story + facts.format("") if page % 3 else facts.format("front") for page in range(9)]
    pages = [Document.parse(f"<html><body>{body}</body></html>".encode()).root.find("body") for body in bodies]
    instances = [Instance(number, body) for number, body in enumerate(pages) if body is not None]
    vocabulary = learn_vocabulary(instances, labelled=False)
    marks = [[step.mark for step, _, _ in parts_of(each.element, vocabulary)] for each in instances]
    assert {each[-1] for each in marks} == {"the-facts"}
