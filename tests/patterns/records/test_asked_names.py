"""Names that nobody wrote beside a value: what its link asks for, which choice of a form offers it, how it looks."""

import pytest

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.asked_names import SaidElsewhere, choices_of
from recorder.patterns.records.listed import Listed, listed_in
from recorder.patterns.records.templates import learn_templates
from recorder.patterns.records.value_names import called_by
from recorder.patterns.similarity.rtdm import Comparison

TOPICS = ("Moss", "Fern", "Lichen", "Alga")
PAGES = range(24)


def columns_of(
    markup: str, choices: list[tuple[str, str, list[str]]] | None = None, lists: Listed | None = None
) -> dict[str, str]:
    """What each column says on the first page, by its name."""
    documents = []
    for number in PAGES:
        topic = TOPICS[number % len(TOPICS)]
        html = "<title>{n}</title><h1>Leaf {n}</h1>" + markup
        page = html.format(n=number, topic=topic, low=topic.lower(), of=number // 2)
        documents.append(Document.parse(page.encode(), url=f"http://herbs.example/leaf/{number}"))
    said = SaidElsewhere(choices_of(choices or []), lists or {})
    template = learn_templates(documents, Forest(), Comparison(), said)[0]
    return {column.name: column.example for column in template.columns}


@pytest.mark.parametrize(
    ("markup", "name", "value"),
    [
        ("<p>x <a href='/find?kind={topic}&all=1'>{topic}</a></p>", "kind", "Moss"),
        ("<p>x <a href='/find?all=1&kind=~{low}'>{topic}</a></p>", "kind", "Moss"),
        ("<p>x <a href='/collector/{of}/'>C{of}X{topic}</a></p>", "collector", "C0XMoss"),
        ("<p>By <a href='/author/{of}/'>C{of}X{topic}</a></p>", "author", "C0XMoss"),
        ("<p>Seen <a href='/author/{of}/'>C{of}X{topic}</a></p>", "seen", "C0XMoss"),
        ("<div><p>v{n}.{of}.1</p></div>", "version", "v0.0.1"),
        ("<div><p>leaf{n}@herbs.example</p></div>", "email", "leaf0@herbs.example"),
        ("<div><p>£{n}.50</p></div>", "price", "£0.50"),
        ("<div><p>{topic}</p></div>", "text", "Moss"),
    ],
)
def test_what_a_value_is_called(markup: str, name: str, value: str) -> None:
    assert columns_of(markup)[name] == value


def test_what_links_of_several_kinds_lead_through_names_none_of_them() -> None:
    author = "<p>by <a href='/author/stored/{of}'>{topic} {of}</a></p>"
    shelf = "<em>in <a href='/shelf/stored/{n}'>{topic} {n}</a></em>"
    found = columns_of(f"<div>{author}</div><div>{shelf}</div>")
    assert (found["author"], found["shelf"]) == ("Moss 0", "Moss 0")


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (["Room A", "Room B", "Room C"], "Room"),
        (["Room A", "Room A", "Room A"], ""),
        (["The sea", "A hill", "The wood"], ""),
        (["1.50", "2.75"], ""),
        ([], ""),
    ],
)
def test_what_values_look_like(texts: list[str], name: str) -> None:
    assert called_by(texts) == name


def test_an_address_that_is_none_names_nothing() -> None:
    assert "Moss" in columns_of("<p>x <a href='http://[{n}/?kind={topic}'>{topic}</a></p>").values()


def test_a_choice_that_offers_the_values_names_them() -> None:
    offers = [
        ("f1", "Order by", ["title", "date", "price"]),
        ("f2", "Sort of plant", [*TOPICS, "Grass"]),
        ("f3", "Anything", [*TOPICS, "Grass", "Tree", "title"]),
        ("f4", "Yes", ["Moss", "Fern"]),
    ]
    assert columns_of("<div><p>{topic}</p></div>", offers)["sort_of_plant"] == "Moss"


def test_a_label_says_more_than_a_choice() -> None:
    offers = [("f2", "Sort of plant", [*TOPICS, "Grass"])]
    found = columns_of("<table><tr><th>Family<td>{topic}<tr><th>Number<td>{n}</table>", offers)
    assert found["family"] == "Moss"


def test_two_choices_that_offer_the_same_tell_nothing() -> None:
    offers = [("a", "First", list(TOPICS)), ("b", "Second", list(TOPICS))]
    assert columns_of("<div><p>{topic}</p></div>", offers)["text"] == "Moss"


def test_what_all_classes_begin_with_is_the_name_of_a_tool() -> None:
    parts = "".join(f"<i class=plume-{word}>{{n}}{word}</i>" for word in ("size", "place", "age", "maker", "shape"))
    found = columns_of(f"<div>{parts}</div>")
    assert {"size", "place", "age", "maker", "shape"} <= found.keys()
    assert not any("plume" in name for name in found)


def test_a_heading_of_several_links_says_several_things() -> None:
    found = columns_of(
        "<h2><a class=number href=/leaf/{n}>#{n}</a> <span class=sort><a href='/all?s={topic}'>{topic}</a></span></h2>"
    )
    assert (found["number"], found["sort"]) == ("#0", "Moss")


def test_heads_of_cells_are_labels_however_they_look() -> None:
    found = columns_of(
        "<table><tr><th class=needed>Rank</th><td>{n}</td><th>Kind</th><td>{topic}</td></tr>"
        "<tr><th>Box</th><td>b{of}</td><th>Shade</th><td>s{n}</td></tr></table>"
    )
    assert {"rank", "kind", "box", "shade"} <= found.keys()


def test_a_field_that_is_called_like_a_column_of_ours_keeps_its_word() -> None:
    found = columns_of("<table><tr><th>Status<td>{topic}<tr><th>Number<td>{n}</table>")
    assert found["record_status"] == "Moss"


def test_what_a_page_is_called_by_is_its_title_however_it_begins() -> None:
    assert columns_of("<p>{topic}</p>")["title"] == "Leaf 0"


def test_what_leads_on_to_a_name_is_no_part_of_it() -> None:
    documents = [
        Document.parse(f"<h1>Links for p{n * 7}</h1><a href=/f{n}>f{n}</a>".encode(), url=f"http://a.example/{n}")
        for n in PAGES
    ]
    title = learn_templates(documents, Forest(), Comparison())[0].columns[0]
    assert (title.name, title.of(title.prefix + "p7")) == ("title", "p7")
    assert title.prefix == "Links for "


ROW = "<tr><td><input type=checkbox></td><td><a href='/leaf/{n}'>{n}</a></td><td>{topic}</td><td>{grown} cm</td></tr>"


@pytest.mark.parametrize(("agreeing", "names"), [(24, {"height", "family"}), (12, set())])
def test_what_a_list_says_over_a_value_is_its_name(agreeing: int, names: set[str]) -> None:
    rows = (ROW.format(n=n, topic=TOPICS[n % len(TOPICS)], grown=n // 2 if n < agreeing else n + 100) for n in PAGES)
    if not names:
        rows = (row.replace("<td>Moss", "<td>Some moss").replace("<td>Fern", "<td>Some fern") for row in rows)
    heads = "<tr><th><input type=checkbox></th><th>Leaf</th><th>Family:</th><th><a href='?sort=h'>Height</a></th></tr>"
    page = f"<table>{heads}{''.join(rows)}<tr><td><a href='/leaf/999'>999</a></td><td>-</td></tr></table>"
    overview = Document.parse(page.encode(), url="http://herbs.example/leaves")
    lists = listed_in([overview], {f"http://herbs.example/leaf/{n}" for n in PAGES})
    assert len(lists) == len(PAGES)
    found = columns_of("<div><p class=x1z>{topic}</p><div><p class=x2z>{of} cm</p></div></div>", lists=lists)
    assert {"height", "family"} & found.keys() == names
