"""`python docs/write_commands.py`: writes `docs/commands.md`, every command and option, from the help texts themselves.

A test holds the file against what this would write.
"""

from collections.abc import Iterator
from pathlib import Path

import click

from recorder.cli.application import application
from recorder.cli.option_groups import in_groups

FILE = Path(__file__).with_name("commands.md")
_INTRODUCTION = """# Commands and options

Written by `make docs` from the help texts. What `--json` prints, and the exit codes: [json.md](json.md).
"""


def commands(group: click.Group, above: str) -> Iterator[tuple[str, click.Command]]:
    """Every command by its full name, those of groups included."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        full = f"{above} {name}"
        if isinstance(command, click.Group):
            yield from commands(command, full)
        else:
            yield full, command


def page() -> str:
    """The whole file."""
    parts = [_INTRODUCTION]
    for name, command in commands(application, "recorder"):
        parts.extend(_section(name, command))
    return "\n".join(parts)


def _section(name: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=name)
    yield f"## {name}\n\n    {' '.join([name, *command.collect_usage_pieces(context)])}\n"
    yield f"{_unwrapped(command.help or '')}\n"
    own = {option: heading for heading, options in in_groups(command, context) for option in options}
    groups: dict[str, list[str]] = {}
    for each in command.params:
        if isinstance(each, click.Option):
            groups.setdefault(own[each], []).append(_row(each, context))
    for heading, rows in groups.items():
        yield "\n".join([f"| {heading if len(groups) > 1 else 'option'} | what it does |", "|---|---|", *rows]) + "\n"


def _unwrapped(text: str) -> str:
    """One line a paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _row(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    assert record is not None, f"{option.name} is hidden"
    written, meaning = (part.replace("|", "\\|") for part in record)
    return f"| `{written}` | {_unwrapped(meaning)} |"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
