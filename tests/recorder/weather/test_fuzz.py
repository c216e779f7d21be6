"""Any bytes are a page, any text is a link: read without a crash, and nothing outside the site comes of it."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from recorder.fetching.scope import Scope
from recorder.patterns.urls.address import Address, BadAddressError
from recorder.patterns.urls.url import normalise
from recorder.visiting.page_reader import Reader

HOME = "http://127.0.0.1:4000/shelf/"
SCOPE = Scope.of(HOME)
READER = Reader(SCOPE, with_forms=True)

TAGS = st.sampled_from(
    (
        *(
            "<a href='",
            "'>",
            "<base href='",
            "<meta http-equiv=refresh content='0;url=",
            "<form action='",
            "<input name='",
        ),
        *("<select>", "<option>", "<table>", "</table>", "<script>", "</", "<!--", "<![CDATA[", "<?xml ", "<svg>"),
        *("//127.0.0.2:4000/", "\\\\evil/", "http://", "javascript:", "..", "?", "#/", "%00", "\x00", "\ud800", "é"),
    )
)
PAGES = st.one_of(
    st.binary(max_size=400), st.lists(TAGS, max_size=30).map(lambda p: "".join(p).encode("utf-8", "surrogatepass"))
)
TYPES = st.one_of(
    st.sampled_from(["", "text/html; charset=utf-16", "application/xhtml+xml", "text/html; charset=\xff"]), st.text()
)


@given(PAGES, TYPES)
@example(b"<base href='//127.0.0.2:4000/'><a href=x>", "text/html")
@example(b"\xff\xfe<\x00a\x00", "text/html; charset=utf-8")
def test_any_bytes_can_be_read_and_lead_nowhere_else(body: bytes, content_type: str) -> None:
    page = READER.read(HOME, body, content_type)
    assert all(SCOPE.contains(link.url) for link in page.links)
    assert page.tree.size >= 1


@given(st.lists(st.one_of(TAGS, st.text(max_size=8)), max_size=8).map("".join))
def test_the_normal_form_of_any_link_means_the_same_server_to_the_client(link: str) -> None:
    """What is queued is what the scope was asked about and what the client contacts."""
    found = normalise(link, HOME)
    if found is None or not SCOPE.contains(found):
        return
    assert Address.parse(found).origin == "http://127.0.0.1:4000"
    assert normalise(found) == found


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_is_refused(text: str) -> None:
    for url in (text, f"http://{text}", f"http://{text}@127.0.0.1:4000/", f"http://127.0.0.1:4000/{text}"):
        try:
            address = Address.parse(url)
        except BadAddressError:
            continue
        assert Address.parse(str(address)).origin == address.origin
