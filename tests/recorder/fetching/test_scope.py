"""What is inside a site and what only looks like it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.fetching.scope import Scope, registrable_domain
from recorder.patterns.urls.address import Address, BadAddressError, is_loopback
from recorder.patterns.urls.url import normalise
from recorder.runtime.errors import UsageError

ENTRY = "https://www.example.org/docs/index.html"

INSIDE_HOST = [
    "https://www.example.org/",
    "https://example.org/anything?x=1#y",
    "http://www.example.org/",
    "HTTPS://WWW.EXAMPLE.ORG:443/",
    "https://www.example.org./",
    "https:\\\\www.example.org\\docs",
    "https:www.example.org/docs",
    "  https://www.exa\tmple.org/\n",
    "https://www.ex%61mple.org/",
    "https://ｗｗｗ.example.org/",
    "https://@www.example.org/",
    "https://www.example.org\\.evil.test/",
]

OUTSIDE = [
    "",
    "/docs/relative",
    "//www.example.org/",
    "javascript:alert(1)//www.example.org",
    "data:text/html,www.example.org",
    "file:///www.example.org/",
    "ftp://www.example.org/",
    "ws://www.example.org/",
    "blob:https://www.example.org/1",
    "view-source:https://www.example.org/",
    "https://evil.test/www.example.org",
    "https://evil.test\\@www.example.org/",
    "https://www.example.org@evil.test/",
    "https://www.example.org:pw@evil.test/",
    "https://user:pw@www.example.org/",
    "https://www.example.org%40evil.test/",
    "https://www.example.org%2f@evil.test/",
    "https://www.example.org.evil.test/",
    "https://wwwXexample.org/",
    "https://evilexample.org/",
    "https://example.org.evil.test/",
    "https://www.example.org:8443/",
    "https://www.example.org:0/",
    "https://www.example.org:99999/",
    "https://www.example.org:80:80/",
    "http://www.example.org:443/",
    "https://www.example.org%00.evil.test/",
    "https://www.exаmple.org/",
    "https://www.example。evil/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://127.0.0.1/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://localhost/",
    "https://[www.example.org]/",
    "https://",
    "https:///",
    "https://%zz/",
    "https://.../",
    "https://xn--/",
    "https://" + "a" * 100_000 + "/",
]


@pytest.mark.parametrize("url", INSIDE_HOST)
def test_other_spellings_of_the_site_are_inside(url: str) -> None:
    assert Scope.of(ENTRY, "host").contains(url)


@pytest.mark.parametrize("url", OUTSIDE)
@pytest.mark.parametrize("kind", ["host", "domain", "prefix"])
def test_what_only_looks_like_the_site_is_outside(url: str, kind: str) -> None:
    assert not Scope.of(ENTRY, kind).contains(url)


@pytest.mark.parametrize("url", ["https://www.example.org\\.evil.test/", "https://evil.test\\@www.example.org/"])
def test_a_backslash_ends_the_name_as_in_browsers(url: str) -> None:
    assert Address.parse(url).path.startswith("/")
    assert "\\" not in str(Address.parse(url))


@pytest.mark.parametrize(
    "spelling",
    [
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "0x7f000001",
        "2130706433",
        "017700000001",
        "0177.0.0.1",
        "127.0.0.1.",
        "127.0.0.%31",
        "１２７.0.0.1",
    ],
)
def test_every_spelling_of_an_ip_address_is_the_same_address(spelling: str) -> None:
    assert str(Address.parse(f"http://{spelling}/")) == "http://127.0.0.1/"
    assert Scope.of("http://127.0.0.1/").contains(f"http://{spelling}/")


@pytest.mark.parametrize(
    "host", ["256.0.0.1", "1.2.3.4.5", "0x100000000", "4294967296", "1.2.3.256", "09.1.1.1", "1..2", "0xg.1.1.0x"]
)
def test_numbers_that_are_no_ip_address_are_no_server(host: str) -> None:
    with pytest.raises(BadAddressError):
        Address.parse(f"http://{host}/")


def test_ipv6_has_one_spelling_and_hidden_loopbacks_are_seen() -> None:
    assert Address.parse("http://[0:0:0:0:0:0:0:1]/").host == "[::1]"
    for host in ("[::1]", "[::ffff:7f00:1]", "127.9.9.9", "localhost", "a.localhost"):
        assert is_loopback(host)
    for host in ("example.org", "128.0.0.1", "[::2]", "localhost.example.org"):
        assert not is_loopback(host)


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("https://www.example.org/docs/", True),
        ("https://www.example.org/docs/a/b", True),
        ("https://www.example.org/docs/a/../b", True),
        ("https://www.example.org/docs", False),
        ("https://www.example.org/docs2/", False),
        ("https://www.example.org/", False),
        ("https://www.example.org/docs/../private", False),
        ("https://www.example.org/docs/%2e%2e/private", False),
        ("https://www.example.org/docs/.%2E/private", False),
        ("https://www.example.org/docs\\..\\private", False),
        ("https://www.example.org/docs/..%2fprivate", False),
        ("https://www.example.org/docs/%2e%2e%5cprivate", False),
        ("https://www.example.org/docs/..;/private", False),
    ],
)
def test_a_prefix_is_not_climbed_out_of(url: str, inside: bool) -> None:
    assert Scope.of(ENTRY, "prefix").contains(url) is inside


def test_a_domain_has_sister_names_and_no_strangers() -> None:
    scope = Scope.of("https://docs.library.co.uk/", "domain")
    assert scope.contains("https://library.co.uk/")
    assert scope.contains("http://catalogue.library.co.uk/")
    assert not scope.contains("https://museum.co.uk/")
    assert not Scope.of("https://docs.library.co.uk/", "host").contains("https://library.co.uk/")


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("a.b.example.org", "example.org"),
        ("example.org", "example.org"),
        ("www.bbc.co.uk", "bbc.co.uk"),
        ("co.uk", "co.uk"),
        ("www.ufmg.br", "ufmg.br"),
        ("www.folha.com.br", "folha.com.br"),
        ("alice.github.io", "alice.github.io"),
        ("www.alice.github.io", "alice.github.io"),
        ("bucket.s3.amazonaws.com", "bucket.s3.amazonaws.com"),
        ("www.t.co", "t.co"),
        ("localhost", "localhost"),
        ("foo.bar.waw.pl", "bar.waw.pl"),
        ("www.web.de", "web.de"),
        ("web.de", "web.de"),
        ("a.b.kawasaki.jp", "a.b.kawasaki.jp"),
        ("city.kawasaki.jp", "city.kawasaki.jp"),
        ("alice.wordpress.com", "alice.wordpress.com"),
        ("wordpress.com", "wordpress.com"),
        ("www.xn--fa-hia.de", "xn--fa-hia.de"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
    ],
)
def test_the_registrable_domain(host: str, domain: str) -> None:
    assert registrable_domain(host) == domain


def test_ports_keep_servers_apart() -> None:
    scope = Scope.of("http://127.0.0.1:8000/")
    assert scope.contains("http://127.0.0.1:8000/x")
    assert not scope.contains("http://127.0.0.1:8001/x")
    assert not scope.contains("http://127.0.0.1/x")


@pytest.mark.parametrize("entry", ["", "example.org", "ftp://example.org/", "https://me:pw@example.org/", "https://"])
def test_an_entry_that_cannot_be_opened_is_wrong_use_with_a_way_out(entry: str) -> None:
    with pytest.raises(UsageError) as caught:
        Scope.of(entry)
    assert caught.value.hint
    assert caught.value.exit_code == 2


@given(st.text(max_size=60))
def test_no_text_breaks_the_scope(text: str) -> None:
    scope = Scope.of(ENTRY, "domain")
    for url in (text, "https://" + text, "https://www.example.org" + text, f"https://{text}@www.example.org/"):
        assert scope.contains(url) in (True, False)


@given(st.text(alphabet="/\\@:.?#%2eE0x1a-[]é。 \t\n", max_size=30))
def test_nothing_behind_the_sites_own_name_leads_away_from_it(text: str) -> None:
    """A link that begins with the entry's origin is not looked at any closer."""
    scope = Scope.of(ENTRY, "host")
    url = f"https://www.example.org/{text}"
    assert scope.contains(url)
    assert scope.holds(Address.parse(url))


@given(st.text(alphabet="/\\@:.?#%2eE0x1a-[]é。 \t", max_size=30))
def test_an_address_means_the_same_when_read_again(text: str) -> None:
    """What was checked, once spelt out, cannot turn into something else on the way to the socket."""
    try:
        address = Address.parse("http://h" + text)
    except BadAddressError:
        return
    again = Address.parse(str(address))
    assert (again.origin, again.path, again.query) == (address.origin, address.path, address.query)


def test_the_domain_of_a_site_is_what_its_owner_registered() -> None:
    assert not Scope.of("https://bar.waw.pl/", "domain").contains("https://other.waw.pl/")
    assert Scope.of("https://web.de/", "domain").contains("https://www.web.de/")


def test_an_entry_and_what_links_are_read_as_are_one_site() -> None:
    for entry in ("https://faß.de/", "http://0x7f.1:8000/", "http://2130706433/"):
        sample = normalise("sample.html", entry)
        assert sample is not None and Scope.of(entry).contains(sample)


def test_a_number_is_known_as_an_address_of_this_machine_however_it_is_written() -> None:
    for spelling in ("0x7f.1", "2130706433", "0177.0.0.1", "[::ffff:7f00:1]"):
        found = normalise(f"http://{spelling}/")
        assert found is not None and is_loopback(Address.parse(found).host)


def test_only_a_scope_that_asks_for_a_domain_loads_the_list() -> None:
    said = "import sys; from recorder.fetching.scope import Scope; s = Scope.of('https://a.b.example/', {kind!r})"
    asked = "; s.contains('https://c.b.example/'); print('publicsuffixlist' in sys.modules)"
    for kind, loaded in (("host", "False"), ("domain", "True")):
        done = subprocess.run([sys.executable, "-c", said.format(kind=kind) + asked], capture_output=True, text=True)
        assert done.stdout.strip() == loaded, done.stderr
