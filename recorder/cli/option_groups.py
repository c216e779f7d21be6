"""Options in groups, by what they are for: `--help` lists each group under a heading of its own.

A command is made by `command` and its options stand in `under`. What an option means is not known here.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any
from weakref import WeakKeyDictionary

import click

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]

RECORDING = "Recording"
PAGES = "Which pages"
FETCHING = "Asking the site"
UNFINISHED = "A run that is unfinished"
AFTERWARDS = "Afterwards"
OUTPUT = "What is printed"

_FEW = 5
"""Most options that are a list without headings."""
_headings: WeakKeyDictionary[click.Parameter, str] = WeakKeyDictionary()


def together(*decorators: Decorator) -> Decorator:
    """One decorator for several, which stand in the order in which `--help` lists the options."""
    return lambda command: reduce(lambda inner, decorate: decorate(inner), reversed(decorators), command)


def under(heading: str, *decorators: Decorator) -> Decorator:
    """The options that these add stand under a heading."""

    def decorate(command: Command) -> Command:
        before = len(_declared(command))
        decorated = together(*decorators)(command)
        for option in _declared(decorated)[before:]:
            _headings[option] = heading
        return decorated

    return decorate


def _declared(command: Command) -> list[click.Parameter]:
    """What click has noted so far, the last one first."""
    found: list[click.Parameter] = getattr(command, "__click_params__", [])
    return found


def in_groups(command: click.Command, context: click.Context) -> Iterator[tuple[str, list[click.Option]]]:
    """Headings in the order of their first options; `--help` belongs to the last. A short list has one heading."""
    groups: dict[str, list[click.Option]] = {}
    options = [option for option in command.get_params(context) if isinstance(option, click.Option)]
    heading = "Options"
    for option in options:
        if len(options) > _FEW:
            heading = _headings.get(option, heading)
        groups.setdefault(heading, []).append(option)
    yield from groups.items()


class GroupedCommand(click.Command):
    """A command whose help lists its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, options in in_groups(self, ctx):
            with formatter.section(heading):
                formatter.write_dl([found for option in options if (found := option.get_help_record(ctx))])


def command(name: str, **attributes: Any) -> Callable[[Command], click.Command]:
    """`click.command`, with options in groups."""
    return click.command(name, cls=GroupedCommand, **attributes)
