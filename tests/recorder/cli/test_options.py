"""The options that commands share: what the user types is what a command gets."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from recorder.cli.options import (
    Continuation,
    continuation_options,
    database_option,
    fetch_options,
    json_option,
    name_option,
)
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import ScopeKind


@click.command()
@database_option
@name_option
@continuation_options
@fetch_options
@json_option
def everything(**given: object) -> None:
    for name, value in sorted(given.items()):
        click.echo(f"{name}={value!r}")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(everything, arguments)


def test_defaults() -> None:
    done = run("--db", "site.db")
    assert done.output.splitlines() == [
        "as_json=False",
        f"continuation={Continuation.GO_ON!r}",
        f"database={Path('site.db')!r}",
        f"fetching={FetchOptions()!r}",
        "name=None",
        "scope=None",
    ]


def test_everything_given() -> None:
    fetch = "--scope domain --render never --delay 0.5 --concurrency 3 --ignore-robots --user-agent me/1 --proxy"
    done = run(*f"--db x.db --name books --fresh {fetch} --json".split())
    fetching = FetchOptions(
        render=Render.NEVER, delay=0.5, concurrency=3, ignore_robots=True, user_agent="me/1", proxy=True
    )
    assert done.output.splitlines() == [
        "as_json=True",
        f"continuation={Continuation.FRESH!r}",
        f"database={Path('x.db')!r}",
        f"fetching={fetching!r}",
        "name='books'",
        "scope='domain'",
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "--db x --resume --fresh",
        "--db x --delay -1",
        "--db x --concurrency 0",
        "--db x --scope planet",
        "--db x --render maybe",
        "--db x --user-agent caf\u00e9/1",
        "--db .",
    ],
)
def test_wrong_use(wrong: str) -> None:
    assert run(*wrong.split()).exit_code == 2


@pytest.mark.parametrize("given", ["", "  ", "two\nlines", "tab\t"])
def test_a_user_agent_is_one_line_of_text(given: str) -> None:
    assert run("--db", "x", "--user-agent", given).exit_code == 2


def test_the_choices_are_those_the_engine_knows() -> None:
    choices = {
        option.name: set(option.type.choices) for option in everything.params if isinstance(option.type, click.Choice)
    }
    assert choices == {"scope": {kind.value for kind in ScopeKind}, "render": {render.value for render in Render}}
