"""The report: one file without network, with all sections, and with nothing of a site but text."""

from base64 import b64decode
from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Page

from recorder.inspecting.report import write_report
from recorder.inspecting.report.markup import link, tag
from recorder.runtime.errors import UsageError
from recorder.store import NewPage, open_store
from recorder.store.forms import FieldRow, FormRow
from tests.recorder.conftest import Command, RecordedShop, copied, in_a_process
from tests.recorder.small_shop import SITE, book

SECTIONS = ["reach", "map", "similarity", "paths", "forms", "columns", "runs", "health"]
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\x1b[31m"


def read(file: Path) -> html.HtmlElement:
    return html.fromstring(file.read_text("utf-8"))


@pytest.fixture(scope="module")
def report(shop: RecordedShop, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the recorded bookshop, with records; by processes, as pytest-playwright has a loop running here."""
    folder = tmp_path_factory.mktemp("report")
    database = copied(shop.database, folder / "shop.db")
    assert in_a_process("extract", "--db", database).code == 0
    out = folder / "report.html"
    done = in_a_process("report", "--db", database, out)
    assert (done.code, done.out) == (0, ""), done.err
    assert "8 sections" in done.err
    return out


def test_the_report_has_it_all_and_counts_as_the_database_does(report: Path, shop: RecordedShop) -> None:
    page = read(report)
    assert page.xpath("//section/@id") == SECTIONS
    assert [link[1:] for link in page.xpath("//nav/a/@href")] == SECTIONS
    facts = dict(zip(page.xpath("//div[@class='facts']//span/text()"), page.xpath("//b/text()"), strict=False))
    assert facts["pages collected"] == facts["records"] == str(shop.crawled["targets"])
    assert "such pages" in page.xpath("string(//p[@class='lead'])")
    assert "it asks for a password" in page.xpath("string(//section[@id='forms'])")
    assert len(page.xpath("//section[@id='similarity']//*[name()='rect']")) >= 2
    assert "price" in page.xpath("//section[@id='columns']//b/text()")
    assert page.xpath("//section[@id='paths']//li/a/@href")[0].startswith(shop.site.base_url)


def test_a_browser_asks_no_network_for_it_and_no_width_is_too_narrow(report: Path, page: Page) -> None:
    asked, said = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    for width in (390, 820, 1280):
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(report.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert {url.partition(":")[0] for url in asked} == {"file"}
    assert said == []


def test_pages_are_pictured_as_they_are_stored_and_nobody_is_asked(shop: RecordedShop, tmp_path: Path) -> None:
    database, out = copied(shop.database, tmp_path / "shop.db"), tmp_path / "report.html"
    with open_store(database) as store:
        run = store.runs.begin(1, "crawl").result()
        answer = NewPage(
            run_id=run.id, url=f"{shop.site.base_url}/search/results?q=the", role="hub", path_index=0, position=1,
            query=({"q": ["the"]},), body=b"<h1>Answer</h1>", content_type="text/html",
        )  # fmt: skip
        store.pages.record(answer).result()
        store.runs.end(run.id, "done").result()
    before = shop.site.tally.total
    done = in_a_process("report", "--db", database, out, "--pictures")
    assert done.code == 0, done.err
    assert shop.site.tally.total == before
    figures = read(out).xpath("//figure")
    assert [each.xpath("string(figcaption)").partition(",")[0] for each in figures[:2]] == [
        "The sample",
        "A list on this way",
    ]
    for each in figures:
        kind, _, data = each.xpath("string(img/@src)").partition(",")
        assert (kind, b64decode(data)[:2]) == ("data:image/jpeg;base64", b"\xff\xd8")


def test_words_of_a_site_are_text_and_secrets_are_not_told(small: Path, tmp_path: Path) -> None:
    with open_store(small) as store:
        form = FormRow(
            signature="s", url=SITE, method="POST", action=f"{SITE}/in", verdict="left alone", reason=HOSTILE
        )
        fields = (
            FieldRow(name="token", kind="hidden", value="s3cret"),
            FieldRow(name="who", kind="text", label=HOSTILE),
        )
        store.forms.save(1, form, fields).result()
        run = store.runs.begin(1, "crawl").result()
        page = NewPage(run_id=run.id, url=book(9), role="target", title=HOSTILE, similarity=0.9, body=b"new")
        store.pages.record(page).result()
        store.runs.end(run.id, "done").result()
    out = tmp_path / "report.html"
    write_report(small, out)
    text, seen = out.read_text("utf-8"), read(out)
    assert not seen.xpath("//script | //img | //@onerror | //iframe | //link")
    assert "alert(1)" in seen.xpath("string(//section[@id='forms'])")
    assert "alert(1)" in seen.xpath("string(//section[@id='runs'])")
    assert "s3cret" not in text and "\x1b" not in text


@pytest.mark.parametrize(
    ("url", "markup"),
    [
        ("javascript:alert(1)", "<span>javascript:alert(1)</span>"),
        ("https://me:pw@h/x", '<a href="https://h/x" rel="noreferrer noopener nofollow">https://h/x</a>'),
    ],
)
def test_links_lead_to_the_web_alone_and_hold_no_password(url: str, markup: str) -> None:
    assert link(url) == markup


def test_only_what_was_made_of_tags_is_markup() -> None:
    assert tag("p", "a < b ", tag("b", "&"), title='"') == '<p title="&quot;">a &lt; b <b>&amp;</b></p>'


def test_no_file_is_lost(recorder: Command, small: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    out.write_text("mine")
    done = recorder("report", "--db", small, out)
    assert (done.code, out.read_text()) == (2, "mine")
    assert "--force" in done.err
    assert recorder("report", "--db", small, out, "--force").code == 0
    with pytest.raises(UsageError, match="database itself"):
        write_report(small, small, anew=True)


def test_a_recording_that_is_not_finished_has_a_report_too(recorder: Command, tmp_path: Path) -> None:
    database, out = tmp_path / "half.db", tmp_path / "half.html"
    with open_store(database, create=True) as store:
        store.recordings.create("half", "http://a.example/", ["http://a.example/1"], {}).result()
    assert recorder("report", "--db", database, out).code == 0
    assert "not finished" in read(out).xpath("string(//p[@class='lead'])")
