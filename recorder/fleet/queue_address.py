"""Which PostgreSQL the queue is in, and how that is said without giving a password away.

A password on a command line can be read by everybody on the machine (`ps`), and ends in histories and logs: it is
refused there. The environment, and PostgreSQL's own ~/.pgpass, are where it may stand.
"""

import os
from collections.abc import Mapping

from recorder.runtime.errors import UsageError

VARIABLE = "RECORDER_FLEET_QUEUE"
_SECRET = (VARIABLE, "PGPASSWORD", "PGPASSFILE", "PGSERVICEFILE", "PGSERVICE")


def queue_given(option: str | None) -> str | None:
    """The connection string of `--queue`, or of the environment; None where the fleet has a PostgreSQL of its own."""
    if option and "password" in _parts(option):
        raise UsageError(
            "A password on a command line can be read by everybody on this machine.",
            f"Put the whole of it into the environment variable {VARIABLE}, or the password alone into ~/.pgpass.",
        )
    given = option or os.environ.get(VARIABLE) or None
    if given:
        _parts(given)
    return given


def said(conninfo: str) -> str:
    """Where it is, for people: never with a password."""
    parts = _parts(conninfo)
    host, port, name = (parts.get(key) for key in ("host", "port", "dbname"))
    return f"{host or 'this machine'}{f':{port}' if port else ''}{f'/{name}' if name else ''}"


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """What the commands that a worker starts are given: they fetch pages, and need no queue."""
    return {name: value for name, value in environment.items() if name not in _SECRET}


def _parts(conninfo: str) -> Mapping[str, object]:
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        return conninfo_to_dict(conninfo)
    except ProgrammingError:
        # Its own words quote what it could not read, and that may be a password.
        raise UsageError(
            "The address of the queue cannot be read.",
            "Write postgresql://USER@HOST:PORT/DATABASE, with % before what is not a letter or digit as URLs have it.",
        ) from None
