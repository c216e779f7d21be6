"""What scripts have a say in is seen on the page as written."""

import pytest

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.traits import traits_of


def traits(html: str, url: str = "http://shop.example/a/b.html") -> frozenset[str]:
    return traits_of(Document.parse(html.encode(), url=url))


@pytest.mark.parametrize(
    "html",
    [
        "<p>words",
        "<div id=empty></div><ul class=also-empty></ul>",
        '<script type="application/ld+json">{"a": 1}</script><script type=text/template><p>x</p></script>',
        "<iframe src='https://video.example/1'></iframe><iframe></iframe>",
        "<iframe src='http://['></iframe>",
    ],
)
def test_a_page_that_no_script_touches_has_none(html: str) -> None:
    assert traits(html) == frozenset()


def test_a_script_is_known_by_its_address_whatever_its_version() -> None:
    assert traits("<script src=../app.js?v=1></script>") == traits("<script type=module src=/app.js?v=2></script>")
    assert traits("<script src=../app.js></script>") != traits("<script src=../other.js></script>")


def test_a_script_on_the_page_is_known_by_its_names_whatever_it_says_of_this_page() -> None:
    one = traits("<script>show({id: 12, name: 'Emma', /* by hand */ next: \"x\"})</script>")
    assert one == traits("<script>show({id: 7, name: 'It\\'s me', next: `y`}) // later</script>")
    assert one != traits("<script>hide({id: 7})</script>")
    assert traits("<body onload='start()'>") != frozenset()


def test_containers_that_wait_to_be_filled_are_seen_where_there_is_a_script() -> None:
    page = "<script src=/a.js></script>"
    waiting = traits(page + "<div id=detail-12 data-id=12>Loading …</div>")
    assert waiting > traits(page)
    assert waiting == traits(page + "<div id=detail-7 data-id=7></div>")
    assert traits(page + "<div>nameless</div><div id=full><p>x</p></div><span id=mark></span>") == traits(page)
    assert traits(page + "<product-card></product-card>") > traits(page)


def test_a_frame_of_the_same_host_belongs_to_the_page() -> None:
    assert traits("<iframe src='part.html'></iframe>") == {"frame"}
