"""The fuzzer begins with what each door takes: else it would try refusals only."""

import pytest

from bench.fuzzing.command import main
from bench.fuzzing.doors import DOORS


@pytest.mark.parametrize("door", [name for name, way in DOORS.items() if way.inputs is not None])
def test_what_is_whole_is_taken(door: str) -> None:
    inputs = DOORS[door].inputs
    assert inputs is not None
    for whole in inputs.wholes:
        DOORS[door].takes(whole)


def test_a_door_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["windows"]) == 2
    assert "No door windows. There are: pages, " in capsys.readouterr().err
