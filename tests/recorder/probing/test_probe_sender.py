"""One form asked over HTTP and by the browser: which way is taken, what is sent, and when it is given up."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from recorder.fetching.answers import Request
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.forms.submission import Query
from recorder.forms.verdict import judge
from recorder.patterns.similarity.rtdm import Comparison
from recorder.probing.probe_fetcher import ProbeFetcher
from recorder.probing.probe_sender import EMPTY_TRIALS, MOST_FAILED, ProbeSender, telling_request
from recorder.runtime.background import Background
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store
from recorder.visiting.page_reader import Reader
from recorder.visiting.render_choice import FetchMode
from recorder.visiting.site_errors import RetryAfter
from recorder.visiting.visitor import Visitor
from tests.recorder.probing.desks import WORDS, Asked, Desk, Library, Told, found, listed, page, results, search

TOKEN = "<input type=hidden name=token value=t0k3n{:08}a1b2c3>"


def _guarded(asked: Asked) -> Told:
    return Told(page("Desk", search("guarded", TOKEN.format(asked.before))))


def _answered_once(asked: Asked) -> Told:
    seen.append(asked.said("token"))
    return results(asked)


def _told_what_was_asked_last(asked: Asked) -> Told:
    """Only what its script sends is taken for a question, and the address of the answer forgets it."""
    if asked.method == "POST":
        session = asked.session or f"s{len(sessions)}"
        sessions[session] = asked.said("words")
        return Told(to="/answer/forgetful/hits", session=session, wait=0.3)
    hits = found(sessions.get(asked.session, ""))
    return Told(page("Results", listed(hits) if hits else "<p>Nothing was found."))


seen: list[str] = []
sessions: dict[str, str] = {}
_BY_SCRIPT = "<input type=hidden name=words><script>document.forms[0].onsubmit = event => {"
_BY_SCRIPT += " event.target.words.value = event.target.q_forgetful.value; };</script>"
DESKS = {
    "forgetful": Desk(search("forgetful", _BY_SCRIPT).replace("<form", "<form method=post"), _told_what_was_asked_last),
    "honest": Desk(search("honest"), results),
    "guarded": Desk(_guarded, _answered_once),
    "failing": Desk(search("failing"), lambda _: Told("{}", kind="application/json")),
}


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with Library(DESKS) as opened:
        yield opened


@asynccontextmanager
async def sending(library: Library, name: str, database: Path, render: Render) -> AsyncIterator[ProbeSender]:
    scope, background = Scope.of(library.base), Background()
    reader = Reader(scope, with_forms=True)
    fetcher = SiteFetcher(FetchOptions(render=render, backoff=0.01), scope)
    visitor = Visitor(fetcher, reader, background, lambda _: None)
    with open_store(database, create=True) as store:
        recording = store.recordings.create(name, library.base, (library.sample,), {}).result()
        run = store.runs.begin(recording.id, "mapping").result()
        probes = ProbeFetcher(store, run.id, visitor, RetryAfter(store, Stop(), 1.0))
        form_page = (await probes.page(f"{library.base}/desk/{name}")).page
        assert form_page is not None
        form = next(each for each in form_page.forms if judge(each).safe)
        yield ProbeSender(form, probes, Comparison(), form_page)
        background.close()
        await visitor.close()


def words(count: int, at: int = 0) -> list[Query]:
    return [Query(((at, (word,)),), 0) for word in WORDS[:count]]


async def test_without_a_browser_all_goes_over_http(library: Library, tmp_path: Path) -> None:
    async with sending(library, "honest", tmp_path / "a.db", Render.NEVER) as sender:
        replies = await sender.send(words(3))
        assert sender.mode is FetchMode.HTTP
        assert [reply.query for reply in replies] == words(3)
        assert [reply.kept.asked.url.rpartition("=")[2] for reply in replies] == WORDS[:3]
        assert all(reply.page and not reply.kept.rendered for reply in replies)


async def test_what_was_asked_is_not_asked_again(library: Library, tmp_path: Path) -> None:
    async with sending(library, "honest", tmp_path / "a.db", Render.NEVER) as sender:
        first = await sender.send(words(2))
        before = library.asked["/answer/honest"]
        again = await sender.send(words(2))
        assert library.asked["/answer/honest"] == before
        assert [reply.kept.page_id for reply in again] == [reply.kept.page_id for reply in first]


async def test_a_token_is_taken_from_a_fresh_visit_each_time(library: Library, tmp_path: Path) -> None:
    async with sending(library, "guarded", tmp_path / "a.db", Render.NEVER) as sender:
        await sender.send(words(3))
    assert len(set(seen)) == len(seen) == 3


async def test_a_form_that_brings_no_page_is_hopeless(library: Library, tmp_path: Path) -> None:
    async with sending(library, "failing", tmp_path / "a.db", Render.NEVER) as sender:
        await sender.send(words(MOST_FAILED - 1))
        assert not sender.is_hopeless
        await sender.send(words(MOST_FAILED))
        assert sender.is_hopeless


async def test_the_browser_and_http_are_compared_before_one_is_taken(library: Library, tmp_path: Path) -> None:
    """Words that the library has are told from words that it has not."""
    async with sending(library, "honest", tmp_path / "a.db", Render.AUTO) as sender:
        nothing = [Query(((0, ("zzqq",)),), 0)]
        await sender.send(nothing)
        assert sender.mode is None
        assert EMPTY_TRIALS > 1
        replies = await sender.send(words(4))
        assert sender.mode is FetchMode.HTTP
        assert all(reply.page for reply in replies)


async def test_what_answers_to_the_last_question_is_asked_one_after_the_other(library: Library, tmp_path: Path) -> None:
    async with sending(library, "forgetful", tmp_path / "a.db", Render.AUTO) as sender:
        replies = await sender.send(words(7))
        assert sender.mode is FetchMode.BROWSER
        for word, reply in zip(WORDS, replies, strict=False):
            links = [link.url for link in reply.page.links] if reply.page else []
            assert {f"{library.base}/paper/{number}" for number in found(word)} <= set(links)
            assert sum("/paper/" in link for link in links) == len(found(word))


def test_of_all_that_a_page_asks_for_what_tells_the_query_counts() -> None:
    form = next(
        iter(Reader(Scope.of("http://h/"), with_forms=True).read("http://h/", b"<input type=search name=q>", "").forms)
    )
    query = Query(((0, ("green tea",)),))
    sent = [Request("http://h/hint?w=green"), Request("http://h/hits?w=green+tea"), Request("http://h/count")]
    assert telling_request(form, query, sent).url == "http://h/hits?w=green+tea"
    assert telling_request(form, query, sent[::2]).url == "http://h/count"
    assert telling_request(form, query, []).method == "BROWSER"
    shown = "http://h/search/green%20tea"
    assert telling_request(form, query, sent, shown).url == shown
    assert telling_request(form, query, sent, "http://h/").url == "http://h/hits?w=green+tea"
