"""A name server that does not answer holds up nothing: the clean end of a run least of all."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from recorder.fetching.answers import OutcomeKind, Request
from recorder.fetching.options import FetchOptions, Timeouts
from recorder.fetching.site_fetcher import SiteFetcher
from tests.recorder.fetching.test_http_fetcher import outcome

HANGS = """
    import socket, sys, time
    from recorder.cli import main

    def look_up(host, *arguments, **options):
        print("asked", flush=True)
        time.sleep(3600)

    socket.getaddrinfo = look_up
    sys.exit(main(["record", "http://hangs.example/", "--like", "http://hangs.example/1", "--db", sys.argv[1]]))
"""


def test_a_name_that_is_never_found_does_not_hold_up_the_end(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HANGS), str(tmp_path / "x.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "asked\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    assert "Traceback" not in err


async def test_a_name_that_is_never_found_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: time.sleep(5))
    fetcher = SiteFetcher(FetchOptions(timeouts=Timeouts(connect=0.3, total=0.5), attempts=1))
    assert outcome(await fetcher.fetch(Request("http://hangs.example/"))).kind is OutcomeKind.TIMEOUT
    await fetcher.close()


async def test_a_name_that_does_not_exist_is_unreachable() -> None:
    fetcher = SiteFetcher(FetchOptions(attempts=1))
    result = outcome(await fetcher.fetch(Request("http://no-such-server.invalid/")))
    await fetcher.close()
    assert result.kind is OutcomeKind.UNREACHABLE
    assert "no-such-server.invalid was not found" in result.reason
