"""`recorder doctor`: finds or installs a browser, examines the machine, and says in plain words what it found.

Problems go to stderr too, as the error that ends the command: `recorder doctor > /dev/null` is silent when all is well.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from recorder.cli.machine import CheckVerdict, Finding, examine, is_root, judge_sandbox
from recorder.cli.option_groups import command
from recorder.cli.options import json_option
from recorder.cli.terminal import ExitCode, write_json, write_note, write_result
from recorder.fetching.browser_finding import VARIABLE, Browser, check_browser, find_browser, install_browser
from recorder.runtime.errors import BrowserError, RecorderError


@command("doctor")
@json_option
def doctor_command(as_json: bool) -> ExitCode:
    """Find or install a browser and check that this machine is ready.

    A browser is looked for in RECORDER_BROWSER, then among Playwright's own, then among the programs of this machine.
    When there is none that works, one is installed. It is said whether the browser's sandbox is on.
    """
    browser = examine_browser()
    sandbox = judge_sandbox(root=is_root(), browser_works=browser.verdict is CheckVerdict.FINE)
    findings = [browser, sandbox, *examine(Path.cwd())]
    problems = [finding for finding in findings if finding.verdict is CheckVerdict.PROBLEM]
    if as_json:
        write_json(as_plain(findings))
    else:
        _tell(findings)
    if problems:
        raise not_ready(problems)
    return ExitCode.DONE


def as_plain(findings: Sequence[Finding]) -> Mapping[str, object]:
    """The object `--json` promises."""
    found = [{**asdict(finding), "verdict": finding.verdict.value.lower()} for finding in findings]
    ready = all(finding.verdict is not CheckVerdict.PROBLEM for finding in findings)
    return {"version": version("recorder"), "ready": ready, "findings": found}


def _tell(findings: Sequence[Finding]) -> None:
    write_result(f"recorder {version('recorder')}, on this machine:")
    for finding in findings:
        write_result(f"  {finding.verdict.value:<7}  {finding.subject:<8}  {finding.words}")
    if all(finding.verdict is not CheckVerdict.PROBLEM for finding in findings):
        write_result("Everything that recorder needs is here.")


def examine_browser() -> Finding:
    try:
        browser, number = working_browser()
    except BrowserError as error:
        return Finding("browser", CheckVerdict.PROBLEM, error.message, error.hint)
    return Finding("browser", CheckVerdict.FINE, f"version {number}, {browser.source}: {browser.path}")


def working_browser() -> tuple[Browser, str]:
    """A browser seen to work, and its version; installed if need be, but never instead of one that the user named."""
    try:
        browser = find_browser()
        return browser, check_browser(browser)
    except BrowserError as error:
        if os.environ.get(VARIABLE):
            raise
        write_note(f"{error.message}; getting one:")
    browser = install_browser(lambda step: write_note(f"  {step}"))
    return browser, check_browser(browser)


def not_ready(problems: list[Finding]) -> RecorderError:
    """One error for all the problems: each with what to do about it."""
    first, *more = problems
    lines = [first.remedy, *(f"{problem.subject}: {problem.words}. {problem.remedy}" for problem in more)]
    return RecorderError(f"this machine is not ready: {first.subject}: {first.words}", "\n".join(lines))
