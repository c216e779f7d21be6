"""How `recorder` starts, fails and ends: exit codes, the two streams, and never a traceback."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from recorder.cli.application import COMMANDS, load_command
from recorder.cli.edge import main
from recorder.cli.terminal import ExitCode
from recorder.runtime.errors import RecorderError, StoppedError, UsageError


def recorder(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "recorder", *arguments]
    return subprocess.run(
        command, env=os.environ | environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch) -> click.Command:
    """A command `end` in the table, that ends as a test tells it to: its callback is for the test to set."""
    command = click.Command("end", callback=lambda: None)
    monkeypatch.setattr("recorder.cli.application.load_command", lambda name: command)
    monkeypatch.setitem(COMMANDS, "end", "End as told.")
    return command


def ends_with(outcome: BaseException | ExitCode | None) -> object:
    def callback() -> ExitCode | None:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    return callback


@pytest.mark.parametrize(
    ("outcome", "code", "words"),
    [
        (None, 0, ""),
        (ExitCode.DONE, 0, ""),
        (ExitCode.FAILED, 1, ""),
        (ExitCode.STOPPED, 3, ""),
        (RecorderError("no page at /x", "Look at the address."), 1, "recorder: no page at /x\nLook at the address.\n"),
        (RecorderError("no page at /x"), 1, "recorder: no page at /x\n"),
        (UsageError("two samples of two sites"), 2, "recorder: two samples of two sites\n"),
        (StoppedError("stopped at 10 pages"), 3, "recorder: stopped at 10 pages\n"),
        (RecorderError("title \x1b[31mred\x07 \u202eesrever"), 1, "recorder: title [31mred esrever\n"),
        (
            OSError(errno.ENOSPC, "No space left on device", "/x/site.db"),
            1,
            "recorder: /x/site.db: No space left on device\n",
        ),
        (KeyboardInterrupt(), 3, "\nStopped.\n"),
    ],
)
def test_how_a_command_ends_is_the_exit_code(
    ending: click.Command,
    capsys: pytest.CaptureFixture[str],
    outcome: BaseException | ExitCode | None,
    code: int,
    words: str,
) -> None:
    ending.callback = ends_with(outcome)
    assert main(["end"]) == code
    assert capsys.readouterr() == ("", words)


def test_debugging_shows_where_an_error_came_from(
    ending: click.Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECORDER_DEBUG", "1")
    ending.callback = ends_with(RecorderError("no page"))
    assert main(["end"]) == ExitCode.FAILED
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["nonsense"], ["--nonsense"], ["doctor", "--nonsense"], ["doctor", "extra"]])
def test_wrong_use_is_explained_on_stderr(arguments: list[str]) -> None:
    done = recorder(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage: recorder" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_command_in_a_pipe_it_prints_help() -> None:
    done = recorder()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == recorder("--help").stdout
    assert done.stdout.startswith("Usage: recorder")


def test_version() -> None:
    done = recorder("--version")
    assert done.returncode == 0
    assert done.stdout.split()[0] == "recorder"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_listed_command_exists_and_is_summed_up_alike(name: str) -> None:
    command = load_command(name)
    assert command.name == name
    assert command.get_short_help_str(limit=200) == COMMANDS[name]
    assert recorder(name, "--help").returncode == 0


def crash(folder: Path, raising: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `recorder` with a fault planted in it, writing its reports into `folder`."""
    code = f"""
from recorder.cli import application, main
def fault(context): {raising}
application.application.invoke = fault
raise SystemExit(main(["doctor"]))
"""
    settings = os.environ | {"TMPDIR": str(folder)} | environment
    return subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, timeout=60)


def test_a_fault_of_our_own_is_one_line_and_a_file_to_report(tmp_path: Path) -> None:
    done = crash(tmp_path, "raise KeyError('lost\\nkey \\x1b')")
    [report] = tmp_path.iterdir()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert str(report) in done.stderr
    assert "KeyError" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Traceback" in report.read_text()
    assert "in fault" in report.read_text()


@pytest.mark.parametrize("arguments", [["show", "--db", "none.db"], ["show", "--no-such-option"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_terminal_that_is_gone_is_no_fault(tmp_path: Path, arguments: list[str], unbuffered: str) -> None:
    ours, theirs = os.openpty()
    os.close(ours)
    command = [sys.executable, "-m", "recorder", *arguments]
    settings = os.environ | {"TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(command, env=settings, cwd=tmp_path, stderr=theirs, timeout=60, check=False)
    os.close(theirs)
    assert done.returncode == ExitCode.WRONG_USE
    assert not list(tmp_path.glob("recorder-crash-*"))


def test_a_fault_is_shown_when_debugging(tmp_path: Path) -> None:
    done = crash(tmp_path, "raise KeyError('lost')", RECORDER_DEBUG="1")
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_fault_where_no_report_can_be_written(tmp_path: Path) -> None:
    done = crash(tmp_path, "import tempfile; tempfile.tempdir = '/nowhere/at/all'; raise KeyError('lost')")
    assert done.returncode == 1
    assert "RECORDER_DEBUG=1" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_reader_that_leaves_early_is_no_error(lines: int) -> None:
    """One line is still in the buffer when the command returns; many fill the pipe while it runs."""
    code = f"""
from recorder.cli import application, main
from recorder.cli.terminal import write_result
def talk(context):
    for _ in range({lines}): write_result("http://localhost/book/1")
application.application.invoke = talk
raise SystemExit(main(["doctor"]))
"""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run([sys.executable, "-c", code], stdout=pipe, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_command_nearly_written_is_told() -> None:
    done = recorder("crwal")
    assert done.returncode == 2
    assert "Did you mean 'crawl'?" in done.stderr
    assert "Did you mean" not in recorder("zzz").stderr
