"""What a page declares of its encoding: found as by the scan of its whole head, only sooner."""

from hypothesis import given
from hypothesis import strategies as st
from w3lib.encoding import html_body_declared_encoding

from recorder.patterns.pages.charset import declared_in_page

PARTS = (
    "<!doctype html>",
    "<?xml version='1.0' encoding='koi8-r'?>",
    "<html lang=de><head>",
    "<title>charset of > things</title>",
    "<!-- <meta charset=greek> -->",
    "<!-- charset=greek",
    "-->",
    "<meta charset=latin1>",
    "<META CharSet='utf-8' />",
    "<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>",
    "<meta content='text/html; charset=big5' http-equiv=content-type>",
    "<meta content='text/html; charset=big5'>",
    "<meta name='a > b' charset=shift_jis>",
    "<meta charset=no-such>",
    "<meta charset>",
    "<script charset=greek>if (a < b) c > d</script>",
    "<body charset=greek>",
    "ö" * 30,
    " " * 4096,
)


@given(st.lists(st.sampled_from(PARTS), max_size=8).map("".join))
def test_it_is_what_a_scan_of_the_whole_head_finds(page: str) -> None:
    body = page.encode()
    assert declared_in_page(body) == html_body_declared_encoding(body)


def test_it_is_the_first_that_counts() -> None:
    assert declared_in_page(b"<meta charset=latin1><meta charset=greek>") == "cp1252"
    assert declared_in_page(b"<p>nothing is said") is None
