"""Forms that are alike but for a number in their address count as one: one that may be sent stands for all of them."""

from pathlib import Path

from tests.recorder.conftest import Command
from tests.recorder.probing.desks import Desk, Library, results


def _asking(number: int, button: str) -> Desk:
    return Desk(f"<form action=/answer/part{number}><input name=q><button>{button}</button></form>", results)


def test_a_search_is_tried_though_one_that_changes_something_looks_like_it(recorder: Command, tmp_path: Path) -> None:
    desks = {"part1": _asking(1, "Delete"), "part2": _asking(2, "Search"), "part3": _asking(3, "Search")}
    with Library(desks) as library:
        done = recorder(
            *("record", f"{library.base}/", "--like", library.sample, "--db", tmp_path / "library.db", "--exhaustive"),
            *("--render", "never", "--max-probes", 12),
        )
        assert done.code == 0, done.err
        assert library.asked_at("/answer/part1") == 0
        assert library.asked_at("/answer/part2") > 0
        assert library.asked_at("/answer/part3") == 0
