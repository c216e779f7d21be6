"""What the reports say of a small database, in words and as JSON: show, runs, diff, targets, why."""

from dataclasses import replace
from pathlib import Path

import pytest

from recorder.cli.commands.show import as_plain
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.navigation.pattern import Path as NavigationPath
from recorder.runtime.plain_text import printable
from recorder.store import NewPage, StepHealth, open_store
from recorder.store.forms import FieldRow, FormRow
from tests.recorder.conftest import Command
from tests.recorder.small_shop import ENTRY, HUB, LIST, PATTERN, SITE, TEASER, book, fill

REPORTS = (["show"], ["runs"], ["diff"], ["targets"], ["why", ENTRY], ["pattern", "export", "-"])


@pytest.mark.parametrize("report", REPORTS, ids=lambda words: words[0])
def test_a_report_ends_well_and_says_something(recorder: Command, small: Path, report: list[str]) -> None:
    done = recorder(*report, "--db", small)
    assert (done.code, done.err) == (0, "")
    assert done.out


@pytest.mark.parametrize("report", REPORTS, ids=lambda words: words[0])
def test_no_report_changes_the_database(recorder: Command, small: Path, report: list[str]) -> None:
    before = small.read_bytes()
    recorder(*report, "--db", small)
    assert small.read_bytes() == before


def test_show_tells_all_that_was_learnt(recorder: Command, small: Path) -> None:
    out = recorder("show", "--db", small).out
    for words in ("books", ENTRY, book(1), "0.80", "away from it", "two camps were seen", "version 1, learnt"):
        assert words in out
    assert "E2  http://shop.example/book/[0-9]+\n" in out
    assert f"applied in the pages E1 leads to, at {LIST}" in out
    assert "author (Author): select, required, one of: Ada, Bob, for example Ada" in out
    assert "search: it searches; 0 probes, 0 led to targets" in out


def test_show_tells_once_of_a_form_that_stands_on_every_page(recorder: Command, small: Path) -> None:
    with open_store(small) as store:
        recording = store.recordings.find().id
        for number in range(40):
            page = f"{SITE}/book/{number}"
            row = FormRow(signature=page, url=page, method="POST", action=page, verdict="not tried", reason="no search")
            store.forms.save(recording, row, (FieldRow(name="text", kind="textarea"),)).result()
    lines = recorder("show", "--db", small).lines
    assert [line for line in lines if " on " in line and "/book/" in line] == [
        f"  POST {SITE}/book/0, on {SITE}/book/0, and 39 more like it"
    ]
    assert len(recorder("show", "--db", small, "--json").json["forms"]) == 41


def test_show_as_json_is_what_is_promised(recorder: Command, small: Path) -> None:
    shown = recorder("show", "--db", small, "--json").json
    said = ["recording", "entry", "samples", "unlike", "threshold", "groups", "coverage"]
    assert list(shown) == [*said, "pattern", "forms", "rendering", "exhausted", "health"]
    assert (shown["recording"], shown["entry"], shown["samples"], shown["threshold"]) == (
        "books",
        ENTRY,
        [book(1)],
        0.8,
    )
    assert [list(path) for path in shown["pattern"]["paths"]] == [["steps", "targets", "links"]] * 2
    assert shown["pattern"]["paths"][1]["steps"][0]["parameters"][0]["options"] == ["Ada", "Bob"]
    [form] = shown["forms"]
    assert list(form) == ["url", "method", "action", "verdict", "reason", "fields", "probes", "hits"]
    assert list(form["fields"][0]) == ["name", "label", "kind", "options", "required", "free", "example"]


def test_show_tells_how_every_step_did_in_the_latest_crawl(recorder: Command, small: Path) -> None:
    steps = [
        StepHealth(path_index=0, step_index=0, hubs=1, links=1, pages=1),
        StepHealth(path_index=0, step_index=1, hubs=1, links=4, pages=4, targets=3, off_pattern=1, similarity=0.9),
    ]
    with open_store(small) as store:
        store.health.save(2, [replace(step, links=5) for step in steps]).result()
        store.health.save(3, steps).result()
    lines = recorder("show", "--db", small).lines
    at = lines.index("Health in run 3, against run 2:")
    assert lines[at + 3].split() == ["path", "1,", "E2", "4", "5", "4", "0", "0", "0", "0", "3", "1", "0.90"]
    health = recorder("show", "--db", small, "--json").json["health"]
    assert (health["run"], health["against"], health["fading"]) == (3, 2, None)
    assert [(step["path"], step["step"], step["links"]) for step in health["steps"]] == [(1, 1, 1), (1, 2, 4)]
    mapping, before, latest = recorder("runs", "--db", small, "--json").json
    assert (mapping["health"], latest["health"]) == ([], health["steps"])
    assert before["health"][1] == {**health["steps"][1], "links": 5}


def test_show_of_a_recording_that_was_interrupted(recorder: Command, tmp_path: Path) -> None:
    with open_store(tmp_path / "half.db", create=True) as store:
        recording = store.recordings.create("half", ENTRY, [book(1)], {}).result()
    done = recorder("show", "--db", tmp_path / "half.db")
    assert done.code == 0
    assert "not learnt yet" in done.out
    assert "no navigation pattern yet" in done.out
    assert "No forms were looked at." in done.out
    shown = recorder("show", "--db", tmp_path / "half.db", "--json").json
    assert shown == as_plain(recording, type(PATTERN)(), (), {}, None)
    assert (shown["threshold"], shown["pattern"], shown["forms"]) == (None, {"paths": []}, [])


def test_runs(recorder: Command, small: Path) -> None:
    lines = recorder("runs", "--db", small).lines
    assert lines[0] == "Recording books"
    assert [line.split()[:3] for line in lines[2:]] == [
        ["1", "mapping", "done"],
        ["2", "crawl", "done"],
        ["3", "crawl", "done"],
    ]
    runs = recorder("runs", "--db", small, "--json").json
    assert [run["run"] for run in runs] == [1, 2, 3]
    last = runs[-1]
    assert {name: last[name] for name in ("targets", "new", "changed", "unchanged", "gone", "errors", "drift")} == {
        "targets": 3,
        "new": 1,
        "changed": 1,
        "unchanged": 1,
        "gone": 1,
        "errors": 0,
        "drift": None,
    }


def test_a_mapping_that_was_stopped_counts_no_targets(recorder: Command, tmp_path: Path) -> None:
    """None is one before its end; that is not the same as none."""
    with open_store(tmp_path / "half.db", create=True) as store:
        recording = store.recordings.create("half", ENTRY, [book(1)], {}).result()
        run = store.runs.begin(recording.id, "mapping").result()
        store.runs.end(run.id, "stopped").result()
    lines = recorder("runs", "--db", tmp_path / "half.db").lines
    assert lines[2].split()[-2:] == ["0", "0"] and len(lines[2].split()) == 8, "pages and errors alone"
    assert lines[3] == "  Run 1 is a mapping: what is a target is decided at its end."


def test_runs_of_several_recordings_are_listed_together_or_one_by_one(recorder: Command, small: Path) -> None:
    fill(small, "more")
    assert {run["recording"] for run in recorder("runs", "--db", small, "--json").json} == {"books", "more"}
    assert {run["recording"] for run in recorder("runs", "--db", small, "--name", "more", "--json").json} == {"more"}


@pytest.mark.parametrize("numbers", [[], ["2", "3"], ["3", "2"]])
def test_diff(recorder: Command, small: Path, numbers: list[str]) -> None:
    found = recorder("diff", *numbers, "--db", small, "--json").json
    assert (found["older"], found["newer"], found["judges_gone"], found["unchanged"]) == (2, 3, True, 1)
    assert {(change["url"], change["status"]) for change in found["changes"]} == {
        (book(2), "changed"),
        (book(3), "gone"),
        (book(4), "new"),
    }
    done = recorder("diff", *numbers, "--db", small)
    assert done.lines[0] == "From run 2 to run 3: 1 new, 1 changed, 1 gone, 1 unchanged."
    assert f"gone     {book(3)}  Book 3" in done.lines
    assert done.lines[2].endswith("  Book 2  (text)")
    assert [line.split() for line in done.lines[3:5]] == [["-", "two"], ["+", "TWO"]]
    assert len(done.lines) == 6


def test_diff_says_why_nothing_is_called_gone(recorder: Command, small: Path) -> None:
    with open_store(small) as store:
        run = store.runs.begin(1, "crawl").result()
        store.runs.end(run.id, "stopped").result()
    done = recorder("diff", "--db", small)
    assert done.lines[0] == "From run 3 to run 4: 0 new, 0 changed, 0 gone, 3 missing, 0 unchanged."
    assert "Nothing can be called gone" in done.err


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["1", "2"], "a mapping"),
        (["2", "99"], "no run 99"),
        (["2"], "two different runs"),
        (["2", "2"], "two different runs"),
    ],
)
def test_diff_of_what_cannot_be_compared(recorder: Command, small: Path, wrong: list[str], words: str) -> None:
    done = recorder("diff", *wrong, "--db", small)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_diff_of_runs_of_two_recordings(recorder: Command, small: Path) -> None:
    fill(small, "more")
    done = recorder("diff", "3", "6", "--db", small)
    assert done.code == 2
    assert "do not belong together" in done.err
    assert recorder("diff", "5", "6", "--db", small).code == 0


@pytest.mark.parametrize(
    ("choice", "books"),
    [
        ([], [1, 2, 4]),
        (["--run", "latest"], [1, 2, 4]),
        (["--run", "2"], [1, 2, 3]),
        (["--status", "new"], [4]),
        (["--status", "changed"], [2]),
        (["--status", "gone"], [3]),
        (["--run", "2", "--status", "new"], [1, 2, 3]),
        (["--run", "2", "--status", "gone"], []),
    ],
)
def test_targets(recorder: Command, small: Path, choice: list[str], books: list[int]) -> None:
    done = recorder("targets", "--db", small, *choice)
    assert done.code == 0
    assert sorted(done.lines) == [book(number) for number in books]
    assert bool(done.err) == (not books)
    listed = recorder("targets", "--db", small, *choice, "--json").json
    assert sorted(target["url"] for target in listed) == sorted(done.lines)
    assert all(list(target) == ["url", "status", "run", "similarity", "path", "title"] for target in listed)


def test_targets_before_the_first_crawl(recorder: Command, tmp_path: Path) -> None:
    with open_store(tmp_path / "new.db", create=True) as store:
        store.recordings.create("new", ENTRY, [book(1)], {}).result()
    done = recorder("targets", "--db", tmp_path / "new.db")
    assert (done.code, done.out) == (0, "")
    assert "not been crawled yet" in done.err


@pytest.mark.parametrize("run", ["one", "-1", "", "1.5", "²"])
def test_a_run_is_a_number_or_latest(recorder: Command, small: Path, run: str) -> None:
    done = recorder("targets", "--db", small, "--run", run)
    assert done.code == 2
    assert "neither the number of a run nor latest" in done.err


@pytest.mark.parametrize(
    ("url", "verdict", "words"),
    [
        (book(1), "target", "0.90, cut 0.80, and paths 1 and 2 of the navigation pattern lead"),
        (book(3), "gone", "Run 2 collected it, and run 3 no longer met it"),
        (HUB, "hub", "goes through it"),
        (ENTRY, "hub", "goes through it"),
        (book(5), "not fetched", "Step 2 of path 1 of the navigation pattern leads to it"),
        (f"{SITE}/about", "not fetched", "No step of the navigation pattern matches its address"),
        (f"{SITE}/nowhere", "unknown", "never fetched"),
    ],
)
def test_why(recorder: Command, small: Path, url: str, verdict: str, words: str) -> None:
    found = recorder("why", url, "--db", small, "--json").json
    assert (found["url"], found["verdict"]) == (url, verdict)
    assert words in found["because"]
    done = recorder("why", url, "--db", small)
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == url
    assert words in done.lines[1]


def test_why_tells_the_way(recorder: Command, small: Path) -> None:
    found = recorder("why", book(2), "--db", small, "--json").json
    assert [page["url"] for page in found["route"]] == [ENTRY, HUB, book(2)]
    assert [(page["run"], page["role"]) for page in found["pages"]] == [(3, "target"), (2, "target")]
    assert (found["similarity"], found["threshold"], found["title"]) == (0.9, 0.8, "Book 2")
    assert found["link_count"] == 3
    assert {(link["page"], link["place"], link["text"]) for link in found["links"]} == {(HUB, LIST, "Book 2")}
    lines = [line.strip() for line in recorder("why", book(2), "--db", small).lines]
    assert f"{ENTRY}  (the entry page)" in lines
    assert f"{book(2)}  (by a link at {LIST})" in lines
    assert "3 links lead to it:" in lines


def test_why_numbers_the_versions_of_a_page(recorder: Command, small: Path) -> None:
    with open_store(small) as store:
        for text, structure in (("two", None), ("2", "a table"), ("2!", "a list")):
            run = store.runs.begin(1, "crawl").result()
            body = NewPage(run_id=run.id, url=book(2), role="target", body=text.encode(), structure=structure)
            store.pages.record(body).result()
            store.runs.end(run.id, "done").result()
    found = recorder("why", book(2), "--db", small, "--json").json["versions"]
    assert [(each["version"], each["runs"], each["changed"]) for each in found] == [
        (1, [2, 4], None),
        (2, [3], "text"),
        (3, [5], "text"),
        (4, [6], "structure"),
    ]
    lines = [line.strip() for line in recorder("why", book(2), "--db", small).lines]
    at = lines.index("Its versions:")
    assert lines[at + 1].startswith("version 1, runs 2, 4: 3 bytes, ")
    assert lines[at + 4].startswith("version 4, run 6: 2 bytes, another structure, ")


def test_why_of_a_link_that_stands_elsewhere(recorder: Command, small: Path) -> None:
    """The expression of path 1 matches, but the link is not where the step applies; path 2 applies anywhere."""
    found = recorder("why", book(6), "--db", small, "--json").json
    assert [(step["path"], step["matches"], step["follows"]) for step in found["steps"]] == [
        (1, False, False),
        (1, True, False),
        (2, True, True),
    ]
    assert f"path 1, E2 matches its address, but applies at {LIST}" in recorder("why", book(6), "--db", small).out
    assert {link["place"] for link in found["links"]} == {TEASER}


def test_an_expression_that_takes_for_ever_is_named(recorder: Command, small: Path) -> None:
    with open_store(small) as store:
        slow = to_text(NavigationPattern((NavigationPath((LinkStep(f"^{SITE}/(a|aa)+$"),)),)))
        store.patterns.save(store.recordings.find().id, slow, ()).result()
    ending = recorder("why", f"{SITE}/{'a' * 60}!", "--db", small)
    assert ending.code == 2
    assert "takes for ever" in ending.err and "Traceback" not in ending.err


@pytest.mark.parametrize("words", [("show",), ("pattern", "versions"), ("report", "out.html"), ("why", book(2))])
def test_a_pattern_that_was_damaged_is_told_of(recorder: Command, small: Path, words: tuple[str, ...]) -> None:
    with open_store(small) as store:
        store.patterns.save(store.recordings.find().id, "no pattern", ()).result()
    ending = recorder(*words, "--db", small)
    assert (ending.code, "The pattern in the database cannot be read: this is not TOML" in ending.err) == (1, True)


def test_why_names_the_nearest_known_urls(recorder: Command, small: Path) -> None:
    found = recorder("why", f"{SITE}/abuot", "--db", small, "--json").json
    assert found["nearest"][0] == f"{SITE}/about"
    assert len(found["nearest"]) == 3
    assert "follows instead" in recorder("why", f"{SITE}/abuot", "--db", small).out


@pytest.mark.parametrize(
    ("fate", "verdict", "words"),
    [
        ({"role": "off-pattern", "similarity": 0.3}, "off-pattern", "similarity 0.30, cut 0.80"),
        ({"role": "other", "similarity": 0.3}, "other", "neither a target nor on the way"),
        ({"role": "error", "http_status": 404, "reason": "the site answered 404"}, "error", "the site answered 404"),
        ({"role": "skipped", "outcome": "robots"}, "skipped", "robots"),
    ],
)
def test_why_a_page_is_no_target(
    recorder: Command, small: Path, fate: dict[str, object], verdict: str, words: str
) -> None:
    with open_store(small) as store:
        store.pages.record(NewPage(run_id=3, url=f"{SITE}/odd", **fate)).result()
    found = recorder("why", f"{SITE}/odd", "--db", small, "--json").json
    assert found["verdict"] == verdict
    assert words in found["because"]
    assert recorder("why", f"{SITE}/odd", "--db", small).code == 0


def test_why_takes_any_form_of_an_address_and_refuses_what_is_none(recorder: Command, small: Path) -> None:
    assert recorder("why", "HTTP://SHOP.example:80/book/./1#top", "--db", small, "--json").json["verdict"] == "target"
    assert recorder("why", "shop.example/book/1", "--db", small, "--json").json["verdict"] == "target"
    done = recorder("why", "mailto:ada", "--db", small)
    assert done.code == 2
    assert "is not an address" in done.err


@pytest.mark.parametrize("report", [["diff"], ["why", book(4)], ["targets", "--json"], ["diff", "--json"]])
def test_hostile_titles_reach_no_terminal(recorder: Command, small: Path, report: list[str]) -> None:
    out = recorder(*report, "--db", small).out
    assert "red" in out
    assert printable(out) == out
    if "--json" not in report:
        assert "A [31mred title of two lines" in out


@pytest.mark.parametrize("report", REPORTS, ids=lambda words: words[0])
def test_several_recordings_and_none_named(recorder: Command, small: Path, report: list[str]) -> None:
    fill(small, "more")
    done = recorder(*report, "--db", small)
    if report == ["runs"]:
        assert done.code == 0
        return
    assert (done.code, done.out) == (2, "")
    assert "--name: books, more" in done.err
    assert recorder(*report, "--db", small, "--name", "more").code == 0


@pytest.mark.parametrize("report", REPORTS, ids=lambda words: words[0])
def test_a_recording_that_is_not_there(recorder: Command, small: Path, report: list[str]) -> None:
    done = recorder(*report, "--db", small, "--name", "films")
    assert (done.code, done.out) == (2, "")
    assert "no recording named 'films'" in done.err
    assert "books" in done.err


@pytest.mark.parametrize("report", REPORTS, ids=lambda words: words[0])
def test_no_database_and_what_is_none(recorder: Command, tmp_path: Path, report: list[str]) -> None:
    missing = recorder(*report, "--db", tmp_path / "none.db")
    assert (missing.code, missing.out) == (2, "")
    assert "none.db" in missing.err and "recorder record" in missing.err
    assert not list(tmp_path.iterdir())
    text = tmp_path / "notes.txt"
    text.write_text("my notes, " * 20)
    foreign = recorder(*report, "--db", text)
    assert (foreign.code, foreign.out) == (2, "")
    assert "not a database" in foreign.err
    assert text.read_text() == "my notes, " * 20
