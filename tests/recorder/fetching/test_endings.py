"""However a run ends, no browser stays behind; and plain HTTP never starts or even loads one."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import pytest

from tests.recorder.fetching.processes import Process, descendants, processes
from tests.recorder.fetching.station import Seen, Station, head, silence

RENDERS = """
    import asyncio, sys
    from recorder.fetching.answers import Request
    from recorder.fetching.options import FetchOptions, Render
    from recorder.fetching.site_fetcher import SiteFetcher

    async def main():
        fetcher = SiteFetcher(FetchOptions(render=Render.ALWAYS))
        print((await fetcher.fetch(Request(sys.argv[1] + "/spins"))).status, flush=True)
        sys.stdin.readline()  # until the test has seen who is there
        {then}

    asyncio.run(main())
"""
PATIENCE = 60.0
STAYS = "await fetcher.fetch(Request(sys.argv[1] + '/silence'))"


@dataclass
class Spinning(Station):
    """With a page that comes to rest, and computes for ever from the moment on that the recorder has it."""

    settled: asyncio.Event = field(default_factory=asyncio.Event)

    async def tell(self, _: Seen, writer: asyncio.StreamWriter) -> None:
        writer.write(head(Content_Type="text/event-stream"))
        await self.settled.wait()
        writer.write(b"data: now\n\n")


@pytest.fixture
async def spinning() -> AsyncIterator[Spinning]:
    station = Spinning()
    await station.start()
    station.on("/spins", "<p>x<script>new EventSource('/now').onmessage = () => { for (;;); }</script>")
    station.on("/now", station.tell)
    station.on("/silence", silence)
    yield station
    await station.stop()


async def start(station: Spinning, then: str) -> tuple[asyncio.subprocess.Process, list[Process]]:
    program = textwrap.dedent(RENDERS).format(then=then)
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        station.base,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert child.stdin is not None and child.stdout is not None
    assert await asyncio.wait_for(child.stdout.readline(), PATIENCE) == b"200\n"
    station.settled.set()
    family = descendants(child.pid)
    child.stdin.write(b"\n")
    await child.stdin.drain()
    return child, family


async def all_gone(family: list[Process], seconds: float = PATIENCE) -> bool:
    pids = {process.pid for process in family if "chrom" in process.command or "node" in process.command}
    assert len(pids) > 4
    ends = time.monotonic() + seconds
    while left := [process for process in processes() if process.pid in pids]:
        if time.monotonic() > ends:
            pytest.fail(f"still there: {[process.command[:120] for process in left]}")
        await asyncio.sleep(0.1)
    return True


def the_recorder(child: int, family: list[Process]) -> list[int]:
    return [child]


def the_driver(child: int, family: list[Process]) -> list[int]:
    return [process.pid for process in family if process.parent == child]


def recorder_and_driver(child: int, family: list[Process]) -> list[int]:
    return [child, *the_driver(child, family)]


@pytest.mark.parametrize("victims", [the_recorder, recorder_and_driver])
async def test_no_browser_outlives_a_kill(
    spinning: Spinning, victims: Callable[[int, list[Process]], list[int]]
) -> None:
    child, family = await start(spinning, STAYS)
    for pid in victims(child.pid, family):
        os.kill(pid, signal.SIGKILL)
    await child.wait()
    assert await all_gone(family)


@pytest.mark.parametrize(
    "name", ["SIGTERM", *(pytest.param(name, marks=pytest.mark.slow) for name in ("SIGINT", "SIGHUP"))]
)
async def test_no_browser_outlives_a_signal(spinning: Spinning, name: str) -> None:
    child, family = await start(spinning, STAYS)
    child.send_signal(getattr(signal, name))
    await asyncio.wait_for(child.wait(), PATIENCE)
    assert await all_gone(family)


async def test_a_killed_driver_takes_its_browser_along_and_is_replaced(spinning: Spinning) -> None:
    spinning.on("/fine", "<p>fine")
    again = "print((await fetcher.fetch(Request(sys.argv[1] + '/fine'))).status)"
    program = textwrap.dedent(RENDERS).format(then=f"{again}; await fetcher.close()")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", program, spinning.base, **pipes)
    assert child.stdout is not None
    assert await asyncio.wait_for(child.stdout.readline(), PATIENCE) == b"200\n"
    spinning.settled.set()
    family = descendants(child.pid)
    for pid in the_driver(child.pid, family):
        os.kill(pid, signal.SIGKILL)
    assert await all_gone(family)
    output, errors = await asyncio.wait_for(child.communicate(b"\n"), PATIENCE)
    assert (output, child.returncode) == (b"200\n", 0)
    assert b"Traceback" not in errors


@pytest.mark.parametrize(
    "then", ["pass", pytest.param("raise SystemExit(3)", marks=pytest.mark.slow), "await fetcher.close()"]
)
async def test_no_browser_outlives_a_program_that_just_ends(spinning: Spinning, then: str) -> None:
    child, family = await start(spinning, then)
    await asyncio.wait_for(child.wait(), PATIENCE)
    assert await all_gone(family)


async def test_plain_http_never_loads_the_browser(station: Station) -> None:
    station.on("/", "<p>x")
    program = """
        import asyncio, sys
        import recorder.fetching.browser_finding, recorder.fetching.scope
        from recorder.fetching.answers import Request
        from recorder.fetching.options import FetchOptions, Render
        from recorder.fetching.site_fetcher import SiteFetcher

        async def main():
            for render in (Render.NEVER, Render.AUTO):
                fetcher = SiteFetcher(FetchOptions(render=render))
                print((await fetcher.fetch(Request(sys.argv[1] + "/"))).status)
                await fetcher.close()

        asyncio.run(main())
        recorder.fetching.browser_finding.find_browser()
        print([name for name in sys.modules if "playwright" in name])
    """
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", textwrap.dedent(program), station.base, stdout=subprocess.PIPE
    )
    output, _ = await asyncio.wait_for(child.communicate(), PATIENCE)
    assert output.decode().split("\n") == ["200", "200", "[]", ""]
