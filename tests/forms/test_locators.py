"""A browser finds what was read: each locator one element, of the name that was read, in the form that was read.

On real forms and on pages whose forms are broken in the ways pages are.
"""

import pytest
from playwright.sync_api import Browser, Page

from recorder.forms.finding import find_forms
from recorder.forms.form import Form
from recorder.patterns.pages.documents import Document
from tests.forms.measures import CORPUS

URL = "http://site.example/page"
BROKEN = (
    "<table><tr><form id=f action=a><td><input name=x></td><td><input name=y></form></td></tr></table><input name=x>",
    "<table><form action=a><tr><td><input name=x></td></tr></form><form action=b><tr><td><input name=x></form></table>",
    "<form action=a><input name=x><form action=b><input name=x></form><input type=search name=x>",
    "<div><form action=a><input name=x></div><input name=y></form><form action=c><input name=z></form>",
    "<form action=a><input id=1x><input id=1x><input id='a\"b\\'><input id='é'><input id=2y name='n\"'></form>",
    "<form><input type=radio name=r value=1><input type=radio name=r value=1><input type=radio name=r></form>",
    "<form><button>a</button><button name=b value='x\ny'>b</button><input type=submit></form>",
    "<div role=search><div role=searchbox contenteditable></div><a onclick='go()'>Go</a></div>",
    "<form id=f><input name=a></form><div id=d><input name=a form=f><input type=search name=a></div>",
    "<p><form action=a><p><input name=x></p></form><select name=s><option>1<input name=in></select>",
)
LOOK = """([inside, outside]) => {
    const control = document.querySelector(inside)
    const around = document.querySelector(outside)
    const owner = around.tagName === 'FORM' ? around : null
    return [control.name ?? '', !('form' in control) || control.form === owner]
}"""


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Page:
    """Where nothing is loaded but what is put into it."""
    tab = browser.new_page()
    tab.route("**/*", lambda route: route.abort())
    return tab


def show(tab: Page, body: bytes) -> tuple[Form, ...]:
    tab.set_content(body.decode(), wait_until="commit")
    return find_forms(Document.parse(body, content_type="text/html; charset=utf-8", url=URL))


def look(tab: Page, form: Form) -> None:
    named = [(field.name, locator) for field in form.fields for locator in field.locators]
    named += [(button.name, button.locator) for button in form.buttons]
    for name, locator in named:
        found = tab.locator(locator)
        assert found.count() == 1, (locator, form)
        read = found.evaluate("each => each.name ?? ''")
        assert read == name, locator
        if form.locator and " >> " not in locator + form.locator:
            assert tab.evaluate(LOOK, [locator, form.locator]) == [name, True], locator


@pytest.mark.parametrize("html", BROKEN)
def test_a_browser_agrees_on_broken_pages(tab: Page, html: str) -> None:
    for form in show(tab, f"<!doctype html><body>{html}".encode()):
        look(tab, form)


@pytest.mark.slow
def test_a_browser_agrees_on_real_forms(tab: Page) -> None:
    for page in sorted((CORPUS / "pages").glob("*.html")):
        for form in show(tab, page.read_bytes()):
            assert not form.action or tab.locator(form.locator).count() == 1, page.name
            look(tab, form)
