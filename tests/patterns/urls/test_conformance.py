"""URLs read as the WHATWG standard says, by the web platform tests (see `corpus/README.md`).

What this project makes of a URL beyond the standard does not count: percent-escapes are compared by what they mean, and
a URL with a user name or password must be refused. The four hosts that the standard knows and no name server can
(`.`, `..`, `foo.09..` and one of punctuation only) are refused here.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict
from urllib.parse import unquote_to_bytes, urlsplit

import pytest

from recorder.patterns.urls.address import read
from recorder.patterns.urls.url import normalise

SHARE = 0.98


class Case(TypedDict, total=False):
    input: str
    base: str | None
    href: str
    username: str
    password: str
    failure: bool


CASES: list[Case] = json.loads((Path(__file__).parent / "corpus" / "urltestdata.json").read_text())
REFUSED = [case for case in CASES if case.get("failure")]
PRIVATE = [case for case in CASES if case.get("username") or case.get("password")]
READ = [case for case in CASES if case not in REFUSED and case not in PRIVATE]


def as_address(url: str, base: str) -> str | None:
    found = read(url, base)
    return None if found is None else str(found)


def meaning(url: str) -> tuple[str, str, bytes, bytes]:
    parts = urlsplit(url.partition("#")[0])
    return parts.scheme, parts.netloc, unquote_to_bytes(parts.path), unquote_to_bytes(parts.query)


@pytest.mark.parametrize("reader", [as_address, normalise])
def test_urls_are_read_as_the_standard_says(reader: Callable[[str, str], str | None]) -> None:
    wrong = [
        (case["input"], found, case["href"])
        for case in READ
        if not (found := reader(case["input"], case["base"] or "")) or meaning(found) != meaning(case["href"])
    ]
    assert len(READ) == 203 and len(wrong) <= (1 - SHARE) * len(READ), wrong


@pytest.mark.parametrize("reader", [as_address, normalise])
def test_what_the_standard_refuses_is_refused(reader: Callable[[str, str], str | None]) -> None:
    taken = [case["input"] for case in REFUSED if reader(case["input"], case["base"] or "") is not None]
    assert len(REFUSED) == 273 and len(taken) <= (1 - SHARE) * len(REFUSED), taken


def test_credentials_are_seen_and_not_followed() -> None:
    for case in PRIVATE:
        found = read(case["input"], case["base"] or "")
        assert found is not None and found.credentials
        assert normalise(case["input"], case["base"] or "") is None
