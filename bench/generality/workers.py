"""Trials in processes of their own, each with bounds: one that hangs, grows or crashes costs its own figure and no
other. Knows nothing of sites.
"""

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from time import monotonic

from bench.generality.findings import Found
from bench.generality.trial import Task, run

_LOOKS_EVERY = 0.5
"""Seconds between two looks at a trial at work."""


@dataclass(frozen=True)
class Bounds:
    """The most a trial may take: seconds at work, seconds by the clock, and bytes of memory. The clock says little on a
    busy machine.
    """

    cpu: float = 600
    seconds: float = 3_600
    memory: int = 4 * 1024**3

    def broken(self, pid: int, began: float) -> str:
        """Which bound a trial has reached, in words; nothing if none."""
        if (took := monotonic() - began) > self.seconds:
            return f"took longer than {took:.0f} seconds"
        if (worked := _at_work(pid)) > self.cpu:
            return f"worked for more than {worked:.0f} seconds"
        if _memory(pid) > self.memory:
            return f"took more than {self.memory // 1024**2} MB of memory"
        return ""


def server() -> multiprocessing.context.ForkServerContext:
    """Makes processes that have loaded the program already (`warmed`), with sets of strings in one order."""
    os.environ["PYTHONHASHSEED"] = "0"
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["bench.generality.override", "bench.generality.warmed"])
    return context


def tried(
    task: Task, core: int, bounds: Bounds = Bounds(), work: Callable[[Task], Found] = run, stop: Event | None = None
) -> Found:
    """What a trial found, or `failure` and nothing else. It has one core to itself: two at a time then take as long as
    one. `stop` ends it early.
    """
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = server().Process(target=_serve, args=(theirs, task, core, work))
    began = monotonic()
    process.start()
    theirs.close()
    try:
        while not ours.poll(_LOOKS_EVERY):
            assert process.pid is not None  # it was started
            if told := "stopped" if stop and stop.is_set() else bounds.broken(process.pid, began):
                return Found(failure=told, seconds=monotonic() - began)
        answer = ours.recv()
        assert isinstance(answer, Found)
        return answer
    except EOFError:
        return Found(failure="its process ended")
    finally:
        _end(process)


def _serve(answer: Connection, task: Task, core: int, work: Callable[[Task], Found]) -> None:
    os.setsid()
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)  # what is worth knowing is in the answer; of some trials nobody may know more
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[core % len(cores)]})
    try:
        answer.send(work(task))
    except Exception:  # noqa: BLE001 - a fault of the program is a result: what it was is told
        answer.send(Found(failure=traceback.format_exc()))


def _memory(pid: int) -> int:
    """What a process has in memory now."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _at_work(pid: int) -> float:
    """The seconds a process has computed for."""
    with suppress(OSError):
        user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return 0


def _end(process: multiprocessing.process.BaseProcess) -> None:
    """With whatever it has started: its browser is in its group."""
    with suppress(ProcessLookupError, PermissionError):
        assert process.pid  # it was started
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()
