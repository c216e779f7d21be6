"""What a browser changes, and what it does not: pages as written against pages as shown, without any browser."""

from collections.abc import Collection, Set

import pytest

from recorder.fetching.answers import Page, Request
from recorder.fetching.scope import Scope, ScopeKind
from recorder.patterns.pages.links import Link
from recorder.patterns.similarity.rtdm import Comparison
from recorder.visiting.page_reader import Reader
from recorder.visiting.render_comparison import Additions, Version, added_links, weigh
from recorder.visiting.render_evidence import PageKind, RenderEvidence

URL = "http://shop.example/list/"
READER = Reader(Scope.of(URL, ScopeKind.HOST))
PROSE = " ".join(f"word{number}" for number in range(150))
MENU = "".join(f"<li><a href=/menu/{number}>part {number}</a>" for number in range(12))
FRAME = f"<html><body><header><nav><ul>{MENU}</ul></nav></header><main>%s</main><footer><p>{PROSE}</p></footer>"


def read(main: str, url: str = URL) -> Version:
    return read_all(FRAME % main, url)


def read_all(page: str, url: str = URL, reader: Reader = READER) -> Version:
    body = page.encode()
    answer = Page(Request(url), url, 200, "text/html; charset=utf-8", (), body, (), rendered=False, seconds=0)
    return Version.of(reader.read(url, body, answer.content_type), answer)


def changed(plain: Version, shown: Version, again: Version | None = None, usual: Set[str] = frozenset()) -> bool:
    blank = RenderEvidence(URL, PageKind((), frozenset()))
    found = weigh(blank, plain, shown, again or plain, usual, Comparison(), addresses)
    return found.changed or bool(found.brings)


def addresses(links: Collection[Link]) -> set[str]:
    return {link.url for link in links}


def rows(*numbers: int) -> str:
    return "<ul>" + "".join(f"<li><a href=/item/{number}>item</a>" for number in numbers) + "</ul>"


TABLE = "<table><tr><td>1<tr><td>2</table>"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (rows(1, 2), rows(1, 2)),
        (TABLE, "<table><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>"),
        ("<p>today</p>", "<p>Saturday 21 November</p>"),
        ("<p>x</p>", "<style>p{}</style><script>1</script><noscript><b>n</b></noscript><p class=js>x</p>"),
        ("<img loading=lazy>", "<img loading=lazy src=/a.png data-done=1>"),
        (rows(1, 2), rows(1)),
        ("<p>a b c d</p>", "<table><tr><td><ul><li><i>a</i><li><b>b</b></ul><td><dl><dt>c<dd>d</dl></table>"),
        ("<p>x</p>", "<p>x</p><a href='https://ads.example/'>buy</a>"),
    ],
    ids=[
        "nothing",
        "tbody",
        "a date",
        "inserted scripts",
        "attributes",
        "a link less",
        "another structure",
        "a link off the site",
    ],
)
def test_trifles_change_nothing(written: str, shown: str) -> None:
    assert not changed(read(written), read(shown))


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<ul id=list></ul>", rows(1, 2, 3)),
        (rows(1, 2), rows(1, 2, 3)),
        ("<div id=app></div>", f"<div id=app><p>{' '.join(f'said{number}' for number in range(40))}</p></div>"),
    ],
    ids=["a list", "one link more", "words"],
)
def test_content_that_scripts_bring_is_a_change(written: str, shown: str) -> None:
    assert changed(read(written), read(shown))


def test_links_that_scripts_add_are_a_reason_only_for_where_they_lead() -> None:
    plain, shown = read("<p>x</p>"), read("<p>x</p>" + "<a href=/part/1>all about the first of the parts</a>" * 9)
    blank = RenderEvidence(URL, PageKind((), frozenset()))
    for useful, brings in ((addresses, True), (lambda _: set(), False), (None, None)):
        found = weigh(blank, plain, shown, plain, frozenset(), Comparison(), useful)
        assert (found.changed, found.brings) == (False, brings)


def test_an_address_that_scripts_only_say_more_in_is_no_other_link() -> None:
    """As where the visitor's system is added to every link; that a list goes on is something else."""
    plain = read("<a href=/part/1?in=a>one</a> <a href=/part/2>two</a>")
    asked = read("<a href='/part/1?in=a&system=x'>one</a> <a href=/part/2?system=x>two</a>")
    assert not changed(plain, asked)
    assert added_links(plain.page, asked.page) == ()
    turned = read("<a href=/part/1?in=a>one</a> <a href=/part/2>two</a> <a href=/part/2?page=2>more</a>")
    assert changed(plain, turned)
    assert [link.text for link in added_links(plain.page, turned.page)] == ["more"]


def test_but_of_a_shell_they_are_all_that_it_says() -> None:
    blank = RenderEvidence(URL, PageKind((), frozenset()))
    plain, shown = read("<p>x</p>"), read("<p>x</p>" + "<a href=/part/1>all about the first of the parts</a>" * 9)
    twin = RenderEvidence("http://h/another", blank.kind)
    assert weigh(blank, plain, shown, plain, frozenset(), Comparison(), None, twin=twin).changed


@pytest.mark.parametrize(
    ("address", "says", "is_again"),
    [
        ("?from=menu", "menu of all parts", True),
        ("?id=2", "Oak table", False),
        ("#/route", "menu of all parts", False),
    ],
)
def test_one_page_at_two_addresses_is_no_shell(address: str, says: str, is_again: bool) -> None:
    """A browser shows the same at both; a record that it fills in is another, however short."""
    menu = "<a href=/part/1>all about the first of the parts</a>" * 9
    plain, shown = read("<p>x</p>"), read(f"<p>x</p><p>{says}</p>{menu}")
    blank = RenderEvidence(URL + address, PageKind((), frozenset()))
    twin = RenderEvidence(URL, blank.kind, added_words=("all", "menu", "of", "parts"))
    found = weigh(blank, plain, shown, plain, frozenset(), Comparison(), None, twin=twin)
    assert found.changed is not is_again


def test_a_page_of_hardly_a_word_over_http_is_a_shell_too() -> None:
    shell = read_all("<html><body><h1>Parts</h1><div id=root></div></body></html>")
    shown = read_all("<h1>Parts</h1>" + "".join(f"<a href=/part/{n}>the part of number {n}</a>" for n in range(9)))
    blank = RenderEvidence(URL, PageKind((), frozenset()))
    assert weigh(blank, shell, shown, shell, frozenset(), Comparison(), None).changed


SEARCH = "<form action=/find><input name=q></form>"


def test_a_form_that_scripts_add_is_a_reason_but_not_where_they_add_it_everywhere() -> None:
    reader, additions = Reader(Scope.of(URL, ScopeKind.HOST), with_forms=True), Additions()

    def compared(url: str, form: str) -> RenderEvidence:
        plain, shown = (read_all(FRAME % main, url, reader) for main in ("<p>x</p>", f"<p>x</p>{form}"))
        blank = RenderEvidence(url, PageKind((), frozenset()))
        found = weigh(blank, plain, shown, plain, additions.common(), Comparison(), None)
        additions.learn(found)
        return found

    assert [compared(f"{URL}{n}", SEARCH).changed for n in range(4)] == [True, True, False, False]
    assert compared(f"{URL}5", "<form action=/order><input name=copies></form>").changed


def test_an_empty_shell_is_changed_into_anything() -> None:
    shell = read_all("<html><body><div id=root></div></body></html>")
    assert changed(shell, read("<p>all of it</p>"))


def test_a_page_that_leads_elsewhere_by_script_is_changed() -> None:
    assert changed(read("<p>x</p>"), read("<p>x</p>", "http://shop.example/elsewhere"))
    assert not changed(read("<p>x</p>"), read("<p>x</p>", URL + "#/here"))


def test_what_a_page_does_not_share_with_itself_proves_nothing() -> None:
    assert not changed(read(rows(1, 2, 3, 4)), read(rows(1, 2, 7, 8)), again=read(rows(1, 2, 5, 6)))
    assert changed(read(rows(1, 2)), read(rows(1, 3, 11, 12, 13)), again=read(rows(1, 4)))


def test_nor_does_what_browsers_add_to_every_page() -> None:
    banner = "We value your privacy and use small files called cookies to see who comes by, how often, and why"
    usual = frozenset(banner.lower().split())
    shown = read(f"<p>x</p><div>{banner}</div>")
    assert changed(read("<p>x</p>"), shown)
    assert not changed(read("<p>x</p>"), shown, usual=usual)


def test_a_page_that_says_nothing_without_them_needs_even_what_is_added_everywhere() -> None:
    blank = RenderEvidence(URL, PageKind((), frozenset()))
    shown = read("<p>all our parts and how to find them</p>")
    frame = frozenset(shown.words) | shown.forms
    for plain, needs in (
        (read_all("<html><body><div id=root></div></body></html>"), True),
        (read("<p>oak</p>"), False),
    ):
        assert weigh(blank, plain, shown, plain, frame, Comparison(), None).changed is needs


def test_the_evidence_says_how_much_was_the_same() -> None:
    found = weigh(
        RenderEvidence(URL, PageKind((), frozenset())),
        read(rows(1, 2)),
        read(rows(1, 2, 3, 4)),
        None,
        frozenset(),
        Comparison(),
        addresses,
    )
    assert found.similarity == 1.0  # folded, a longer list is the same list
    assert found.links == pytest.approx(1 - 2 / 16, abs=1e-4)
    assert found.added_links == ("http://shop.example/item/3", "http://shop.example/item/4")


def test_of_many_links_that_scripts_add_some_of_each_sort_are_kept() -> None:
    """A menu of a whole manual: a pattern may follow what comes last in it."""
    menu = "".join(f"<li><a href=/{sort}/{number}>part</a>" for sort in ("classes", "types") for number in range(300))
    blank = RenderEvidence(URL, PageKind((), frozenset()))
    found = weigh(blank, read(""), read(f"<ul>{menu}</ul>"), None, frozenset(), Comparison(), addresses)
    assert len(found.added_links) < 300
    for sort in ("classes", "types"):
        assert sum(f"/{sort}/" in link for link in found.added_links) > 50
