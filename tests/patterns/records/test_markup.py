"""Fields as authors of pages write them: whichever way it is, a field is one column, called what stands beside it."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.layouts import Cell
from recorder.patterns.records.reading import read_page
from recorder.patterns.records.templates import learn_templates
from recorder.patterns.similarity.rtdm import Comparison

WORDS = ("amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "haven", "ivory", "jasper", "karma", "lotus")
ITEMS = 30

Item = Mapping[str, str]


def invented(number: int) -> Item:
    """A thing with fields of which no two say the same; `old` is missing on every third page."""
    draw = Random(number)

    def words(count: int) -> str:
        return " ".join(draw.choice(WORDS) for _ in range(count))

    return {
        "name": f"{words(2)} {number}",
        "maker": words(2),
        "colour": draw.choice(WORDS),
        "size": f"{draw.randint(1, 9)} x {draw.randint(1, 9)} cm",
        "weight": f"{draw.randint(1, 50)} kg",
        "old": f"{draw.randint(300, 400)}.00" if number % 3 else "",
        "text": words(25),
        "more": words(20),
        "pounds": str(draw.randint(1, 300)),
        "pence": f"{draw.randint(0, 99):02}",
        "stars": draw.choice(["One", "Two", "Three"]),
        "day": f"20{draw.randint(10, 25)}-0{draw.randint(1, 9)}-{draw.randint(10, 28)}",
    }


def optional(item: Item, markup: str) -> str:
    return markup.format(**item) if item["old"] else ""


def records(bodies: Sequence[str]) -> list[Mapping[str, Cell]]:
    """What is read of pages with these bodies, by what was learnt from them."""
    page = (
        "<html><head><title>Shop</title></head><body><p><a href=/>Home</a></p>{}<footer>© Shop</footer></body></html>"
    )
    documents = [
        Document.parse(
            page.format(body).encode(),
            content_type="text/html; charset=utf-8",
            url=f"http://shop.example/items/{number}",
        )
        for number, body in enumerate(bodies)
    ]
    templates = learn_templates(documents, Forest(), Comparison())
    return [found.record if (found := read_page(templates, each)) else {} for each in documents]


MARKUP = {
    "a label in the same text": (
        "<ul><li>Weight: {weight}</li><li>Colour: {colour}</li>{was}</ul>",
        "<li>Was: {old}</li>",
    ),
    "a label in bold, and breaks": (
        "<p><b>Weight:</b> {weight}<br>{was}<b>Colour:</b> {colour}</p>",
        "<b>Was:</b> {old}<br>",
    ),
    "labels in bold one after the other": (
        "<p><b>Weight:</b> {weight} {was}<b>Colour</b>: {colour}</p>",
        "<b>Was:</b> {old} ",
    ),
    "lines with labels": ("<p>Weight: {weight}<br>{was}Colour: {colour}<br></p>", "Was: {old}<br>"),
    "a label before each value": (
        "<div><p class=k>Weight</p><p class=v>{weight}</p>{was}<p class=k>Colour</p><p class=v>{colour}</p></div>",
        "<p class=k>Was</p><p class=v>{old}</p>",
    ),
    "two fields a row": (
        "<table><tr><th>Weight</th><td>{weight}</td><th>Colour</th><td>{colour}</td></tr>{was}</table>",
        "<tr><th>Was</th><td>{old}</td><th>Size</th><td>{size}</td></tr>",
    ),
    "two fields a row, cells called label and value": (
        "<table><tr><td class=l>Weight:</td><td class=v>{weight}</td><td class=l>Colour:</td><td class=v>{colour}</td>"
        "</tr>{was}</table>",
        "<tr><td class=l>Was:</td><td class=v>{old}</td><td class=l>Size:</td><td class=v>{size}</td></tr>",
    ),
    "rows with something to do at their ends": (
        "<table><tr><td>weight</td><td>{weight}</td><td><a href=/w?{pence}>up</a> <a href=/l?{pence}>down</a></td></tr>"
        "<tr><td></td><td>{size}</td></tr>{was}<tr><td>colour</td><td>{colour}</td><td rowspan=2></td></tr></table>",
        "<tr><td>was</td><td>{old}</td><td></td></tr>",
    ),
    "a table among loose words": (
        "<center><i>{name}</i><br>By {maker}<p><table><tr><td><b>Weight</b></td><td>{weight}</td></tr>{was}<tr><td><b>"
        "Colour</b></td><td>{colour}</td></tr></table></center>",
        "<tr><td><b>Was</b></td><td>{old}</td></tr>",
    ),
    "paragraphs with labels": (
        "<p><strong>Weight</strong>: {weight}</p>{was}<p><strong>Colour</strong>: {colour}</p>",
        "<p><strong>Was</strong>: {old}</p>",
    ),
    "an outcome with its label": (
        "<form><label for=a>Weight</label><output id=a>{weight}</output>{was}"
        "<label for=b>Colour</label><output id=b>{colour}</output></form>",
        "<label for=c>Was</label><output id=c>{old}</output>",
    ),
    "a definition list in divisions": (
        "<dl><div><dt>Weight</dt><dd>{weight}</dd></div>{was}<div><dt>Colour</dt><dd>{colour}</dd></div></dl>",
        "<div><dt>Was</dt><dd>{old}</dd></div>",
    ),
    "headings in boxes of their own": (
        "<div class=h><h2>Weight</h2></div><p>{weight}</p>{was}<div class=h><h2>Colour</h2></div><p>{colour}</p>",
        "<div class=h><h2>Was</h2></div><p>{old}</p>",
    ),
}


@pytest.mark.parametrize("markup", MARKUP.values(), ids=MARKUP.keys())
def test_a_field_is_one_column_whatever_the_markup(markup: tuple[str, str]) -> None:
    always, sometimes = markup
    items = [invented(number) for number in range(ITEMS)]
    bodies = ["<h1>{name}</h1>".format(**item) + always.format(was=optional(item, sometimes), **item) for item in items]
    for item, record in zip(items, records(bodies), strict=True):
        assert record["weight"] == item["weight"]
        assert record["colour"] == item["colour"]
        assert record.get("was", "") == item["old"]


def test_labels_of_any_language() -> None:
    items = [invented(number) for number in range(ITEMS)]
    bodies = [
        "<ul><li>出版社：{maker}</li><li>重量：{weight}</li></ul>"
        "<p><b>Größe</b>: {size}</p><p><b>Beschreibung</b>: {text}</p>".format(**item)
        for item in items
    ]
    for item, record in zip(items, records(bodies), strict=True):
        said = [item[name] for name in ("maker", "weight", "size", "text")]
        assert [record[name] for name in ("出版社", "重量", "größe", "beschreibung")] == said


def test_a_text_with_breaks_stays_one_text() -> None:
    items = [invented(number) for number in range(ITEMS)]
    bodies = ["<h1>{name}</h1><address>{weight} Road<br>{maker}<br>{colour}</address>".format(**item) for item in items]
    for item, record in zip(items, records(bodies), strict=True):
        assert record["address"] == "{weight} Road\n{maker}\n{colour}".format(**item)


def test_a_code_under_a_label_is_one_value() -> None:
    items = [invented(number) for number in range(ITEMS)]
    row = "<tr><td><b>Old reference</b></td><td>Rep. {pounds} Tit. {pence}</td></tr>"
    bodies = [f"<table>{row}<tr><td><b>Maker</b></td><td>{{maker}}</td></tr></table>".format(**item) for item in items]
    for item, record in zip(items, records(bodies), strict=True):
        assert record["old_reference"] == "Rep. {pounds} Tit. {pence}".format(**item)


def test_what_some_values_say_more_behind_a_common_word_is_not_lost() -> None:
    ways = ("Open procedure", "Restricted procedure", "Negotiated procedure with notice", "Simple procedure")
    bodies = [f"<dl><dt>Procedure</dt><dd>{ways[n % 4]}</dd><dt>Number</dt><dd>N{n}</dd></dl>" for n in range(ITEMS)]
    assert [record["procedure"] for record in records(bodies)] == [ways[n % 4] for n in range(ITEMS)]


def test_a_line_without_a_label_is_kept_whole() -> None:
    items = [invented(number) for number in range(ITEMS)]
    bodies = ["<p>Weight: {weight}<br>Colour: {colour}<br>{name}: {maker}</p>".format(**item) for item in items]
    for item, record in zip(items, records(bodies), strict=True):
        assert "{name}: {maker}".format(**item) in record.values()


def test_terms_of_a_glossary_are_no_names_of_columns() -> None:
    lexicon = [f"term {number}" for number in range(60)]
    bodies = []
    for number in range(ITEMS):
        draw = Random(number)
        terms = "".join(f"<dt>{term}</dt><dd>{draw.random()}</dd>" for term in draw.sample(lexicon, 3))
        bodies.append(f"<h1>Page {number}</h1><dl>{terms}</dl>")
    found = records(bodies)
    assert max(map(len, found)) <= 4


def read_in(markup: str) -> list[tuple[Item, Mapping[str, Cell]]]:
    """Items, and what is read of their pages."""
    items = [invented(number) for number in range(ITEMS)]
    return list(zip(items, records([markup.format(**item) for item in items]), strict=True))


SHOWN = {
    "cents in small letters": ("<p class=price>£{pounds}<sup>{pence}</sup></p>", "price", "£{pounds}.{pence}"),
    "stars by class": ("<p class='star-rating {stars}'><i></i><i></i></p>", "star_rating", "{stars}"),
    "a title in place of words": ("<div><span class=stars title='{stars} of 3'></span></div>", "stars", "{stars} of 3"),
    "a flag": ("<div class=origin><img src=/flag.png alt='{colour}'></div>", "origin", "{colour}"),
    "kept with an element": (
        "<div data-price='{pounds}.{pence}' data-toggle='{day}'>Buy</div>",
        "price",
        "{pounds}.{pence}",
    ),
    "a date behind words": ("<p>Added <time datetime='{day}'>some time ago</time></p>", "added", "{day}"),
    "a sign with a name": (
        "<p><i title=Phone></i> {weight} <i aria-label=Seller></i> {maker}</p>",
        "seller",
        "{maker}",
    ),
    "a remark in a heading": ("<h1>{name} <small>{maker}</small></h1>", "title", "{name}"),
    "a name in an element, and a remark": (
        "<h1><em>{name}</em> <small class=x>{maker}</small></h1>",
        "title",
        "{name}",
    ),
    "a number of a class of its own behind a name": (
        "<h1>{name} <span class=index>#{pounds}</span></h1>",
        "title",
        "{name}",
    ),
    "a number beside a name": (
        "<h1><bdi class=name>{name}</bdi> <span class=number>#{pounds}</span></h1>",
        "number",
        "#{pounds}",
    ),
    "a remark behind a name in an element": (
        "<h1><em>{name}</em> <small class=vernacular>{maker}</small></h1>",
        "vernacular",
        "{maker}",
    ),
    "a heading in a box of text": (
        "<div class=d><h3>Description</h3><p>{text}</p><p>{more}</p></div>",
        "description",
        "{text}\n\n{more}",
    ),
}


@pytest.mark.parametrize(("markup", "name", "value"), SHOWN.values(), ids=SHOWN.keys())
def test_what_is_shown_and_not_written(markup: str, name: str, value: str) -> None:
    for item, record in read_in(f"<div>{markup}</div><p>{{more}}</p>"):
        assert record[name] == value.format(**item)


def test_a_list_under_a_heading_stays_one_beside_prose() -> None:
    items = [invented(number) for number in range(ITEMS)]
    bodies = [
        "<h2>About</h2><p>{text}</p><p>{more}</p><h2>Related</h2><ul><li>{maker}</li><li>{colour}</li></ul>".format(
            **item
        )
        for item in items
    ]
    for item, record in zip(items, records(bodies), strict=True):
        assert record["related"] == [item["maker"], item["colour"]]


def test_how_many_there_are_is_no_part_of_a_label() -> None:
    items = [invented(number) for number in range(ITEMS)]
    bodies = ["<h2>Text</h2><p>{text}</p><h2>Reviews ({pounds})</h2><p>{more}</p>".format(**item) for item in items]
    for item, record in zip(items, records(bodies), strict=True):
        assert (record["text"], record["reviews"]) == (item["text"], item["more"])


def test_how_many_there_are_is_no_part_of_a_heading_that_counts_without_brackets() -> None:
    box = "<section><div><h3>{0}<span class=count>{1}</span></h3></div><ul><li>{2}</li></ul></section>"
    items = [invented(number) for number in range(ITEMS)]
    bodies = [
        f"<h1>{item['name']}</h1>{box.format('Made by', number % 7, item['maker'])}"
        f"{box.format('Parts', number % 5, item['colour'])}"
        for number, item in enumerate(items)
    ]
    for item, record in zip(items, records(bodies), strict=True):
        assert [record["made_by"], record["parts"]] == [item["maker"], item["colour"]]


def test_a_label_may_be_a_link_beside_others_that_are_none() -> None:
    rows = {"maker": "<span>Maker</span>", "colour": "<a href=/c/{pounds}>Colour</a>", "old": "<a href=/o>Was</a>"}
    items = [invented(number) for number in range(ITEMS)]
    bodies = []
    for item in items:
        lines = (f"<li>{rows[name].format(**item)}<div>{item[name]}</div></li>" for name in rows if item[name])
        bodies.append(f"<h1>{item['name']}</h1><ul>{''.join(lines)}</ul>")
    for item, record in zip(items, records(bodies), strict=True):
        assert [record["maker"], record["colour"], record.get("was")] == [
            item["maker"], item["colour"], item["old"] or None,
        ]  # fmt: skip


def test_what_says_nothing_gets_no_column() -> None:
    """Links that follow from the page's own address, and images that are alike however many there are."""
    items = [invented(number) for number in range(ITEMS)]
    bodies = []
    for number, item in enumerate(items):
        marks = "<a href=#top><img src=/up.png></a>" * (1 + number % 3)
        comment = f"<p class=say><a href=/items/{number}/comments#new>Say</a> <a href=/edit/{number}>Edit</a></p>"
        bodies.append(f"<h1>{item['name']}</h1><div class=up>{marks}</div>{comment}")
    assert {name for record in records(bodies) for name in record} == {"title"}


def test_all_that_the_site_adds_to_its_titles_is_cut_off() -> None:
    pages = [
        "<html><title>{name} | The Shop - Cheap</title><body><p>Weight: {weight}</body></html>".format(**item)
        for item in map(invented, range(ITEMS))
    ]
    documents = [Document.parse(page.encode(), url=f"http://shop.example/{n}") for n, page in enumerate(pages)]
    templates = learn_templates(documents, Forest(), Comparison())
    for number, document in enumerate(documents):
        found = read_page(templates, document)
        assert found is not None and found.record["title"] == invented(number)["name"]


def test_a_label_says_more_than_a_class_inside_its_value() -> None:
    items = [invented(number) for number in range(ITEMS)]
    bodies = [
        "<table><tr><th>Reported by:</th><td><span class=person>{maker}</span></td>"
        "<th>Owned by:</th><td><span class=person>{name}</span></td></tr></table>".format(**item)
        for item in items
    ]
    for item, record in zip(items, records(bodies), strict=True):
        assert (record["reported_by"], record["owned_by"]) == (item["maker"], item["name"])


def test_a_date_behind_words_that_vary_is_what_programs_are_told() -> None:
    for item, record in read_in("<div><p>Added <time datetime='{day}'>{colour} day</time></p></div>"):
        assert record["added"] == item["day"]
        assert not [name for name in record if name.startswith("added_")]


WORDED = {
    "plain": "<p>Posted on {day} by {maker} in {colour}</p>",
    "in elements": "<p>Posted on <time>{day}</time> by <a href=/m>{maker}</a> in <a href=/c>{colour}</a></p>",
    "some in elements": "<p>Posted on {day} by <a href=/m>{maker}</a> in <a href=/c>{colour}</a></p>",
    "each in one": "<div><span>Posted on {day}</span> <span>by {maker}</span> <span>in {colour}</span></div>",
}


@pytest.mark.parametrize("markup", WORDED.values(), ids=WORDED.keys())
def test_words_between_values_cut_a_text_whatever_the_markup(markup: str) -> None:
    for item, record in read_in(f"<div>{markup}</div><p>{{text}}</p>"):
        assert [record[name] for name in ("posted_on", "by", "in")] == [item["day"], item["maker"], item["colour"]]


def test_what_is_counted_gives_a_number_its_name() -> None:
    for item, record in read_in("<div><span class=sc-bdVaJa>{pounds} comments</span></div><p><b>{pence}</b> likes</p>"):
        assert (record["comments"], record["likes"]) == (f"{item['pounds']} comments", item["pence"])


def test_cells_of_rows_are_cut_as_well() -> None:
    items = [invented(number) for number in range(ITEMS * 3)]
    rows = ["<div class=post><h3>{name}</h3><p>{weight} by {maker} on {day}</p></div>".format(**item) for item in items]
    bodies = [f"<section>{''.join(rows[number * 3 : number * 3 + 3])}</section>" for number in range(ITEMS)]
    for number, record in enumerate(records(bodies)):
        (found,) = [cell for cell in record.values() if isinstance(cell, list)]
        assert [(each["by"], each["on"]) for each in found] == [
            (item["maker"], item["day"]) for item in items[number * 3 : number * 3 + 3]
        ]


def test_brackets_do_not_divide_a_text_into_a_list() -> None:
    """Links inside the name of a type; what stands between two such names does divide them."""
    for item, record in read_in("<dl><dt>Kept in</dt><dd><code><a>{colour}</a>&lt;<a>{pence}</a>&gt;</code></dd></dl>"):
        assert record["kept_in"] == "{colour}<{pence}>".format(**item)


def bodies_of(markup: str) -> tuple[list[Item], list[str]]:
    items = [invented(number) for number in range(ITEMS)]
    return items, [markup.format(**item) for item in items]


def test_a_label_is_no_value_and_a_link_to_act_no_field() -> None:
    row = "<tr><td class=l>{{}}:</td><td class=v>{}</td></tr>"
    table = "".join(
        row.format(value).format(label) for label, value in (("Weight", "{{weight}}"), ("Colour", "{{colour}}"))
    )
    acts = (
        "<tr><td class=l>Parts:</td><td class=v>{size}</td><td><a href=/t?{pence}>tree</a> <a href=/s?{pence}>zip</a>"
    )
    _, bodies = bodies_of(f"<h1>{{name}}</h1><table>{table}{acts}</table>")
    said = {value for record in records(bodies) for value in record.values()}
    assert not said & {"Weight:", "Colour:", "Weight", "Colour", "tree", "zip"}


def test_what_a_value_begins_with_is_no_label_where_its_row_has_one() -> None:
    row = "<tr><td>{}</td><td>{}</td></tr>"
    rows = row.format("Colour", "{colour}") + row.format("Size", "{stars}: {size}")
    items, bodies = bodies_of(f"<h1>{{name}}</h1><table>{rows}</table>")
    for item, record in zip(items, records(bodies), strict=True):
        assert record["size"] == f"{item['stars']}: {item['size']}"


def test_the_first_letter_of_a_name_is_no_label() -> None:
    items, bodies = bodies_of("<h1>{name}</h1><ul><li><b>{maker[0]}</b> {maker}</li><li>Weight: {weight}</li></ul>")
    found = records(bodies)
    assert not {name for record in found for name in record if len(name) == 1}
    assert [record["weight"] for record in found] == [item["weight"] for item in items]


def test_who_a_thing_of_the_record_is_is_called_by_what_it_is_to_it() -> None:
    _, bodies = bodies_of(
        "<div itemscope><h1 itemprop=name>{name}</h1><p itemprop=maker itemscope><b itemprop=name>{maker}</b></p>"
        '<script type="application/ld+json">{{"name": "{name}", "brand": {{"name": "{size}"}},'
        '"mainEntity": {{"name": "{text}"}}}}</script></div>'
    )
    found = records(bodies)[0].keys()
    assert {"maker", "brand", "title"} <= found
    assert not any("main" in name for name in found)


def test_the_title_is_kept_where_the_trail_and_the_head_say_it_too() -> None:
    way = "<ol><li><a href=/>Home</a></li><li><a href=/{colour}>{colour}</a></li><li><span>{name}</span></li></ol>"
    items, bodies = bodies_of(f"<meta property=og:title content='{{name}}'>{way}<h1>{{name}}</h1><p>{{weight}}</p>")
    assert [record["title"] for record in records(bodies)] == [item["name"] for item in items]


def test_a_date_in_a_list_of_tags_is_no_tag() -> None:
    tags = "".join(f"<li><a href=/tag/{{{tag}}}>{{{tag}}}</a></li>" for tag in ("colour", "stars"))
    about = f"<ul class=about><li><time datetime={{day}}>{{day}}</time></li>{tags}</ul>"
    items, bodies = bodies_of(f"<h1>{{name}}</h1>{about}<div>{{text}}</div>")
    for item, record in zip(items, records(bodies), strict=True):
        assert item["day"] in record.values()
        assert [item["colour"], item["stars"]] in record.values()


@pytest.mark.parametrize(
    ("markup", "price"),
    [
        ("<span>$</span>{pounds}.{pence}", "${pounds}.{pence}"),
        ("<bdi><b>$</b><i>{pounds}.{pence}</i></bdi>", "${pounds}.{pence}"),
        ("{pounds},{pence}&nbsp;<span class=sign>zł</span>", "{pounds},{pence} zł"),
    ],
)
def test_a_price_is_whole_though_its_currency_has_an_element_of_its_own(markup: str, price: str) -> None:
    items, bodies = bodies_of(f"<h1>{{name}}</h1><p class=price>{markup}</p><p>{{maker}}</p>")
    assert [record["price"] for record in records(bodies)] == [price.format(**item) for item in items]


def test_what_developers_find_elements_by_tells_them_apart_where_classes_are_made_up() -> None:
    items = [invented(number) for number in range(ITEMS)]
    bodies = []
    for number, item in enumerate(items):
        said = {"maker": item["maker"], **({"glaze": item["colour"]} if number % 3 else {}), "parcel": item["size"]}
        boxes = "".join(f"<li class=css-x1y2z3 data-testid=info-{name}>{value}</li>" for name, value in said.items())
        bodies.append(f"<h1>{item['name']}</h1><ul>{boxes}</ul>")
    for number, (item, record) in enumerate(zip(items, records(bodies), strict=True)):
        assert record["info_parcel"] == item["size"]
        assert record.get("info_glaze") == (item["colour"] if number % 3 else None)


@pytest.mark.parametrize("divider", ["|", "·", "▪", ", ", "/"])
def test_what_stands_between_a_value_and_the_next_label_is_part_of_neither(divider: str) -> None:
    items, bodies = bodies_of(f"<h1>{{name}}</h1><p><b>Maker:</b> {{maker}} {divider} <b>Colour:</b> {{colour}}</p>")
    assert [record["maker"] for record in records(bodies)] == [item["maker"] for item in items]


def test_a_step_of_the_trail_is_no_title_whatever_it_is_called() -> None:
    items, bodies = bodies_of(
        "<div class=breadcrumbs><a href=/>Home</a> &gt; <a href=/{size}><span itemprop=title>{size}</span></a></div>"
        "<h1>{name}</h1><p>{maker}</p>"
    )
    assert [record["title"] for record in records(bodies)] == [item["name"] for item in items]


def test_what_the_heading_says_too_is_the_title_whatever_it_is_called() -> None:
    table = "<table><tr><th>name<th>weight<tr><td>{name}<td>{weight}</table>"
    items, bodies = bodies_of(f"<h1>thing: {{name}}</h1>{table}")
    assert [record["title"] for record in records(bodies)] == [item["name"] for item in items]


def test_items_each_of_a_sort_of_its_own_are_columns() -> None:
    about = "<ul><li><b>{pounds}</b></li><li>{day}</li><li>{maker}</li><li>Colour: {colour}</li></ul>"
    items, bodies = bodies_of(f"<h1>{{name}}</h1>{about}<div>{{text}}</div>")
    for item, record in zip(items, records(bodies), strict=True):
        assert {item["pounds"], item["day"], item["maker"], item["colour"]} <= set(map(str, record.values()))


def test_links_that_stand_under_every_text_are_none_of_it() -> None:
    items, bodies = bodies_of(
        "<h1>{name}</h1><h3>About</h3><p>{text}</p><p>{more}</p>"
        "<p><a href=/print/{pounds}>Print</a> <a href=/mail/{pounds}>Mail</a></p>"
    )
    for item, record in zip(items, records(bodies), strict=True):
        assert record["about"] == f"{item['text']}\n\n{item['more']}"


def test_lines_and_texts_beside_paragraphs_in_one_cell_are_read_as_they_are_laid_out() -> None:
    """Pages of 1998: all of it in one cell, with breaks between."""
    about = "<b>Maker:</b> {maker}<br>Colour: {colour}<br>Weight: <i>{weight}</i>"
    cell = f"<font size=4><b>{{name}}</b></font><br><br>{about}<br><br><p>{{text}}<p>{{more}}</p>{{day}}<br>"
    menu = "<table><tr><td>Our shop</td></tr></table>"
    items, bodies = bodies_of(f"{menu}<table><tr><td><a href=/>Menu</a></td><td>{cell}</td></tr></table>")
    for item, record in zip(items, records(bodies), strict=True):
        assert [record["maker"], record["colour"], record["weight"]] == [
            item[each] for each in ("maker", "colour", "weight")
        ]
        assert {item["name"], item["day"], f"{item['text']}\n\n{item['more']}"} <= set(map(str, record.values()))


def test_values_with_nothing_but_dots_and_pictures_between_them() -> None:
    items, bodies = bodies_of("<h1>{name}</h1><div>📍 {maker} · 🎨 {colour} · {weight}</div><em>⏱ {size}</em>")
    for item, record in zip(items, records(bodies), strict=True):
        assert {item["maker"], item["colour"], item["weight"], item["size"]} <= set(map(str, record.values()))


def test_a_field_that_says_the_same_on_most_pages_heads_no_columns() -> None:
    """The row below it is another field, which some pages lack."""
    items = [invented(number) for number in range(ITEMS)]
    bodies = []
    for number, item in enumerate(items):
        units = "2" if number % 7 else "3"
        fields = {"Code": item["pounds"], "Units": units, **({"Maker": item["maker"]} if number % 5 else {})}
        rows = "".join(f"<tr><td>{label}</td><td>{said}</td></tr>" for label, said in {**fields, "End": number}.items())
        bodies.append(f"<h1>{item['name']}</h1><table>{rows}</table>")
    assert [record["units"] for record in records(bodies)] == ["2" if number % 7 else "3" for number in range(ITEMS)]


def test_a_row_with_a_head_of_its_own_heads_no_columns() -> None:
    """Whatever fields stand below it, and though it says the same everywhere."""
    items = [invented(number) for number in range(ITEMS)]
    bodies = []
    for number, item in enumerate(items):
        below = [{"Maker": item["maker"]}, {"Colour": item["colour"]}, {"Weight": item["weight"]}][number % 3]
        fields = {"Language": "English", **below, "Size": item["size"]}
        rows = "".join(f"<tr class={name}><th>{name}</th><td>{said}</td></tr>" for name, said in fields.items())
        bodies.append(f"<h1>{item['name']}</h1><table>{rows}</table>")
    assert [record.get("maker") for record in records(bodies)] == [
        None if number % 3 else item["maker"] for number, item in enumerate(items)
    ]


MATERIALS = ("Linen", "Oak", "Glazed clay")


def test_what_a_linked_term_is_called_names_no_field_of_the_record() -> None:
    """Drupal says of each term that the link is its label."""
    term = (
        "<div class='field field-name-field-material'><div class=field-label>Material:</div><div class=field-items>"
        "<a href=/material/{0} typeof=skos:Concept property='rdfs:label skos:prefLabel'>{0}</a></div></div>"
    )
    found = records([f"<h1>Vase {n}</h1><p>No. {n}</p>{term.format(MATERIALS[n % 3])}" for n in range(12)])
    assert [record["material"] for record in found[:3]] == list(MATERIALS)


def test_each_sort_of_thing_has_fields_of_its_own() -> None:
    """A shop of twelve departments: three fields in each, and one in all."""
    rows, bodies = [], []
    for number in range(120):
        own = {f"{WORDS[number % 12]}_{what}": f"{what} {number}" for what in ("depth", "speed", "noise")}
        rows.append({**own, "care": f"by hand {number}"})
        lines = "".join(f"<dt>{label.replace('_', ' ')}</dt><dd>{said}</dd>" for label, said in rows[-1].items())
        bodies.append(f"<h1>Thing {number}</h1><dl>{lines}</dl>")
    for row, record in zip(rows, records(bodies), strict=True):
        assert {label: record.get(label) for label in row} == row


def test_a_link_over_the_page_to_its_content_names_nothing() -> None:
    page = (
        "<div id=skip><a href='#main'>Skip to content</a></div><div id=page><div id=main><h1>{name}</h1>"
        "<div class=submitted>Sent by <span class=username>{maker}</span> on {day}</div><p>{text}</p></div></div>"
    )
    for wrapped in (page, f"<div>{page}</div>"):
        items, bodies = bodies_of(wrapped)
        for item, record in zip(items, records(bodies), strict=True):
            assert item["day"] in record.values()
            assert not [name for name in record if "skip" in name]


def test_pictures_tell_items_apart() -> None:
    """Some are missing on some pages, so that their number tells nothing."""
    about = (
        "<ul><li><i class='fa fa-user'></i> <a href=/by/{pounds}>{maker}</a></li>{sold}"
        "<li><a href=/on/{day}><i class='fa fa-calendar'></i> {day}</a></li></ul>"
    )
    sold = "<li><i class='fa fa-tag'></i> {old}</li>"
    items = [invented(number) for number in range(ITEMS)]
    lists = [about.format(**item, sold=optional(item, sold)) for item in items]
    found = records([f"<h1>{item['name']}</h1>{each}" for item, each in zip(items, lists, strict=True)])
    for item, record in zip(items, found, strict=True):
        assert [record["user"], record["calendar"]] == [item["maker"], item["day"]]
        assert record.get("tag") == (item["old"] or None)


def test_sections_that_hold_different_things_are_told_by_their_number() -> None:
    parts = "<section><ul><li>{maker}</li></ul></section><section><p>{text}</p><p>{more}</p></section>"
    items, bodies = bodies_of(f"<article><header><h1>{{name}}</h1></header>{parts}</article>")
    for item, record in zip(items, records(bodies), strict=True):
        assert {item["maker"], f"{item['text']}\n\n{item['more']}"} <= set(map(str, record.values()))


def test_items_that_begin_with_words_of_the_template_are_a_list_of_one_kind() -> None:
    """The day of the week tells no field: what has a place, an hour and a price is an item, whatever it begins with."""
    day = (
        "<div class=row><b class=day>{}</b> <i class=at>{}</i><p class=what>{}<p class=where>{}<p class=price>{}</div>"
    )
    items, draw = [invented(number) for number in range(ITEMS)], Random(7)
    some = [[draw.randrange(300) for _ in range(draw.randint(2, 5))] for _ in items]
    lists = [
        "".join(
            day.format(("Sun", "Tue", "Wed", "Fri")[n % 4], n, other["maker"], other["more"][:20], other["weight"])
            for n, other in ((n, invented(n)) for n in numbers)
        )
        for numbers in some
    ]
    found = records([f"<h1>{item['name']}</h1><div>{each}</div>" for item, each in zip(items, lists, strict=True)])
    for numbers, record in zip(some, found, strict=True):
        (rows,) = (value for value in record.values() if isinstance(value, list))
        assert len(rows) == len(numbers)
        assert not {"sun", "tue", "wed", "fri"} & {part for name in record for part in name.split("_")}


def test_sections_that_each_begin_with_a_word_and_hold_several_fields_are_no_items() -> None:
    row = "<p class=no>{no}<p class=l>{{}}</p><p class=v>{{}}</p>".format
    about = f"<div><b>About</b><i>all</i>{row(no=1)}{row(no=2)}<u>end</u></div>"
    sold = f"<div><b>Sold</b><i>all</i>{row(no=1)}{row(no=2)}<u>end</u></div>"
    fields = about.format("Maker", "{maker}", "Weight", "{weight}") + sold.format("Size", "{size}", "Day", "{day}")
    items, bodies = bodies_of(f"<h1>{{name}}</h1><section>{fields}</section>")
    for item, record in zip(items, records(bodies), strict=True):
        assert {item[field] for field in ("maker", "weight", "size", "day")} <= set(map(str, record.values()))
