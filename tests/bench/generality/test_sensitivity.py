"""Numbers and rules are found in the source, and set to another value or switched off for a whole process."""

import ast
import os
import subprocess
import sys
from collections import Counter

import pytest

from bench.generality.constants import Constant, assigned, constants, number
from bench.generality.override import VARIABLE
from bench.generality.rules import Listener, Rule, functions
from bench.generality.sensitivity import Moved, difference, values
from recorder.patterns.urls import address
from tests.bench.generality.some_rows import row

_SHOW = (
    "import bench.generality.override\n"
    "from recorder.patterns.classes import clusters\n"
    "from recorder.patterns.classes.exemplars import TELLING\n"
    "from recorder.mapping.sampling import Sampling\n"
    "print(TELLING, clusters.NEARLY_ALIKE, Sampling.round_share)\n"
)


def _shown(override: str) -> subprocess.CompletedProcess[str]:
    setting = {**os.environ, VARIABLE: override}
    return subprocess.run([sys.executable, "-c", _SHOW], env=setting, capture_output=True, text=True)


def test_who_imports_a_number_by_name_sees_the_other_value() -> None:
    before, after = (_shown(f"recorder.patterns.classes.exemplars:TELLING={value}").stdout for value in (0.77, 0.4))
    assert before.split()[0] == "0.77"
    assert after.split() == ["0.4", *before.split()[1:]]


def test_the_default_of_a_dataclass_is_a_number_too() -> None:
    assert _shown("recorder.mapping.sampling:Sampling.round_share=0.125").stdout.split()[2] == "0.125"


def test_a_number_that_is_not_there_is_no_number_without_effect() -> None:
    done = _shown("recorder.patterns.classes.exemplars:TELLINGS=0.4")
    assert done.returncode != 0
    assert "There is no TELLINGS" in done.stderr


def test_numbers_are_found_by_name() -> None:
    module = "A = 1\n_B, C = -2.5, 2 / 3\nd = 4\nE: int = 64 * 1024\nF = True\nG = 'x'\n"
    made = "@dataclass(frozen=True)\nclass H:\n    i: int = 3\n    j: str = ''\nclass K:\n    l: int = 5\n"
    found = {name: number(node) for name, node in assigned(ast.parse(module + made))}
    known = {name: value for name, value in found.items() if value is not None}
    assert known == {"A": 1, "_B": -2.5, "C": pytest.approx(2 / 3), "E": 65536, "H.i": 3}


def test_the_program_has_its_numbers_each_once() -> None:
    known = Counter(map(str, constants()))
    assert known["recorder.patterns.classes.exemplars:TELLING"] == 1
    assert max(known.values()) == 1


def test_whole_numbers_stay_whole_and_shares_stay_shares() -> None:
    factors = (0.5, 0.8, 1.25, 2.0)
    assert values(Constant("m", "A", 1), factors) == [2]
    assert values(Constant("m", "A", 10), factors) == [5, 20, 8, 12]
    assert values(Constant("m", "A", 0.8), factors) == [0.4, 1.0, pytest.approx(0.64)]
    assert values(Constant("m", "A", 0), factors) == []


_HOUSES = """
def _old(house) -> bool: return True
async def asked(houses) -> list[str]: return houses
def pair() -> tuple[int, int]: return 1, 2
def name() -> str: return ""
class Street:
    def houses(self) -> Iterator[str]: yield "one"
    def __len__(self) -> int: return 1
    def __contains__(self, house) -> bool: return True
    @contextmanager
    def open(self) -> Iterator[None]: yield
"""


def test_what_says_yes_or_no_or_lists_things_can_be_off() -> None:
    assert [name for name, _ in functions(ast.parse(_HOUSES))] == ["_old", "asked", "Street.houses"]


def test_a_rule_has_found_something_and_nothing() -> None:
    listener = Listener()
    with listener.listening():
        heard = [address.is_loopback(host) for host in ("localhost", "example.com")]
    assert heard == [True, False]
    assert listener.rules() == [Rule("recorder.patterns.urls.address", "is_loopback")]
    assert not address.is_loopback("example.com")  # and hears no more


def test_a_rule_is_off_for_a_whole_process() -> None:
    shown = (
        "import bench.generality.override; from recorder.patterns.urls.address import is_loopback as i; print(i('::1'))"
    )
    setting = {**os.environ, VARIABLE: "recorder.patterns.urls.address:is_loopback=off"}
    done = subprocess.run([sys.executable, "-c", shown], env=setting, capture_output=True, text=True)
    assert done.stdout == "False\n"


def test_what_moves_is_counted_by_trial() -> None:
    base = [row(), row(sample="betula"), row("pond", f1=0.5)]
    after = [row(f1=0.5, pattern="other"), row(sample="betula", pages_to_learn=31), row("pond", f1=0.5)]
    told = Moved("m:A", "1", "2")
    moved = difference(told, base, after)
    assert (moved.trials, moved.f1_moved, moved.pages_moved, moved.patterns_moved) == (3, 1, 1, 1)
    assert moved.macro_f1 == pytest.approx(-0.5 / 3)
    assert not difference(told, base, base).anything
    assert difference(told, base, None).anything
