"""In a real terminal: what is drawn, what keys do, what is left behind. Without tmux it says that nothing was tried."""

import re
import time
from contextlib import suppress
from pathlib import Path

import pytest

from recorder.demo import DemoServer
from tests.recorder.conftest import in_a_process
from tests.recorder.interrupting import is_sound
from tests.shop.owned import OwnedShop
from tests.tui.terminal import Terminal, opened

pytestmark = pytest.mark.slow
GREYS = {0, 7, 8, 15, 16, 59, 102, 145, 188, 231, *range(232, 256)}
"""Of the 256 colours of terminals."""

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(ROOT)
    return tmp_path


def begin_recording(terminal: Terminal, site: OwnedShop) -> None:
    """Into `shop.db`, until the first pages are there."""
    terminal.until(lambda seen: "Record a new site" in seen)
    terminal.write(site.entry_url)
    terminal.keys("Tab")
    terminal.write(site.sample_url)
    terminal.keys("Tab")
    terminal.write("shop.db")
    terminal.until(lambda seen: seen.count("✓") == 2)
    terminal.keys("C-r")
    terminal.until(lambda seen: re.search(r"● mapping: [1-9]\d* pages?", seen))


def test_recording_is_begun_left_and_gone_on_with(folder: Path) -> None:
    with DemoServer(OwnedShop(books=40)) as site:
        with opened(folder) as terminal:
            begin_recording(terminal, site)
            terminal.keys("q")
            last = terminal.ended()
        assert "ENDED 0" in last
        assert "everything is saved" in last
        assert "recorder tui --db shop.db" in last
        with opened(folder, "tui", "--db", "shop.db", size=(80, 24), NO_COLOR="1") as terminal:
            terminal.until(lambda seen: "r goes on with it" in seen or "unfinished" in seen)
            assert set(map(int, re.findall(r"[34]8;5;(\d+)", terminal.screen(raw=True)))) <= GREYS
            terminal.keys("r")
            terminal.until(lambda seen: "Go on with the mapping?" in seen)
            terminal.keys("Enter")
            terminal.until(lambda seen: "● mapping" in seen)
            terminal.keys("s")
            terminal.until(lambda seen: "● mapping" not in seen and "● stopping" not in seen)
            terminal.keys("q")
            assert "ENDED 0" in terminal.ended()


def test_what_runs_in_a_terminal_that_goes_away_is_ended_and_kept(folder: Path) -> None:
    with DemoServer(OwnedShop(books=40)) as site, opened(folder) as terminal:
        begin_recording(terminal, site)
        assert at_work_in(folder)
        terminal.close()
        deadline = time.monotonic() + 60
        while at_work_in(folder):
            assert time.monotonic() < deadline, "it goes on without a terminal"
            time.sleep(0.2)
    assert is_sound(folder / "shop.db")
    assert not list(folder.glob("recorder-crash-*"))


def at_work_in(folder: Path) -> list[str]:
    """The processes of `recorder` that were begun in this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if (process / "cwd").resolve() == folder.resolve() and b"recorder" in words:
                found.append(process.name)
    return found


AT_FAULT = """
from recorder.tui.app import RecorderApp
def action_guide(self):
    raise ZeroDivisionError("[/nested] fault")
RecorderApp.action_guide = action_guide
"""


def test_a_fault_of_ours_is_one_line_and_a_file(folder: Path) -> None:
    (folder / "sitecustomize.py").write_text(AT_FAULT, encoding="utf-8")
    settings = {"PYTHONPATH": f"{folder}:{ROOT}", "TMPDIR": str(folder)}
    with opened(folder, "tui", size=(200, 30), **settings) as terminal:
        terminal.until(lambda seen: "Record a new site" in seen)
        terminal.keys("Escape")
        terminal.keys("?")
        last = terminal.ended()
    assert "ENDED 1" in last
    assert "a fault of recorder, not yours: ZeroDivisionError: [/nested] fault" in last
    assert "Traceback" not in last
    (report,) = folder.glob("recorder-crash-*.txt")
    assert "in action_guide" in report.read_text(encoding="utf-8")


def test_in_a_pipe_recorder_alone_prints_its_help() -> None:
    done = in_a_process()
    assert (done.code, done.err) == (0, "")
    assert "Commands:" in done.out
    refused = in_a_process("tui")
    assert refused.code == 2
    assert "needs a terminal" in refused.err
