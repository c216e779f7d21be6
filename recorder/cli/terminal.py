"""The two streams of the command line: results on stdout, all else on stderr, and no control characters on either.

Titles, URLs and messages carry text of sites; an escape sequence in one of them must never reach a terminal.
"""

import json
import re
import sys

import click

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """`text` without control characters: C0 (but line feed and tab), C1 and the marks that reverse reading."""
    return _CONTROLS.sub("", text)


def write_result(text: str) -> None:
    """A line of what was asked for, to stdout."""
    click.echo(printable(text))


def write_json(value: object) -> None:
    """The one object that `--json` promises, to stdout; control characters stay in it, as escapes."""
    text = json.dumps(value, ensure_ascii=sys.stdout.encoding.lower() != "utf-8", indent=2)
    click.echo(_CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def write_note(text: str) -> None:
    """A line about the work, to stderr."""
    click.echo(printable(text), err=True)


def accept_any_text() -> None:
    """Write what a stream's encoding lacks, or a lone surrogate from a broken page, as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
