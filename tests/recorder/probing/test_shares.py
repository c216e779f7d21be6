"""Probes are shared out: forms that search come before forms of options, and none takes what the others need."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.recorder.conftest import in_a_process
from tests.recorder.probing.desks import Asked, Desk, Library, Told, listed, page, results, search

MOST = 90
_COUNTS = "".join(f"<option>{number}" for number in range(1, 200))
_OPTIONS = f"<select name=rows>{_COUNTS}</select><select name=days>{_COUNTS}</select>"


def _of_options(asked: Asked) -> Told:
    """Every option shows another list."""
    return Told(page("Timeline", listed([int(asked.said("rows")) % 36 + 1, int(asked.said("days")) % 36 + 1])))


def _never(asked: Asked) -> Told:
    return Told(page("Results", f"<p>{asked.said() or 'Nothing'} was not found. Try {asked.before} others.</p>"))


_TIMELINE = f"<form action=/answer/choices>{_OPTIONS}<button>Show</button></form>"
DESKS = {
    "choices": Desk(_TIMELINE, _of_options),
    "vain": Desk(search("vain"), _never),
    "endless": Desk(search("endless", "<input name=from><input name=to>"), _never),
    "last": Desk(search("last"), results),
}


@dataclass(frozen=True)
class Shared:
    """What became of the forms, by their desks, and the paths that were asked for, in turn."""

    forms: dict[str, Any]
    first_asked: list[str]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    database = tmp_path_factory.mktemp("shares") / "library.db"
    with Library(DESKS) as library:
        command = ("record", f"{library.base}/", "--like", library.sample, "--db", database, "--exhaustive")
        done = in_a_process(*command, "--render", "never", "--max-probes", MOST)
        assert done.code == 0, done.err
        shown = in_a_process("show", "--db", database, "--json").json
        forms = {form["url"].rsplit("/", 1)[1]: form for form in shown["forms"]}
        yield Shared(forms, [path.rsplit("/", 1)[1] for path in library.asked if path.startswith("/answer/")])


def test_forms_that_search_come_first(shared: Shared) -> None:
    assert shared.first_asked[-1] == "choices"
    assert shared.forms["choices"]["verdict"] != "left alone"


def test_no_search_takes_the_probes_of_the_others(shared: Shared) -> None:
    assert shared.forms["last"]["verdict"] == "leads to targets"
    assert shared.forms["vain"]["probes"] <= MOST // 3
    assert shared.forms["endless"]["probes"] <= MOST // 2


def test_what_the_searches_leave_goes_to_the_options(shared: Shared) -> None:
    assert 0 < sum(form["probes"] for form in shared.forms.values()) <= MOST
    assert shared.forms["choices"]["probes"] > 0
