"""A file of the cache may be made by several processes at once."""

import subprocess
import sys
from pathlib import Path

_OPEN = """
import sys
from pathlib import Path
from bench.generality.shared_file import open_shared
for number in range(40):
    file = open_shared(Path(sys.argv[1]) / f"{number}.sqlite", "CREATE TABLE IF NOT EXISTS a (b)", synchronous="OFF")
    file.execute("INSERT INTO a VALUES (1)")
    file.close()
"""


def test_files_are_made_by_several_processes_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _OPEN, str(tmp_path)]
    others = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    assert [other.communicate(timeout=60)[1] for other in others] == ["", "", "", ""]
