"""What heeds no question lists the same as the page with the form, whatever repeats what was asked."""

import pytest

from recorder.fetching.scope import Scope, ScopeKind
from recorder.probing.unheeded import heeds
from recorder.visiting.page_reader import Reader, ReadPage

LIST = "http://desk.example/papers"
READER = Reader(Scope.of(LIST, ScopeKind.HOST), with_forms=True)


def read(asked: str, *links: str) -> ReadPage:
    markup = "".join(f"<a href='{link}'>{number}</a>" for number, link in enumerate(links))
    return READER.read(f"{LIST}{asked}", f"<html><body>{markup}</body></html>".encode(), "text/html; charset=utf-8")


UNASKED = read("", "/paper/1", "/paper/2", "/papers?page=2", "/log-in?next=/papers")


@pytest.mark.parametrize(
    ("links", "heeded"),
    [
        (("/paper/1", "/paper/2", "/papers?page=2&q=oak&part=", "/log-in?next=/papers%3Fq%3Doak"), False),
        (("/paper/2", "/paper/1", "/papers?q=oak&part=&page=2", "/log-in?next=/papers"), False),
        (("/paper/1", "/papers?page=2&q=oak&part=", "/log-in?next=/papers"), True),
        (("/paper/1", "/paper/2", "/paper/3", "/papers?page=2&q=oak&part=", "/log-in?next=/papers"), True),
        (("/paper/1", "/paper/2", "/papers?page=3&q=oak&part=", "/log-in?next=/papers"), True),
        ((), True),
    ],
)
def test_an_answer_that_lists_what_is_listed_unasked_heeds_no_question(links: tuple[str, ...], heeded: bool) -> None:
    assert heeds(read("?q=oak&part=", *links), UNASKED) is heeded


def test_addresses_that_are_none_are_no_trouble() -> None:
    assert heeds(read("?q=oak", "http://[/"), UNASKED)
    assert heeds(read("?q=oak", "/paper/1"), None)
