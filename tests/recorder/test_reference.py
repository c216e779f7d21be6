"""The reference in `docs/` tells of every option, JSON key, event and exit code there is, and of no other."""

import re
import runpy
from collections.abc import Iterator, Mapping
from dataclasses import fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import get_args

import click
import pytest

from recorder.cli.application import application
from recorder.cli.running import event_name
from recorder.cli.terminal import ExitCode
from recorder.extracting.kept_kinds import ChangedKind
from recorder.health.drift import Drift
from recorder.runtime.events import Activity, Event, PagesJudged, SiteSeen
from recorder.store.record_changes import FieldChange
from tests.recorder.conftest import Command, RecordedShop

DOCS = Path(__file__).parents[2] / "docs"
WRITER = runpy.run_path(str(DOCS / "write_commands.py"))
PAGE = (DOCS / "json.md").read_text()
SECTIONS = {part.split("\n", 1)[0]: part for part in PAGE.split("\n## ")[1:]}

GROUPS = {f"groups[].{key}" for key in ("name", "by", "pages", "taken", "examples[]")}
NOT_IN_A_SMALL_SHOP = {
    "recorder record": GROUPS,
    "recorder show": GROUPS,
    "recorder crawl": {
        *(f"drift.{field.name}" for field in fields(Drift)),
        *(f"fading.{key}" for key in ("path", "runs[]", "links[]", "message")),
        *(
            f"exhausted.{key}"
            for key in [
                "form",
                "requests",
                "requests_left",
                "known",
                "collected",
                "limit",
                "why",
                "totals[]",
                "curve[]",
            ]
        ),
        *(f"exhausted.estimate{key}" for key in ("", ".records", ".low", ".high")),
        *(f"exhausted.asked[].{key}" for key in ("why", "text", "records", "new", "total")),
        *(f"records.{key}" for key in ("new", "changed", "gone", "kept", "why_not")),
        *(f"records.kinds[].{field.name}" for field in fields(ChangedKind)),
        *(f"changed_columns[].{key}" for key in ("table", "column", "records")),
    },
    "recorder diff": {f"fields[].{field.name}" for field in fields(FieldChange)},
    "recorder extract": {
        *(f"broken[].{key}" for key in ("table", "column", "place")),
        *(f"kinds[].{field.name}" for field in fields(ChangedKind)),
        *(f"moved[].{key}" for key in ("table", "column", "was", "now")),
        *(f"unmatched[].{key}" for key in ("url", "reason")),
        *("folder", "files", "size", "left", "failed[].url", "failed[].reason"),
    },
}
"""Keys of what does not happen in the runs below; their own tests hold them."""


def first_cells(section: str) -> Iterator[str]:
    """The first cell of every row of a table, head and rule left out."""
    rows = re.findall(r"^\| (.*?) \|", SECTIONS[section], flags=re.MULTILINE)
    yield from rows[1:]


def documented(section: str) -> set[str]:
    return {key for cell in first_cells(section) for key in re.findall(r"`([^`]+)`", cell)}


def paths_of(value: object, at: str = "") -> Iterator[str]:
    """Every place in a JSON value, as the reference writes it."""
    if at:
        yield at
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from paths_of(inner, f"{at}.{name}" if at else name)
    elif isinstance(value, list):
        yield f"{at}[]"
        for inner in value:
            yield from paths_of(inner, f"{at}[]")


def untold(value: object, section: str) -> set[str]:
    """Keys that are printed and that the reference does not tell of."""
    told = documented(section) | {f"pattern.{key}" for key in documented("The navigation pattern")}
    containers = {key[: match.start()] for key in told for match in re.finditer(r"\[\]|\.", key)}
    known = told | containers | {f"{key}[]" for key in containers} | {key.removesuffix(".*") for key in told}
    wild = [key for key in told if key.endswith("*")]
    return {
        path
        for path in paths_of(value)
        if path not in known and not any(fnmatchcase(path, re.sub(r"\[\]", "[[][]]", key)) for key in wild)
    }


def test_the_options_are_as_the_help_tells_them() -> None:
    assert (DOCS / "commands.md").read_text() == WRITER["page"](), "run `make docs`"


@pytest.mark.parametrize(("name", "command"), [*WRITER["commands"](application, "recorder")])
def test_every_command_and_option_says_what_it_is_for(name: str, command: click.Command) -> None:
    assert command.help
    assert [each.name for each in command.params if isinstance(each, click.Option) and not each.help] == []


def test_every_exit_code_is_told() -> None:
    assert set(first_cells("Exit codes")) == {str(code.value) for code in ExitCode}


def test_every_event_of_the_log_is_told_with_all_that_belongs_to_it() -> None:
    pictures = (Activity, PagesJudged, SiteSeen)
    expected = {
        event_name(kind): {field.name for field in fields(kind)} for kind in get_args(Event) if kind not in pictures
    }
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", SECTIONS["The log"], flags=re.MULTILINE)
    told = {event: set(re.findall(r"`(\w+)`", rest)) for event, rest in rows}
    assert told == expected | {"error": {"message", "hint"}}


def test_every_key_is_told_and_no_other(
    recorder: Command, shop: RecordedShop, database: Path, small: Path, tmp_path: Path
) -> None:
    sample, db = shop.site.sample_url, ("--db", database, "--json")
    file, urls = tmp_path / "pattern.toml", tmp_path / "urls.txt"
    urls.write_text(sample)
    again = recorder("crawl", "--fresh", "--render", "never", *db)
    asked = recorder("crawl", "--render", "never", "--param", "Title or author=the", *db)
    assert recorder("pattern", "export", "--db", database, file).code == 0
    file.write_text(file.read_text().replace("repeat = true", "repeat = false", 1))
    printed = {
        "recorder record": [shop.recorded],
        "recorder crawl": [again.json, asked.json],
        "recorder extract": [
            recorder("extract", *db).json,
            recorder("extract", "--urls", urls, *db).json,
            recorder("extract", "--rename", "price=cost", *db).json,
        ],
        "recorder show": [recorder("show", *db).json],
        "recorder runs": [recorder("runs", *db).json],
        "recorder targets": [recorder("targets", *db).json],
        "recorder diff": [recorder("diff", 2, 3, "--db", small, "--json").json],
        "recorder why": [recorder("why", sample, *db).json, recorder("why", f"{sample}x", *db).json],
        "recorder links": [recorder("links", *db).json, recorder("links", sample, *db).json],
        "recorder export": [
            recorder("export", tmp_path / "books.csv", "--format", "csv", *db).json,
            recorder("export", tmp_path / "project", "--format", "scrapy", *db).json,
            recorder("export", tmp_path / "read.py", "--format", "extractor", *db).json,
            recorder("export", tmp_path / "few.csv", "--format", "csv", "--key", "author", *db).json,
            recorder("export", tmp_path / "way.json", "--format", "devtools", *db).json,
        ],
        "recorder pattern import": [
            recorder("pattern", "import", file, *db).json,
            recorder("pattern", "restore", "1", *db).json,
        ],
        "recorder pattern versions": [recorder("pattern", "versions", *db).json],
        "recorder doctor": [recorder("doctor", "--json").json],
    }
    assert set(printed) == {section for section in SECTIONS if section.startswith("recorder ")}
    for section, values in printed.items():
        seen = {path for value in values for path in paths_of(value)} | NOT_IN_A_SMALL_SHOP.get(section, set())
        assert {path for value in values for path in untold(value, section)} == set(), section
        plain = {key for key in documented(section) if not key.endswith("*")}
        assert plain - seen == set(), section
        if "pattern" in plain:
            assert {f"pattern.{key}" for key in documented("The navigation pattern")} - seen == set()
