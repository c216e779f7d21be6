"""What holds for every test: how hard Hypothesis searches, and which Chromium pytest-playwright opens its pages in.
Nothing here replaces a part of the product. And which tests share a worker, where several are at work.

`make test` tries few examples of each property, others from run to run, so that the search goes on. `.ci/run` tries
many, the same each time, so that a red run can be repeated. No example has a deadline: on a busy machine that would
fail tests that are right.
"""

import os
import shutil
import signal
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from pytest_playwright import pytest_playwright as plugin
from xdist.scheduler import LoadScopeScheduling

from recorder.fetching.browser_finding import find_browser

settings.register_profile("quick", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=100, derandomize=True, database=None)
settings.load_profile("thorough" if os.environ.get("CI") else "quick")

# A shell lets its jobs in the background ignore Ctrl+C, and what they start would do so, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

MEMORY = Path("/dev/shm")
"""The file system in memory of Linux."""
ROOM = 4 * 2**30
"""What must be free there, so that the tests cannot fill it: a container often has 64 megabytes."""


def pytest_configure(config: pytest.Config) -> None:
    """Keeps the files of quick tests in memory, where there is room: every commit of a database waits for the disk.
    What a commit is worth on a real disk, CI and the slow tests see.
    """
    if os.environ.get("CI") or config.getoption("markexpr") != "not slow" or not MEMORY.is_dir():
        return
    if shutil.disk_usage(MEMORY).free > ROOM and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        os.environ.setdefault("TMPDIR", str(MEMORY))  # workers and what they start inherit it
        tempfile.tempdir = None


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The browser a user would get; Chromium does not start as root inside its sandbox."""
    return browser_type_launch_args | {"executable_path": find_browser().path, "chromium_sandbox": os.geteuid() != 0}


# The plugin keeps its driver for the whole session. While a driver is there, its event loop counts as running in this
# thread, and no other loop can run: asynchronous tests fail. A driver for each module, whose tests are plain `def`
# where they use a `page`, leaves all other modules their loop.
playwright, browser_type, launch_browser, browser, browser_context_args = (
    pytest.fixture(scope="module")(each.__wrapped__)
    for each in (
        plugin.playwright,
        plugin.browser_type,
        plugin.launch_browser,
        plugin.browser,
        plugin.browser_context_args,
    )
)


class ByModule(LoadScopeScheduling):  # type: ignore[misc]
    """The tests of a module stay together, and those of all modules that read the recorded shop: there is but one."""

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        tests = Path(__file__).parent
        modules = (path for path in tests.rglob("test_*.py") if "RecordedShop" in path.read_text())
        self._readers = {path.relative_to(tests.parent).as_posix() for path in modules}

    def _split_scope(self, nodeid: str) -> str:
        module = nodeid.partition("::")[0]
        return "the recorded shop" if module in self._readers else module


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two a core: a third of the time of a test it waits, for a browser, a server or a program it has started."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    return ByModule(config, log) if config.getoption("dist") == "loadscope" else None
