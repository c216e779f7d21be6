import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.urls.expressions import Expression, ExpressionError, generalise
from recorder.patterns.urls.url import Url, normalise
from tests.effort import Effort

LEVEL = st.one_of(
    st.text(alphabet="ab1_-.~=:%()*+&é", max_size=6),
    st.from_regex(r"[a-c]{1,2}[-_.][0-9]{1,2}(\.html)?", fullmatch=True),
    st.sampled_from(["", "index.html", "2024", "x", "item-1"]),
)
NAME = st.sampled_from(["a", "b", "c[]", ""])
QUERY = st.lists(st.tuples(NAME, st.one_of(st.none(), st.text(alphabet="a1-=/?%", max_size=4))), max_size=4).map(
    lambda pairs: "&".join(name if value is None else f"{name}={value}" for name, value in pairs)
)
ROUTE = st.sampled_from(["", "", "#/r/1", "#/r/2?x=1", "#/r/2?y=3&x=1", "#!go"])
HOST = st.sampled_from(["http://h", "https://k:81"])
URL = st.builds(
    lambda host, levels, query, route: f"{host}/{'/'.join(levels)}{query and '?' + query}{route}",
    HOST,
    st.lists(LEVEL, min_size=1, max_size=3),
    QUERY,
    ROUTE,
)
NORMAL = st.lists(URL.map(normalise).filter(bool), min_size=1, max_size=12).map(
    lambda urls: [url for url in urls if url]
)
NESTED = re.compile(r"[+*]\)[+*?{]|[+*?}][+*]|\?\)[+*]")
ONE_CHARACTER = re.compile(r"\\.|\[\^?\]?[^]]*\]")


@given(NORMAL, NORMAL)
def test_a_generalised_expression_matches_all_it_came_from_and_owns_up_to_the_rest(
    urls: list[str], others: list[str]
) -> None:
    expression = generalise(urls, others)
    assert all(map(expression.matches, urls))
    wrong = sorted(filter(expression.matches, set(others)))
    assert sorted(expression.clashes) == wrong
    assert set(expression.examples) <= set(urls) and expression.examples
    assert expression.text.startswith("^") and expression.text.endswith("$")
    assert not NESTED.search(ONE_CHARACTER.sub("x", expression.text))
    assert Expression(expression.text) == expression
    assert all(map(Expression(str(expression.text)).matches, urls))


def test_values_without_a_name_are_one_kind() -> None:
    expression = generalise(["http://h/?a7Kx", "http://h/?-b9_Q", "http://h/?Zz-31"])
    assert expression.matches("http://h/?q-W8r")
    assert not expression.matches("http://h/?page=2")


@given(NORMAL, NORMAL, st.randoms())
def test_the_order_of_urls_and_of_their_parameters_changes_nothing(
    urls: list[str], others: list[str], chance: random.Random
) -> None:
    expression = generalise(urls, others)
    assert generalise(chance.sample(urls, len(urls)), chance.sample(others, len(others))) == expression
    for url in urls:
        head, mark, tail = url.partition("?")
        query, hash_, route = tail.partition("#")
        pieces = query.split("&")
        if "#" not in head and len({piece.partition("=")[0] for piece in pieces}) == len(pieces):
            assert expression.matches(f"{head}{mark}{'&'.join(chance.sample(pieces, len(pieces)))}{hash_}{route}")


@given(NORMAL, NORMAL)
def test_negatives_never_widen(urls: list[str], others: list[str]) -> None:
    assert set(generalise(urls, others).clashes) <= {url for url in others if generalise(urls).matches(url)}


def test_parameters_match_in_any_order_and_may_be_missing() -> None:
    expression = generalise([f"http://h/detail?lang=en&cd={n}" for n in (12, 7, 345)])
    assert expression.text == r"^http://h/detail\?cd=[0-9]+&lang=en$"
    assert expression.matches("http://h/detail?lang=en&cd=1") and expression.matches(
        Url("http://h/detail?cd=1&lang=en")
    )
    assert not expression.matches("http://h/detail?cd=1") and not expression.matches("http://h/detail?cd=1&lang=en&x=1")
    optional = generalise(
        ["http://h/list", "http://h/list?page=2", "http://h/list?page=3", "http://h/list?page=14&sort=a"]
    )
    assert optional.text == r"^http://h/list(?:\?page=[0-9]+|)(?:[?&]sort=a|)$"
    assert optional.matches("http://h/list?sort=a") and not optional.matches("http://h/list?page=x")
    assert generalise(["http://h/?a=1&b=2", "http://h/?b=3", "http://h/?b=4&c=1"]).matches("http://h/?c=1&b=9&a=1")


def test_few_names_become_any_name_and_numbers_stay_numbers() -> None:
    assert (
        generalise(f"http://h/syntax/{name}.html" for name in ("expr", "select-stmt", "term")).text
        == r"^http://h/syntax/[^/?#&=]+\.html$"
    )
    assert generalise(["http://h/item/1", "http://h/item/22"]).text == "^http://h/item/[0-9]+$"
    assert generalise(["http://h/only.html"]).text == r"^http://h/only\.html$"
    assert generalise(["http://h/a/", "http://h/a/x"]).text == "^http://h/a/[^/?#&=]*$"


def test_many_examples_show_their_form() -> None:
    dates = [
        f"http://h/news/20{y}-{m:02}-{d:02}.html" for y in range(10, 25) for m in range(1, 13) for d in (1, 11, 23)
    ]
    expression = generalise(dates)
    assert expression.text == r"^http://h/news/20[0-9]+-[0-9]+-[0-9]+\.html$"
    chance = random.Random(0)
    names = ["".join(chance.choices("abcdefghij", k=6)) for _ in range(60)]
    assert generalise(f"http://h/{name}" for name in names).text == "^http://h/[a-zA-Z]+$"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([f"artist-{n}" for n in range(3)], "[^/?#&=]+"),
        ([f"artist-{n}" for n in range(9)], "artist-[0-9]+"),
        ([f"artist-{name}" for name in ("ab", "cde", "f1", "ghi", "jk")], "artist-[^/?#&=]+"),
        ([f"Gtk{name}" for name in ("Button", "Box", "Menu", "Label", "Image")], "[^/?#&=]+"),
        ([f"Gtk{chr(65 + n)}{'ox' * (n % 3)}" for n in range(20)], "Gtk[^/?#&=]+"),
        ([f"2024-{n}x" for n in range(20)], "[0-9-]+x"),
        ([f"{name}-stmt.html" for name in ("a", "bc", "d", "ef", "g", "hi")], r"[^/?#&=]+-stmt\.html"),
        ([f"{name}s.html" for name in ("cat", "dog", "bird", "plane", "cow")], r"[^/?#&=]+\.html"),
    ],
)
def test_a_literal_stays_when_enough_values_share_it(names: list[str], expected: str) -> None:
    assert generalise(f"http://h/{name}" for name in names).text == f"^http://h/{expected}$"


def test_negatives_call_for_a_narrower_expression() -> None:
    wanted = [f"http://h/Gtk{name}.html" for name in ("Button", "Box", "Menu")]
    assert generalise(wanted).text == r"^http://h/[^/?#&=]+\.html$"
    narrowed = generalise(
        wanted, ["http://h/index.html", "http://h/ch01.html", "http://k/GtkBox.html", "http://h/a/b?c=1"]
    )
    assert narrowed.text == r"^http://h/Gtk[^/?#&=]+\.html$" and narrowed.clashes == ()
    two = generalise(["http://h/index_A.html", "http://h/index_B.html"], ["http://h/about.html"])
    assert two.text == r"^http://h/index_[a-zA-Z]+\.html$"
    hopeless = generalise(wanted, ["http://h/GtkWidget.html"])
    assert hopeless.clashes == ("http://h/GtkWidget.html",)


def test_negatives_call_for_an_enumeration_where_values_come_back() -> None:
    wanted = [f"http://h/{section}/x/{n}" for section in ("news", "sport") for n in range(15)]
    others = [f"http://h/{section}/x/{n}" for section in ("help", "jobs") for n in range(3)]
    assert generalise(wanted, others).text == "^http://h/(?:news|sport)/x/[0-9]+$"


def test_other_levels_and_hosts_are_alternatives() -> None:
    expression = generalise(["http://h/a/1", "http://h/a/2", "http://k/a/b/1", "http://k/a/b/2"])
    assert expression.text == "^(?:http://h/a/[0-9]+|http://k/a/b/[0-9]+)$"


def test_what_is_no_expression() -> None:
    with pytest.raises(ExpressionError, match="no URLs"):
        generalise([])
    with pytest.raises(ExpressionError, match="not a regular expression"):
        Expression("^http://h/(").matches("http://h/")


HOSTILE = ["a", "a1", "1", "-", "a-", "_", ".html", "a.html", "=", "%C3", "&a=1", "a=1&", "ab1-"]


@given(NORMAL)
def test_shapes_that_overlap_are_melted(urls: list[str]) -> None:
    """No class may stand next to one that shares characters with it, unless what follows is fixed."""
    text = generalise(urls * 2).text
    assert not re.search(r"(\[[^]]*\]|\\w)[+*]\1[+*]", text)


@pytest.mark.parametrize("seed", range(6))
def test_hostile_urls_cost_linear_time(seed: int) -> None:
    """Doubling the length may double the time, not more: a thousand times the length of a URL stays in milliseconds."""
    chance = random.Random(seed)
    token = ["a", "bc", "1", "22", "-", "_", ".", "é", "%"]
    names = ["".join(chance.choices(token, k=chance.randrange(1, 5))) + "s.html" for _ in range(150)]
    expressions = [
        generalise(f"http://h/{name}" for name in names),
        generalise(f"http://h/x/{name[:2]}?q={name}&r={n}" for n, name in enumerate(names)),
        generalise((f"http://h/{name}" for name in names), (f"http://h/{name}1" for name in names)),
    ]
    effort = Effort()
    for expression in expressions:
        for piece in HOSTILE:
            for head in ("http://h/", "http://h/x/a?q=", "http://h/x/a?q=1&r="):
                assert not expression.compiled.fullmatch(head + piece * (100_000 // len(piece)) + "\n!")
    assert effort.millions < 100


def test_five_thousand_urls_in_a_second() -> None:
    chance = random.Random(0)
    urls = {f"http://h/p/{''.join(chance.choices('abcdefgh-12', k=chance.randrange(4, 20)))}" for _ in range(5_000)}
    others = {f"http://h/p/{n}.html" for n in range(1_000)}
    effort = Effort()
    expression = generalise(urls, others)
    assert effort.millions < 60
    assert expression.text == "^http://h/p/[a-zA-Z0-9-]+$" and not expression.clashes
