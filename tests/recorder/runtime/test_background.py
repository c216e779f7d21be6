"""Work in the background, and stops that do not wait for it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator

import pytest

from recorder.runtime.background import Background
from recorder.runtime.stopping import Hurry, Stop


@pytest.fixture
def background() -> Iterator[Background]:
    opened = Background()
    yield opened
    opened.close()


async def test_gives_what_the_work_gave(background: Background) -> None:
    assert await background.run(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await background.run(divmod, 7, 0)
    assert await background.run(threading.current_thread) is not threading.main_thread()


async def test_one_job_at_a_time_while_the_loop_goes_on(background: Background) -> None:
    inside: list[int] = []
    loop = asyncio.get_running_loop()

    def work() -> int:
        inside.append(1)
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0.02), loop).result(60)
        return len([inside.pop() for _ in list(inside)])

    assert await asyncio.gather(*(background.run(work) for _ in range(5))) == [1] * 5


async def test_a_job_that_nobody_wants_any_more_is_not_begun(background: Background) -> None:
    gate = threading.Event()
    done: list[int] = []
    first = asyncio.create_task(background.run(gate.wait))
    second = asyncio.create_task(background.run(done.append, 2))
    await asyncio.sleep(0.01)
    second.cancel()
    await asyncio.sleep(0.01)
    gate.set()
    assert await first
    await background.run(done.append, 3)
    assert done == [3]


async def test_a_pressing_stop_leaves_work_undone_a_limit_does_not(background: Background) -> None:
    stop, gate = Stop(), threading.Event()
    stop.request("at the limit")
    assert await stop.unless_pressing(background.run(divmod, 7, 2)) == (3, 1)
    waiting = asyncio.create_task(stop.unless_pressing(background.run(gate.wait)))
    await asyncio.sleep(0.01)
    stop.press("somebody waits")
    with pytest.raises(Hurry):
        await asyncio.wait_for(waiting, 60)
    gate.set()
    assert (stop.reason, stop.requested, stop.pressing) == ("at the limit", True, True)


def test_a_program_does_not_wait_for_it_at_its_end() -> None:
    program = """
        import asyncio, time
        from recorder.runtime.background import Background

        async def main():
            try:
                await asyncio.wait_for(Background().run(time.sleep, 3600), 0.1)
            except TimeoutError:
                print("left")

        asyncio.run(main())
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("left\n", "")
