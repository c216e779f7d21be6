"""The processes of this machine, read from /proc: what a test started and whether it is gone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Process:
    pid: int
    parent: int
    ticks: int
    command: str


def processes() -> list[Process]:
    return [found for entry in Path("/proc").iterdir() if entry.name.isdigit() and (found := _read(entry))]


def descendants(pid: int) -> list[Process]:
    everyone = processes()
    found: list[Process] = []
    parents = {pid}
    while parents:
        children = [process for process in everyone if process.parent in parents]
        found += children
        parents = {child.pid for child in children}
    return found


def browsers() -> set[int]:
    """The browsers that this process has started, itself or by others; not the helpers of each."""
    return {each.pid for each in descendants(os.getpid()) if "chrom" in each.command and "--type=" not in each.command}


def marked(text: str) -> list[Process]:
    """All processes with this text in their command line, adopted ones too."""
    return [process for process in processes() if text in process.command]


def _read(entry: Path) -> Process | None:
    try:
        stat = (entry / "stat").read_text()
        command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    if fields[0] == "Z":
        return None
    return Process(int(entry.name), int(fields[1]), int(fields[11]) + int(fields[12]), command)
