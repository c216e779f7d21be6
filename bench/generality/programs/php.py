"""PHP from Debian's packages, unpacked: programs written in it run by its own small server."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.generality.programs.debian import libraries, unpacked
from bench.programs import serving
from bench.sites import SiteUnavailableError

_PACKAGES = (
    *("php8.2-cli", "php8.2-common", "php8.2-sqlite3", "php8.2-mbstring", "php8.2-xml", "php8.2-intl"),
    *("libargon2-1", "libsodium23", "libedit2", "libmagic1", "libonig5", "libxml2", "libicu72", "libpcre2-8-0"),
    *("php-geshi", "php-phpseclib", "libphp-simplepie"),
)
_EXTENSIONS = (
    *("ctype", "dom", "fileinfo", "iconv", "intl", "mbstring", "pdo", "pdo_sqlite", "posix", "simplexml"),
    *("sqlite3", "tokenizer", "xml", "xmlreader", "xmlwriter", "calendar"),
)
_WORKERS = {"PHP_CLI_SERVER_WORKERS": "4"}


def php() -> list[str | Path]:
    """The words that begin a command of PHP; `variables` belong to it."""
    tree = root()
    [modules] = (tree / "usr/lib/php").glob("2*")
    settings = [f"extension={name}" for name in _EXTENSIONS]
    settings += [f"extension_dir={modules}", f"include_path=.:{tree / 'usr/share/php'}", "memory_limit=512M"]
    settings += ["error_reporting=0", "display_errors=0", "date.timezone=UTC"]
    return [tree / "usr/bin/php8.2", "-n", *(word for each in settings for word in ("-d", each))]


def variables() -> dict[str, str]:
    return libraries(root())


def run(folder: Path, *words: str | Path, told: object = None) -> str:
    """What a script prints that runs in a folder and is told something in JSON."""
    given = os.environ | variables()
    done = subprocess.run(
        [*php(), *words], input=json.dumps(told), capture_output=True, text=True, cwd=folder, env=given
    )
    if done.returncode:
        raise SiteUnavailableError(f"{words[0]}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


@contextmanager
def served(folder: Path, *words: str | Path, answers: str = "") -> Iterator[str]:
    """`words` is a script that is asked first, if there is one."""
    command = [*php(), "-S", "127.0.0.1:{port}", "-t", folder, *words]
    with serving(command, environment=variables() | _WORKERS, folder=folder, answers=answers) as base:
        yield base


def root() -> Path:
    return unpacked("php", *_PACKAGES)
