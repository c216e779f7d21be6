"""Folders of files that a generator makes here, once. Knows no generator.

What is made goes to the cache. A name says what was made: who changes how it is made changes the name.
"""

import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from shutil import move

from bench.generality.static.data import Article
from bench.sites import CACHE, SiteUnavailableError

_MADE = CACHE / "made"


def made(name: str, make: Callable[[Path], Path]) -> Callable[[], Path]:
    """The folder that `make` leaves somewhere in the empty folder it is given, made once."""
    return partial(_once, name, make)


def _once(name: str, make: Callable[[Path], Path]) -> Path:
    home = _MADE / name
    if not home.is_dir():
        _MADE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_MADE) as part:
            move(make(Path(part)), home)
    return home


def run_in(folder: Path, *command: str | Path) -> None:
    """A generator's command; what it says is told if it fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    except FileNotFoundError as error:
        raise SiteUnavailableError(f"this machine has no {error.filename}") from None
    if done.returncode:
        raise SiteUnavailableError(f"{' '.join(map(str, command[:3]))}: {(done.stdout + done.stderr).strip()[-600:]}")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf8")


def slugs(articles: Callable[[], Iterable[Article]]) -> Callable[[Path], Mapping[str, str]]:
    """The identities of articles, for the truth: a page that shows none of them is not one."""
    return lambda _: {article.slug: article.slug for article in articles()}
