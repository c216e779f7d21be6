"""Addresses without a scheme."""

import pytest

from recorder.patterns.urls.address import beside, meant_by


@pytest.mark.parametrize(
    "typed",
    ["example.org", "example.org/x?y#z", "sub.example.org:8443/", "bücher.example/ä", " 192.0.2.1/x ", "lab:8000"],
)
def test_a_server_is_meant_by_https_first(typed: str) -> None:
    assert meant_by(typed) == (f"https://{typed.strip()}", f"http://{typed.strip()}")


@pytest.mark.parametrize("typed", ["localhost:8000/", "LOCALHOST", "127.0.0.1:80/x", "[::1]:8000/", "shop.localhost/"])
def test_this_machine_is_meant_by_http(typed: str) -> None:
    assert meant_by(typed) == (f"http://{typed}",)


@pytest.mark.parametrize(
    "typed",
    ["https://example.org/", "http://a", "mailto:ada@example.org", "ftp://a.example/", "not an address", "", "/x", "."],
)
def test_all_else_is_as_it_was_given(typed: str) -> None:
    assert meant_by(typed) == (typed,)
    assert beside(typed, "https://site.example/") == typed


def test_a_page_of_a_site_has_the_scheme_of_the_site() -> None:
    assert beside("site.example/x", "http://site.example/") == "http://site.example/x"
    assert beside("https://site.example/x", "http://site.example/") == "https://site.example/x"
