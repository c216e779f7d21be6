"""Where programs of the catalogue keep what they hold, and how they are filled: each by a script of its own that runs
in the program's environment, for what this environment lacks is what makes the program's records.
"""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from bench.sites import CACHE, SiteUnavailableError

_HOMES = CACHE / "generality"
SCRIPTS = Path(__file__).parent / "within"


def home(name: str, fill: Callable[[Path], object]) -> Path:
    """A folder that `fill` filled, once. What was begun and not ended is begun again."""
    folder = _HOMES / name
    ready = folder / "filled-by-bench"
    if not ready.exists():
        with _alone(folder):
            if not ready.exists():
                rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
                fill(folder)
                ready.touch()
    return folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Two benches at once must not fill one folder."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


@contextmanager
def with_settings(folder: Path, files: Mapping[str, str]) -> Iterator[Path]:
    """A folder with the same in it but for some files: settings that name the port a program is served at."""
    with TemporaryDirectory() as made:
        for each in folder.iterdir():
            (Path(made) / each.name).symlink_to(each)
        for name, text in files.items():
            (Path(made) / name).unlink(missing_ok=True)
            (Path(made) / name).write_text(text)
        yield Path(made)


def inside(python: Path, script: str, *words: str | Path, told: object = None, folder: Path | None = None) -> object:
    """What a script of `within/` answers in a program's environment; both ways in JSON, the answer on its last line."""
    command = [python, SCRIPTS / f"{script}.py", *words]
    done = subprocess.run(
        command, input=json.dumps(told, default=str), capture_output=True, text=True, cwd=folder, check=False
    )
    if done.returncode:
        raise SiteUnavailableError(f"{script}: {done.stderr.strip()[-600:]}")
    lines = done.stdout.strip().splitlines()
    return json.loads(lines[-1]) if lines else None
