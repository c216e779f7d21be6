"""The terminal UI knows the engine by its face alone; and nobody loads it but the command that opens it."""

import ast
from pathlib import Path

import pytest

from recorder import tui
from tests.recorder.test_arrows import loaded_by

PUBLIC = (
    "recorder.face",
    "recorder.runtime.events",
    "recorder.runtime.errors",
    "recorder.runtime.plain_text",
    "recorder.inspecting",
)
INSIDE = ("recorder", "sqlite3", "sqlite_utils")
MODULES = sorted(Path(tui.__path__[0]).rglob("*.py"))


def imported(module: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(path.parents[2])))
def test_a_module_imports_only_the_public_face(module: Path) -> None:
    reached = {name for name in imported(module) if name.partition(".")[0] in INSIDE}
    assert {name for name in reached if not name.startswith((*PUBLIC, "recorder.tui"))} == set()


def test_a_crawl_does_not_load_the_terminal_ui() -> None:
    loaded = loaded_by("import recorder.cli.commands.crawl, recorder.cli.commands.record")
    assert not loaded & {"textual", "recorder.tui", "playwright"}
