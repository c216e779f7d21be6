"""What a pattern's forms take, in lines a person can copy from."""

from recorder.inspecting.pattern_report import parameter_lines
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path

WORDS = Parameter("q", "Words", "search", required=True, example="kettle")
YEAR = Parameter("year", "Year", "number")
QUICK = FormStep("GET", "http://h/quick?q=*", None, (WORDS,), page="http://h/")
FULL = FormStep("GET", "http://h/full?q=*&year=*", None, (WORDS, YEAR), page="http://h/full")
LINKS, MORE = LinkStep("^http://h/[0-9]+$"), LinkStep("^http://h/next$", repeat=True)


def test_each_name_of_a_form_once() -> None:
    pattern = NavigationPattern((Path((LINKS,)), Path((QUICK, LINKS)), Path((QUICK, MORE, LINKS))))
    assert list(parameter_lines(pattern)) == ["q (Words): search, required, for example kettle"]


def test_several_forms_are_told_apart() -> None:
    pattern = NavigationPattern((Path((QUICK, LINKS)), Path((FULL, LINKS))))
    assert list(parameter_lines(pattern)) == [
        "of the form on http://h/:",
        "  q (Words): search, required, for example kettle",
        "of the form on http://h/full:",
        "  q (Words): search, required, for example kettle",
        "  year (Year): number",
    ]
