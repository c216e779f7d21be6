"""The navigation pattern taken out, edited and put in again; what is wrong in it is said and changes nothing."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.knowledge.pattern_files import change_lines
from recorder.patterns.navigation.notation import from_text, to_text
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.store import open_store
from tests.recorder.conftest import Command
from tests.recorder.small_shop import PATTERN


def in_force(database: Path) -> tuple[int, str, NavigationPattern]:
    with open_store(database, read_only=True) as store:
        saved = store.patterns.latest(1)
        assert [row.regex or row.url for row in store.patterns.steps(saved.id)] == [
            step.regex if isinstance(step, LinkStep) else step.url
            for path in from_text(saved.text).paths
            for step in path.steps
        ]
        return saved.version, saved.origin, from_text(saved.text)


@pytest.mark.parametrize("name", ["pattern.toml", "pattern.json"])
def test_there_and_back_changes_nothing(recorder: Command, small: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    assert recorder("pattern", "export", file, "--db", small).code == 0
    done = recorder("pattern", "import", file, "--db", small)
    assert done.code == 0
    assert "nothing has changed" in done.out
    assert in_force(small) == (1, "learnt", PATTERN)


def test_export_to_stdout_is_the_pattern(recorder: Command, small: Path) -> None:
    assert from_text(recorder("pattern", "export", "-", "--db", small).out) == PATTERN


def test_an_edited_pattern_is_a_new_version(recorder: Command, small: Path, tmp_path: Path) -> None:
    file = tmp_path / "pattern.toml"
    recorder("pattern", "export", file, "--db", small)
    file.write_text(file.read_text().replace("/shelf/[0-9]+$", "/shelf/[1-9]+$"))
    done = recorder("pattern", "import", file, "--db", small)
    assert (done.code, done.err) == (0, "")
    assert done.lines == [
        "Version 2 of the navigation pattern is in force now. Against version 1:",
        "  Path 1, step 1: regex was ^http://shop.example/shelf/[0-9]+$, is now ^http://shop.example/shelf/[1-9]+$",
    ]
    version, origin, pattern = in_force(small)
    assert (version, origin) == (2, "imported")
    assert pattern == from_text(file.read_text())


def test_what_may_have_been_edited_is_written_over_only_by_force(
    recorder: Command, small: Path, tmp_path: Path
) -> None:
    file = tmp_path / "pattern.toml"
    file.write_text("mine")
    done = recorder("pattern", "export", file, "--db", small)
    assert (done.code, file.read_text()) == (2, "mine")
    assert "there already" in done.err and "--force" in done.err
    assert recorder("pattern", "export", file, "--db", small, "--force").code == 0
    assert from_text(file.read_text()) == PATTERN


def test_a_parameter_that_changed_is_named(recorder: Command, small: Path, tmp_path: Path) -> None:
    file = tmp_path / "pattern.toml"
    assert recorder("pattern", "export", file, "--db", small).code == 0
    file.write_text(file.read_text().replace("required = true", "required = false"))
    done = recorder("pattern", "import", file, "--db", small)
    assert done.lines[1:] == ["  Path 2, step 1: author: no longer required"]


def test_import_from_stdin(recorder: Command, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = to_text(PATTERN.best_only())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    done = recorder("pattern", "import", "-", "--db", small)
    assert done.lines[1:] == ["  The former path 2, with 2 steps, is left out."]
    assert in_force(small) == (2, "imported", PATTERN.best_only())


def test_an_unfinished_crawl_by_the_former_pattern_is_not_gone_on_with(
    recorder: Command, small: Path, tmp_path: Path
) -> None:
    with open_store(small) as store:
        run = store.runs.begin(1, "crawl").result()
        store.runs.end(run.id, "stopped").result()
    file = tmp_path / "pattern.toml"
    file.write_text(to_text(PATTERN.best_only()))
    done = recorder("pattern", "import", file, "--db", small)
    assert done.code == 0
    assert f"Run {run.id} is an unfinished crawl by the former pattern: the next one begins anew." in done.err
    assert recorder("crawl", "--db", small, "--resume").err == "There is no unfinished crawl to go on with.\n"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (b"", "no paths"),
        (b"paths = []", "no paths"),
        (b"{}", "no paths"),
        (b"[[paths]\n", "line 1"),
        (b'{"paths": [', "line 1"),
        (b'{"paths": [{"steps": [{"kind": "link"}]}]}', "navigation pattern: path 1, step 1 has no regex"),
        (b'{"paths": ' + b"[" * 9_000, "not JSON"),
        (b'{"paths": ' + b"1" * 5_000 + b"}", "not JSON"),
        (b'[[paths]]\n[[paths.steps]]\nkind = "link"\nregex = "("\n', "path 1, step 1: the regex '(' does not compile"),
        (b'[[paths]]\n[[paths.steps]]\nkind = "link"\n', "path 1, step 1 has no regex"),
        (b'[[paths]]\n[[paths.steps]]\nkind = "jump"\n', 'path 1, step 1: kind must be "link" or "form"'),
        (b"[[paths]]\nlegs = 2\n", "path 1: unknown legs"),
        (b"# \xff", "not a text in UTF-8"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_changed(
    recorder: Command, small: Path, tmp_path: Path, text: bytes, where: str
) -> None:
    file = tmp_path / "pattern.toml"
    file.write_bytes(text)
    done = recorder("pattern", "import", file, "--db", small)
    assert (done.code, done.out) == (2, "")
    assert where in done.err
    assert str(file) in done.err
    assert in_force(small) == (1, "learnt", PATTERN)


def test_files_that_cannot_be_meant(recorder: Command, small: Path, tmp_path: Path) -> None:
    for direction in ("import", "export"):
        done = recorder("pattern", direction, small, "--db", small)
        assert done.code == 2
        assert "the database itself" in done.err
    assert recorder("pattern", "import", tmp_path / "none.toml", "--db", small).code == 1
    assert recorder("pattern", "export", tmp_path / "no" / "folder.toml", "--db", small).code == 1
    assert in_force(small) == (1, "learnt", PATTERN)


def test_a_recording_without_a_pattern_has_none_to_give_or_replace(recorder: Command, tmp_path: Path) -> None:
    database, file = tmp_path / "half.db", tmp_path / "pattern.toml"
    with open_store(database, create=True) as store:
        store.recordings.create("half", "http://a.example/", ["http://a.example/1"], {}).result()
    file.write_text(to_text(PATTERN))
    for direction in ("import", "export"):
        done = recorder("pattern", direction, file, "--db", database)
        assert done.code == 2
        assert "no navigation pattern yet" in done.err
    assert file.read_text() == to_text(PATTERN)


def test_one_that_is_being_worked_on_is_not_replaced(recorder: Command, small: Path, tmp_path: Path) -> None:
    file = tmp_path / "pattern.toml"
    file.write_text(to_text(PATTERN.best_only()))
    with open_store(small) as store, store.recordings.hold(store.recordings.find(), "recorder crawl"):
        done = recorder("pattern", "import", file, "--db", small)
    assert done.code == 1
    assert "recorder crawl" in done.err
    assert in_force(small)[0] == 1


def test_control_characters_survive_the_way_over_a_terminal(recorder: Command, small: Path, tmp_path: Path) -> None:
    hostile = NavigationPattern(
        (PatternPath((LinkStep("^a\x1b\x7f\x9b\u202e$", "html/\u2066a", examples=("\x07",)),)),)
    )
    file = tmp_path / "pattern.json"
    file.write_text(
        json.dumps(
            {
                "paths": [
                    {
                        "steps": [
                            {
                                "kind": "link",
                                "regex": "^a\x1b\x7f\x9b\u202e$",
                                "place": "html/\u2066a",
                                "examples": ["\x07"],
                            }
                        ]
                    }
                ]
            }
        )
    )
    assert recorder("pattern", "import", file, "--db", small).code == 0
    out = recorder("pattern", "export", "-", "--db", small).out
    assert not set(out) & set("\x1b\x7f\x9b\u202e\u2066\x07")
    assert from_text(out) == hostile


def test_versions_are_listed_and_an_earlier_one_is_restored(recorder: Command, small: Path, tmp_path: Path) -> None:
    file = tmp_path / "pattern.toml"
    file.write_text(to_text(PATTERN.best_only()))
    recorder("pattern", "import", file, "--db", small)
    done = recorder("pattern", "restore", 1, "--db", small)
    assert (done.code, done.lines) == (
        0,
        [
            "Version 3 of the navigation pattern is in force now. Against version 2:",
            "  Path 2 is new, with 2 steps.",
        ],
    )
    assert in_force(small) == (3, "restored", PATTERN)
    listed = json.loads(recorder("pattern", "versions", "--db", small, "--json").out)
    assert [(one["version"], one["origin"], one["paths"], one["changes"]) for one in listed] == [
        (1, "learnt", 2, []),
        (2, "imported", 1, ["The former path 2, with 2 steps, is left out."]),
        (3, "restored", 2, ["Path 2 is new, with 2 steps."]),
    ]
    told = recorder("pattern", "versions", "--db", small).lines
    assert [line.split()[:3] for line in told if not line.startswith(" ")] == [
        ["Version", "1,", "learnt"],
        ["Version", "2,", "imported"],
        ["Version", "3,", "restored"],
    ]
    assert [line.strip() for line in told if line.startswith(" ")] == [
        change for one in listed for change in one["changes"]
    ]


def test_what_cannot_be_restored_changes_nothing(recorder: Command, small: Path) -> None:
    done = recorder("pattern", "restore", 7, "--db", small)
    assert (done.code, done.out) == (2, "")
    assert "no version 7" in done.err and "recorder pattern versions" in done.err
    assert "nothing has changed" in recorder("pattern", "restore", 1, "--db", small).out
    assert in_force(small) == (1, "learnt", PATTERN)


def test_how_pages_are_fetched_comes_back_with_a_version(recorder: Command, small: Path, tmp_path: Path) -> None:
    with open_store(small) as store:
        first = store.patterns.latest(1)
        rows = [replace(row, rendering={"way": "browser"}) for row in store.patterns.steps(first.id)]
        store.patterns.save(1, first.text, rows).result()
    file = tmp_path / "pattern.toml"
    file.write_text(to_text(PATTERN.best_only()))
    recorder("pattern", "import", file, "--db", small)
    recorder("pattern", "restore", 1, "--db", small)
    with open_store(small) as store:
        restored = store.patterns.steps(store.patterns.latest(1).id)
    assert [row.rendering for row in restored] == [{"way": "browser"}] * 4


STEPS = st.lists(st.builds(LinkStep, st.sampled_from("abc"), st.sampled_from([None, "p"])), min_size=1, max_size=3)
PATTERNS = st.lists(st.builds(PatternPath, STEPS.map(tuple), st.integers(0, 2)), max_size=4).map(
    lambda paths: NavigationPattern(tuple(paths))
)


@given(PATTERNS, PATTERNS)
def test_there_is_always_something_to_say_about_a_difference(old: NavigationPattern, new: NavigationPattern) -> None:
    lines = list(change_lines(old, new))
    assert lines if old != new else lines == ["Only the numbers of targets or links differ."]
    assert all(line.endswith(".") or ":" in line for line in lines)
    if {path.steps for path in old.paths} != {path.steps for path in new.paths}:
        assert any(line.startswith(("Path", "The former path")) for line in lines)
