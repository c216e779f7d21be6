"""Pages made to hurt: each is compared with bounded effort and within 500 MB, in a process of its own that the
system holds to it."""

import json
import resource
import subprocess
import sys

import pytest

from tests.patterns.worst_cases import CASES

MEGABYTES = 500
MILLIONS = 100
MOST_SECONDS = 60


def hold_to_limits() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


@pytest.mark.parametrize("case", CASES)
def test_worst_case(case):
    command = [sys.executable, "-m", "tests.patterns.worst_cases", case]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=hold_to_limits)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["millions"] < MILLIONS, told
    assert 0 <= told["similarity"] <= 1
    if told["known"] is not None:
        assert told["similarity"] == pytest.approx(told["known"])
    assert told["at_least"] == (told["similarity"] >= 0.8)
