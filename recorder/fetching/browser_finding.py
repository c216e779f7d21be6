"""A browser to render with: find one, or get one, and see that it really works.

Looks where a person said, then for Playwright's own, then for a Chromium or Chrome of the system. Installing is only
ever done by `install_browser`, which `recorder doctor` calls. Playwright is not imported before a browser is tried.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from recorder.runtime.errors import BrowserError

VARIABLE = "RECORDER_BROWSER"

_SYSTEM_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_PLAYWRIGHT_FOLDERS = ("~/.cache/ms-playwright", "~/Library/Caches/ms-playwright", "~/AppData/Local/ms-playwright")
_PLAYWRIGHT_BUILDS = (
    "chromium-*/chrome-*/chrome",
    "chromium-*/chrome-*/chrome.exe",
    "chromium-*/chrome-*/*.app/Contents/MacOS/*",
    "chromium_headless_shell-*/chrome-*/*headless*shell*",
)
_PACKAGE_MANAGERS: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    # The Node.js that Playwright brings along needs libatomic, which a minimal Debian has not.
    (
        "apt-get",
        (("apt-get", "update"), ("apt-get", "install", "-y", "--no-install-recommends", "libatomic1", "chromium")),
    ),
    ("dnf", (("dnf", "install", "-y", "chromium"),)),
    ("apk", (("apk", "add", "chromium"),)),
    ("pacman", (("pacman", "-Sy", "--noconfirm", "chromium"),)),
    ("zypper", (("zypper", "--non-interactive", "install", "chromium"),)),
)
_TINY_PAGE = "data:text/html,<title>ready</title><script>document.title='rendered'</script>"
_DOWNLOAD_SECONDS, _CHECK_SECONDS = 900.0, 60.0
"""Most time for one step of installing, and for rendering a tiny page."""

Report = Callable[[str], None]


@dataclass(frozen=True)
class Browser:
    """`source` says in words where it was found."""

    path: str
    source: str


def find_browser(explicit: str | None = None) -> Browser:
    """The first browser that is there. A browser that was named but is not there is an error, not a reason to take
    another.
    """
    browser = next(_candidates(explicit), None)
    if browser is None:
        raise BrowserError(
            "no browser was found on this machine", f"Run `recorder doctor` to get one, or set {VARIABLE}."
        )
    return browser


def install_browser(report: Report) -> Browser:
    """Get a browser that works, step by step; every step is reported before it is taken."""
    for step in (_with_playwright, _with_playwright_libraries, _with_package_manager):
        if not step(report):
            continue
        browser = _first_working(report)
        if browser is not None:
            return browser
    raise BrowserError("no working browser could be installed", _hint())


def check_browser(browser: Browser) -> str:
    """Start it, let it render a tiny page, and give its version; raises `BrowserError` when it cannot."""
    return asyncio.run(_render_once(browser))


async def _render_once(browser: Browser) -> str:
    # Imported here, because finding a browser must not load Playwright.
    from recorder.fetching.chromium import Chromium

    chromium = Chromium(browser.path)
    try:
        async with asyncio.timeout(_CHECK_SECONDS):
            page = await (await chromium.context()).new_page()
            await page.goto(_TINY_PAGE)
            title = await page.title()
    except TimeoutError as error:
        raise BrowserError(f"{browser.path} starts but does not answer", _hint()) from error
    finally:
        await chromium.close()
    if title != "rendered":
        raise BrowserError(f"{browser.path} starts but runs no scripts", _hint())
    return chromium.version


def _candidates(explicit: str | None) -> Iterator[Browser]:
    for named, source in ((explicit, "named by you"), (os.environ.get(VARIABLE), f"named by {VARIABLE}")):
        if named:
            path = shutil.which(str(Path(named).expanduser()))
            if path is None:
                raise BrowserError(f"{named!r}, {source}, is not a program", "Give the path of a Chromium or Chrome.")
            yield Browser(path, source)
            return
    yield from (Browser(str(path), "Playwright's own") for path in _playwright_builds())
    for name in _SYSTEM_NAMES:
        if path := shutil.which(name):
            yield Browser(path, "installed on this machine")


def _playwright_builds() -> Iterator[Path]:
    folders = (
        [os.environ["PLAYWRIGHT_BROWSERS_PATH"]] if os.environ.get("PLAYWRIGHT_BROWSERS_PATH") else _PLAYWRIGHT_FOLDERS
    )
    for pattern in _PLAYWRIGHT_BUILDS:
        for folder in folders:
            found = [
                path for path in Path(folder).expanduser().glob(pattern) if os.access(path, os.X_OK) and path.is_file()
            ]
            yield from sorted(found, key=_revision, reverse=True)


def _revision(path: Path) -> int:
    digits = next((part.rpartition("-")[2] for part in path.parts if part.startswith("chromium")), "")
    return int(digits) if digits.isdigit() else 0


def _first_working(report: Report) -> Browser | None:
    for browser in _candidates(None):
        try:
            report(f"{browser.path} works: version {check_browser(browser)}")
        except BrowserError as error:
            report(f"{browser.path} does not work: {error.message}")
        else:
            return browser
    return None


def _with_playwright(report: Report) -> bool:
    return _run((sys.executable, "-m", "playwright", "install", "chromium"), report)


def _with_playwright_libraries(report: Report) -> bool:
    """Playwright's Chromium is there but the system lacks its libraries: they can be had where packages can be
    installed.
    """
    if not any(_playwright_builds()) or not _is_root():
        return False
    return _run((sys.executable, "-m", "playwright", "install-deps", "chromium"), report)


def _with_package_manager(report: Report) -> bool:
    for name, commands in _PACKAGE_MANAGERS:
        if shutil.which(name) is None:
            continue
        if not _is_root():
            report(f"installing with {name} needs an administrator")
            return False
        # An update of the package lists may fail for a list that does not matter.
        return [_run(command, report) for command in commands][-1]
    return False


def _run(command: Sequence[str], report: Report) -> bool:
    """True when it succeeded; what it wrote last is reported when it did not."""
    shown = " ".join([Path(command[0]).name, *command[1:]])
    report(f"trying: {shown}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_DOWNLOAD_SECONDS,
            env=environment,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        report(f"{shown} failed: {error}")
        return False
    if done.returncode:
        report(f"{shown} failed: {_last_words(done.stderr or done.stdout)}")
    return done.returncode == 0


def _last_words(output: str) -> str:
    """The line that says what went wrong, rather than the stack under it."""
    lines = [
        line.strip() for line in output.splitlines() if line.strip() and not line.lstrip().startswith(("at ", "}", "{"))
    ]
    telling = [line for line in lines if line.lower().startswith(("error", "e:", "failed"))]
    return (telling or lines or ["it said nothing"])[0][:300]


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _hint() -> str:
    manager = next((commands[-1] for name, commands in _PACKAGE_MANAGERS if shutil.which(name)), None)
    how = f"run `sudo {' '.join(manager)}`" if manager else "install Chromium or Chrome"
    return f"{how[0].upper()}{how[1:]}, or set {VARIABLE} to the path of a Chromium or Chrome that works."
