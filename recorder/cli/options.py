"""Options that several commands share, each written once, so that `--db` is the same `--db` everywhere.

A decorator here adds one option or one group of options. What the values mean is the engine's business.
"""

import shlex
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from recorder.cli.completing import offer_databases, offer_recordings
from recorder.cli.option_groups import FETCHING, OUTPUT, PAGES, RECORDING, UNFINISHED, Command, under
from recorder.cli.terminal import Log, LogFormat, use_log, write_note
from recorder.runtime.stopping import Continuation
from recorder.store.targets import Status

if TYPE_CHECKING:
    from recorder.fetching.own_session import OwnSession

database_option = under(
    RECORDING,
    click.option(
        "--db",
        "database",
        required=True,
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        shell_complete=offer_databases,
        help="The SQLite database that keeps everything.",
    ),
)
name_option = under(
    RECORDING,
    click.option(
        "--name",
        metavar="NAME",
        shell_complete=offer_recordings,
        help="Which recording, when the database holds several.",
    ),
)
json_option = under(OUTPUT, click.option("--json", "as_json", is_flag=True, help="Print one JSON object, at the end."))

Latest = Literal["latest"]
STATUSES: tuple[Status, ...] = ("all", "new", "changed", "gone")


def gathered(name: str, kind: type) -> Callable[[Command], Command]:
    """Gives a command the options that are called as the fields of a dataclass as one value of it, under this name."""

    def gathering(command: Command) -> Command:
        @wraps(command)
        def with_choices(*args: Any, **options: Any) -> Any:
            chosen = kind(**{field.name: options.pop(field.name) for field in fields(kind)})
            return command(*args, **{name: chosen}, **options)

        return with_choices

    return gathering


def _which_run(_context: click.Context, _parameter: click.Parameter, given: str | None) -> int | Latest | None:
    """The number of a run, or `latest`."""
    if given is None:
        return None
    if given == "latest":
        return "latest"
    if not (given.isascii() and given.isdigit()):
        raise click.BadParameter(f"{given!r} is neither the number of a run nor latest.")
    return int(given)


run_option = under(
    PAGES, click.option("--run", callback=_which_run, metavar="N|latest", help="Only what this run collected.")
)
status_option = under(
    PAGES,
    click.option(
        "--status",
        type=click.Choice(STATUSES),
        default="all",
        show_default=True,
        help="Only targets that are new, changed or gone, against the runs before.",
    ),
)


def _with_continuation(command: Command) -> Command:
    @wraps(command)
    def with_continuation(*args: Any, resume: bool, fresh: bool, **options: Any) -> Any:
        if resume and fresh:
            raise click.UsageError("--resume and --fresh exclude each other.")
        chosen = Continuation.RESUME if resume else Continuation.FRESH if fresh else Continuation.GO_ON
        return command(*args, continuation=chosen, **options)

    return with_continuation


continuation_options = under(
    UNFINISHED,
    click.option("--resume", is_flag=True, help="Only go on with an unfinished run; never begin one."),
    click.option("--fresh", is_flag=True, help="Begin a new run, even if an unfinished one could go on."),
    _with_continuation,
)
"""`--resume` and `--fresh`, given to the command as one `Continuation` named `continuation`."""


def _with_log(command: Command) -> Command:
    @wraps(command)
    def with_log(*args: Any, quiet: bool, log_format: str, **options: Any) -> Any:
        use_log(Log(LogFormat(log_format), quiet))
        return command(*args, **options)

    return with_log


log_options = under(
    OUTPUT,
    click.option("--quiet", is_flag=True, help="Write only warnings and errors to stderr."),
    click.option(
        "--log-format",
        type=click.Choice([form.value for form in LogFormat]),
        default=LogFormat.TEXT.value,
        show_default=True,
        help="How to write to stderr: for people, or as JSON, one object a line.",
    ),
    _with_log,
)
"""`--quiet` and `--log-format`, for all that is written to stderr; the command itself need not know."""


def _header_text(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    del context, option
    if value is not None and not (value.strip() and value.isascii() and value.isprintable()):
        raise click.BadParameter("it must be plain ASCII text on one line.")
    return value


def _session_in(file: Path) -> "OwnSession":
    from recorder.fetching.own_session import is_open_to_others, load_session

    if is_open_to_others(file):
        write_note(f"{file} can be read by others on this machine: chmod 600 {shlex.quote(str(file))}")
    return load_session(file)


def _with_fetching(command: Command) -> Command:
    @wraps(command)
    def with_fetching(
        *args: Any, render: str, user_agent: str | None, session_file: Path | None, **options: Any
    ) -> Any:
        from recorder.fetching.options import FetchOptions, Render, default_user_agent

        fetching = FetchOptions(
            render=Render(render),
            user_agent=user_agent or default_user_agent(),
            session=_session_in(session_file) if session_file else None,
            **{name: options.pop(name) for name in ("delay", "concurrency", "ignore_robots", "proxy")},
        )
        return command(*args, fetching=fetching, **options)

    return with_fetching


fetch_options = under(
    FETCHING,
    click.option(
        "--scope",
        type=click.Choice(["host", "domain", "prefix"]),
        help="How far to follow links: on the entry page's host (the default), on its whole domain, or only below its"
        " folder.",
    ),
    click.option(
        "--render",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="When to load pages in a browser; auto means only where that changes something, and not at all where the"
        " site was recorded with never.",
    ),
    click.option(
        "--delay",
        type=click.FloatRange(min=0),
        metavar="SECONDS",
        help="Time between two requests to a host; by default, it adapts to the site.",
    ),
    click.option(
        "--concurrency",
        type=click.IntRange(min=1),
        metavar="N",
        help="Requests to a host at the same time; by default, the number adapts to the site.",
    ),
    click.option("--ignore-robots", is_flag=True, help="Fetch what robots.txt forbids, too."),
    click.option(
        "--user-agent",
        metavar="TEXT",
        callback=_header_text,
        help="How to introduce ourselves to the site; the name before the slash is looked for in robots.txt.",
    ),
    click.option(
        "--proxy",
        is_flag=True,
        help="Use the proxies that the environment names. They look up names and connect, so private addresses are not"
        " guarded.",
    ),
    click.option(
        "--session",
        "session_file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Your own session with the site: a storage state of Playwright or a cookies.txt. Only pages are read.",
    ),
    _with_fetching,
)
"""The options of every command that fetches, given to it as `scope` and as `FetchOptions` named `fetching`."""
