"""Public test suites of the standards that browsers and servers agree on, put to this program.

`data/README.md` says where the cases come from. Those of forms are in `forms`, of conditional requests in
`conditional`.
"""

import codecs
import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import webencodings

from bench.conformance.conditional import conditional_requests
from bench.conformance.forms import form_submissions, percent_encoding, urlencoded_texts
from bench.conformance.suite import DATA, Suite
from recorder.fetching.cookies import Cookies
from recorder.fetching.robots import parse
from recorder.patterns.pages.charset import decode
from recorder.patterns.urls.address import Address, read
from recorder.patterns.urls.url import normalise

_IDNA_ESCAPE = re.compile(r"\\u([0-9A-F]{4})|\\x\{([0-9A-F]+)\}", re.IGNORECASE)
_NOT_ASKED_OF_URLS = {"V2", "V3", "U1"}
"""Rules on hyphens and on punctuation: the URL standard has its own."""
_LENGTHS = {"A4_1", "A4_2", "X4_2"}
_ENDS_A_HOST = re.compile(r"[/?#@:\\]")

_OUTDATED = "the date it was to end is past by now"
_DISABLED = "the suite itself has disabled it"


def all_suites() -> Iterator[Suite]:
    for reader in (_as_address, normalise):
        yield _urls(reader)
        yield _bad_urls(reader)
    yield _hosts()
    yield _robots()
    yield _cookies()
    yield _encodings()
    yield form_submissions()
    yield urlencoded_texts()
    yield percent_encoding()
    yield conditional_requests()


def _json(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def _as_address(url: str, base: str) -> str | None:
    found = read(url, base)
    return None if found is None else str(found)


_Reader = Callable[[str, str], str | None]


def _urls(reader: _Reader) -> Suite:
    """Percent-escapes are compared by what they mean."""
    cases = [case for case in _json("urltestdata.json") if not case.get("failure") and not _is_private(case)]
    found = {f"{case['input']} on {case['base']}": (reader(case["input"], case["base"] or ""), case) for case in cases}
    otherwise = {
        name: str(url) for name, (url, case) in found.items() if not url or _meaning(url) != _meaning(case["href"])
    }
    return Suite(f"URLs (WPT), {reader.__name__.strip('_')}", 0.98, len(cases), otherwise)


def _bad_urls(reader: _Reader) -> Suite:
    cases = [case for case in _json("urltestdata.json") if case.get("failure") or _is_private(case)]
    refusing = reader is normalise
    asked = [case for case in cases if refusing or not _is_private(case)]
    taken = {case["input"]: url for case in asked if (url := reader(case["input"], case["base"] or "")) is not None}
    return Suite(f"URLs to refuse (WPT), {reader.__name__.strip('_')}", 0.98, len(asked), taken)


def _is_private(case: Mapping[str, Any]) -> bool:
    return bool(case.get("username") or case.get("password"))


def _meaning(url: str) -> tuple[str, str, bytes, bytes]:
    parts = urlsplit(url.partition("#")[0])
    return parts.scheme, parts.netloc, unquote_to_bytes(parts.path), unquote_to_bytes(parts.query)


def _hosts() -> Suite:
    """Names no name server can have, because they are too long, may be refused."""
    otherwise, cases = {}, 0
    for line in gzip.decompress((DATA / "IdnaTestV2.txt.gz").read_bytes()).decode().splitlines():
        fields = [_IDNA_ESCAPE.sub(_character, each.strip()) for each in line.partition("#")[0].split(";")]
        if len(fields) < 5 or _ENDS_A_HOST.search(fields[0]):
            continue
        source, as_text, text_errors, as_ascii, ascii_errors, *_ = fields
        errors = {*re.findall(r"[A-Z][0-9_]+", ascii_errors or text_errors)} - _NOT_ASKED_OF_URLS
        wanted = "" if errors - _LENGTHS else (as_ascii or as_text or source).removesuffix(".")
        found = read(f"http://{source}/")
        host = found.host if found else ""
        cases += 1
        if host != wanted and not (errors & _LENGTHS and not host):
            otherwise[source] = host
    return Suite("hosts (Unicode)", 0.99, cases, otherwise)


def _character(escape: re.Match[str]) -> str:
    return chr(int(escape[1] or escape[2], 16))


def _robots() -> Suite:
    cases = {f"{case['test']} {n}: {case['agent']}, {case['url']}": case for n, case in enumerate(_json("robots.json"))}
    found = {name: parse(case["robots"]).can_fetch(case["url"], case["agent"]) for name, case in cases.items()}
    return Suite(
        "robots.txt (Google)",
        1,
        len(cases),
        {name: str(allowed) for name, allowed in found.items() if allowed is not cases[name]["allowed"]},
        {
            "ID_Encoding": "RFC 9309, 2.2.2: escaped and plain letters are compared as equal",
            "GoogleOnly_AcceptUserAgentUpToFirstSpace": "no robot asks by a name with a blank in it",
        },
    )


def _cookies() -> Suite:
    cases, otherwise = _json("cookies.json"), {}
    for case in cases:
        jar, asked = Cookies(), Address.parse(case["url"])
        jar.hear(asked, case["set_cookie"])
        told = jar.header(Address.parse(case["then"], case["url"]))
        if told != case["cookie"]:
            otherwise[case["name"]] = told
    excuses = {"0002": _OUTDATED, "comma0006": _OUTDATED, "comma0007": _OUTDATED, "disabled": _DISABLED}
    return Suite(
        "cookies (RFC 6265)", 0.97, len(cases), otherwise, excuses | {"0028": "what it expects is not a Cookie header"}
    )


def _encodings() -> Suite:
    otherwise, cases = {}, 0
    for file in sorted(DATA.glob("enc_*.dat")):
        for case in file.read_bytes().split(b"#data\n")[1:]:
            page, _, wanted = case.rpartition(b"#encoding\n")
            found = decode(page.removesuffix(b"\n"), None)[0]
            meant = webencodings.lookup(wanted.split()[0].decode())
            cases += 1
            if meant is None or codecs.lookup(found).name != meant.codec_info.name:
                undeclared = "undeclared " if (meant, found) == (webencodings.lookup("cp1252"), "utf-8") else ""
                otherwise[f"{undeclared}{file.name} {cases}"] = found
    why = "a page that declares nothing is UTF-8 where that fits its bytes"
    return Suite("encodings (html5lib)", 0.9, cases, otherwise, {"undeclared": why})
