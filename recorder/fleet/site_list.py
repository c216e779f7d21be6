"""`sites.csv` as people write it: columns in any order, `entry` and `like` enough, every other column kept.

Reads and judges; asks neither network nor queue. All rows that are wrong are named at once, with their lines.
"""

import csv
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from recorder.fleet.outlook import next_visit
from recorder.patterns.urls.address import Address, BadAddressError, meant_by
from recorder.runtime.errors import RecorderError, UsageError
from recorder.runtime.plain_text import many, one_line

_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_YES = frozenset({"yes", "true", "1", "y"})
_NO = frozenset({"", "no", "false", "0", "n"})
_MOST_TOLD = 20
"""Wrong rows that are named; the others are counted."""


@dataclass(frozen=True)
class SiteRow:
    """One site as asked for. `host`: where its entry page is. `params`: the text of its file of queries. `options`: by
    command."""

    name: str
    entry: str
    samples: tuple[str, ...]
    host: str
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    params: str | None = None
    every: str | None = None
    relearn: bool = False
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CommandOptions:
    """Which options a command takes that a row may give, and whether a value follows."""

    command: str
    takes_value: Mapping[str, bool]


class BadSitesError(UsageError):
    """Rows that cannot be meant. Nothing was begun."""

    def __init__(self, file: Path, problems: list[str]) -> None:
        told = "\n".join(f"  {one_line(problem)}" for problem in problems[:_MOST_TOLD])
        left = len(problems) - _MOST_TOLD
        more = f"\n  and {left} more" if left > 0 else ""
        super().__init__(
            f"{many(len(problems), 'row')} of {file} cannot be used:\n{told}{more}",
            "Nothing was begun. Mend them, and run the same command again.",
        )


def read_sites(file: Path, commands: tuple[CommandOptions, ...]) -> tuple[SiteRow, ...]:
    """Every site once, in the order of the file. `commands`: those whose options a row may give."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(
            f"{file} cannot be read: {error.strerror}.", "Name a CSV file with a row for each site."
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not UTF-8 text.", "Save it as CSV in UTF-8.") from error
    try:
        return _Reading(file, commands).sites(text)
    except csv.Error as error:  # cells longer than any, as where a quotation mark is not closed
        raise UsageError(f"{file} is no CSV: {error}.", "A row for each site: entry,like.") from None


@dataclass
class _Reading:
    file: Path
    commands: tuple[CommandOptions, ...]
    problems: list[str] = field(default_factory=list)

    def sites(self, text: str) -> tuple[SiteRow, ...]:
        found: dict[str, tuple[int, SiteRow]] = {}
        for line, cells in self._rows(text):
            try:
                site = self._site(cells)
            except (ValueError, RecorderError) as error:
                self.problems.append(f"line {line}: {error}")
                continue
            first, known = found.setdefault(site.name, (line, site))
            if (known.entry, known.samples) != (site.entry, site.samples):
                self.problems.append(f"line {line}: the site of line {first} is called {site.name} too; give it a name")
        if self.problems:
            raise BadSitesError(self.file, self.problems)
        if not found:
            raise UsageError(f"{self.file} names no site.", "A row for each site: entry,like.")
        return tuple(site for _, site in found.values())

    def _rows(self, text: str) -> Iterator[tuple[int, Mapping[str, str]]]:
        lines = text.splitlines(keepends=True)
        delimiter = ";" if lines and lines[0].count(";") > lines[0].count(",") else ","
        reader = csv.reader(lines, delimiter=delimiter)
        heads = [head.strip() for head in next(reader, [])]
        names = [head.lower() for head in heads]
        if missing := [name for name in ("entry", "like") if names.count(name) != 1]:
            raise UsageError(
                f"{self.file} has no column {' and no column '.join(missing)}.",
                "Its first row names the columns; entry and like are needed, once each.",
            )
        line = reader.line_num + 1
        for row in reader:
            if any(cell.strip() for cell in row):
                if len(row) > len(heads):
                    self.problems.append(f"line {line}: {len(row)} cells, and {len(heads)} columns have a name")
                else:
                    yield line, self._cells(heads, row)
            line = reader.line_num + 1

    @staticmethod
    def _cells(heads: list[str], row: list[str]) -> Mapping[str, str]:
        known = {"entry", "like", "name", "params", "options", "every", "relearn"}
        keys = [head.lower() if head.lower() in known else head for head in heads]
        return dict(zip(keys, (cell.strip() for cell in row), strict=False))

    def _site(self, cells: Mapping[str, str]) -> SiteRow:
        given = {
            name: cells.get(name, "") for name in ("entry", "like", "name", "params", "options", "every", "relearn")
        }
        address = _address(given["entry"], "entry")
        samples = tuple(dict.fromkeys(_whole(each, "like") for each in given["like"].split("|") if each.strip()))
        if not samples:
            raise ValueError("like is empty: give a page like those you want")
        if given["every"]:
            next_visit(given["every"], "", datetime.now(UTC))
        return SiteRow(
            name=_name(given["name"], address),
            entry=_whole(given["entry"], "entry"),
            samples=samples,
            host=address.host,
            options=self._options(given["options"]),
            params=self._params(given["params"]),
            every=given["every"] or None,
            relearn=_yes_or_no(given["relearn"]),
            extra={name: value for name, value in cells.items() if name and name not in given},
        )

    def _params(self, name: str) -> str | None:
        """The content: a worker on another machine does not reach the file. What it holds is sent to the site, so a
        list must not name files of its reader's."""
        if not name:
            return None
        folder = self.file.parent.resolve()
        path = (folder / name).resolve()
        if not path.is_relative_to(folder):
            raise ValueError(f"params: {name!r} is not in the folder of the list")
        try:
            return path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"params: {path} cannot be read as text") from error

    def _options(self, text: str) -> Mapping[str, tuple[str, ...]]:
        words = tuple(shlex.split(text))
        waiting = False
        for word in words:
            if waiting:
                waiting = False
                continue
            option, equals, _ = word.partition("=")
            takes = {each.takes_value[option] for each in self.commands if option in each.takes_value}
            if not takes:
                raise ValueError(f"options: {word!r} is no option of record or crawl that a fleet can pass on")
            waiting = takes.pop() and not equals
        if waiting:
            raise ValueError(f"options: {words[-1]!r} needs a value")
        return {each.command: options_for(each, words, self.commands) for each in self.commands}


def options_for(command: CommandOptions, words: tuple[str, ...], others: tuple[CommandOptions, ...]) -> tuple[str, ...]:
    """Those of `words` that this command takes."""
    chosen: list[str] = []
    rest = iter(words)
    for word in rest:
        option, equals, _ = word.partition("=")
        owner = next(each for each in (command, *others) if option in each.takes_value)
        group = [word, next(rest)] if owner.takes_value[option] and not equals else [word]
        if owner is command:
            chosen += group
    return tuple(chosen)


def _address(text: str, column: str) -> Address:
    if not text:
        raise ValueError(f"{column} is empty")
    try:
        return Address.parse(meant_by(text)[0])
    except (BadAddressError, ValueError) as error:
        raise ValueError(f"{column}: {text!r} is no address of a page ({error})") from error


def _whole(text: str, column: str) -> str:
    """The address as a server is asked for it, so that two spellings are one site; without a scheme it stays so."""
    address = _address(text, column)
    return str(address) if "://" in text else text.strip().removesuffix("/")


def _name(given: str, address: Address) -> str:
    port = "" if address.has_default_port else f"-{address.port}"
    query = f"-{address.query}" if address.query else ""
    name = given or _UNSAFE.sub("-", f"{address.host}{port}{address.path}{query}").strip("-.")[:100]
    if not _SAFE_NAME.fullmatch(name):
        raise ValueError(f"name: {name!r} cannot name a folder; use letters, digits, dots and dashes")
    return name


def _yes_or_no(text: str) -> bool:
    if text.lower() not in _YES | _NO:
        raise ValueError(f"relearn: {text!r} is neither yes nor no")
    return text.lower() in _YES
