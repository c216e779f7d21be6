from hypothesis import example, given
from hypothesis import strategies as st

from recorder.patterns.urls.sampling_order import lot


@example(path="://", port=1)
@given(path=st.text(max_size=40), port=st.integers(1, 65_535))
def test_a_copy_of_the_site_on_another_host_draws_alike(path: str, port: int) -> None:
    assert lot(f"http://127.0.0.1:{port}/{path}") == lot(f"https://books.example/{path}") == lot("/" + path)


def test_numbered_pages_are_not_drawn_in_their_order() -> None:
    pages = [f"http://books.example/list?page={number}" for number in range(100)]
    drawn = sorted(pages, key=lot)
    assert drawn != pages
    assert len({lot(page) for page in pages}) == len(pages)
