"""Programs written with Django: each with its settings in `within/`, its database in its home."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.generality.programs.homes import SCRIPTS
from bench.programs import free_port, serving
from bench.sites import SiteUnavailableError


def variables(name: str, folder: Path) -> dict[str, str]:
    return {"DJANGO_SETTINGS_MODULE": f"{name}_settings", "PYTHONPATH": str(SCRIPTS), "BENCH_HOME": str(folder)}


def fill(python: Path, name: str, folder: Path, told: object) -> None:
    """Makes the tables, and runs `NAME_fill.py` over what is told."""
    manage(python, name, folder, "-m", "django", "migrate", "-v", "0")
    manage(python, name, folder, str(SCRIPTS / f"{name}_fill.py"), told=told)


def manage(python: Path, name: str, folder: Path, *words: str, told: object = None) -> object:
    """What a command or a script answers, in JSON on its last line."""
    done = subprocess.run(
        [python, *words],
        input=json.dumps(told, default=str),
        capture_output=True,
        text=True,
        env=os.environ | variables(name, folder),
    )
    if done.returncode:
        raise SiteUnavailableError(f"{name} {words[-1]}: {done.stderr.strip()[-600:]}")
    last = done.stdout.strip().rpartition("\n")[2]
    return json.loads(last) if last.startswith(("[", "{")) else None


@contextmanager
def served(python: Path, name: str, folder: Path, answers: str = "") -> Iterator[str]:
    command: list[str | Path] = [python, "-m", "django", "runserver", "--noreload", "--insecure", "127.0.0.1:{port}"]
    port = free_port()
    given = variables(name, folder) | {"BENCH_ADDRESS": f"http://127.0.0.1:{port}"}
    with serving(command, environment=given, port=port, answers=answers) as base:
        yield base
