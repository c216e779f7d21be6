"""Processes that order their sets otherwise: whatever they say must not depend on it."""

import os
import subprocess
import sys


def printed_by_processes(code: str) -> set[str]:
    """What the code prints, in processes with different hash seeds."""
    return {_printed(code, seed) for seed in ("1", "2", "3")}


def _printed(code: str, seed: str) -> str:
    command, settings = [sys.executable, "-c", code], {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, env=settings, capture_output=True, check=True, text=True, timeout=60).stdout
