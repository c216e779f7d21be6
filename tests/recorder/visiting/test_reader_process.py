"""A second process that reads pages: faster where there are cores, and never in the way."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from recorder.fetching.answers import Outcome, OutcomeKind
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.runtime.background import Background
from recorder.visiting import page_reader, reader_process, visitor
from recorder.visiting.page_reader import Reader
from recorder.visiting.reader_process import Bounds, ReaderProcess, UnreadablePageError
from recorder.visiting.visitor import Visitor
from tests.recorder.fetching.processes import Process, descendants, processes
from tests.recorder.fetching.station import Station

HOME = "http://127.0.0.1:4000/"
ENDLESS = b"<p>" + b"<a href=/x>y</a>" * 500_000
USUAL = Bounds()


def page(number: int) -> bytes:
    return f"<title>{number}</title><ul><li><a href=/{number}>to {number}</a></ul><form><input name=q></form>".encode()


def workers() -> list[Process]:
    return [each for each in descendants(os.getpid()) if "visiting.reader_worker" in each.command]


@asynccontextmanager
async def opened(bounds: Bounds = USUAL) -> AsyncIterator[ReaderProcess]:
    """One whose process has started."""
    reader = ReaderProcess(Reader(Scope.of(HOME), with_forms=True), bounds, after=0)
    for _ in range(3000):
        if await reader.read(HOME, page(0), "text/html"):
            break
        await asyncio.sleep(0.02)
    yield reader
    await reader.close()


async def test_it_reads_what_is_read_here() -> None:
    here = Reader(Scope.of(HOME), with_forms=True)
    async with opened() as reader:
        there = await asyncio.gather(*(reader.read(f"{HOME}{n}", page(n), "text/html") for n in range(40)))
        assert len(workers()) == 1
    assert workers() == []
    for number, found in enumerate(there):
        expected = here.read(f"{HOME}{number}", page(number), "text/html")
        assert found is not None
        assert (found.title, found.links, found.forms) == (expected.title, expected.links, expected.forms)
        assert found.tree.size == expected.tree.size


async def test_a_glance_does_not_start_it() -> None:
    reader = ReaderProcess(Reader(Scope.of(HOME)))
    for number in range(reader_process.WORTH_IT):
        assert await reader.read(HOME, page(number), "text/html") is None
    assert workers() == []
    await reader.close()


async def test_no_page_is_lost_with_it() -> None:
    async with opened() as reader:
        asked = asyncio.gather(*(reader.read(HOME, page(n), "text/html") for n in range(200)))
        await asyncio.sleep(0)
        os.kill(workers()[0].pid, signal.SIGKILL)
        found = await asked
        assert [each and each.title for each in found] == [str(number) for number in range(200)]


async def test_where_it_keeps_ending_everybody_reads_for_himself(monkeypatch: pytest.MonkeyPatch) -> None:
    says_ready_and_ends = "import socket; socket.socket(fileno=0).sendall(bytes(4))"
    monkeypatch.setattr(reader_process, "_COMMAND", (sys.executable, "-c", says_ready_and_ends))
    reader = ReaderProcess(Reader(Scope.of(HOME)), after=0)
    refused = 0
    while reader.is_wanted:
        try:
            assert await reader.read(HOME, page(1), "text/html") is None
        except UnreadablePageError as error:
            assert str(error) == "reading it ends whoever tries"
            refused += 1
        await asyncio.sleep(0.002)
    assert refused <= 2
    await reader.close()


async def test_where_it_does_not_start_everybody_reads_for_himself(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (("/bin/false",), ("/no/such/program",)):
        monkeypatch.setattr(reader_process, "_COMMAND", command)
        reader = ReaderProcess(Reader(Scope.of(HOME)), after=0)
        for _ in range(20):
            assert await reader.read(HOME, page(1), "text/html") is None
            await asyncio.sleep(0.01)
        await reader.close()


async def test_one_that_never_gets_ready_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_process, "_COMMAND", ("sleep", "1000"))
    monkeypatch.setattr(reader_process, "_STARTING_SECONDS", 0.1)
    reader = ReaderProcess(Reader(Scope.of(HOME)), after=0)
    while reader.is_wanted:
        assert await reader.read(HOME, page(1), "text/html") is None
        await asyncio.sleep(0.02)
    await reader.close()


@pytest.mark.parametrize(
    ("bounds", "why"), [(Bounds(seconds=0), "more than 0 seconds"), (Bounds(memory=200 * 1024**2), "MB of memory")]
)
async def test_a_page_that_cannot_be_read_is_an_outcome_and_the_next_one_is_read(bounds: Bounds, why: str) -> None:
    station = await Station().start()
    station.on("/endless", ENDLESS)
    station.on("/fine", page(1))
    scope = Scope.of(station.base)
    fetcher = SiteFetcher(FetchOptions(render=Render.NEVER), scope)
    async with opened(bounds) as reader:
        visitor = Visitor(fetcher, Reader(scope), Background(), lambda _: None, reader)
        refused = await visitor.visit(f"{station.base}/endless")
        assert isinstance(refused.answer, Outcome)
        assert (refused.answer.kind, refused.answer.status, refused.page) == (OutcomeKind.UNREADABLE, 200, None)
        assert why in refused.answer.reason
        assert (await visitor.visit(f"{station.base}/fine")).page is not None
        visitor.background.close()
        await visitor.close()
    await station.stop()


async def test_no_number_of_endless_pages_has_one_read_without_a_limit() -> None:
    async with opened(Bounds(seconds=0)) as reader:
        for _ in range(reader_process._MOST_LOSSES + 1):
            with pytest.raises(UnreadablePageError, match="more than 0 seconds"):
                await reader.read(HOME, ENDLESS, "text/html")


_ASKS = """
    import asyncio, sys
    from recorder.visiting.page_reader import Reader
    from recorder.visiting.reader_process import ReaderProcess
    from recorder.fetching.scope import Scope

    async def main():
        reader = ReaderProcess(Reader(Scope.of("http://127.0.0.1/")), after=0)
        for _ in range(int(sys.argv[1])):
            if await reader.read("http://127.0.0.1/", b"<p>x", "text/html"):
                break
            await asyncio.sleep(0.02)
        else:
            print("not started", flush=True)
            return
        task = asyncio.create_task(reader.read("http://127.0.0.1/", b"<a href=/x>y</a>" * 500_000, "text/html"))
        await asyncio.sleep(0.2)
        print("reading", flush=True)
        await task

    asyncio.run(main())  # as scripts of a few lines do, without a guard
"""


async def test_it_leaves_with_a_killed_parent_whatever_it_is_doing() -> None:
    child = await _asking(1000)
    assert child.stdout is not None
    assert await asyncio.wait_for(child.stdout.readline(), 60) == b"reading\n"
    family = descendants(child.pid)
    child.kill()
    await child.wait()
    deadline = time.monotonic() + 60
    while any(same.command == each.command for each in family for same in _alive(each.pid)):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


async def test_one_core_has_no_use_for_it() -> None:
    child = await _asking(20, under=("taskset", "-c", str(min(os.sched_getaffinity(0)))))
    output, _ = await asyncio.wait_for(child.communicate(), 60)
    assert output == b"not started\n"


async def _asking(tries: int, under: tuple[str, ...] = ()) -> asyncio.subprocess.Process:
    program = textwrap.dedent(_ASKS)
    command = (*under, sys.executable, "-c", program, str(tries))
    return await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)


def _alive(pid: int) -> list[Process]:
    return [each for each in processes() if each.pid == pid]


async def test_a_large_page_waits_for_it_in_any_run() -> None:
    reader = ReaderProcess(Reader(Scope.of(HOME)), after=reader_process.NEVER)
    assert await reader.read(HOME, page(1), "text/html") is None
    assert workers() == []
    found = await reader.read(HOME, page(1) + b"<!--" + b"x" * 600_000 + b"-->", "text/html")
    assert found is not None and found.title == "1"
    await reader.close()


async def test_of_endless_links_the_first_are_taken_and_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (page_reader, visitor):
        monkeypatch.setattr(module, "MOST_LINKS", 10)
    station = await Station().start()
    station.on("/", "".join(f"<a href=/{number}>x</a>" for number in range(50)))
    told: list[str] = []
    scope = Scope.of(station.base)
    fetcher = SiteFetcher(FetchOptions(render=Render.NEVER), scope)
    visiting = Visitor(fetcher, Reader(scope), Background(), told.append)
    seen = await visiting.visit(f"{station.base}/")
    visiting.background.close()
    await visiting.close()
    await station.stop()
    assert seen.page is not None and len(seen.page.links) == 10
    assert told == [f"{station.base}/ has more than 10 links: the first 10 are taken."]
