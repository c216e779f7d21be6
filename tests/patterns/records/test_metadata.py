"""What the head of a page says, by name; and what of it is about the site or about nothing."""

from recorder.patterns.pages.documents import Document
from recorder.patterns.records.metadata import Facts, metadata_of


def facts(html: str) -> Facts:
    return metadata_of(Document.parse(html.encode()))


def linked_data(json: str) -> Facts:
    return facts(f'<script type="application/ld+json; charset=utf-8">{json}</script>')


def test_the_title_and_what_meta_elements_say() -> None:
    assert facts(
        """<title> Emma </title><meta name="Author" content="Jane  Austen"><meta property="og:title" content="Emma">
        <meta name="author" content="Jane Austen"><meta name="author" content="A Lady">
        <meta name="viewport" content="width=device-width"><meta name="empty" content=" ">"""
    ) == {"title": ("Emma",), "meta.author": ("Jane Austen", "A Lady"), "meta.og:title": ("Emma",)}


def test_linked_data_by_dotted_names() -> None:
    assert linked_data(
        '{"@type": "Book", "name": "Emma", "offers": [{"price": 5}, {"price": 7.5}], "inStock": true, "none": null}'
    ) == {"ld.name": ("Emma",), "ld.offers.price": ("5", "7.5")}


def test_texts_of_linked_data_that_are_written_as_in_html() -> None:
    assert linked_data('{"name": "Meet &amp; Greet", "sku": "A&B"}') == {
        "ld.name": ("Meet & Greet",),
        "ld.sku": ("A&B",),
    }


def test_a_graph_is_what_is_in_it_without_what_is_about_the_site() -> None:
    assert linked_data(
        '{"@graph": [{"@type": ["WebSite"], "name": "The Bookshop"}, {"@type": "Book", "name": "Emma"}]}'
    ) == {"ld.name": ("Emma",)}


def test_broken_and_bottomless_data_is_left_out() -> None:
    assert linked_data('{"name": ') == {}
    assert linked_data("[" * 100_000) == {}
    assert linked_data('{"a":' * 9 + "1" + "}" * 9) == {}


def test_facts_are_bounded() -> None:
    assert len(facts("".join(f'<meta name="m{n}" content="{n}">' for n in range(1000)))) == 200


def test_a_list_keeps_items_that_are_alike_and_what_is_said_again_is_said_once() -> None:
    recipe = '{"needs": ["1 egg", "salt", "1 egg"], "offers": [{"price": 3}, {"price": 3}]}'
    script = f'<script type="application/ld+json">{recipe}</script>'
    found = facts(script + script + "<meta name=author content=Ada><meta name=author content=Ada>")
    assert found["ld.needs"] == ("1 egg", "salt", "1 egg")
    assert found["ld.offers.price"] == ("3",)
    assert found["meta.author"] == ("Ada",)
