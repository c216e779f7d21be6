"""What a shell offers for the word that is being typed, asked as bash asks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from recorder.cli.application import application

ROOT = Path(__file__).parents[3]


def offered(line: str) -> list[str]:
    """For the last word of a line."""
    *words, typed = line.split(" ")[1:]
    shell = BashComplete(application, {}, "recorder", "_RECORDER_COMPLETE")
    return [each.value for each in shell.get_completions(words, typed)]


@pytest.fixture
def folder(small: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(small.parent)
    (small.parent / "other.sqlite").touch()
    (small.parent / "notes.txt").touch()
    (small.parent / "deep").mkdir()
    return small.parent


def test_databases_recordings_and_parameters_are_offered(folder: Path) -> None:
    assert offered("recorder crawl --db ") == ["deep/", "other.sqlite", "small.db"]
    assert offered("recorder crawl --db sm") == ["small.db"]
    (name,) = offered("recorder crawl --db small.db --name ")
    assert offered(f"recorder show --db small.db --name {name[0]}") == [name]
    assert offered("recorder crawl --db small.db --param a") == ["author=", "author=Ada", "author=Bob"]
    assert offered("recorder crawl --db small.db --param author=A") == ["author=Ada"]


_NOWHERE = [
    "--db none.db --name ",
    "--db other.sqlite --param ",
    "--param ",
    "--db /no/such/",
    "--db notes.txt --name ",
]


@pytest.mark.parametrize("line", _NOWHERE)
def test_where_nothing_can_be_read_nothing_is_offered(folder: Path, line: str) -> None:
    assert offered(f"recorder crawl {line}") == []
    assert not (folder / "none.db").exists()


def test_bash_gets_them(folder: Path) -> None:
    asked = {"COMP_WORDS": "recorder crawl --db sm", "COMP_CWORD": "3", "_RECORDER_COMPLETE": "bash_complete"}
    run = [sys.executable, "-c", "from recorder.cli import main; main()"]
    done = subprocess.run(run, cwd=folder, env={**os.environ, **asked}, capture_output=True, text=True, timeout=120)
    assert done.stdout == "plain,small.db\n", done.stderr


def test_the_seccomp_profile_leaves_chromium_its_sandbox_and_forbids_what_nobody_needs() -> None:
    """What its sandbox is made of: namespaces, and a root without anything in it. No engine is here to try it."""
    profile = json.loads((ROOT / "docker" / "seccomp.json").read_text())
    forbidden = {name for rule in profile["syscalls"] if rule["action"] == "SCMP_ACT_ERRNO" for name in rule["names"]}
    assert not forbidden & {"clone", "clone3", "unshare", "setns", "chroot", "seccomp", "prctl", "ptrace"}
    assert forbidden >= {"mount", "bpf", "init_module", "kexec_load", "keyctl", "reboot", "open_by_handle_at"}
    assert "USER recorder" in (ROOT / "docker" / "Dockerfile").read_text().splitlines()
