"""Links that turn the pages of a list by sending the form around it: `__doPostBack('list','Page$2')`, as ASP.NET writes
them. They have no address. What is sent is the unchanged form, with what was clicked on in two hidden fields.

Only links that say that they turn a page count: others sort, choose, or delete. A calendar numbers its days so, too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from lxml import etree

from recorder.forms.csrf_tokens import fresh_names
from recorder.forms.form import Field, Form, PageTurn
from recorder.forms.submission import as_it_stands
from recorder.patterns.pages.links import Link, turns_the_page

TARGET, ARGUMENT = "__EVENTTARGET", "__EVENTARGUMENT"
MOST_TURNS = 100
"""Most links of one form that are followed to turn its pages."""

_QUOTED = r"\\?['\"]([^'\"\\]*)\\?['\"]"
_CALL = re.compile(rf"__doPostBack\(\s*{_QUOTED}\s*,\s*{_QUOTED}\s*\)")
_NUMBERED = re.compile(r"Page\$([0-9]{1,9})")
_NUMBER = re.compile("[0-9]{1,9}")
_NAMED = re.compile(r"Page\$Next", re.IGNORECASE)
_MORE = frozenset({"...", "…"})


def page_turns(links: Iterable[etree._Element], fields: Sequence[Field]) -> tuple[PageTurn, ...]:
    """Those of a form that takes them, without the ones that only lead where others lead as well."""
    if not any(each.name == TARGET for each in fields):
        return ()
    found = tuple(dict.fromkeys(filter(None, map(_turn, links))))[:MOST_TURNS]
    numbers = sorted({int(number) for each in found if (number := _number(each))})
    shown = " ".join(map(str, numbers))
    at_the_end = numbers == list(range(1, len(numbers) + 1))
    return tuple(replace(each, among=shown) for each in found if _number(each) or each.text in _MORE or at_the_end)


def turned(form: Form, depth: int) -> Iterator[tuple[Form, str]]:
    """What each of its turns sends, as a form that only has to be sent, and what identifies the page it leads to: its
    number, or the numbers it goes on from, or else how many clicks away it is.
    """
    state = {*fresh_names(form), TARGET, ARGUMENT}
    unchanged = [entry for field in form.fields for entry in as_it_stands(field)]
    asked = "&".join(f"{field.name}={field.value}" for field in unchanged if field.name not in state)
    for turn in form.turns:
        said = {TARGET: turn.target, ARGUMENT: turn.argument}
        fields = tuple(replace(field, value=said.get(field.name, field.value)) for field in unchanged)
        number = _number(turn)
        which = f"{number} in {turn.target * bool(turn.argument)}" if number else f"{turn.text} {turn.among or depth}"
        yield replace(form, fields=fields, buttons=(), turns=()), f"{which} of {asked}"


def _turn(link: etree._Element) -> PageTurn | None:
    call = _CALL.search(link.get("href", "")) or _CALL.search(link.get("onclick", ""))
    if call is None:
        return None
    turn = PageTurn(call[1], call[2], " ".join("".join(map(str, link.itertext())).split()))
    announced = turn.text in _MORE or turns_the_page(Link("", "", turn.text))
    named = _NUMBERED.fullmatch(turn.argument) or _NAMED.fullmatch(turn.argument)
    return turn if named or (announced and not turn.argument) else None


def _number(turn: PageTurn) -> str:
    numbered = _NUMBERED.fullmatch(turn.argument)
    return numbered[1] if numbered else turn.text if _NUMBER.fullmatch(turn.text) else ""
