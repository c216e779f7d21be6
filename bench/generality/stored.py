"""Rows of earlier runs, outside the repository: one file a half and a name. Of the unseen half, rows are kept by a
salted hash, without anything that tells a site or a page.
"""

import json
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fcntl import LOCK_EX, flock
from pathlib import Path

from bench.generality.catalogue import Half
from bench.generality.rows import Row, as_json, from_json

RESULTS = "generality-results"
"""Their folder in the cache."""
LAST = "last"
"""The name of what is stored and compared with unless another is given."""


@dataclass(frozen=True)
class Results:
    """The stored runs of one half."""

    half: Half
    folder: Path

    def rows(self, name: str = LAST) -> list[Row]:
        """What is stored under a name; nothing if nothing is."""
        path = self._path(name)
        return [from_json(told) for told in json.loads(path.read_text())["rows"]] if path.exists() else []

    def keep(self, rows: Iterable[Row], name: str = LAST) -> None:
        """Store the rows in place of those of the same trials; all others stay."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as alone:
            flock(alone, LOCK_EX)  # another run of the bench may store its rows at the same moment
            self._write({(row.site, row.sample): row for row in (*self.rows(name), *rows)}, name)

    def _write(self, kept: Mapping[tuple[str, str], Row], name: str) -> None:
        told = {"stored": time.strftime("%Y-%m-%d %H:%M:%S"), "rows": [as_json(kept[trial]) for trial in sorted(kept)]}
        part = self._path(name).with_suffix(".part")
        part.write_text(json.dumps(told, indent=1))
        part.rename(self._path(name))

    def as_kept(self, rows: Sequence[Row]) -> Sequence[Row]:
        """The rows as they may be stored."""
        if self.half is Half.TUNING:
            return rows
        salt = self._salt()
        return [row.anonymous(salt) for row in rows]

    def _path(self, name: str) -> Path:
        return self.folder / f"{self.half}-{name}.json"

    def _salt(self) -> str:
        path = self.folder / "salt"
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(secrets.token_hex())
        return path.read_text()
