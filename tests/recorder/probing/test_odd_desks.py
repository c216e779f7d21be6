"""Searches that do anything but answer: each is bounded, recorded and explained, and none keeps others from being
asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.recorder.conftest import Command, in_a_process
from tests.recorder.probing.desks import PAPERS, Desk, Library, collected, papers, results, search
from tests.recorder.probing.desks import found as found_by
from tests.recorder.probing.odd_desks import ODD

HONEST = Desk(search("honest"), results)


@dataclass(frozen=True)
class Asked:
    """The library, recorded."""

    library: Library
    database: Path
    shown: Any
    text: str

    def of(self, desk: str) -> Any:
        return next(form for form in self.shown["forms"] if f"/desk/{desk}" in form["url"])


@pytest.fixture(
    scope="module", params=["never", pytest.param("auto", marks=pytest.mark.slow)], ids=["over HTTP", "by the browser"]
)
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """All the odd desks, and an honest one among them, in one recording."""
    database = tmp_path_factory.mktemp("odd") / "library.db"
    with Library({"honest": HONEST, **{name: odd.desk for name, odd in ODD.items()}}) as library:
        command = ("record", f"{library.base}/", "--like", library.sample, "--db", database, "--exhaustive")
        done = in_a_process(*command, "--render", request.param, "--max-probes", 900)
        assert done.code == 0, done.err
        shown = in_a_process("show", "--db", database, "--json").json
        yield Asked(library, database, shown, in_a_process("show", "--db", database).out)


@pytest.mark.parametrize("name", ODD)
def test_an_odd_desk_is_explained(asked: Asked, name: str) -> None:
    odd, form = ODD[name], asked.of(name)
    assert (form["verdict"], odd.words in form["reason"]) == (odd.verdict, True), form["reason"]
    assert form["probes"] <= odd.most
    assert (form["hits"] > 0) == (odd.verdict == "leads to targets")
    assert form["reason"] in asked.text


def test_what_no_probe_hit_can_be_filled_in_but_for_choices_that_change_nothing(asked: Asked) -> None:
    free = {field["name"] for field in asked.of("forty")["fields"] if field["free"]}
    assert free == {"q_forty", *(f"w{number}" for number in range(20))}


def test_a_box_that_no_probe_hit_is_asked(recorder: Command, asked: Asked) -> None:
    assert {field["name"] for field in asked.of("codes")["fields"] if field["free"]} == {"q_codes", "code"}
    done = recorder("crawl", "--db", asked.database, "--param", "q_codes=kettle", "--param", "code=S7", "--json")
    assert done.code == 0, done.err
    assert collected(asked.database, done.json["run"]) == papers(asked.library, {7} & set(found_by("kettle")))
    done = recorder("crawl", "--db", asked.database, "--param", "code=S7", "--json")
    assert collected(asked.database, done.json["run"]) == papers(asked.library, [7])


def test_the_honest_desk_is_still_asked(recorder: Command, asked: Asked) -> None:
    done = recorder("crawl", "--db", asked.database, "--param", "q_honest=kettle", "--json")
    assert done.code == 0, done.err
    assert collected(asked.database, done.json["run"]) == papers(asked.library, found_by("kettle"))


def test_what_is_always_the_same_needs_no_parameters(recorder: Command, asked: Asked) -> None:
    done = recorder("crawl", "--db", asked.database, "--json")
    assert done.code == 0, done.err
    assert collected(asked.database, done.json["run"]) == papers(asked.library, range(1, PAPERS + 1))
