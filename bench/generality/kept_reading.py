"""Pages that were read are not read again, by any trial: reading takes half of the time of one, and is the same for all
samples. In a process of trials only: the program's own reader is replaced there.

What was read is kept by all that it depends on: the page, who reads it, and every file that has a part in reading. A
change of these files begins anew.
"""

import marshal
import sys
import zlib
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

from lxml import etree

import recorder
from bench.generality.override import touches
from bench.generality.shared_file import open_shared
from recorder.visiting.page_reader import Reader, ReadPage
from recorder.visiting.reader_wire import packed_page, unpacked_page

FOLDERS = ("patterns/pages", "patterns/urls", "forms", "visiting", "fetching")
"""Of the program: those that have a part in reading a page."""
_GENERATIONS = 4
"""Most states of those files of which pages are kept: a branch or two are compared with the main line."""
_QUICK = 1

_SCHEMA = "CREATE TABLE IF NOT EXISTS pages (key TEXT PRIMARY KEY, data BLOB)"

_read = Reader.read


class KeptReading:
    """A file with the pages of one site as they were read. Used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._file = open_shared(path, _SCHEMA, synchronous="OFF")

    def read(self, reader: Reader, url: str, body: bytes, content_type: str) -> ReadPage:
        """The page as it was read before, or else as it is read now."""
        key = _key(reader, url, body, content_type)
        row = self._file.execute("SELECT data FROM pages WHERE key = ?", (key,)).fetchone()
        if row is not None:
            return unpacked_page(zlib.decompress(row[0]), reader.forest)
        page = _read(reader, url, body, content_type)
        data = zlib.compress(packed_page(page), _QUICK)
        self._file.execute("INSERT OR IGNORE INTO pages VALUES (?, ?)", (key, data))
        return page

    def install(self) -> None:
        """Let every reader of this process read from here first; unless a number that reading goes by is changed."""
        if touches(FOLDERS):
            return
        Reader.read = lambda reader, *page: self.read(reader, *page)  # type: ignore[method-assign]

    def close(self) -> None:
        """Readers read for themselves again."""
        Reader.read = _read  # type: ignore[method-assign]
        self._file.close()


def _key(reader: Reader, url: str, body: bytes, content_type: str) -> str:
    site = f"{reader.scope}{'#' * reader.scope.named_routes}"
    who = (site, reader.with_forms, repr(reader.volatility) if reader.volatility else "")
    return sha256(marshal.dumps((url, body, content_type, who))).hexdigest()


def kept_reading(mirror: Path) -> KeptReading:
    """What was read of the site of a mirror, by the program as it is."""
    return KeptReading(_home(mirror) / generation() / mirror.name)


def forget_old(mirrors: Path) -> None:
    """Remove what was read by states of the program that are long gone."""
    home = _home(mirrors / "any")
    known = sorted(home.iterdir(), key=lambda each: each.stat().st_mtime, reverse=True) if home.is_dir() else []
    for old in known[_GENERATIONS:]:
        rmtree(old, ignore_errors=True)


def _home(mirror: Path) -> Path:
    return mirror.parent / "read"


@cache
def generation() -> str:
    """A digest of whatever has a part in reading."""
    root = Path(recorder.__file__).parent
    told = sha256(f"{sys.version} {etree.LXML_VERSION}".encode())
    for path in _files(root / folder for folder in FOLDERS):
        told.update(path.read_bytes())
    return told.hexdigest()[:16]


def _files(folders: Iterable[Path]) -> list[Path]:
    files = (path for folder in folders for path in folder.resolve().rglob("*") if path.suffix in (".py", ".toml"))
    return sorted(files)
