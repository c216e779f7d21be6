"""A trial that hangs, grows or crashes says so, and is gone."""

import os
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from bench.generality.findings import Found
from bench.generality.trial import Task
from bench.generality.workers import Bounds, tried

TASK = Task("http://a.example/", "http://a.example/1", None)


def _hang(task: Task) -> Found:
    sleeper = subprocess.Popen(["sleep", "600"])
    Path(task.sample).write_text(str(sleeper.pid))
    time.sleep(600)
    return Found()


def _grow(task: Task) -> Found:
    held = bytearray(400 * 1024**2)
    time.sleep(600)
    return Found(pattern=str(len(held)))


def _toil(task: Task) -> Found:
    while True:
        pass


def _crash(task: Task) -> Found:
    raise ZeroDivisionError("a fault")


def _die(task: Task) -> Found:
    os.kill(os.getpid(), signal.SIGKILL)
    return Found()


def _report(task: Task) -> Found:
    return Found(pattern=task.sample, pages_to_learn=len(os.sched_getaffinity(0)))


def test_a_trial_that_hangs_is_ended_with_all_it_has_started(tmp_path: Path) -> None:
    task = replace(TASK, sample=str(tmp_path / "pid"))
    found = tried(task, 0, Bounds(seconds=8), _hang)
    assert found.failure.startswith("took longer than ")
    assert not _is_running(int((tmp_path / "pid").read_text()))


def _is_running(pid: int) -> bool:
    """Nobody may have waited for it yet: that is not running."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return False
        if state == "Z":
            return False
        time.sleep(0.05)
    return True


def test_a_trial_that_works_for_ever_is_ended() -> None:
    assert tried(TASK, 0, Bounds(cpu=0.5), _toil).failure.startswith("worked for more than ")


def test_a_trial_that_grows_is_ended() -> None:
    assert "MB of memory" in tried(TASK, 0, Bounds(memory=300 * 1024**2), _grow).failure


def test_a_fault_of_the_program_is_told() -> None:
    assert "ZeroDivisionError: a fault" in tried(TASK, 0, work=_crash).failure


def test_a_process_that_dies_is_told() -> None:
    assert tried(TASK, 0, work=_die).failure == "its process ended"


def test_a_trial_has_one_core_and_says_what_it_found() -> None:
    assert tried(TASK, 1, work=_report) == Found(pattern=TASK.sample, pages_to_learn=1)
