"""The session in the tutorial, typed in again: every command works, and what is shown of its answer comes."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.md"
LEFT_OUT = "…"
CLOSE = 0.1
"""How far a number may be from the one shown: a recording may fetch a page more or less."""


@dataclass(frozen=True)
class Typed:
    command: str
    shown: tuple[str, ...]


def session(port: int) -> Iterator[Typed]:
    block = TUTORIAL.read_text().split("```console\n")[1].split("```")[0]
    for part in re.split(r"^\$ ", block.replace("8000", str(port)), flags=re.MULTILINE)[1:]:
        command, *shown = part.rstrip().split("\n")
        yield Typed(command, tuple(line for line in shown if line != LEFT_OUT))


def is_like(written: str, shown: str) -> bool:
    """The same words, and about the same numbers, up to where the rest is left out."""
    if shown.endswith(LEFT_OUT):
        shown = shown.removesuffix(LEFT_OUT)
        written = written[: len(shown)]
    number = r"(?<![\w.])[0-9]+(?![\w.])"
    if re.sub(number, "", written) != re.sub(number, "", shown):
        return False
    pairs = zip(re.findall(number, written), re.findall(number, shown), strict=True)
    return all(abs(int(one) - int(other)) <= max(2, CLOSE * int(other)) for one, other in pairs)


def missing(output: str, shown: tuple[str, ...]) -> list[str]:
    """The lines that do not come, in this order."""
    lines = iter(output.splitlines())
    return [line for line in shown if not any(is_like(each.rstrip(), line) for each in lines)]


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


@pytest.mark.slow
def test_the_session_goes_as_the_tutorial_shows(tmp_path: Path) -> None:
    serving, *typed = session(free_port())
    assert len(typed) >= 5
    assert serving.command.endswith(" &")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    surroundings = {**os.environ, "PATH": path, "COLUMNS": "200"}
    program = shlex.split(serving.command.removesuffix(" &"))
    with subprocess.Popen(program, env=surroundings, stdout=subprocess.PIPE, text=True) as shop:
        assert shop.stdout is not None
        try:
            assert tuple(shop.stdout.readline().rstrip() for _ in serving.shown) == serving.shown
            for each in typed:
                done = subprocess.run(
                    ["bash", "-c", each.command],
                    cwd=tmp_path,
                    env=surroundings,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    timeout=300,
                )
                assert done.returncode == 0, done.stdout
                assert missing(done.stdout, each.shown) == [], done.stdout
        finally:
            shop.send_signal(signal.SIGTERM)
