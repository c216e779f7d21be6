"""What a browser changes, and what it does not: pages as written against pages as shown, without any browser."""

import pytest

from recorder.fetching.scope import Scope, ScopeKind
from recorder.patterns.similarity.rtdm import Comparison
from recorder.visiting.page_reader import Reader, ReadPage
from recorder.visiting.render_comparison import CommonAdditions, weigh
from recorder.visiting.render_evidence import PageKind, RenderEvidence

URL = "http://shop.example/list/"
READER = Reader(Scope.of(URL, ScopeKind.HOST))
PROSE = " ".join(f"word{number}" for number in range(150))
MENU = "".join(f"<li><a href=/menu/{number}>part {number}</a>" for number in range(12))
FRAME = f"<html><body><header><nav><ul>{MENU}</ul></nav></header><main>%s</main><footer><p>{PROSE}</p></footer>"


def read(main: str, url: str = URL) -> ReadPage:
    return READER.read(url, (FRAME % main).encode(), "text/html; charset=utf-8")


def changed(
    plain: ReadPage, shown: ReadPage, again: ReadPage | None = None, usual: CommonAdditions | None = None
) -> bool:
    blank = RenderEvidence(URL, PageKind((), frozenset()))
    return weigh(blank, plain, shown, again or plain, usual or CommonAdditions(), Comparison()).changed


def rows(*numbers: int) -> str:
    return "<ul>" + "".join(f"<li><a href=/item/{number}>item</a>" for number in numbers) + "</ul>"


RICH = "<dl><dt><b>k</b><dd><i>v</i></dl><h2><em>e</em></h2><form><fieldset><label>f</label><select></select></form>"
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
        ("<p>x</p>", "<p>x</p><a href='https://ads.example/'>buy</a>"),
    ],
    ids=["nothing", "tbody", "a date", "inserted scripts", "attributes", "a link less", "a link off the site"],
)
def test_trifles_change_nothing(written: str, shown: str) -> None:
    assert not changed(read(written), read(shown))


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<ul id=list></ul>", rows(1, 2, 3)),
        (rows(1, 2), rows(1, 2, 3)),
        ("<div id=app></div>", f"<div id=app><p>{' '.join(f'said{number}' for number in range(40))}</p></div>"),
        (
            "<div></div>",
            "<div>" + "<dl><dt><b>k</b><dd><i>v</i></dl><h2><em>e</em></h2><form><select></select></form></div>" * 3,
        ),
    ],
    ids=["a list", "one link more", "words", "structure"],
)
def test_content_that_scripts_bring_is_a_change(written: str, shown: str) -> None:
    assert changed(read(written), read(shown))


def test_an_empty_shell_is_changed_into_anything() -> None:
    shell = READER.read(URL, b"<html><body><div id=root></div></body></html>", "text/html")
    assert changed(shell, read("<p>all of it</p>"))


def test_a_page_that_leads_elsewhere_by_script_is_changed() -> None:
    assert changed(read("<p>x</p>"), read("<p>x</p>", "http://shop.example/elsewhere"))
    assert not changed(read("<p>x</p>"), read("<p>x</p>", URL + "#/here"))


def test_what_a_page_does_not_share_with_itself_proves_nothing() -> None:
    assert not changed(read(rows(1, 2, 3, 4)), read(rows(1, 2, 7, 8)), again=read(rows(1, 2, 5, 6)))
    assert changed(read(rows(1, 2)), read(rows(1, 3, 11, 12, 13)), again=read(rows(1, 4)))


def test_nor_does_what_browsers_add_to_every_page() -> None:
    banner = "We value your privacy and use small files called cookies to see who comes by <a href=/privacy>more</a>"
    usual = CommonAdditions(
        frozenset(banner.lower().replace("<a", "").split()) | {"more"}, frozenset({"http://shop.example/privacy"})
    )
    shown = read(f"<p>x</p><div>{banner}</div>")
    assert changed(read("<p>x</p>"), shown)
    assert not changed(read("<p>x</p>"), shown, usual=usual)


def test_the_evidence_says_how_much_was_the_same() -> None:
    found = weigh(
        RenderEvidence(URL, PageKind((), frozenset())),
        read(rows(1, 2)),
        read(rows(1, 2, 3, 4)),
        None,
        CommonAdditions(),
        Comparison(),
    )
    assert found.similarity == 1.0  # folded, a longer list is the same list
    assert found.links == pytest.approx(1 - 2 / 16, abs=1e-4)
    assert found.added_links == ("http://shop.example/item/3", "http://shop.example/item/4")
