"""Crawling again and again: times as cron and systemd read them, and who is told of changes."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socketserver import TCPServer

import pytest

from recorder.cli.notifying import notify
from recorder.cli.schedules import Schedule, cron_line, systemd_units
from recorder.demo import DemoServer
from recorder.runtime.errors import UsageError
from tests.recorder.conftest import Command, store_crawl
from tests.recorder.weather.test_connections import HOSTS
from tests.shop.owned import OwnedShop

FAST = ("--render", "never")


@pytest.mark.parametrize(
    ("text", "calendars"),
    [
        ("0 6 * * *", ("*-*-* 06:00:00",)),
        ("*/20 8-10 * * mon-fri", ("Mon,Tue,Wed,Thu,Fri *-*-* 08,09,10:00,20,40:00",)),
        ("5 4 1,15 * 7", ("*-*-01,15 04:05:00", "Sun *-*-* 04:05:00")),
        ("0 0 29 feb *", ("*-02-29 00:00:00",)),
        ("@weekly", ("Sun *-*-* 00:00:00",)),
        ("10/25 3 * * *", ("*-*-* 03:10,35:00",)),
    ],
)
def test_times_of_cron_are_times_of_systemd(text: str, calendars: tuple[str, ...]) -> None:
    assert Schedule.of(text).calendars == calendars


@pytest.mark.parametrize("text", ["", "0 6 * *", "60 * * * *", "* 24 * * *", "a * * * *", "5-1 * * * *", "*/0 * * * *"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(UsageError) as raised:
        Schedule.of(text)
    assert raised.value.hint


def test_systemd_itself_reads_what_is_written(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here: nobody reads the units")
    schedule = Schedule.of("*/15 6 1 * mon")
    for calendar in schedule.calendars:
        subprocess.run(["systemd-analyze", "calendar", calendar], check=True, capture_output=True, timeout=60)
    odd = ["/bin/echo", 'a "b" 100% $HOME', "c'd", "\\"]
    service, timer = systemd_units(schedule, odd, "100% of it")
    (tmp_path / "odd.service").write_text(service)
    (tmp_path / "odd.timer").write_text(timer)
    files = [str(tmp_path / name) for name in ("odd.service", "odd.timer")]
    done = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, timeout=60)
    assert "odd" not in done.stderr, done.stderr


def test_a_shell_reads_the_line_as_it_was_meant() -> None:
    odd = ["printf", "%s\n", "a b", 'c"d', "100%"]
    line = cron_line(Schedule.of("0 6 * * *"), odd)
    assert line.startswith("0 6 * * * ")
    said = line.removeprefix("0 6 * * * ").replace(r"\%", "%")  # cron takes the backslash away
    done = subprocess.run(["sh", "-c", said], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == odd[2:]


def test_what_is_printed_names_whole_paths_and_written_where_it_belongs(
    recorder: Command, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ask = ("watch", "install", "--db", small.name, "--every", "0 6 * * *", "--notify", "mail me")
    done = recorder(*ask, "--with", "cron")
    assert done.code == 0
    words = shlex.split(done.out.removeprefix("0 6 * * * "))
    assert words[-2:] == ["--notify", "mail me"]
    assert words[words.index("--db") + 1] == str(small)
    assert Path(words[0]).is_absolute()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for _ in range(2):
        assert recorder(*ask, "--with", "systemd", "--write").code == 0
    written = sorted(file.suffix for file in (tmp_path / "home/.config/systemd/user").iterdir())
    assert written == [".service", ".timer"]
    assert recorder("watch", "install", "--db", small, "--every", "6").code == 2


class Receiver(HTTPServer):
    """Refuses what it gets as often as it is told to, and keeps it all."""

    def __init__(self, refusals: int) -> None:
        self.refusals, self.got = refusals, list[dict[str, object]]()
        super().__init__(("127.0.0.1", 0), _Post)
        self.url = f"http://127.0.0.1:{self.server_port}/hook/s3cr3t"


class _Post(BaseHTTPRequestHandler):
    server: Receiver

    def do_GET(self) -> None:
        self.server.got.append({"asked for": self.path})
        self.send_error(404)

    def do_POST(self) -> None:
        self.server.got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(500 if len(self.server.got) <= self.server.refusals else 204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(params=[2, 9])
def receiver(request: pytest.FixtureRequest) -> Iterator[Receiver]:
    with Receiver(request.param) as receiver:
        threading.Thread(target=receiver.serve_forever, args=(0.05,), daemon=True).start()
        yield receiver
        receiver.shutdown()


@pytest.mark.slow
def test_changes_are_told_once_there_are_any(recorder: Command, tmp_path: Path) -> None:
    database, told = tmp_path / "a.db", tmp_path / "told.json"
    script = f"import os, sys; open({str(told)!r}, 'w').write(sys.stdin.read()); assert os.environ['RECORDER_TEXT']"
    crawl = ("crawl", "--db", database, *FAST, "--notify", shlex.join([sys.executable, "-c", script]))
    with DemoServer(OwnedShop(books=20)) as site:
        ask = ("record", site.entry_url, "--like", site.sample_url, "--db", database, "--forms", "none", *FAST)
        assert recorder(*ask, "--max-pages", 60).code == 0
        for _ in range(2):  # the first has nothing to compare with, the second finds all as it was
            assert recorder(*crawl).code == 0
            assert not told.exists()
        site.edit(add=1, change=1, remove=1)
        done = recorder(*crawl)
        assert (done.code, "were given to" in done.err) == (0, True), done.err
        found = json.loads(told.read_text())
        assert [len(found[kind]) for kind in ("new", "changed", "gone")] == [1, 1, 1]
        assert "1 new, 1 changed, 1 gone" in found["text"]
        site.edit(change=1)
        done = recorder("crawl", "--db", database, *FAST, "--notify", "false --token s3cr3t")
        assert done.code == 0, "whoever is told cannot fail a crawl"
        assert "could not be given to false: it ended with 1" in done.err
        assert "s3cr3t" not in done.err
    assert recorder("crawl", "--db", database, "--notify", "'").code == 2
    refused = recorder("crawl", "--db", database, "--notify", "cat > got.json")
    assert refused.code == 2 and "without a shell" in refused.err
    assert shlex.split(shlex.split(refused.err.partition("to one: --notify ")[2])[0].rstrip(".")) == [
        "sh", "-c", "cat > got.json"
    ]  # fmt: skip


def test_an_address_is_tried_three_times(
    receiver: Receiver, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, paused = tmp_path / "pages.db", list[float]()
    for bodies in ([b"<p>one"], [b"<p>two", b"<p>new"]):
        store_crawl(database, bodies)
    notify(receiver.url, database, None, paused.append)
    assert len(receiver.got) == 3
    assert paused == [1.0, 4.0]
    assert [page["url"] for page in receiver.got[-1]["new"]] == ["http://a.example/1"]  # type: ignore[attr-defined]
    told = capsys.readouterr().err
    assert ("could not be given" in told) is (receiver.refusals > 3)
    assert "s3cr3t" not in told


class SendingOn(TCPServer):
    """Sends whoever tells it something to the next of many addresses."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses, self.told = addresses, 0
        super().__init__(("127.0.0.3", 0), _SendOn)
        self.url = f"http://127.0.0.3:{self.server_address[1]}/"


class _SendOn(_Post):
    server: SendingOn  # type: ignore[assignment]

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response((301, 302, 303, 307, 308)[self.server.told % 5])
        self.send_header("Location", self.server.addresses[self.server.told % len(self.server.addresses)])
        self.end_headers()
        self.server.told += 1


def test_who_is_told_leads_nowhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither does a proxy of the environment that nobody asked for."""
    for bodies in ([b"<p>one"], [b"<p>two", b"<p>new"]):
        store_crawl(tmp_path / "pages.db", bodies)
    with Receiver(0) as canary:
        threading.Thread(target=canary.serve_forever, args=(0.05,), daemon=True).start()
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{canary.server_port}")
        monkeypatch.setenv("no_proxy", "")
        written = [f"http://{host}:{canary.server_port}/x" for host in HOSTS if host.isascii()]  # as headers are
        with SendingOn(written) as sending_on:
            threading.Thread(target=sending_on.serve_forever, args=(0.05,), daemon=True).start()
            for _ in range(0, len(written), 3):  # each is tried three times
                notify(sending_on.url, tmp_path / "pages.db", None, lambda _: None)
            sending_on.shutdown()
        canary.shutdown()
    assert sending_on.told >= len(written)
    assert canary.got == []


def test_a_command_gets_them_on_its_input_and_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, told = tmp_path / "pages.db", tmp_path / "told"
    script = f"import os, sys; open({str(told)!r}, 'w').write(sys.stdin.read() + os.environ['RECORDER_TEXT'])"
    command = shlex.join([sys.executable, "-c", script, "--token", "s3cr3t"])
    store_crawl(database, [b"<p>one"])
    notify(command, database, None)
    assert not told.exists(), "what a first crawl finds is no news"
    store_crawl(database, [None, b"<p>new"])
    notify(command, database, None)
    found, end = json.JSONDecoder().raw_decode(told.read_text())
    assert found["text"] == told.read_text()[end:]
    assert "1 new" in found["text"]
    notify("false --token s3cr3t", database, None, lambda _: None)
    said = capsys.readouterr().err
    assert "could not be given to false: it ended with 1" in said
    assert "s3cr3t" not in said
