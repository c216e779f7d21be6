"""A person's `--param NAME=VALUE` against the form steps of a pattern, before anything is sent.

A parameter goes by its field name or its label, whatever the capitals and blanks. `ready_paths` says which paths can be
run with what was given and with which values; everything wrong is one `ParameterError` that lists what is accepted.
A table of queries has one a row: the first row names parameters, an empty cell leaves one alone. What a value must
look like is `accepting`.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from recorder.forms.accepting import ParameterError, accepted, called, folded, in_a_list, options_of
from recorder.forms.form import CHOICE_KINDS
from recorder.forms.submission import Values
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern, Parameter, Path

Given = Sequence[tuple[str, str]]
"""Names and values as a person gave them; a name may come more than once."""

_TYPED = 40
"""A longer label is none that a person would type: then the name is shorter."""
_DELIMITERS = ",;\t|"
_HINT = "The first row names the parameters, each further row is one query."


class UnknownNameError(ParameterError):
    """A name that means nothing on one path; on another it may."""


@dataclass(frozen=True)
class ReadyPath:
    """A path that can be run: by its number in the pattern, with the values of each of its form steps in turn."""

    path: int
    values: tuple[Mapping[str, Values], ...] = ()
    unsaid: int = 0
    """How many of its parameters nothing was given for."""


def given_of(assignments: Iterable[str]) -> Given:
    """`NAME=VALUE` as written on a command line; the value may hold anything."""
    found = []
    for text in assignments:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise ParameterError(f"{text!r} is no parameter.", 'Write NAME=VALUE, as in --param title="Harry Potter".')
        found.append((name.strip(), value))
    return found


def rows_of(table: str) -> tuple[Given, ...]:
    """The queries of a CSV text, whichever of the usual signs delimits its cells."""
    text = table.removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    try:
        lines = list(_lines(text, delimiter))
    except csv.Error as error:
        raise ParameterError(f"This is not a CSV table: {error}.", _HINT) from None
    if not lines:
        raise ParameterError("The table of parameters is empty.", _HINT)
    (_, header), *rows = lines
    names = [name.strip() for name in header]
    if not all(names):
        raise ParameterError(f"Column {names.index('') + 1} of the table has no name.", _HINT)
    found = tuple(_row(number, names, cells) for number, cells in rows)
    if not found:
        raise ParameterError("The table of parameters has no row beside its names.", _HINT)
    return found


def accept(step: FormStep, given: Given) -> Mapping[str, Values]:
    """The values of one step: what was given, and the defaults of the rest."""
    return _accepted([step], given)[0]


def asking_paths(pattern: NavigationPattern) -> tuple[tuple[int, tuple[FormStep, ...]], ...]:
    """The paths through forms that ask for something: their numbers, and their form steps."""
    found = ((number, _form_steps(path)) for number, path in enumerate(pattern.paths))
    return tuple((number, steps) for number, steps in found if any(step.parameters for step in steps))


def ready_paths(pattern: NavigationPattern, given: Given = ()) -> tuple[ReadyPath, ...]:
    """The paths to run: with nothing given those that ask for nothing, else those that take all that was given.

    A path that takes all the names but not the values is an error only if no other path takes them.
    """
    through_forms = asking_paths(pattern)
    if not given:
        needing = {number for number, _ in through_forms}
        ready = tuple(
            ReadyPath(number, tuple({} for _ in _form_steps(path)))
            for number, path in enumerate(pattern.paths)
            if number not in needing
        )
        if not ready and through_forms:
            raise ParameterError("This pattern needs parameters.", _all_described(through_forms))
        return ready
    return _taking(given, through_forms)


def closest(ready: Sequence[ReadyPath]) -> tuple[ReadyPath, ...]:
    """Of the paths that take all that was given, those that leave the fewest parameters unsaid: who gives one word and
    no year means a quick search, and not the form that has a year.
    """
    least = min((each.unsaid for each in ready), default=0)
    return tuple(each for each in ready if each.unsaid == least)


def described(step: FormStep) -> Iterator[str]:
    """One line for each parameter: what it is called, what it accepts, what worked."""
    for parameter in step.parameters:
        said = [
            "required" if parameter.required else "",
            f"one of {options_of(parameter)}" if parameter.options else "",
        ]
        said.append(f"for example {parameter.example}" if parameter.example and not parameter.options else "")
        words = ", ".join(filter(None, said))
        yield called(parameter) + (f": {words}" if words else "")


def example_of(step: FormStep) -> str | None:
    """Something to give that has worked, as a person would write it: `NAME=VALUE`."""
    for parameter in step.parameters:
        if parameter.example:
            typed = parameter.label if 0 < len(parameter.label) <= _TYPED else parameter.name
            return f"{typed}={parameter.example}"
    return None


def _form_steps(path: Path) -> tuple[FormStep, ...]:
    return tuple(step for step in path.steps if isinstance(step, FormStep))


def _taking(given: Given, paths: Sequence[tuple[int, Sequence[FormStep]]]) -> tuple[ReadyPath, ...]:
    ready, errors = [], []
    for number, steps in paths:
        try:
            unsaid = sum(len(step.parameters) for step in steps) - len({name for name, _ in given})
            ready.append(ReadyPath(number, _accepted(steps, given), unsaid))
        except ParameterError as error:
            errors.append(error)
    if ready:
        return tuple(ready)
    if not paths:
        raise ParameterError("This pattern takes no parameters: no path of it leads through a form.")
    unlike = {(error.message, error.hint): error for error in errors}
    likely = _perhaps_meant(given, paths)
    if len(unlike) == 1:
        raise ParameterError(errors[0].message, likely + errors[0].hint)
    telling = [error for error in unlike.values() if not isinstance(error, UnknownNameError)]
    if len(telling) == 1:
        raise telling[0]
    reasons = " ".join(dict.fromkeys(error.message for error in telling or unlike.values()))
    raise ParameterError(f"No form takes all of this. {reasons}", likely + _all_described(paths))


def _accepted(steps: Sequence[FormStep], given: Given) -> tuple[Mapping[str, Values], ...]:
    """The values for each step of a path; a name that several of its forms ask for is given to all of them. Whether a
    form needs more beside a field that no probe hit, nobody knows.
    """
    asked = [(number, each) for number, step in enumerate(steps) for each in step.parameters]
    said: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for name, value in given:
        for number, parameter in _meant(name, asked):
            said[number, parameter.name].append(value)
    saying = [(number, each) for number, each in asked if _says_something(each, said[number, each.name])]
    unheard = {number for number, each in saying if not each.was_hit}
    left = (each for number, each in asked if not said[number, each.name] and number not in unheard)
    if missing := [each for each in left if each.required]:
        names = in_a_list(map(called, missing))
        raise ParameterError(f"Missing: {names}.", _listed(line for step in steps for line in described(step)))
    return tuple(
        {
            each.name: accepted(each, said[number, each.name]) if said[number, each.name] else each.default
            for each in step.parameters
        }
        for number, step in enumerate(steps)
    )


def _says_something(parameter: Parameter, given: Sequence[str]) -> bool:
    """An empty option is an answer, an empty box is none."""
    return any(given) or (parameter.kind in CHOICE_KINDS and bool(given))


def _meant(name: str, asked: Sequence[tuple[int, Parameter]]) -> list[tuple[int, Parameter]]:
    """The parameters of this name, the closest kind of likeness first; more than one name is ambiguous."""
    for means in (
        lambda each: each.name == name,
        lambda each: each.label == name,
        lambda each: folded(name) in (folded(each.name), folded(each.label)),
    ):
        found = [(number, each) for number, each in asked if means(each)]
        if len({each.name for _, each in found}) > 1:
            choices = in_a_list(called(each) for _, each in found)
            raise ParameterError(f"{name!r} could be several parameters.", f"Use the name of one: {choices}.")
        if found:
            return found
    accepted_names = in_a_list(dict.fromkeys(called(each) for _, each in asked))
    raise UnknownNameError(f"There is no parameter {name!r}.", f"Accepted: {accepted_names}.")


def _perhaps_meant(given: Given, paths: Sequence[tuple[int, Sequence[FormStep]]]) -> str:
    """A question about every name that no form knows, but one like it."""
    every = (each for _, steps in paths for step in steps for each in step.parameters)
    names = {folded(said): said for each in every for said in (each.name, each.label) if said}
    unknown = dict.fromkeys(folded(name) for name, _ in given if folded(name) not in names)
    near = (get_close_matches(name, names, 1) for name in unknown)
    return "".join(f"Did you mean {names[found[0]]!r}? " for found in near if found)


def _all_described(paths: Sequence[tuple[int, Sequence[FormStep]]]) -> str:
    lines = (line for _, steps in paths for step in steps for line in described(step))
    return _listed(dict.fromkeys(lines))


def _listed(lines: Iterable[str]) -> str:
    return "It accepts: " + "; ".join(lines) + "."


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Rows that are not empty, each with its line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield reader.line_num, cells


def _row(line: int, names: list[str], cells: list[str]) -> Given:
    if len(cells) > len(names):
        raise ParameterError(f"Line {line} of the table has {len(cells)} cells for {len(names)} names.", _HINT)
    return tuple((name, cell) for name, cell in zip(names, cells, strict=False) if cell.strip())
