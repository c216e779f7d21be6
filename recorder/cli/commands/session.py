"""`recorder session open|show`: your own session with a site, made by logging in, and what a file of one holds; never
its values.
"""

import asyncio
import time
from collections import Counter
from math import inf
from pathlib import Path

import click

from recorder.cli.terminal import ExitCode, write_note, write_result
from recorder.fetching.own_session import is_open_to_others, load_session, save_state
from recorder.patterns.urls.address import meant_by
from recorder.runtime.errors import UsageError
from recorder.runtime.plain_text import duration, many, one_line


@click.group("session")
def session_command() -> None:
    """Keep your own session with a site in a file, for pages that need a log-in."""


@session_command.command("open")
@click.argument("url")
@click.option(
    "--to",
    "file",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to keep the session; an older one there is replaced.",
)
def open_command(url: str, file: Path) -> ExitCode:
    """Show a browser at URL in which you log in; when you close it, your session is kept in FILE.

    Whoever has the file is logged in as you: only you can read it, and it is in no database, log or export. Give it to
    `recorder record` and `recorder crawl` with --session FILE.
    """
    from recorder.fetching.logging_in import session_by_hand

    if file.exists():
        _refuse_another_kind(file)
    state = asyncio.run(session_by_hand(meant_by(url)[0], write_note))
    save_state(state, file)
    write_note(f"Your session is in {file}, for you alone to read.")
    _tell(file)
    return ExitCode.DONE


@session_command.command("show")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def show_command(file: Path) -> ExitCode:
    """Tell of which sites FILE holds sessions, and until when; no values are shown."""
    if is_open_to_others(file):
        write_note(f"{file} can be read by others on this machine: make it mode 600.")
    _tell(file)
    return ExitCode.DONE


def _tell(file: Path) -> None:
    session = load_session(file)
    held = Counter(cookie.domain for cookie, _ in session.cookies)
    first = {cookie.domain: inf for cookie, _ in session.cookies}
    for cookie, ends in session.cookies:
        first[cookie.domain] = min(first[cookie.domain], ends)
    for domain, count in sorted(held.items()):
        left = first[domain] - time.time()
        until = "until the site ends them" if first[domain] == inf else f"the first ends in {duration(left)}"
        write_result(f"{one_line(domain)}: {many(count, 'cookie')}, {until}")
    for each in session.storage:
        write_result(f"{one_line(each.origin)}: {many(len(each.items), 'stored value')}")


def _refuse_another_kind(file: Path) -> None:
    """What is no session is not written over."""
    try:
        load_session(file, ended=True)
    except UsageError:
        told = f"{file} is there already and holds no session; it was left as it is."
        raise UsageError(told, "Name another.") from None
