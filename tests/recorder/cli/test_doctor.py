"""`recorder doctor` with a real browser, with none, with a broken one, and on poorer machines than this one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from recorder.cli.machine import (
    CheckVerdict,
    Finding,
    judge_disk,
    judge_memory,
    judge_python,
    judge_sqlite,
    judge_terminal,
    missing_sqlite_features,
    size,
    usable_memory,
)
from recorder.fetching.browser_finding import find_browser

# Nothing listens there: Playwright's download fails at once, as on a machine without a network.
NO_DOWNLOADS = {"PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9", "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "1000"}


def doctor(**environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "recorder", "doctor"]
    settings = {name: value for name, value in os.environ.items() if name != "RECORDER_DEBUG"} | environment
    return subprocess.run(command, env=settings, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """An environment in which no browser can be found: an empty home, and a PATH with little more than a shell."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "env", "ln", "cat"):
        (programs / name).symlink_to(shutil.which(name) or "")
    return {
        "HOME": str(tmp_path),
        "PATH": str(programs),
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "playwright"),
        "RECORDER_BROWSER": "",
        **NO_DOWNLOADS,
    }


def test_a_machine_that_has_everything() -> None:
    done = doctor()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("recorder ")
    assert find_browser().path in done.stdout
    assert all(subject in done.stdout for subject in ("Python", "SQLite", "disk", "memory", "terminal"))
    assert "PROBLEM" not in done.stdout


@pytest.mark.parametrize("named", ["/no/such/program", shutil.which("true") or "/bin/true"])
def test_a_named_browser_that_does_not_work_is_not_replaced(named: str) -> None:
    done = doctor(RECORDER_BROWSER=named)
    assert done.returncode == 1
    assert "PROBLEM  browser" in done.stdout
    assert "fine     Python" in done.stdout
    assert done.stderr.startswith("recorder: this machine is not ready: browser: ")
    assert named in done.stderr
    assert "trying" not in done.stderr


def test_no_browser_and_none_to_be_had_says_what_to_do(bare: dict[str, str]) -> None:
    done = doctor(**bare)
    assert done.returncode == 1
    assert "trying: " in done.stderr
    assert "RECORDER_BROWSER" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator may install packages")
def test_no_browser_and_a_package_manager_that_brings_one(bare: dict[str, str]) -> None:
    """The package manager is a script here, which installs what this machine has under the name of Debian's package."""
    manager = Path(bare["PATH"]) / "apt-get"
    browser = manager.with_name("chromium")
    manager.write_text(
        f'#!/bin/sh\ncase "$*" in *install*chromium*) ln -s "{find_browser().path}" "{browser}" ;; esac\n'
    )
    manager.chmod(0o755)
    done = doctor(**bare)
    assert done.returncode == 0, done.stderr
    assert f"installed on this machine: {browser}" in done.stdout
    assert "trying: apt-get install" in done.stderr


def test_this_machine_has_what_the_schema_needs() -> None:
    assert missing_sqlite_features() == []
    assert 100_000_000 < usable_memory() < 10**16


@pytest.mark.parametrize(
    ("finding", "verdict"),
    [
        (judge_python((3, 10), "3.10.2"), CheckVerdict.PROBLEM),
        (judge_python((3, 11), "3.11.0"), CheckVerdict.FINE),
        (judge_python((4, 0), "4.0.0"), CheckVerdict.FINE),
        (judge_sqlite("3.34.1", ["strict tables"]), CheckVerdict.PROBLEM),
        (judge_sqlite("3.40.1", []), CheckVerdict.FINE),
        (judge_disk(Path("/data"), 1_000_000, writable=True), CheckVerdict.PROBLEM),
        (judge_disk(Path("/data"), 500_000_000, writable=True), CheckVerdict.NOTE),
        (judge_disk(Path("/data"), 5_000_000_000, writable=True), CheckVerdict.FINE),
        (judge_disk(Path("/data"), 5_000_000_000, writable=False), CheckVerdict.NOTE),
        (judge_memory(200_000_000), CheckVerdict.PROBLEM),
        (judge_memory(1_000_000_000), CheckVerdict.NOTE),
        (judge_memory(8_000_000_000), CheckVerdict.FINE),
        (judge_terminal(os.terminal_size((120, 40)), interactive=True), CheckVerdict.FINE),
        (judge_terminal(os.terminal_size((60, 40)), interactive=True), CheckVerdict.NOTE),
        (judge_terminal(os.terminal_size((120, 20)), interactive=True), CheckVerdict.NOTE),
        (judge_terminal(os.terminal_size((120, 40)), interactive=False), CheckVerdict.NOTE),
    ],
)
def test_what_is_found_is_judged(finding: Finding, verdict: CheckVerdict) -> None:
    assert finding.verdict is verdict
    assert finding.words
    assert bool(finding.remedy) == (verdict is CheckVerdict.PROBLEM)


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 MB"), (52_400_000, "52 MB"), (1_540_000_000, "1.5 GB"), (25_100_000_000, "25 GB")]
)
def test_sizes_in_words(count: int, words: str) -> None:
    assert size(count) == words
