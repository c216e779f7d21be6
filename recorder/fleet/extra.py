"""Whether what a fleet needs beyond the rest of `recorder` is installed. Nothing of it is loaded to find out."""

from importlib.util import find_spec

from recorder.runtime.errors import UsageError

_NEEDED = ("fsspec", "procrastinate", "psycopg", "psycopg_pool", "pyarrow")


def require_extra() -> None:
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise UsageError(
            f"A fleet needs more than is installed: {', '.join(missing)}.",
            'pip install "recorder[fleet]", or, where recorder was installed by pipx: '
            'pipx install --force "recorder[fleet]"',
        )
