"""Every door where bytes of strangers come in: what is thrown at it, and what takes it. Whatever comes is read, or
refused with a reason (`Refused`); no other exception.
"""

import asyncio
import gzip
import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import regex
from hypothesis import strategies as st

from bench.fuzzing import inputs
from bench.fuzzing.damage import damaged, read_by_commands
from bench.fuzzing.inputs import Inputs
from recorder.crawling.queries import queries_of
from recorder.fetching import pdf_pages
from recorder.fetching.answers import FetchError, Outcome, Page, Request
from recorder.fetching.cookies import Cookies
from recorder.fetching.options import FetchOptions, Render, Timeouts
from recorder.fetching.own_session import load_session
from recorder.fetching.robots import parse
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.fetching.statuses import retry_after
from recorder.fleet.site_list import CommandOptions, read_sites
from recorder.forms.submission import Query, submission
from recorder.forms.verdict import judge
from recorder.knowledge.pattern_files import read_pattern
from recorder.patterns.navigation.bounded_matching import matcher
from recorder.patterns.navigation.pattern import LinkStep, SlowRegexError
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.sitemaps import as_page, is_sitemap, unpacked
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.reading import read_page
from recorder.patterns.records.templates import learn_templates
from recorder.patterns.similarity.rtdm import Comparison
from recorder.patterns.urls.address import Address, BadAddressError
from recorder.probing.hand_steps import load_steps
from recorder.runtime.errors import RecorderError
from recorder.visiting.page_reader import Reader
from tests.recorder.fetching.station import Station, raw

REFUSED = (RecorderError, SlowRegexError)
_HOME = "http://127.0.0.1:4000/shelf/"
_OPTIONS = tuple(CommandOptions(command, {"--max-pages": True, "--quiet": False}) for command in ("record", "crawl"))

Door = Callable[[bytes], None]


@dataclass(frozen=True)
class Doorway:
    """`inputs` is None where no bytes are thrown but what is made in another way: `made`."""

    takes: Door
    inputs: Inputs | None
    made: st.SearchStrategy[bytes] | None = None

    def strategy(self) -> st.SearchStrategy[bytes]:
        found = self.made if self.inputs is None else self.inputs.strategy()
        assert found is not None
        return found


def _page(body: bytes) -> None:
    page = Reader(Scope.of(_HOME), with_forms=True).read(_HOME, body, "text/html")
    for form in page.forms:
        judge(form)
        submission(form, Query())


def _records(body: bytes) -> None:
    """Learnt from it and from pages that are like it but for their digits; read from one that is cut off."""
    bodies = (body, body.replace(b"1", b"27"), body.replace(b"5", b"").replace(b"<p>", b"<p>x"))
    documents = [Document.parse(each, url=f"{_HOME}{number}") for number, each in enumerate(bodies)]
    templates = learn_templates(documents, Forest(), Comparison())
    for document in (*documents, Document.parse(body[: len(body) // 2], url=_HOME)):
        read_page(templates, document)


def _answer(answer: bytes) -> None:
    found = asyncio.run(_fetched(answer))
    assert isinstance(found, Page | Outcome)
    retry_after((("Retry-After", answer.decode("latin-1")),))


async def _fetched(answer: bytes) -> Page | Outcome:
    station = await Station().start()
    station.on("/it", raw(answer))
    times = Timeouts(connect=2.0, read=2.0, total=3.0)
    fetcher = SiteFetcher(
        FetchOptions(Render.NEVER, ignore_robots=True, attempts=1, timeouts=times), Scope.of(station.base)
    )
    try:
        return await fetcher.fetch(Request(station.base + "/it"))
    finally:
        await fetcher.close()
        await station.stop()


def _pdf(content: bytes) -> None:
    """In the process that is made for each: what its bounds end is refused like the rest."""
    with suppress(FetchError):
        _page(asyncio.run(pdf_pages.as_page(content)))


def _robots(text: bytes) -> None:
    rules = parse(text.decode("utf-8-sig", "replace"))
    for url in ("http://a.example/", "http://a.example/" + "a" * 500, "http://a.example/%zz?x=%41"):
        rules.can_fetch(url, "recorder")
    rules.crawl_delay("recorder")
    rules.request_rate("recorder")


def _sitemap(content: bytes) -> None:
    for body in (content, b"<urlset>" + content, gzip.compress(content)):
        if is_sitemap(body):
            Reader(Scope.of(_HOME)).read(_HOME, as_page(unpacked(body, 100_000)), "text/html")


def _cookie(line: bytes) -> None:
    jar, asked = Cookies(), Address.parse("http://a.example.org/x/y")
    jar.hear(asked, line.decode("latin-1").split("\n"))
    said = jar.header(asked)
    assert "\n" not in said and "\r" not in said


def _file(read: Callable[[Path], object]) -> Door:
    def door(content: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "file"
            file.write_bytes(content)
            read(file)

    return door


def _pattern(content: bytes) -> None:
    pattern = read_pattern(content, "it")
    for step in (step for path in pattern.paths for step in path.steps if isinstance(step, LinkStep)):
        for url in ("http://a.example/" + "a" * 40, "http://a.example/0?b=1&a=" + "a" * 400):
            step.matches(url)


def _expression(text: bytes) -> None:
    matcher.cache_clear()  # or what is kept of thousands is taken for the memory of one
    regex.purge()
    step = {"kind": "link", "regex": text.decode("utf-8", "replace")}
    _pattern(json.dumps({"paths": [{"steps": [step]}]}).encode())


def _address(text: bytes) -> None:
    with suppress(BadAddressError):
        url = str(Address.parse(text.decode("utf-8", "surrogateescape")))
        assert str(Address.parse(url)) == url


DOORS = {
    "pages": Doorway(_page, inputs.PAGES),
    "records": Doorway(_records, inputs.PAGES),
    "answers": Doorway(_answer, inputs.ANSWERS),
    "robots": Doorway(_robots, inputs.ROBOTS),
    "sitemaps": Doorway(_sitemap, inputs.SITEMAPS),
    "cookies": Doorway(_cookie, inputs.COOKIES),
    "sessions": Doorway(_file(load_session), inputs.SESSIONS),
    "patterns": Doorway(_pattern, inputs.PATTERNS),
    "expressions": Doorway(_expression, inputs.EXPRESSIONS),
    "steps": Doorway(_file(load_steps), inputs.STEPS),
    "tables": Doorway(_file(lambda file: queries_of((), file)), inputs.TABLES),
    "sites": Doorway(_file(lambda file: read_sites(file, _OPTIONS)), inputs.SITES),
    "addresses": Doorway(_address, inputs.ADDRESSES),
    "pdfs": Doorway(_pdf, None, inputs.PDFS.strategy()),
    "databases": Doorway(read_by_commands, None, damaged()),
}
