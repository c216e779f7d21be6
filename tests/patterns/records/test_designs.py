"""Pages of one kind that come in several designs are one table, and what is called the same is one column of it."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.kept_layouts import read_template, written
from recorder.patterns.records.layouts import Cell, Template
from recorder.patterns.records.reading import read_page
from recorder.patterns.records.templates import learn_templates
from recorder.patterns.records.values import ValueKind
from recorder.patterns.similarity.rtdm import Comparison

WORDS = ("ash", "beam", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty", "knoll", "ledge")
TOWNS = ("Kiel", "Jena", "Ulm", "Bonn", "Gera")

Home = Mapping[str, str]


def home(number: int) -> Home:
    words = [WORDS[(number * 7 + step * step) % len(WORDS)] for step in range(9)]
    return {
        "title": f"{words[0].title()} {words[1]} {number}",
        "price": f"€ {300 + 7 * number}",
        "living_area": f"{40 + number} m²",
        "town": TOWNS[number % len(TOWNS)],
        "text": f"{' '.join(words).capitalize()}, {number} steps from the water.",
    }


def fields(it: Home) -> list[tuple[str, str]]:
    return [("Price", it["price"]), ("Living area", it["living_area"]), ("Town", it["town"])]


def as_table(it: Home) -> str:
    rows = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in fields(it))
    return f"<section><h1>{it['title']}</h1></section><table>{rows}</table><div><p>{it['text']}</p></div>"


def as_list_of_terms(it: Home) -> str:
    rows = "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in reversed(fields(it)))
    return f"<div><h1>{it['title']}</h1><p>{it['text']}</p><dl>{rows}</dl></div>"


def as_items(it: Home) -> str:
    rows = "".join(f"<li><b>{label}:</b> {value}</li>" for label, value in fields(it))
    text = f"<div><p>{it['text']}</p></div>"
    return f"<article><header><h1>{it['title']}</h1></header><div>{text}<aside><ul>{rows}</ul></aside></div></article>"


def pages(*designs: Callable[[Home], str], count: int = 60) -> list[Document]:
    found = []
    for number in range(count):
        it = home(number)
        html = f"<title>{it['title']} - Homes</title><nav><a href=/>Home</a></nav>{designs[number % len(designs)](it)}"
        found.append(Document.parse(html.encode(), content_type="text/html; charset=utf-8", url=f"http://h/{number}"))
    return found


def learnt(documents: Sequence[Document]) -> tuple[Template, ...]:
    return learn_templates(documents, Forest(), Comparison())


def records(templates: Sequence[Template], documents: Sequence[Document]) -> list[Mapping[str, Cell]]:
    return [found.record if (found := read_page(templates, each)) else {} for each in documents]


def test_the_same_labels_in_three_designs_are_one_table() -> None:
    documents = pages(as_table, as_list_of_terms, as_items)
    templates = learnt(documents[:45])
    assert [len(template.designs) for template in templates] == [3]
    assert records(templates, documents) == [home(number) for number in range(60)]


def test_designs_are_kept_and_read_again() -> None:
    documents = pages(as_table, as_list_of_terms)
    (template,) = learnt(documents)
    again = read_template(written(template))
    assert len(again.designs) == 2
    assert records([again], documents) == [home(number) for number in range(60)]


def test_columns_are_known_by_the_same_keys_whichever_design_has_more_pages() -> None:
    (more_tables,), (more_lists,) = (
        learnt(pages(*designs))
        for designs in ((as_table, as_table, as_list_of_terms), (as_list_of_terms, as_list_of_terms, as_table))
    )
    keys = [{column.name: column.key for column in each.columns} for each in (more_tables, more_lists)]
    assert keys[0] == keys[1]


def test_what_one_design_has_alone_is_a_column_that_the_others_leave_empty() -> None:
    def with_agent(it: Home) -> str:
        return as_items(it).replace("<ul>", f"<ul><li><b>Agent:</b> {it['title'].split()[0]} and sons</li>")

    documents = pages(as_table, with_agent)
    (template,) = learnt(documents)
    found = records([template], documents)
    assert [record.get("agent") for record in found] == [
        f"{home(number)['title'].split()[0]} and sons" if number % 2 else None for number in range(60)
    ]
    assert [record["price"] for record in found] == [home(number)["price"] for number in range(60)]


@pytest.mark.parametrize(("other", "kind"), [("1{n:03},50 EUR", ValueKind.NUMBER), ("on request, {n}", ValueKind.TEXT)])
def test_a_kind_holds_for_all_designs(other: str, kind: ValueKind) -> None:
    def in_other_words(it: Home) -> str:
        return as_list_of_terms({**it, "price": other.format(n=int(it["price"].split()[1]))})

    (template,) = learnt(pages(as_table, in_other_words))
    assert {column.name: column.kind for column in template.columns}["price"] is kind


def test_designs_that_say_other_things_are_tables_of_their_own() -> None:
    def of_somebody(it: Home) -> str:
        rows = "".join(
            f"<p><span>{label}</span> <i>{value}</i></p>"
            for label, value in (("Born", it["price"][2:]), ("Office", it["living_area"]), ("Speaks", it["town"]))
        )
        return f"<main><h2>{it['title']}</h2><blockquote>{rows}</blockquote></main>"

    documents = [*pages(as_table, count=30), *pages(of_somebody, count=60)[30:]]
    assert len(learnt(documents)) == 2
