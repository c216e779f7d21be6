"""The databases that were opened lately, remembered in a small file of the user's own. It is only a convenience: a
broken or forbidden file is ignored.
"""

import json
import os
from pathlib import Path

_MOST = 20


def _file() -> Path:
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "recorder" / "recent.json"


def recent() -> tuple[Path, ...]:
    """Those that are still there, the latest first."""
    try:
        kept = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    paths = [Path(each) for each in kept if isinstance(each, str)] if isinstance(kept, list) else []
    return tuple(path for path in paths if path.is_file())


def remember(database: Path) -> None:
    """Put it first."""
    path = database.resolve()
    paths = [path, *(each for each in recent() if each != path)][:_MOST]
    file = _file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_name(f"{file.name}.{os.getpid()}")
        partial.write_text(json.dumps([str(each) for each in paths], indent=2), encoding="utf-8")
        partial.replace(file)
    except OSError:
        return
