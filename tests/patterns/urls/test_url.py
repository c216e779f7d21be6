from urllib.parse import urljoin

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from recorder.patterns.urls.url import (
    MAX_LENGTH,
    Url,
    _normalised,
    given_address,
    has_named_route,
    normalise,
    plain_address,
    sampling_key,
)

PIECES = st.sampled_from(
    [
        "http:",
        "https:",
        "//",
        "/",
        "\\",
        "?",
        "#",
        "#!",
        "&",
        "=",
        ":",
        "@",
        ";jsessionid=1",
        "%",
        "%2e",
        "%41",
        "%C3",
        "..",
        ".",
        "a",
        "B",
        "é",
        "[",
        "]",
        "::1",
        "80",
        "443",
        " ",
        "\t",
        "\n",
        "\x00",
        "utm_x=1",
        "sid=",
        "0123456789abcdef0",
        "host.example",
        "/(S(abcdefghijklmnop12))/",
        "xn--",
        "\ud800",
        "ß",
        "。",
    ]
)
WILD = st.one_of(
    st.text(),
    st.lists(PIECES, max_size=12).map("".join),
    st.lists(PIECES, max_size=12).map(lambda p: "http://h/" + "".join(p)),
)


@given(WILD, WILD)
def test_never_raises_and_is_idempotent(url: str, base: str) -> None:
    once = normalise(url, base)
    if once is not None:
        assert normalise(once) == once
        assert normalise(once, "https://elsewhere.example/x") == once
        assert once.startswith(("http://", "https://")) and once.isascii() and " " not in once


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Example.COM:80", "http://example.com/"),
        ("https://h:0443/", "https://h/"),
        ("http://h:443/", "http://h:443/"),
        ("http://h:0/", "http://h:0/"),
        ("http://h:/", "http://h/"),
        ("http://h./", "http://h/"),
        ("http://h/a/../../b/./c/..", "http://h/b/"),
        ("http://h/a/%2e%2E/b", "http://h/b"),
        ("http://h/a/.", "http://h/a/"),
        ("http://h/%7euser%2fx%zz%", "http://h/~user%2Fx%25zz%25"),
        ("http://h/ä b?ö=[1]|", "http://h/%C3%A4%20b?%C3%B6=%5B1%5D%7C"),
        ("  http://h/a\tb\n", "http://h/ab"),
        ("http:\\\\h\\a?b\\c", "http://h/a?b%5Cc"),
        ("http:////h/a", "http://h/a"),
        ("http:h/a", "http://h/a"),
        ("http:/h/a", "http://h/a"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://%65xample.com/", "http://example.com/"),
        ("http://[::0001]:8080/", "http://[::1]:8080/"),
        ("http://h/?", "http://h/"),
        ("http://h/?b=2&&a=1&b=1", "http://h/?b=2&a=1&b=1"),
        ("http://h/?wsdl", "http://h/?wsdl"),
        ("http://h/a#top", "http://h/a"),
        ("http://h/a#!", "http://h/a"),
        ("http://h/a#!/", "http://h/a"),
        ("http://h/a#/", "http://h/a"),
        ("http://h/a#/x y", "http://h/a#/x%20y"),
        ("http://h/a#!x", "http://h/a#!x"),
    ],
)
def test_one_spelling(url: str, expected: str) -> None:
    assert normalise(url) == expected


@pytest.mark.parametrize(
    "noise",
    [
        "utm_source=x",
        "UTM_Medium=",
        "gclid=1",
        "fbclid=a",
        "msclkid=b",
        "yclid=3",
        "_ga=1",
        "mc_cid=1",
        "wbraid=x",
        "PHPSESSID=1",
        "jsessionid=AB",
        "ASPSESSIONIDQQ=Z",
        "CFID=1",
        "sid=0123456789abcdef0",
        "s=d41d8cd98f00b204e9800998ecf8427e",
        "app_sid=a1b2c3d4e5f6a7b8",
        "session=AbCdEfGhIjKlMnOpQr12",
    ],
)
def test_tracking_and_sessions_are_removed(noise: str) -> None:
    assert normalise(f"http://h/p?a=1&{noise}&b=2") == "http://h/p?a=1&b=2"


@pytest.mark.parametrize(
    "kept",
    ["sid=12", "s=harry+potter", "session=spring", "id=0123456789abcdef0", "ref=x", "gcl=1", "s=abcdefabcdefabcdef"],
)
def test_what_may_name_a_page_stays(kept: str) -> None:
    assert normalise(f"http://h/p?{kept}") == f"http://h/p?{kept}"


def test_sessions_in_the_path_are_removed() -> None:
    assert normalise("http://h/a;jsessionid=AB12.node1/b;JSESSIONID=x?q=1") == "http://h/a/b?q=1"
    assert normalise("http://h/(S(lit3py55t21z5v55vlm25s55))/page.aspx") == "http://h/page.aspx"
    assert normalise("http://h/f(S(x))/page;v=1") == "http://h/f(S(x))/page;v=1"


@pytest.mark.parametrize(
    "hopeless",
    [
        "",
        "page",
        "javascript:void(0)",
        "mailto:a@b.c",
        "tel:1",
        "data:,x",
        "ftp://h/",
        "http://",
        "http:",
        "//h/x",
        "http://a..b/",
        "http://u@h/",
        "http://u:p@h/",
        "http://h:99999/",
        "http://h:x/",
        "http://h:123456/",
        "http://[::1",
        "http://[fe80::1%25eth0]/",
        "http://[zz]/",
        "http://a b/",
        "http://h%00/",
        f"http://{'ä' * 70}.example/",
        f"http://{'a' * 300}/",
        "http://[::1]x/",
        "http://h/" + "a" * MAX_LENGTH,
        "http://[fe80::1%eth0]/",
    ],
)
def test_hopeless(hopeless: str) -> None:
    assert normalise(hopeless) is None


LEVEL = st.text(alphabet="ab", min_size=1, max_size=3)


@given(
    st.lists(LEVEL, min_size=1, max_size=4).map("/".join),
    st.lists(st.one_of(LEVEL, st.sampled_from(["..", "."])), max_size=5).map("/".join),
    st.sampled_from(["", "/", "//h2/", "?q=1", "?"]),
)
def test_relative_links_resolve_as_the_standard_library_says(base: str, path: str, lead: str) -> None:
    link, base = lead + path, "http://h/" + base
    resolved = normalise(link, base)
    assert resolved == normalise(urljoin(base, link))


def test_relative_links_as_browsers_read_them() -> None:
    assert normalise("http:x", "http://h/a/b") == "http://h/a/x"
    assert normalise("http:x", "https://h/a/b") == "http://x/"
    assert normalise("", "http://h/a?b#/r") == "http://h/a?b"
    assert normalise("?", "http://h/a?b") == "http://h/a"
    assert normalise("#/r", "http://h/a?b") == "http://h/a?b#/r"
    assert normalise("x", "http://h") == "http://h/x"
    assert normalise("x", "mailto:y") is None
    assert normalise("//k/x", "https://h/") == "https://k/x"


def test_levels_and_parameters() -> None:
    url = Url("http://h:81/a/detail?lang=en&cd=12&lang=de&flag")
    assert url.origin == "http://h:81"
    assert url.levels == ("http://h:81", "a", "detail")
    assert url.parameters == (("lang", "en"), ("cd", "12"), ("lang", "de"), ("flag", ""))
    assert url.keys == ("/1", "/2", "?cd", "?flag", "?lang")
    assert url.values == ("a", "detail", "=12", "", "=en&lang=de")
    assert url.ordered == "http://h:81/a/detail?cd=12&flag&lang=en&lang=de"
    assert Url("http://h").levels == ("http://h",) and Url("http://h/").levels == ("http://h", "")
    assert Url("a/b").levels == ("a", "b") and Url("").levels == ("",)


@pytest.mark.parametrize(
    ("url", "folder", "name"),
    [
        ("http://h/books/dune.html", ("http://h", "books"), "dune.html"),
        ("http://h/books/dune/", ("http://h", "books"), "dune"),
        ("http://h/books/?page=2", ("http://h",), "books"),
        ("http://h/", ("http://h",), ""),
        ("http://h", (), "http://h"),
        ("http://h/#/books/dune/", ("http://h", "", "", "books"), "dune"),
    ],
)
def test_a_slash_behind_a_name_makes_no_folder(url: str, folder: tuple[str, ...], name: str) -> None:
    assert (Url(url).folder, Url(url).name) == (folder, name)


def test_a_mere_name_is_a_route_only_where_nothing_else_tells_the_page_apart() -> None:
    assert given_address("http://h/app#Some name", "http://h/app") == "http://h/app#Some%20name"
    assert given_address("http://h/other#Some name", "http://h/app") == "http://h/other"
    assert {given_address(f"http://h/app{mark}", "http://h/app") for mark in ("#", "#/", "#Top")} == {"http://h/app"}
    assert [has_named_route(f"http://h/{route}") for route in ("#a", "#/a", "#!a", "")] == [True, False, False, False]


def test_a_route_is_an_address_of_its_own() -> None:
    url = Url("http://h/a?x=1#/r/1?page=2&by=year")
    assert url.levels == ("http://h", "a", "", "r", "1")
    assert url.parameters == (("x", "1"), ("page", "2"), ("by", "year"))
    assert url.keys == ("/1", "?x", "#0", "#1", "#2", "&by", "&page")
    assert url.values == ("a", "=1", "", "r", "1", "=year", "=2")
    assert url.ordered == "http://h/a?x=1#/r/1?by=year&page=2"


def test_what_stands_alone_behind_a_question_mark_is_a_value() -> None:
    assert Url("http://h/wiki?FrontPage").parameters == (("", "FrontPage"),)
    assert Url("http://h/wiki?FrontPage").slots[-1] == ("?", "FrontPage")
    assert Url("http://h/wiki?12-front-page&page=2").slots[1:] == (("?", "12-front-page"), ("?page", "=2"))
    assert Url("http://h/wiki?page=2&12-front-page").ordered == "http://h/wiki?12-front-page&page=2"
    assert Url("http://h/wiki?View&page=2").parameters == (("View", ""), ("page", "2"))
    assert Url("http://h/wiki?x=").parameters == (("x", ""),)
    assert Url("http://h/wiki?FrontPage&raw").parameters == (("FrontPage", ""), ("raw", ""))
    assert plain_address("http://h/wiki?FrontPage", {"FrontPage"}) == "http://h/wiki?FrontPage"


def test_semicolons_between_parameters() -> None:
    url = Url("http://h/a;v=1?p=x.git;a=log;pg=1")
    assert url.parameters == (("p", "x.git"), ("a", "log"), ("pg", "1"))
    assert url.keys == ("/1", "?a", "?p", "?pg")
    assert url.ordered == "http://h/a;v=1?a=log&p=x.git&pg=1"
    assert Url("http://h/a?ids=1;2;3").parameters == (("ids", "1;2;3"),)
    assert Url("http://h/a?q=x;y=1&page=2").parameters == (("q", "x;y=1"), ("page", "2"))
    assert Url("http://h/a?p=x;a=log;").parameters == (("p", "x"), ("a", "log"))


@given(st.permutations(["a=1", "b=2", "b=1", "c"]))
def test_the_order_of_parameters_does_not_matter(pieces: list[str]) -> None:
    one, other = Url("http://h/p?a=1&b=3&c"), Url("http://h/p?" + "&".join(pieces))
    assert (one.origin, one.keys) == (other.origin, other.keys)
    if pieces.index("b=2") < pieces.index("b=1"):
        assert other.ordered == "http://h/p?a=1&b=2&b=1&c"


@given(st.lists(PIECES, max_size=6).map("".join), st.lists(PIECES, max_size=4).map("".join))
def test_what_is_remembered_of_a_link_holds_on_every_page_of_the_folder(url: str, page: str) -> None:
    base = f"http://h/folder/{page}"
    assert normalise(url, base) == _normalised.__wrapped__(url, base)


@given(
    st.sampled_from(["", "/", "//", "http://", "https://", "http:"]),
    st.sampled_from(["h.example", "h", "10.0.0.1", "0x7f.1", "xn--", "H", "h..b", "-", "a" * 252 + ".b", "a" * 300]),
    st.sampled_from(["", ":", ":80", ":443", ":8080", ":0", ":59999", ":65535", ":65536"]),
    st.lists(st.one_of(PIECES, st.sampled_from(["/", ".", "a", "7", "~", ";"])), max_size=8).map("".join),
    st.sampled_from(["", "?", "?a=1", "?a=1&sid=0123456789abcdef0", "#top", "?'#/route", "?a=%27'"]),
    st.sampled_from(["", "http://h", "https://H:443/a b/c?d#/e", "http://h/a/..;jsessionid=1/b"]),
)
def test_what_is_seen_at_a_glance_is_what_working_it_out_gives(
    scheme: str, host: str, port: str, path: str, end: str, base: str
) -> None:
    url = f"{scheme}{host}{port}/{path}"
    for each in (url + end, url.rstrip("/") + end):
        assert normalise(each, base) == _normalised.__wrapped__(each, base)


@pytest.mark.parametrize("base", ["http://[", "x:y", "mailto:a@b.c", "http://u:p@h/", "page"])
def test_on_a_page_that_has_no_address_only_absolute_links_lead_anywhere(base: str) -> None:
    assert normalise("https://h/a", base) == "https://h/a"
    assert [normalise(link, base) for link in ("a", "/a", "?a", "//h/a", "#/a", "a b", "")] == [None] * 7


@pytest.mark.parametrize(("host", "encoded"), [("faß.de", "xn--fa-hia.de"), ("ΒΌΛΟΣ.gr", "xn--nxasmq6b.gr")])
def test_letters_beyond_ascii_are_read_as_browsers_do(host: str, encoded: str) -> None:
    assert normalise(f"https://{host}/") == f"https://{encoded}/" == normalise(f"https://{encoded}/")


@pytest.mark.parametrize(
    "spelling", ["0x7f.1", "127.1", "2130706433", "0177.0.0.1", "0x7f000001", "127.0.0.1.", "127.0.0.%31", "１２７.1"]
)
def test_every_spelling_of_an_ip_address_is_one_host(spelling: str) -> None:
    assert normalise(f"http://{spelling}/a?b") == "http://127.0.0.1/a?b"
    assert normalise(f"//{spelling}/a?b", "http://h/") == "http://127.0.0.1/a?b"


@pytest.mark.parametrize(
    "url", ["http://h/it's?q='a'", "http://h/?q=%27a'", "http://h/a|b^c?d|e^f[]", "http://h/?a=%C3%A9"]
)
def test_the_normal_form_keeps_what_was_stored_before(url: str) -> None:
    """An apostrophe stays as it is written, though browsers send `%27`; what the old reader escaped, it escapes."""
    kept = url.replace("|", "%7C").replace("^", "%5E").replace("[]", "%5B%5D")
    assert normalise(url) == kept == normalise(kept)
    assert normalise(url.removeprefix("http://h"), "http://h/x") == kept


@example(path="://", port=1)
@given(path=st.text(max_size=40), port=st.integers(1, 65_535))
def test_a_copy_of_the_site_on_another_host_is_sampled_alike(path: str, port: int) -> None:
    assert sampling_key(f"http://127.0.0.1:{port}/{path}") == sampling_key(f"https://books.example/{path}")
    assert sampling_key(f"http://127.0.0.1:{port}/{path}") == sampling_key("/" + path)


def test_numbered_pages_are_not_sampled_in_their_order() -> None:
    pages = [f"http://books.example/list?page={number}" for number in range(100)]
    assert sorted(pages, key=sampling_key) != pages
    assert len(set(map(sampling_key, pages))) == len(pages)
