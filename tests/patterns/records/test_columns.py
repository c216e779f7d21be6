"""The columns a person would have made: one an attribute wherever it stands, named and ordered as readers expect."""

from collections.abc import Callable
from random import Random

import pytest

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.layouts import Column
from recorder.patterns.records.naming import meanings
from recorder.patterns.records.places import learn_places
from recorder.patterns.records.sightings import Instance
from recorder.patterns.records.templates import learn_templates
from recorder.patterns.records.values import ValueKind
from recorder.patterns.similarity.rtdm import Comparison
from tests.effort import Effort
from tests.patterns.records.test_markup import ITEMS, Item, invented, optional, records

FORMATS = ("Cloth", "Paper", "Sound")


def made_of(markup: Callable[[int, Item], str]) -> list[tuple[int, Item, dict[str, object]]]:
    items = [invented(number) for number in range(ITEMS)]
    bodies = [f"<h1>{item['name']}</h1>{markup(number, item)}" for number, item in enumerate(items)]
    found = zip(range(ITEMS), items, records(bodies), strict=True)
    return [(number, item, dict(record)) for number, item, record in found]


def columns_of(markup: str, title: str = "A shop") -> tuple[Column, ...]:
    pages = (
        f"<html><head><title>{title}</title></head><body>{markup}</body></html>".format(**invented(number))
        for number in range(ITEMS)
    )
    documents = [Document.parse(page.encode(), url=f"http://shop.example/{n}") for n, page in enumerate(pages)]
    return learn_templates(documents, Forest(), Comparison())[0].columns


def test_a_label_makes_one_column_whatever_heading_it_stands_under() -> None:
    def markup(number: int, item: Item) -> str:
        return f"<h3>{FORMATS[number % 3]}</h3><dl><dt>Size</dt><dd>{item['size']}</dd></dl>"

    for _, item, record in made_of(markup):
        assert record["size"] == item["size"]
        assert [name for name in record if "size" in name] == ["size"]


def test_a_field_is_one_column_whatever_elements_and_boxes_say_it() -> None:
    """Sets of fields, each with a heading of its own, of which every sort of thing has one."""

    def markup(number: int, item: Item) -> str:
        kind, tag = FORMATS[number % 3], "a href=/x" if number % 2 else "span"
        value = f"<{tag}>{item['maker']}</{tag.split()[0]}>"
        licence = f"<section class=rights><h2>Licence</h2><p>{value}</p></section>"
        fields = f"<div class='{kind}-size'><h3>Size</h3><div>{item['size']}</div></div>"
        return f"<div class=set><h2>{kind} details</h2>{fields}</div>{licence}"

    for _, item, record in made_of(markup):
        assert (record["size"], record["licence"]) == (item["size"], item["maker"])
        assert [name for name in record if "size" in name or name.endswith("licence")] == ["size", "licence"]


def test_what_the_links_in_a_field_say_is_a_list_wherever_it_stands() -> None:
    def markup(number: int, item: Item) -> str:
        maker = f"<a href=/by/{number}>{item['maker']}</a>"
        said = f"{item['colour']} {maker}" if number % 4 else f"{maker} then {maker} {item['weight']}"
        return f"<h3>{FORMATS[number % 3]}</h3><dl><dt>Credits</dt><dd>{said}</dd></dl>"

    for _, item, record in made_of(markup):
        assert isinstance(record["credits_links"], list)
        assert set(record["credits_links"]) == {item["maker"]}


def test_a_price_is_one_column_where_a_sale_puts_it_elsewhere() -> None:
    def markup(number: int, item: Item) -> str:
        now = f"£{item['pounds']}.{item['pence']}"
        sale = f"<del>£{number + 400}.00</del><ins class=sale>{now}</ins>"
        price = f"<div class=price>{sale if number % 3 == 0 else f'<span class=regular>{now}</span>'}</div>"
        return f"{price}<dl><dt>Maker</dt><dd>{item['maker']}</dd><dt>Size</dt><dd>{item['size']}</dd></dl>"

    for number, item, record in made_of(markup):
        assert record["price"] == f"£{item['pounds']}.{item['pence']}"
        assert record.get("old_price") == (f"£{number + 400}.00" if number % 3 == 0 else None)


def test_links_of_one_kind_are_a_list_be_they_two_on_every_page() -> None:
    def markup(_: int, item: Item) -> str:
        tags = ", ".join(f"<a href='/tag/{item[name]}'>{item[name]}</a>" for name in ("maker", "size"))
        return f"<p>{item['pounds']} pounds</p><footer><span class=tags-links>Tagged {tags}</span></footer>"

    for _, item, record in made_of(markup):
        assert record["tagged"] == [item["maker"], item["size"]]


def test_rows_that_look_otherwise_by_turns_are_rows_of_one_list() -> None:
    def markup(number: int, item: Item) -> str:
        rows = (
            f"<li class='comment {turn}'><b class=fn>Ann {number}</b> <p>{item['maker']} {n}</p></li>"
            for n, turn in enumerate(("even thread-even", "odd alt thread-odd thread-alt", "thread-even")[: number % 4])
        )
        return f"<p>{item['size']}</p><ol class=comments>{''.join(rows)}</ol>"

    for number, _, record in made_of(markup):
        comments = record.get("comment", [])
        assert isinstance(comments, list)
        assert len(comments) == number % 4
        assert not any("Ann" in str(value) for name, value in record.items() if name != "comment")


def test_a_trail_of_items_is_what_each_of_them_says() -> None:
    def markup(_: int, item: Item) -> str:
        trail = ("Start", item["maker"], item["colour"])
        items = "".join(f"<li class=crumb><a href='/in/{each}'>{each}</a></li>" for each in trail)
        return f"<ol class=breadcrumb>{items}<li class='crumb active'>{item['name']}</ol><p>{item['size']}</p>"

    for _, item, record in made_of(markup):
        assert record["parent_category"] == item["maker"]
        assert record["category"] == item["colour"]
        assert record["title"] == item["name"]


@pytest.mark.parametrize("note", ["<div id=note-{n}><h4>Note #{n}</h4>", "<div id=n{page}{n}><h4>Note #{n}</h4>"])
def test_numbers_that_count_rows_do_not_tell_them_apart(note: str) -> None:
    def markup(number: int, item: Item) -> str:
        notes = (f"{note.format(n=n, page=number)}<p>{item['maker']} {n}</p></div>" for n in range(1, 2 + number % 4))
        return f"<p>{item['size']}</p><section class=history>{''.join(notes)}</section>"

    for number, item, record in made_of(markup):
        said = [value for value in record.values() if item["maker"] in str(value)]
        assert [len(each) if isinstance(each, list) else 1 for each in said] == [1 + number % 4]


def test_what_two_pages_say_at_once_is_two_columns() -> None:
    def markup(_: int, item: Item) -> str:
        one = f"<h3>Front</h3><dl><dt>Colour</dt><dd>{item['colour']}</dd></dl>"
        return f"{one}<h3>Back</h3><dl><dt>Colour</dt><dd>{item['maker']}</dd></dl>"

    for _, item, record in made_of(markup):
        assert {item["colour"], item["maker"]} <= set(map(str, record.values()))


LABELS = {
    "in the cell before, four a row": (
        "<table><tr><td>Weight</td><td>{weight}</td><td>Colour</td><td>{colour}</td></tr>"
        "<tr><td>Maker</td><td>{maker}</td><td>Was</td><td>{old}</td></tr></table>"
    ),
    "in the cell above": (
        "<table><tr><th>Weight</th><th>Colour</th></tr><tr><td>{weight}</td><td>{colour}</td></tr>"
        "<tr><th>Maker</th><th>Was</th></tr><tr><td>{maker}</td><td>{old}</td></tr></table>"
    ),
    "in the plain cell above": (
        "<table><tr><td>Weight</td><td>Colour</td><td>Maker</td><td>Was</td></tr>"
        "<tr><td>{weight}</td><td>{colour}</td><td>{maker}</td><td>{old}</td></tr></table>"
    ),
    "in the line before": (
        "<div><p>Weight<br>{weight}</p><p>Colour<br>{colour}</p><p>Maker<br>{maker}</p>{was}</div>",
        "<p>Was<br>{old}</p>",
    ),
    "read aloud": (
        "<div><span aria-label=Weight>{weight}</span><span aria-label=Colour>{colour}</span>"
        "<span aria-label=Maker>{maker}</span>{was}</div>",
        "<span aria-label=Was>{old}</span>",
    ),
    "in boxes that look the same": (
        "<div class=row><div class=col>Weight</div><div class=col>{weight}</div></div>"
        "<div class=row><div class=col>Colour</div><div class=col>{colour}</div></div>"
        "<div class=row><div class=col>Maker</div><div class=col>{maker}</div></div>{was}",
        "<div class=row><div class=col>Was</div><div class=col>{old}</div></div>",
    ),
    "in an element before the value, in parts that classes tell apart": (
        "<div class=one><b class=l>Weight:</b><i><u class=x>{weight}</u></i></div>"
        "<div class=two><div class=l>Colour</div><div class=v><a class=x href='/c/{colour}'>{colour}</a></div></div>"
        "<div class=three><span>Maker:</span> <em class=x>{maker}</em><em></em></div>{was}",
        "<div class=four><div class=l>Was:</div><div class=v>{old}</div></div>",
    ),
    "in bold beside parts that have none": (
        "<div>{was}<span><b>Weight</b> {weight}</span><span><b>Colour</b> {colour}</span>"
        "<span><b>Maker</b> {maker}</span></div>",
        "<span>{name}</span><span><b>Was</b> {old}</span>",
    ),
}


@pytest.mark.parametrize("markup", LABELS.values(), ids=LABELS.keys())
def test_a_label_without_a_mark_of_its_own_is_found(markup: str | tuple[str, str]) -> None:
    always, sometimes = (markup, "") if isinstance(markup, str) else markup
    for _, item, record in made_of(lambda _, item: always.format(was=optional(item, sometimes), **item)):
        assert [record[name] for name in ("weight", "colour", "maker")] == [
            item[name] for name in ("weight", "colour", "maker")
        ]
        assert record.get("was", "") == item["old"]


def test_values_that_take_turns_are_no_labels_of_each_other() -> None:
    def markup(number: int, item: Item) -> str:
        return f"<p class=kinds><span>{FORMATS[number % 3]}</span><span>{item['colour']}</span></p>"

    for number, _, record in made_of(markup):
        assert not {each.lower() for each in FORMATS} & record.keys()
        assert FORMATS[number % 3] in str(list(record.values()))


def test_a_field_that_is_the_same_on_all_pages_is_kept_beside_others() -> None:
    fields = "<table><tr><th>Kind</th><td>Books</td></tr><tr><th>Maker</th><td>{maker}</td></tr></table>"
    for _, _, record in made_of(lambda _, item: fields.format(**item)):
        assert record["kind"] == "Books"


def test_what_can_be_done_on_every_page_is_no_field() -> None:
    act = "<div><span>Do</span><div><a href='#'>Copy this</a></div></div>"
    fields = f"<div><span>Maker</span><div>{{maker}}</div></div>{act}{act}"
    for _, item, record in made_of(lambda _, item: fields.format(**item)):
        assert record["maker"] == item["maker"]
        assert not {"Copy this", "Do"} & set(map(str, record.values()))


def test_a_label_over_nothing_that_varies_makes_no_column() -> None:
    shop = "<footer><table><tr><th>Phone</th><td>12 34</td></tr><tr><th>Place</th><td>Here</td></tr></table></footer>"
    for _, _, record in made_of(lambda _, item: f"<p>{item['colour']}</p>{shop}"):
        assert not {"phone", "place"} & record.keys()


@pytest.mark.parametrize("title", ["<h1>{} <span>({})</span></h1>", "<h1>{} ({})</h1>"])
def test_a_remark_behind_a_title_is_no_part_of_it(title: str) -> None:
    items = [invented(number) for number in range(ITEMS)]
    bodies = [title.format(item["name"], FORMATS[n % 3]) + f"<p>{item['maker']}</p>" for n, item in enumerate(items)]
    for number, (item, record) in enumerate(zip(items, records(bodies), strict=True)):
        assert (record["title"], record["title_remark"]) == (item["name"], FORMATS[number % 3])


def test_brackets_that_differ_from_page_to_page_are_part_of_the_title() -> None:
    items = [invented(number) for number in range(ITEMS)]
    bodies = [f"<h1>{item['name']} ({item['text']})</h1>" for item in items]
    for item, record in zip(items, records(bodies), strict=True):
        assert record["title"] == f"{item['name']} ({item['text']})"


def test_the_header_of_a_text_is_fields_and_the_text_stays_as_it_is() -> None:
    def markup(_: int, item: Item) -> str:
        body = f"{item['text']}\n  {item['more']}\n"
        return f"<pre>From: {item['maker']}\nSubject: {item['colour']},\n  {item['size']}\n\n{body}</pre>"

    for _, item, record in made_of(markup):
        assert (record["from"], record["subject"]) == (item["maker"], f"{item['colour']}, {item['size']}")
        assert record["code"] == f"{item['text']}\n  {item['more']}"


def test_a_header_is_fields_with_links_and_notes_in_it_too() -> None:
    def markup(number: int, item: Item) -> str:
        return (
            f"<pre class=mail>From: {item['maker']} &lt;me{number}@x.example&gt;\n"
            f"Subject: <a href=#r>{item['colour']}</a>\n"
            f"Message-ID: &lt;{number}.{item['size']}@x.example&gt; (<a href=raw{number}>raw</a>)\n\n"
            f"<span class=q>{item['text']}</span>\n{item['more']}</pre>"
        )

    for number, item, record in made_of(markup):
        assert record["from"] == f"{item['maker']} <me{number}@x.example>"
        assert (record["subject"], record["message_id"]) == (item["colour"], f"<{number}.{item['size']}@x.example>")
        assert record["mail"] == f"{item['text']}\n{item['more']}"


def test_a_date_in_pieces_is_one_date() -> None:
    markup = "<h1>{name}</h1><div class=when><b>3</b> <i>May</i> <u>20{pence}</u></div>"
    columns = [column for column in columns_of(markup) if "May" in column.example]
    assert [column.kind for column in columns] == [ValueKind.DATE]


def test_the_title_comes_first_and_addresses_last() -> None:
    markup = (
        "<ol class=breadcrumb><li><a href=/>Home</a></li><li><a href=/{stars}>{stars}</a></li></ol>"
        "<img src=/{pence}.jpg><p class=mark>{stars}</p><h1>{name}</h1><p class=maker>{maker}</p>"
    )
    names = [column.name for column in columns_of(markup)]
    assert names.index("title") < names.index("maker") < names.index("mark") < names.index("image_url")
    assert names[0] == "title"


def test_what_the_page_itself_is_called_is_the_title_where_nothing_else_is() -> None:
    columns = columns_of("<div class='css-4f9d2'>{name}</div><div class='css-9z'>{maker}</div>", title="{name}")
    assert [columns[0].name, columns[0].example] == ["title", invented(0)["name"]]
    assert len([column for column in columns if column.example == invented(0)["name"]]) == 1


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("<div><a href=/tree>As a tree</a> <b>{name}</b></div><p>{maker}</p>", "{name}"),
        ("<h1 itemprop=name>{name}</h1><p>{maker}</p>", "A shop"),
    ],
)
def test_what_the_page_is_called_is_its_title_whatever_else_it_is_called(markup: str, title: str) -> None:
    columns = columns_of(markup, title=title)
    assert [columns[0].name, columns[0].example] == ["title", invented(0)["name"]]


@pytest.mark.parametrize(
    "word", ["MuiTypography-h4", "css-bcffy2", "sc-bdVaJa", "markdown-light", "ant-card-meta-title"]
)
def test_parts_of_tools_have_no_meaning(word: str) -> None:
    assert list(meanings(word)) == []


def test_pages_that_have_nothing_in_common_are_learnt_from_in_bounded_time() -> None:
    """Random tags took more than 200 seconds of computing: 4,000 million steps. They take 170 to 215 million."""
    documents = [
        Document.parse(_of_random_tags(number).encode(), url=f"http://x.example/{number}") for number in range(40)
    ]
    effort = Effort()
    learn_templates(documents, Forest(), Comparison())
    assert effort.millions < 400


def _of_random_tags(number: int, size: int = 1_500) -> str:
    draw = Random(number)
    pieces: list[str] = []
    opened: list[str] = []
    for _ in range(size):
        if opened and draw.random() < 0.45:
            pieces.append(f"</{opened.pop()}>")
        else:
            opened.append("".join(draw.choices("abcdefgh", k=draw.randint(1, 3))))
            pieces.append(f"<{opened[-1]} class=c{draw.randint(0, 400)}>w{draw.randint(0, 9999)} ")
    return f"<html><body>{''.join(pieces)}"


def test_of_more_fields_than_any_table_has_room_for_the_rest_is_only_counted() -> None:
    """Eight pages of 100,000 fields each took 100 seconds of computing to learn."""

    def page(number: int) -> Document:
        fields = "".join(f"<tr><td>field {place}<td>{number * place} kg" for place in range(2_500))
        return Document.parse(f"<h1>item {number}</h1><table>{fields}</table>".encode())

    place = learn_places([Instance(number, page(number).root) for number in (1, 2)])
    widest = max((way[-1] for way in place.walk()), key=lambda each: len(each.children))
    assert (len(widest.children), widest.left_out) == (2_000, 500)
    assert next(iter(widest.children)).label == "field 0"
