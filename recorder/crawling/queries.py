"""What a person asks the forms of a crawl: from assignments and tables to queries, and from a query to the forms that
take it. What one form accepts is `forms.parameters`.
"""

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from recorder.forms.accepting import ParameterError
from recorder.forms.parameters import (
    Given,
    ReadyPath,
    asking_paths,
    closest,
    example_of,
    given_of,
    ready_paths,
    rows_of,
)
from recorder.forms.submission import Values
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern
from recorder.runtime.errors import UsageError
from recorder.runtime.events import Listener, Note
from recorder.store.rows import Json


@dataclass(frozen=True)
class Question:
    """One query of a person by its number: what was `given`, to be kept with the pages it finds, and what that makes of
    the form steps of each path.
    """

    number: int
    given: Json
    paths: tuple[ReadyPath, ...]

    def values(self, path: int, forms: int) -> Mapping[str, Values]:
        """What is said in the last of the first `forms` form steps of a path."""
        return next(each for each in self.paths if each.path == path).values[forms - 1]


def queries_of(assignments: Iterable[str], table: Path | None) -> tuple[Given, ...]:
    """What to ask: each row of the table, with what was given for all of them."""
    try:
        given = tuple(given_of(assignments))
        rows = rows_of(_text_of(table)) if table else ()
    except ParameterError as error:
        raise UsageError(error.message, error.hint) from None
    return tuple((*given, *row) for row in rows) or ((given,) if given else ())


def _text_of(table: Path) -> str:
    """As spreadsheets write it."""
    content = table.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def questions_of(
    pattern: NavigationPattern, queries: tuple[Given, ...], entry: str, listen: Listener
) -> tuple[Question, ...]:
    """What is asked, refused before anything is sent if no form accepts it; without queries, what the paths without
    parameters answer.
    """
    try:
        questions = tuple(_question(pattern, *each, entry, listen) for each in enumerate(queries or ((),)))
    except ParameterError as error:
        otherwise = "" if queries else " Or let --exhaust find the questions itself."
        raise UsageError(error.message, f"{error.hint}{otherwise}") from None
    left_out = () if queries else asking_paths(pattern)
    if left_out:
        examples = filter(None, (example_of(step) for _, steps in left_out for step in steps))
        example = next((f", such as --param {shlex.quote(each)}" for each in examples), "")
        hint = f"Add --param{example}; `recorder show` lists all."
        listen(Note("Search forms were not asked.", hint, routine=True))
    return questions


def _question(pattern: NavigationPattern, number: int, given: Given, entry: str, listen: Listener) -> Question:
    """Several forms may take all that was given: those are asked that it says most of, of equal ones that of the entry
    page.
    """
    ready = ready_paths(pattern, given)
    if not given:
        return Question(number, {}, ready)
    first = {each.path: pattern.paths[each.path].steps[0] for each in ready}
    forms = {path: step for path, step in first.items() if isinstance(step, FormStep)}
    fitting = closest(ready)
    chosen = tuple(each for each in fitting if each.path in forms and forms[each.path].page == entry) or fitting
    asked = {first[each.path] for each in chosen}
    if urls := dict.fromkeys(step.url for step in forms.values() if step not in asked):
        listen(Note(f"Other forms take this, too, and are not asked: {', '.join(urls)}"))
    return Question(number, _by_name(given), chosen)


def _by_name(given: Given) -> dict[str, str | list[str]]:
    """Several values of one name in a list."""
    found: dict[str, list[str]] = {}
    for name, value in given:
        found.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}
