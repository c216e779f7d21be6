"""What the standards say is done, but for what is excused with a reason."""

import json

import pytest

from bench.conformance import run
from bench.conformance.suites import DATA, Suite, all_suites
from recorder.patterns.urls.address import read

SUITES = tuple(all_suites())


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_a_suite_comes_out_as_its_standard_says(suite: Suite) -> None:
    assert suite.cases > 50
    assert suite.passed >= suite.bar, suite.failed


def test_what_is_excused_is_told_and_does_not_count() -> None:
    suite = Suite("of names", 0.5, 4, {"long name": "x", "short": "y"}, {"long": "nobody has one"})
    assert (suite.passed, suite.failed, suite.excused) == (2 / 3, {"short": "y"}, {"long name": "nobody has one"})
    told = [figure.name for figure in run()]
    assert len(told) > len(SUITES) and any("RFC 9309" in name for name in told)


def test_user_names_in_urls_are_seen() -> None:
    cases = json.loads((DATA / "urltestdata.json").read_text(encoding="utf-8"))
    private = [case for case in cases if case.get("username") or case.get("password")]
    found = [read(case["input"], case["base"] or "") for case in private]
    assert found and all(each is not None and each.credentials for each in found)
