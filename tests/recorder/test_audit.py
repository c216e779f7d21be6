"""What is said of lock files, by what pip-audit answers; whether it answers depends on the index of a machine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

AUDIT = Path(__file__).parents[2] / ".ci" / "audit.py"
FINE, WEAK = '{"name": "a", "vulns": []}', '{"name": "b", "vulns": [{"id": "CVE-1"}]}'
UNKNOWN = '{"name": "c", "skip_reason": "not found"}'


@pytest.mark.parametrize(
    ("packages", "alone", "in_ci", "said"),
    [
        ([FINE], 0, 0, "nothing is known against its 1 packages"),
        ([FINE, WEAK], 1, 1, "weaknesses are known: b CVE-1"),
        ([FINE, UNKNOWN], 1, 0, "NOT AUDITED: the index tells nothing of 1 of 2 packages"),
        ([UNKNOWN, WEAK], 1, 1, "weaknesses are known: b CVE-1"),
        (None, 1, 0, "NOT AUDITED: no connection"),
    ],
)
def test_what_is_said(tmp_path: Path, packages: list[str] | None, alone: int, in_ci: int, said: str) -> None:
    answer = "no connection" if packages is None else f'{{"dependencies": [{", ".join(packages)}]}}'
    tool = tmp_path / "pip-audit"
    tool.write_text(f"#!/bin/sh\necho '{answer}' {'>&2' if packages is None else ''}\nexit 1\n")
    tool.chmod(0o755)
    settings = {name: value for name, value in os.environ.items() if name != "CI"}
    for environment, code in ((settings, alone), (settings | {"CI": "true"}, in_ci)):
        asked = [sys.executable, AUDIT, tool, "some.lock"]
        done = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (code, f"some.lock: {said}\n")
