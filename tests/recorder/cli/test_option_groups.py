"""Options in groups: whoever asks for help finds them by what they are for."""

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from recorder.cli.application import application, load_command
from recorder.cli.option_groups import command, in_groups, under

LONGEST = 10


def commands(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        if isinstance(found, click.Group):
            yield from commands(found, f"{above}{name} ")
        else:
            yield f"{above}{name}", found


def test_headings_stand_in_the_order_of_their_options() -> None:
    @command("make")
    @under("Colours", click.option("--red"), click.option("--blue"))
    @under("Sizes", click.option("--long"), click.option("--wide"))
    @under("Colours", click.option("--green"))
    def make(**given: object) -> None:
        click.echo(given)

    told = CliRunner().invoke(make, ["--help"]).output
    assert [line for line in told.splitlines() if line.endswith(":")] == ["Colours:", "Sizes:"]
    assert [line.split()[0] for line in told.splitlines() if line.startswith("  --")] == [
        *("--red", "--blue", "--green", "--help"),
        *("--long", "--wide"),
    ]


def test_a_short_list_has_one_heading() -> None:
    @command("make")
    @under("Colours", click.option("--red"))
    def make(**given: object) -> None:
        click.echo(given)

    assert "Options:\n  --red" in CliRunner().invoke(make, ["--help"]).output


@pytest.mark.parametrize("found", [pytest.param(found, id=name) for name, found in commands(application)])
def test_no_command_has_a_long_list_of_options(found: click.Command) -> None:
    groups = dict(in_groups(found, click.Context(found)))
    assert all(len(options) <= LONGEST for options in groups.values())
    assert len(groups) == 1 or "Options" not in groups


def test_what_a_crawl_asks_of_the_site_stands_together() -> None:
    told = CliRunner().invoke(load_command("crawl"), ["--help"]).output
    asked = told.partition("Asking the site:")[2].partition("\n\n")[0]
    assert all(option in asked for option in ("--delay", "--concurrency", "--render", "--session"))
    assert "--param" not in asked
