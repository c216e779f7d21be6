import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from recorder.fleet import leash

STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
)
GENTLE = (
    "import signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: sys.exit(3));"
    " print('up', flush=True); [time.sleep(0.05) for _ in range(12_000)]"
)
"""Its naps are short: a signal that comes just before one is heard after it."""


def started(seconds: float, code: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-S", leash.__file__, str(seconds), sys.executable, "-c", code]
    held = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert held.stdout is not None and held.stdout.readline() == b"up\n"
    return held


def test_the_code_of_the_command_is_handed_on() -> None:
    with started(60, "print('up', flush=True); raise SystemExit(7)") as held:
        assert held.wait(60) == 7


def test_a_command_is_asked_to_stop() -> None:
    with started(60, GENTLE) as held:
        assert held.stdin is not None
        held.stdin.write(leash.STOP)
        held.stdin.flush()
        assert held.wait(60) == 3


@pytest.mark.parametrize("fed", [True, False], ids=["its worker was killed", "its worker is silent"])
def test_a_command_does_not_outlive_its_worker(fed: bool) -> None:
    with started(1.0, STUBBORN) as held:
        assert held.stdin is not None
        for _ in range(5 if fed else 0):
            held.stdin.write(b".")
            held.stdin.flush()
            time.sleep(0.3)
            assert held.poll() is None, "fed, and ended all the same"
        if fed:
            held.stdin.close()
        assert held.wait(60) == leash.UNFED


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_command_does_not_outlive_its_leash(tmp_path: Path) -> None:
    code = f"import os, pathlib; pathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(os.getpid())); {STUBBORN}"
    with started(60, code) as held:
        pid = int((tmp_path / "pid").read_text())
        held.kill()
    until = time.monotonic() + 60
    while time.monotonic() < until and Path(f"/proc/{pid}").exists():
        if "Z" in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]:
            break
        time.sleep(0.05)
    else:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
