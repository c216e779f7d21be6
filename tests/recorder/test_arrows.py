"""The arrows between the packages, kept by the import contracts and by looking at what a process has really loaded."""

import json
import pkgutil
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from recorder import forms, patterns
from tests.effort import millions_of_steps

ROOT = Path(__file__).parents[2]
LINKED = ("patterns", "forms", "store", "tui")
IO_MODULES = {"aiohttp", "playwright", "sqlite3", "sqlite_utils", "textual"}
OWN = {f"recorder.{package}" for package in LINKED}
NOT_FOR_HELP = IO_MODULES | {"lxml", "nltk", "asyncio"} | OWN
HELP_BAR = 6.0
"""Millions of steps: about 0.3 seconds of the processor."""

PURE_MODULES = sorted(
    module.name
    for package in (patterns, forms)
    for module in pkgutil.walk_packages(package.__path__, prefix=f"{package.__name__}.")
)


def loaded_by(code: str) -> set[str]:
    """Names in `sys.modules` of a fresh Python after running `code`: by top level, ours by package."""
    report = (
        "import json, sys; names = [name.split('.') for name in sys.modules];"
        " sys.stderr.write(json.dumps(sorted({'.'.join(n[:2 if n[0] == 'recorder' else 1]) for n in names})))"
    )
    done = subprocess.run([sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr))


def cpu_seconds(*command: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check_contracts(root: Path) -> subprocess.CompletedProcess[str]:
    """Run the import linter on the packages below `root`, which come before the installed ones."""
    code = f"import sys; sys.path.insert(0, {str(root)!r}); from importlinter.cli import lint_imports_command as c; c()"
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache", "--no-logo"], cwd=root, capture_output=True, text=True
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package of this project, to plant wrong imports in."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "recorder", tmp_path / "recorder", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_import_contracts_are_kept() -> None:
    done = check_contracts(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


WRONG_IMPORTS = {
    "patterns": ("import recorder.forms", "import subprocess"),
    "forms": ("from playwright import async_api",),
    "store": ("def lazily(): import recorder.runtime.errors",),
    "face": ("def lazily(): import recorder.tui.planted", "from recorder.cli import main"),
    "fleet": ("from recorder.crawling.session import crawl",),
}


def test_every_wrong_import_breaks_a_contract(copy: Path) -> None:
    (copy / "recorder" / "tui" / "planted.py").touch()
    for room, imports in WRONG_IMPORTS.items():
        (copy / "recorder" / room / "planted.py").write_text("".join(f"{line}\n" for line in imports))
    done = check_contracts(copy)
    assert done.returncode == 1, done.stdout + done.stderr
    for room, imports in WRONG_IMPORTS.items():
        for number, line in enumerate(imports, 1):
            _, _, imported = line.replace("from ", "import ").partition("import ")
            assert f"recorder.{room}.planted -> {imported.split()[0]} (l.{number})" in done.stdout, line


def test_one_command_may_start_the_terminal_ui(copy: Path) -> None:
    (copy / "recorder" / "tui" / "planted.py").touch()
    (copy / "recorder" / "cli" / "commands" / "tui.py").write_text("import recorder.tui.planted\n")
    done = check_contracts(copy)
    assert done.returncode == 0, done.stdout + done.stderr


def test_patterns_and_forms_load_nothing_that_does_io() -> None:
    assert PURE_MODULES, "no module found to try"
    assert not loaded_by(f"import {', '.join(PURE_MODULES)}") & IO_MODULES


def test_help_loads_only_what_help_needs() -> None:
    loaded = loaded_by("from recorder.cli import main; assert main(['--help']) == 0")
    assert not loaded & NOT_FOR_HELP
    assert "click" in loaded


def test_help_is_cheap() -> None:
    nothing = min(cpu_seconds(sys.executable, "-c", "pass") for _ in range(5))
    help_page = min(cpu_seconds(sys.executable, "-m", "recorder", "--help") for _ in range(5))
    assert millions_of_steps(help_page - nothing) < HELP_BAR
