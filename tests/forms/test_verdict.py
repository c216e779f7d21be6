"""Searches are let through in many languages; what changes anything never is, whatever it looks like."""

import tomllib
from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.forms.verdict import FormVerdict, judge
from tests.forms.test_finding import form

SEARCHES = (
    "<form><input name=q></form>",
    "<form action=/find><input type=search name=x></form>",
    "<form action=/suche><input name=wort><button>Suchen</button></form>",
    "<form action=/r><input name=a><button>Rechercher</button></form>",
    "<form action=/r><input name=a><button>Buscar</button></form>",
    "<form action=/r><input name=a><button>Pesquisar</button></form>",
    "<form action=/r><input name=a><button>Cerca</button></form>",
    "<form action=/r><input name=a><button>Zoeken</button></form>",
    "<form action=/r><input name=a><button>Szukaj</button></form>",
    "<form action=/r><input name=a><button>Найти</button></form>",
    "<form action=/r><input name=a><button>Hledat</button></form>",
    "<form action=/r><input name=a><button>Sök</button></form>",
    "<form action=/r><input name=a><button>検索</button></form>",
    "<form action=/r><input name=a><button>搜索</button></form>",
    "<form action=/r><input name=a><button>검색</button></form>",
    "<form action=/r><input name=a><button>Ara</button></form>",
    "<form action=/r><input name=a><button>ابحث</button></form>",
    "<form action=/r><input name=title><input name=author><button>Go</button></form>",
    "<form action=/list><select name=genre><option>all<option>crime</select></form>",
    "<form action=/comments/search><input name=q><button>Search comments</button></form>",
    "<form method=post action=/s><input type=hidden name=csrf_token value=1><input name=q><button>Find</button></form>",
    "<div role=search><input placeholder='Search the catalogue'><button>Search</button></div>",
    "<form action=/search><input name=q><button>Search</button><button name=how value=csv>Export CSV</button></form>",
    "<form role=search><label>Search research papers <input name=term></label><button>→</button></form>",
)

CHANGES = (
    "<form action=/search><input name=q><input type=password name=p><button>Search</button></form>",
    "<form action=/search><input name=q><input type=file name=f><button>Search</button></form>",
    "<form action=/search><input type=email name=q><button>Search</button></form>",
    "<form action=/go><input name=q><input name=e placeholder='Ihre E-Mail'><button>Suchen</button></form>",
    "<form method=post><input name=q><input type=hidden name=_method value=delete><button>Search</button></form>",
    "<form><input name=q><input type=hidden name=action value=edit><button>Go</button></form>",
    "<form action=/logout><input name=q></form>",
    "<form action=/poll><input type=radio name=v value=1>a<input type=radio name=v>b<button>Vote</button></form>",
    "<form action=/go><input type=radio name=v value=1>a<input type=radio name=v value=2>b<button>OK</button></form>",
    "<form action=/x><select name=size><option>1</select><button>Add to cart</button></form>",
    "<form action=/cart/add><select name=size><option>1</select><button>OK</button></form>",
    "<form action=/x><input name=qty value=1><button>OK</button></form>",
    "<form action=/unsubscribe><input name=s><button>OK</button></form>",
    "<form action=/list><select name=action><option>none<option value=delete>Delete</select><button>Go</button></form>",
    "<form action=/x><input name=q><button>Search</button><button>Delete all</button></form>",
    "<form action=/x><input name=q><button>Search</button><button formaction=/delete>OK</button></form>",
    "<form action=/x><input name=q><button>Save search</button></form>",
    "<form action=/x><input name=q><button>Suche speichern</button></form>",
    "<form action=/x><input name=q><button>検索条件を保存</button></form>",
    "<form action=/x><input name=title><button>Create page</button></form>",
    "<form method=post action=/x><input name=name><textarea name=t></textarea><button>Envoyer</button></form>",
    "<form action=/x class=newsletter><input name=who><button>OK</button></form>",
    "<form action=/x><input name=s><input type=checkbox name=ok> I agree to the terms<button>Go</button></form>",
    "<form action=/x><input name=number autocomplete=cc-number><button>Search</button></form>",
    "<form action=mailto:a@example.org><input name=q><button>Search</button></form>",
    "<form method=dialog><input name=q><button>Search</button></form>",
    "<form method=post action=/x><input name=x><button>Отправить</button></form>",
    "<div><div contenteditable>Say something</div><button>Post</button></div>",
    "<form action=/profile method=post><select name=a><option>x</select><button>Guardar cambios</button></form>",
)

VIEWS = {
    "<form action=/x><select name=lang><option>de<option>fr</select><button>Go</button></form>": "language choice",
    "<form action=/x><select name=sort><option>up<option>down</select></form>": "display choice",
    "<form action=/x><input name=page><button>Go</button></form>": "jump",
    "<form><select name=to><option value=/a>A<option value=/b>B</select></form>": "jump",
    "<form action=/x.csv><input type=checkbox name=all><button>Export CSV</button></form>": "download",
}

REASONS = {
    "<form><input type=password name=p></form>": "it asks for a password",
    "<form><input name=q><button>Delete</button></form>": "the button says “Delete”: it deletes something",
    "<form><input name=q><input type=hidden name=do value=login></form>": "a hidden field says “do=login”: it logs in",
    "<form action=/a><input name=q><button>Search</button></form>": "the button says “Search”",
    "<form></form>": "there is nothing to fill in",
    "<form action=/x><input type=hidden name=action value=TEMPLATE><select name=day><option>1<option>2</form>": (
        "a hidden field says “action=TEMPLATE”: that may do more than narrow a list"
    ),
    "<form action=/x><select name=sort><option>up</select></form>": "it is no search: it changes how the page is shown",
}


def verdict(html: str) -> FormVerdict:
    return judge(form(html))


@pytest.mark.parametrize("html", SEARCHES)
def test_searches_are_let_through(html: str) -> None:
    found = verdict(html)
    assert found.safe and found.kind in ("search", "filter"), found


@pytest.mark.parametrize("html", CHANGES)
def test_what_changes_something_is_left_alone(html: str) -> None:
    assert not verdict(html).safe


@pytest.mark.parametrize("html", VIEWS)
def test_what_only_changes_the_view_is_no_search(html: str) -> None:
    found = verdict(html)
    assert (found.safe, found.kind) == (False, VIEWS[html])


@pytest.mark.parametrize("html", REASONS)
def test_the_reason_names_what_was_seen(html: str) -> None:
    assert verdict(html).reason == REASONS[html]


MISLEADING = (
    "<form action=/x><input name=q><button>Follow</button></form>",
    "<form action=/x><input name=q><button>Qwertz uiop</button></form>",
    "<form action=/search role=search><input type=search name=q><button>Search and subscribe</button></form>",
    "<form action=/search><input name=q placeholder=Search><button>Search &amp; vote</button></form>",
    "<form action=/search><input name=q><button>Rechercher et payer</button></form>",
    "<form action=/x><input name=q><button>検索して投票</button></form>",
    "<form action=/x><input name=q><button name=b value=1>Print</button><button>Search</button></form>",
    "<form action=/x><input name=q><button aria-label='Follow us'>→</button></form>",
    "<h2>Unsubscribe</h2><form action=/x><input name=q><button>OK</button></form>",
    "<form action=/x><label>Delete <input name=q></label><button>Go</button></form>",
    "<form action=/x><input name=q placeholder='Leave a comment'><button>OK</button></form>",
)


@pytest.mark.parametrize("html", MISLEADING)
def test_a_search_by_its_names_alone_is_left_alone(html: str) -> None:
    """What people read on it says something else, or what nobody here can read."""
    assert not verdict(html).safe


ACTS = tomllib.loads((Path(__file__).parent / "acts.toml").read_text(encoding="utf-8"))
"""What buttons say that change something, in many languages."""

DISGUISES = (
    "<form action=/x><input name=q><button>{act}</button></form>",
    "<form action=/search role=search><input type=search name=q placeholder='{search}'><button>{act}</button></form>",
    "<form action=/search method=post><input type=search name=q><button>{search} &amp; {act}</button></form>",
    "<form action=/x><input name=q><input type=submit value='{act}'></form>",
    "<div class=search><input name=q placeholder='{search}'><button type=button>{act}</button></div>",
    "<form action=/x><input name=q><button aria-label='{act}'>→</button></form>",
    "<form action=/x><input name=q><button name=b value=1>{act}</button><button>{search}</button></form>",
)


@pytest.mark.parametrize("language", ACTS)
def test_a_button_that_does_more_is_not_pressed(language: str) -> None:
    said = ACTS[language]
    for number, act in enumerate(said["acts"]):
        disguise = DISGUISES[number % len(DISGUISES)]
        found = verdict(disguise.format(act=escape(act), search=said["search"]))
        assert not found.safe, (act, found)
        assert verdict(disguise.format(act=said["search"], search=said["search"])).safe


FORBIDDEN = st.sampled_from(
    [
        "<input type=password name=x>",
        "<input type=file name=x>",
        "<input type=email name=x>",
        "<input type=hidden name=_method value=put>",
        "<input autocomplete=cc-csc name=x>",
        "<button>Delete</button>",
        "<button>In den Warenkorb</button>",
        "<input name=x placeholder='Adresse e-mail'>",
    ]
)
SEARCHING = st.sampled_from(
    [
        "<input type=search name=q>",
        "<input name=keywords placeholder=Search>",
        "<button>Search</button>",
        "<h2>Search the catalogue</h2>",
        "<select name=category><option>Books</select>",
        "<input type=hidden name=do value=search>",
    ]
)


@given(st.lists(SEARCHING, max_size=6), FORBIDDEN, st.sampled_from(["get", "post"]), st.integers(0, 6))
def test_no_evidence_for_a_search_outweighs_what_forbids_it(
    searching: list[str], forbidden: str, method: str, place: int
) -> None:
    pieces = [*searching[:place], forbidden, *searching[place:]]
    assert not verdict(f"<form action=/search role=search method={method}>{''.join(pieces)}</form>").safe
