"""Forms, put to this program as pages: what would be sent, against what the HTML standard says is sent.

`tests/bench/test_conformance.py` has a real browser send the same forms.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bench.conformance.suite import DATA, Suite
from recorder.forms.finding import find_forms
from recorder.forms.submission import Query, entries_of, submission
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.encoder import encode
from recorder.patterns.pages.links import links_of

SERVER, PAGE = "http://site.example", "/dir/page?old=1"

Sent = tuple[str, str, str | None, str | None]
"""Method, address on the server, content type, and the body with each byte as a letter."""

_EXCUSES = {
    "checkbox: several between": "boxes of one name are one question: they are sent together",
    "button: before": "the value of the button that is pressed is sent last",
    "button: between": "the value of the button that is pressed is sent last",
    "dirname: of the button": "nobody types into a button: the direction of its text is not sent",
    "textarea: hard wraps": "line breaks by the width of a box are not put in",
    "action: odd letters in the query": "an apostrophe in an address stays as it is written: stored ones do",
}
_ENCODINGS = {
    "big5": "Python's Big5 writes Cyrillic letters otherwise",
    "x-user-defined": "no page with a form is in this encoding",
}


@dataclass(frozen=True)
class Case:
    """A page with a form, the button that is pressed (None: a script sends the form), and what is sent."""

    name: str
    html: str
    sent: Sent | None
    charset: str
    press: int | None

    @property
    def page(self) -> bytes:
        return f"<!doctype html><meta charset={self.charset}>{self.html}".encode(self.charset, "xmlcharrefreplace")

    @property
    def content_type(self) -> str:
        return f"text/html; charset={self.charset}"


def cases() -> Iterator[Case]:
    for case in json.loads((DATA / "forms.json").read_text(encoding="utf-8")):
        sent = case["sent"]
        yield Case(case["name"], case["html"], sent and tuple(sent), case.get("charset", "utf-8"), case.get("press", 0))


def excuses() -> Mapping[str, str]:
    in_encodings = {f"{way}: accept-charset={each}": why for each, why in _ENCODINGS.items() for way in _WAYS}
    return _EXCUSES | in_encodings


_WAYS = ("urlencoded", "multipart", "plain")


def form_submissions() -> Suite:
    found = {case.name: (case.sent, sent_by_program(case)) for case in cases()}
    otherwise = {name: str(ours) for name, (wanted, ours) in found.items() if ours != wanted}
    return Suite("form submissions (HTML)", 1, len(found), otherwise, excuses())


def sent_by_program(case: Case) -> Sent | None:
    document = Document.parse(case.page, content_type=case.content_type, url=SERVER + PAGE)
    form = find_forms(document)[0]
    found = submission(form, Query(button=case.press))
    if found is None:
        return None
    return comparable(found.method, found.url.removeprefix(SERVER), found.content_type, found.body)


def comparable(method: str, address: str, content_type: str | None, body: bytes | None) -> Sent:
    """With one name for all boundaries: they are drawn by lot."""
    text = None if body is None else body.decode("latin-1")
    boundary = (content_type or "").partition("boundary=")[2]
    if boundary and content_type and text:
        content_type, text = content_type.replace(boundary, "BOUNDARY"), text.replace(boundary, "BOUNDARY")
    return method, address, content_type, text


def urlencoded_texts() -> Suite:
    data: list[Any] = json.loads((DATA / "urlencoded-parser-data.json").read_text(encoding="utf-8"))
    found = {case["input"]: (entries_of(case["input"]), case["output"]) for case in data}
    otherwise = {text: str(ours) for text, (ours, wanted) in found.items() if [*map(list, ours)] != wanted}
    return Suite("urlencoded texts (WPT)", 1, len(data), otherwise)


_ESCAPED = (
    # What a link's query holds, the encoding of its page, how the query is sent (URL standard, percent-encode after
    # encoding), and how the same letters are sent in the path.
    ("†", "utf-8", "%E2%80%A0", "%E2%80%A0"),
    ("†", "windows-1252", "%86", "%E2%80%A0"),
    ("é", "iso-8859-1", "%E9", "%C3%A9"),
    ("я", "koi8-r", "%D1", "%D1%8F"),
    ("я", "windows-1251", "%FF", "%D1%8F"),
    ("漢", "shift_jis", "%8A%BF", "%E6%BC%A2"),
    ("漢", "euc-jp", "%B4%C1", "%E6%BC%A2"),
    ("é", "euc-jp", "%26%23233%3B", "%C3%A9"),
    ("漢", "gbk", "%9Dh", "%E6%BC%A2"),
    ("漢", "big5", "%BA~", "%E6%BC%A2"),
    ("한", "euc-kr", "%C7%D1", "%ED%95%9C"),
    ("똠", "euc-kr", "%8Cc", "%EB%98%A0"),
    ("😀", "utf-8", "%F0%9F%98%80", "%F0%9F%98%80"),
    ("😀", "windows-1252", "%26%23128512%3B", "%F0%9F%98%80"),
    ("😀", "gb18030", "%949%FC6", "%F0%9F%98%80"),
    ("漢", "windows-1252", "%26%2328450%3B", "%E6%BC%A2"),
    ("a b", "utf-8", "a%20b", "a%20b"),
    ("a+b", "utf-8", "a+b", "a+b"),
    ("a%20b", "utf-8", "a%20b", "a%20b"),
    ("%zz", "utf-8", "%25zz", "%25zz"),
    ("<>", "utf-8", "%3C%3E", "%3C%3E"),
    ("~", "utf-8", "~", "~"),
)


def percent_encoding() -> Suite:
    """A percent sign that begins no escape is one itself here: a server reads both alike."""
    otherwise = {}
    for letters, charset, in_query, in_path in _ESCAPED:
        found = escaped(letters, charset)
        if found != (in_query, in_path):
            otherwise[f"{letters} in {charset}"] = str(found)
    return Suite("percent-encoding (URL)", 1, 2 * len(_ESCAPED), otherwise)


def escaped(letters: str, charset: str) -> tuple[str, str]:
    """How a link sends the letters in its query, and in its path."""
    link = f"<!doctype html><meta charset={charset}><a href='{SERVER}/{letters}?{letters}'>x</a>"
    body = encode(link, charset)
    [found] = links_of(Document.parse(body, content_type=f"text/html; charset={charset}", url=SERVER))
    path, _, query = found.url.removeprefix(f"{SERVER}/").partition("?")
    return query, path
