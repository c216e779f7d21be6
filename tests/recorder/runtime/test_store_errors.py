"""Trouble of the machine and wrong use: one clear message, the right exit code, nothing corrupted, nothing left in the
way of a second try.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from recorder.demo import DemoServer
from recorder.store.schema import APPLICATION_ID
from tests.recorder.conftest import Command, Done, in_a_process
from tests.recorder.interrupting import (
    PLAIN,
    end,
    is_sound,
    no_traceback,
    rows,
    start,
    stored,
    targets,
    until_asked,
    write_recording,
)
from tests.shop.owned import OwnedShop

FAILED, WRONG_USE, STOPPED = 1, 2, 3


@pytest.fixture(scope="module")
def site() -> Iterator[OwnedShop]:
    with DemoServer(OwnedShop(books=40, delay=0.01)) as opened:
        yield opened


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "shop.db"


def record(site: OwnedShop, database: Path, *options: object) -> tuple[object, ...]:
    return ("record", site.entry_url, "--like", site.sample_url, "--db", database, "--forms", "none", *PLAIN, *options)


def explains(ending: Done, code: int, *words: str) -> bool:
    assert ending.code == code, ending
    assert no_traceback(ending)
    message = [line for line in ending.err.splitlines() if line.startswith("recorder: ")]
    assert len(message) == 1, ending.err
    for word in words:
        assert word in ending.err
    return True


# The disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte; only root may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no file system may be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def _make_room(small_disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)


@pytest.mark.slow
def test_a_full_disk_ends_a_recording(site: OwnedShop, small_disk: Path) -> None:
    database = small_disk / "shop.db"
    ending = in_a_process(*record(site, database))
    assert explains(ending, FAILED, "The disk is full", "Make room and run the same command again")
    assert is_sound(database)
    kept = stored(database)
    assert kept > 2
    _make_room(small_disk)
    again = in_a_process(*record(site, database))
    assert again.code == 0, again.err
    assert f"{kept} pages stored already" in again.err
    assert targets(database)


def test_a_full_disk_ends_a_crawl(site: OwnedShop, small_disk: Path) -> None:
    database = small_disk / "shop.db"
    write_recording(database, site)
    room = os.statvfs(small_disk)
    (small_disk / "other.bin").write_bytes(bytes(max(0, room.f_bavail * room.f_bsize - 150_000)))
    ending = in_a_process("crawl", "--db", database, *PLAIN)
    assert explains(ending, FAILED, "The disk is full", "Make room and run the same command again")
    assert is_sound(database)
    _make_room(small_disk)
    again = in_a_process("crawl", "--db", database, *PLAIN)
    assert again.code == 0, again.err
    assert "Going on with run 2" in again.err
    assert set(targets(database)) >= site.truth.linked_urls


@pytest.mark.parametrize("form", ["csv", "xlsx", "sqlite", "scrapy", "html"])
def test_on_a_full_disk_an_export_is_whole_or_absent(
    site: OwnedShop, small_disk: Path, database: Path, form: str
) -> None:
    write_recording(database, site)
    words = ["report"] if form == "html" else ["export", "--format", form, *(["--what", "pages"] * (form != "scrapy"))]
    command = (*words, small_disk / f"out.{form}", "--db", database)
    filling = small_disk / "other.bin"
    room = os.statvfs(small_disk)
    filling.write_bytes(bytes(room.f_bavail * room.f_bsize))
    assert explains(in_a_process(*command), FAILED, "cannot be written: No space left", "Make room")
    assert list(small_disk.iterdir()) == [filling]
    filling.unlink()
    again = in_a_process(*command)
    assert again.code == 0, again.err
    assert [file.name for file in small_disk.iterdir()] == [f"out.{form}"]


def test_a_limit_on_the_size_of_files_is_like_a_full_disk(site: OwnedShop, database: Path) -> None:
    """A quota, too: SQLite calls both an I/O error, but the disk is well."""
    ending = in_a_process(*record(site, database), under=["sh", "-c", 'ulimit -f 1200; exec "$@"', "sh"])
    assert explains(ending, FAILED, "cannot grow", "run the same command again")
    assert is_sound(database)
    again = in_a_process(*record(site, database))
    assert again.code == 0, again.err
    assert "Going on with run 1" in again.err


def test_too_little_memory_is_told(site: OwnedShop, database: Path, tmp_path: Path) -> None:
    """A table of queries that is larger than what a process may take; the file takes no room on the disk."""
    write_recording(database, site)
    table = tmp_path / "queries.csv"
    with table.open("wb") as file:
        file.truncate(8 * 1024**3)
    under = ["sh", "-c", 'ulimit -v 4000000; exec "$@"', "sh"]
    ending = in_a_process("crawl", "--db", database, "--params-from", table, *PLAIN, under=under)
    assert explains(ending, FAILED, "There is not enough memory", "saved")
    assert is_sound(database)


# The file


def fingerprints(folder: Path) -> dict[str, str]:
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


def not_a_database(file: Path) -> None:
    file.write_bytes(b"Dear diary,\n" * 100)


def of_another_program(file: Path) -> None:
    rows(file, "CREATE TABLE bookmarks (url TEXT)")


def of_a_newer_recorder(file: Path) -> None:
    rows(file, f"PRAGMA application_id = {APPLICATION_ID}")
    rows(file, "PRAGMA user_version = 999")


@pytest.mark.parametrize(
    "make, words",
    [
        (not_a_database, "is not a database"),
        (of_another_program, "is a database of another program"),
        (of_a_newer_recorder, "was written by a newer recorder"),
    ],
)
@pytest.mark.parametrize("command", ["record", "crawl"])
def test_a_file_that_is_not_ours_is_left_as_it_was(
    recorder: Command, site: OwnedShop, database: Path, make: Callable[[Path], None], words: str, command: str
) -> None:
    make(database)
    before = fingerprints(database.parent)
    ending = recorder(*(record(site, database) if command == "record" else ("crawl", "--db", database, *PLAIN)))
    assert explains(ending, WRONG_USE, words, "has not been touched")
    assert fingerprints(database.parent) == before


@pytest.mark.parametrize("command", ["record", "crawl"])
def test_a_database_that_may_not_be_written_to(site: OwnedShop, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    database = folder / "shop.db"
    write_recording(database, site)
    under = _bound_by_permissions() if os.geteuid() == 0 else []
    database.chmod(0o444)
    folder.chmod(0o555)
    before = fingerprints(folder)
    ending = in_a_process(
        *(record(site, database, "--name", "shop") if command == "record" else ("crawl", "--db", database, *PLAIN)),
        under=under,
    )
    folder.chmod(0o755)
    assert explains(ending, FAILED, "cannot be written to", "Allow writing")
    assert fingerprints(folder) == before


def _bound_by_permissions() -> list[str]:
    """Root may write anywhere, unless it gives up the capabilities to; it stays able to read its own checkout."""
    if shutil.which("setpriv") is None:
        pytest.skip("NOT RUN: root needs setpriv to be bound by permissions")
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


def test_no_folder_and_no_database(recorder: Command, site: OwnedShop, tmp_path: Path) -> None:
    assert explains(recorder(*record(site, tmp_path / "none" / "shop.db")), WRONG_USE, "There is no folder")
    assert explains(recorder("crawl", "--db", tmp_path / "shop.db"), WRONG_USE, "There is no recording at")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("second", ["record", "crawl"])
def test_a_second_process_is_refused_and_changes_nothing(
    recorder: Command, site: OwnedShop, database: Path, second: str
) -> None:
    write_recording(database, site)
    first = start("crawl", "--db", database, *PLAIN, "--delay", "0.2")
    assert until_asked(site, 4, first)
    options = ("--name", "shop", "--scope", "domain", "--exhaustive")
    command = record(site, database, *options) if second == "record" else ("crawl", "--db", database, *PLAIN)
    ending = recorder(*command)
    assert explains(ending, FAILED, f"is in use by process {first.pid}", "crawl --db", "Wait for it to end, or stop it")
    assert rows(database, "SELECT options FROM recordings") == [('{"scope":"host"}',)]
    assert len(rows(database, "SELECT 1 FROM runs")) == 2
    first.terminate()
    assert end(first).code == STOPPED
    assert is_sound(database)


# Wrong use of record


PAGES = {
    "/": '<ul><li><a href="/one">One</a><li><a href="/two">Two</a></ul><p>Welcome.',
    "/one": "<h1>One</h1><p>Words <b>and</b> words.",
    "/two": "<table><tr><td>2<td>3</table>",
    "/alone": "<article><h1>Alone</h1><h2>Nobody</h2><dl><dt>links<dd>here</dl></article>",
    "/robots.txt": "User-agent: *\nDisallow: /closed\n",
    "/closed/": "<p>Closed to robots.",
}
# Four pages are too few to learn from what alike means.
STRICT = ("--threshold", "0.8")
REDIRECTS = {"/home-again": "/", "/elsewhere": "http://elsewhere.invalid/"}


class Page(BaseHTTPRequestHandler):
    """A few pages that hang together badly."""

    def do_GET(self) -> None:
        if self.path in REDIRECTS:
            self.send_response(302)
            self.send_header("Location", REDIRECTS[self.path])
        else:
            self.send_response(200 if self.path in PAGES else 404)
            self.send_header("Content-Type", "text/plain" if self.path == "/robots.txt" else "text/html")
        self.end_headers()
        self.wfile.write(PAGES.get(self.path, "").encode())

    def log_message(self, *words: object) -> None:
        """Not on the screen."""


@pytest.fixture(scope="module")
def loose() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def works_when_corrected(recorder: Command, site: OwnedShop, database: Path) -> bool:
    """The second try, with the right addresses, is not hindered by what the first one left."""
    if database.exists():
        assert rows(database, "SELECT 1 FROM runs WHERE status IN ('running', 'stopped')") == []
    ending = recorder(*record(site, database, "--max-pages", "4"))
    assert ending.code == STOPPED, ending
    assert rows(database, "SELECT entry_url FROM recordings") == [(site.entry_url,)]
    samples = rows(database, "SELECT url FROM samples")
    assert samples == [(site.sample_url,)]
    return True


def first_try(recorder: Command, database: Path, entry: str, sample: str, *options: object) -> Done:
    return recorder("record", entry, "--like", sample, "--db", database, "--forms", "none", *PLAIN, *options)


def test_the_sample_is_not_there(recorder: Command, site: OwnedShop, database: Path) -> None:
    ending = first_try(recorder, database, site.entry_url, f"{site.base_url}/book/no-such-book.html")
    assert explains(ending, FAILED, "The sample page", "no-such-book.html cannot be used", "404", "check the address")
    assert works_when_corrected(recorder, site, database)


def test_the_sample_is_no_page(recorder: Command, site: OwnedShop, database: Path) -> None:
    ending = first_try(recorder, database, site.entry_url, f"{site.base_url}/files/catalogue.pdf")
    assert explains(ending, FAILED, "catalogue.pdf cannot be used", "a PDF that is damaged", "Give the address")
    assert works_when_corrected(recorder, site, database)


def test_the_entry_is_not_there(recorder: Command, site: OwnedShop, database: Path) -> None:
    ending = first_try(recorder, database, f"{site.base_url}/no-such-place", site.sample_url)
    assert explains(ending, FAILED, "The entry page", "no-such-place cannot be used", "404")
    assert works_when_corrected(recorder, site, database)


def test_nobody_answers(recorder: Command, site: OwnedShop, database: Path) -> None:
    ending = first_try(recorder, database, "http://127.0.0.1:9/", "http://127.0.0.1:9/page")
    assert explains(ending, FAILED, "cannot be used", "cannot be reached", "Check the address and the network")
    assert works_when_corrected(recorder, site, database)


def test_there_is_no_such_server(recorder: Command, site: OwnedShop, database: Path) -> None:
    ending = first_try(recorder, database, "http://no-such-host.invalid/", "http://no-such-host.invalid/page")
    assert explains(ending, FAILED, "cannot be used", "was not found", "Check the address and the network")
    assert not database.exists(), "an empty file would only be in the way"
    assert works_when_corrected(recorder, site, database)


def test_the_sample_is_on_another_site(recorder: Command, site: OwnedShop, database: Path) -> None:
    ending = first_try(recorder, database, site.entry_url, "https://example.org/book/1")
    assert explains(ending, WRONG_USE, "https://example.org/book/1 is not on the site of the entry page", "--scope")
    assert not database.exists()
    assert works_when_corrected(recorder, site, database)


@pytest.mark.parametrize("again", ["", "#top", "?"])
def test_the_sample_is_the_entry(recorder: Command, site: OwnedShop, database: Path, again: str) -> None:
    ending = first_try(recorder, database, site.entry_url, site.entry_url + again)
    assert explains(ending, WRONG_USE, "The sample page is the entry page itself", "--like")
    assert not database.exists()


def test_the_sample_leads_to_the_entry(recorder: Command, loose: str, database: Path) -> None:
    ending = first_try(recorder, database, f"{loose}/", f"{loose}/home-again")
    assert explains(ending, FAILED, "/home-again cannot be used", "leads to the entry page itself")


@pytest.mark.parametrize("entry", ["shop", "ftp://example.org/", "http://", "javascript:alert(1)", "http://a b/"])
def test_the_entry_is_no_address(recorder: Command, site: OwnedShop, database: Path, entry: str) -> None:
    ending = first_try(recorder, database, entry, site.sample_url)
    assert explains(ending, WRONG_USE, "Give a full")
    assert not database.exists()


def test_the_sample_is_no_address(recorder: Command, site: OwnedShop, database: Path) -> None:
    assert explains(first_try(recorder, database, site.entry_url, "book 7"), WRONG_USE, "Give one such as")
    assert not database.exists()


def test_robots_may_not_enter(recorder: Command, loose: str, database: Path) -> None:
    ending = first_try(recorder, database, f"{loose}/closed/", f"{loose}/one")
    assert explains(ending, FAILED, "/closed/ cannot be used", "robots.txt", "--ignore-robots")


def test_the_entry_leads_away(recorder: Command, loose: str, database: Path) -> None:
    ending = first_try(recorder, database, f"{loose}/elsewhere", f"{loose}/one")
    assert explains(
        ending, FAILED, "cannot be used", "http://elsewhere.invalid/ is outside", "address that it leads to"
    )


def test_nothing_leads_to_the_sample(recorder: Command, site: OwnedShop, loose: str, database: Path) -> None:
    ending = first_try(recorder, database, f"{loose}/", f"{loose}/alone", "--name", "lone", *STRICT)
    assert explains(ending, FAILED, "visited", "like the sample", "Try an entry page nearer")
    assert rows(database, "SELECT status FROM runs") == [("failed",)]
    second = first_try(recorder, database, f"{loose}/", f"{loose}/one", "--name", "lone", "--max-pages", "1")
    assert second.code == STOPPED, second
    assert rows(database, "SELECT url FROM samples") == [(f"{loose}/one",)]


def test_a_recording_that_failed_is_not_gone_on_with_for_ever(recorder: Command, loose: str, database: Path) -> None:
    for number in (1, 2):
        ending = first_try(recorder, database, f"{loose}/", f"{loose}/alone", *STRICT)
        assert explains(ending, FAILED, "like the sample")
        assert f"Run {number}: mapping" in ending.err


def test_another_site_does_not_take_the_place_of_work_begun(
    recorder: Command, site: OwnedShop, loose: str, database: Path
) -> None:
    assert recorder(*record(site, database, "--name", "mine", "--max-pages", "4")).code == STOPPED
    other = ("record", f"{loose}/", "--like", f"{loose}/one", "--db", database, "--name", "mine", "--max-pages", "1")
    assert explains(recorder(*other), WRONG_USE, "already holds a recording named 'mine'", "--fresh")
    assert rows(database, "SELECT entry_url FROM recordings") == [(site.entry_url,)]
    assert recorder(*other, "--fresh").code == STOPPED
    assert rows(database, "SELECT entry_url FROM recordings") == [(f"{loose}/",)]


def test_the_site_is_away_when_it_is_crawled(recorder: Command, database: Path) -> None:
    with DemoServer(OwnedShop(books=40)) as shop:
        write_recording(database, shop)
    ending = recorder("crawl", "--db", database, *PLAIN)
    assert explains(ending, FAILED, "The entry page", "cannot be reached", "run the same command again")
    assert rows(database, "SELECT status, complete FROM runs WHERE kind = 'crawl'") == [("failed", 0)]
