"""Finding a browser in the order promised, getting one step by step, and never believing one that was not tried."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from recorder.fetching.browser_finding import Browser, check_browser, find_browser, install_browser
from recorder.runtime.errors import BrowserError

NO_DOWNLOAD = "http://127.0.0.1:1"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty machine: no browser in PATH, none of Playwright's, and no way to download one."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setenv("PLAYWRIGHT_DOWNLOAD_HOST", NO_DOWNLOAD)
    monkeypatch.delenv("RECORDER_BROWSER", raising=False)
    return programs


def program(path: Path, script: str = "exit 0") -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture(scope="module")
def real_browser() -> str:
    return find_browser().path


def test_the_order_is_named_then_variable_then_playwrights_then_the_systems(
    machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BrowserError) as caught:
        find_browser()
    assert "recorder doctor" in caught.value.hint
    chrome = program(machine / "google-chrome")
    assert find_browser() == Browser(chrome, "installed on this machine")
    chromium = program(machine / "chromium")
    assert find_browser().path == chromium
    shell = program(tmp_path / "playwright/chromium_headless_shell-1255/chrome-linux/headless_shell")
    assert find_browser() == Browser(shell, "Playwright's own")
    program(tmp_path / "playwright/chromium-999/chrome-linux/chrome")
    newest = program(tmp_path / "playwright/chromium-1255/chrome-linux64/chrome")
    assert find_browser().path == newest
    monkeypatch.setenv("RECORDER_BROWSER", chrome)
    assert find_browser() == Browser(chrome, "named by RECORDER_BROWSER")
    assert find_browser(chromium) == Browser(chromium, "named by you")


def test_a_browser_that_was_named_but_is_not_there_is_not_replaced(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(machine / "chromium")
    with pytest.raises(BrowserError, match="nowhere"):
        find_browser("/nowhere/chrome")
    monkeypatch.setenv("RECORDER_BROWSER", "/nowhere/chrome")
    with pytest.raises(BrowserError, match="RECORDER_BROWSER"):
        find_browser()


def test_a_real_browser_renders_and_tells_its_version(real_browser: str) -> None:
    version = check_browser(Browser(real_browser, "here"))
    assert int(version.partition(".")[0]) > 80


@pytest.mark.parametrize("script", ["exit 1", "echo 'no such library' >&2; exit 127"])
def test_a_program_that_is_no_browser_is_found_out(tmp_path: Path, script: str) -> None:
    with pytest.raises(BrowserError) as caught:
        check_browser(Browser(program(tmp_path / "chrome", script), "here"))
    assert str(tmp_path) in caught.value.message
    assert caught.value.hint


# These two try every way in vain, which takes long; `recorder doctor` does so too, in a test that is not slow.
@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator may install packages")
def test_when_playwright_cannot_download_the_package_manager_is_used(machine: Path, real_browser: str) -> None:
    """Here `apt-get` is a script that does what the real one does: afterwards there is a `chromium`."""
    log, package = machine / "log", machine.parent / "package"
    program(package, f'PATH=/usr/bin:/bin exec {real_browser} "$@"')
    install = f'case "$*" in *chromium) /bin/cp {package} {machine}/chromium;; esac'
    program(machine / "apt-get", f'echo "$@" >> {log}; {install}')
    steps: list[str] = []
    browser = install_browser(steps.append)
    assert browser.path == str(machine / "chromium")
    assert log.read_text().splitlines() == ["update", "install -y --no-install-recommends libatomic1 chromium"]
    assert any("playwright install chromium failed" in step for step in steps)
    assert any("works: version" in step for step in steps)


@pytest.mark.slow
def test_when_nothing_works_every_step_was_told_and_the_way_out_too(machine: Path) -> None:
    program(machine / "apt-get", "echo 'E: Unable to locate package chromium' >&2; exit 100")
    steps: list[str] = []
    with pytest.raises(BrowserError) as caught:
        install_browser(steps.append)
    assert "apt-get install" in caught.value.hint
    assert "RECORDER_BROWSER" in caught.value.hint
    assert any("playwright install chromium" in step for step in steps)
    assert any("Unable to locate" in step or "administrator" in step for step in steps)
