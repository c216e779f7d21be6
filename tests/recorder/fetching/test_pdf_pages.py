"""PDFs as pages of their text, and why some are none."""

from io import BytesIO

import pytest
from pypdf import PdfReader, PdfWriter

from recorder.fetching import pdf_pages
from recorder.fetching.answers import FetchError
from recorder.fetching.pdf_pages import as_page
from recorder.patterns.pages.documents import Document
from tests.recorder.fetching.pdf_files import pdf

REPORT = pdf(["One <b>& two", "Three"], {"Title": "Rivers", "CreationDate": "D:20210304120000Z"})


def locked(password: str) -> bytes:
    writer, out = PdfWriter(PdfReader(BytesIO(REPORT))), BytesIO()
    writer.encrypt(password, owner_password="owner", algorithm="RC4-128")
    writer.write(out)
    return out.getvalue()


async def test_title_text_and_what_it_says_of_itself_are_on_the_page() -> None:
    page = Document.parse(await as_page(REPORT))
    assert page.title == "Rivers"
    said = ["Rivers", "Pages", "2", "Created", "2021-03-04", "Text", "One <b>& two Three"]
    assert page.text.split("\n") == said


async def test_without_a_title_its_first_line_is_one() -> None:
    assert Document.parse(await as_page(pdf(["First line\nsecond"]))).title == "First line"


async def test_one_that_may_only_not_be_changed_is_read() -> None:
    assert Document.parse(await as_page(locked(""))).title == "Rivers"


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (REPORT[:200], "is damaged"),
        (locked("secret"), "asks for a password"),
        (pdf(["a\n" * 600_000]), "takes more than 1 s to read"),
    ],
    ids=["cut off", "locked", "endless"],
)
async def test_there_is_one_clear_reason_why_one_is_no_page(file: bytes, why: str) -> None:
    with pytest.raises(FetchError) as raised:
        await as_page(file, seconds=1)
    assert raised.value.reason == f"a PDF that {why}"


async def test_what_is_missing_to_read_them_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "find_spec", lambda name: None)
    with pytest.raises(FetchError, match="pip install"):
        await as_page(REPORT)
