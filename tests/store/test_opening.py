"""Opening: creating, refusing what is not ours untouched, and one clear message for every trouble of the machine."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from textwrap import dedent

import pytest

from recorder.store import NewPage, Run, Store, StoreError, open_store, schema
from recorder.store.errors import (
    DamagedError,
    DiskFullError,
    ForeignFileError,
    LockedError,
    NewerDatabaseError,
    NoDatabaseError,
    StoreClosedError,
)
from tests.store.conftest import problems, settle


def make(path: Path) -> None:
    with open_store(path, create=True) as store:
        store.recordings.create("books", "http://a.example/", [], {}).result()


def everything_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def refused(kind: type[StoreError], path: Path, **how: object) -> StoreError:
    """The refusal, after checking that it says what and what to do and that the file is as it was."""
    before = everything_in(path.parent) if path.parent.is_dir() else {}
    with pytest.raises(kind) as caught:
        open_store(path, create=True, **how)
    assert caught.value.message.endswith(".")
    assert caught.value.hint
    assert (everything_in(path.parent) if before else {}) == before
    return caught.value


def test_creates_only_when_asked(path: Path) -> None:
    with pytest.raises(NoDatabaseError, match="no recording"):
        open_store(path)
    assert not path.exists()
    make(path)
    with open_store(path) as store:
        assert [recording.name for recording in store.recordings.all()] == ["books"]


def test_an_empty_file_counts_as_none(path: Path) -> None:
    path.touch()
    make(path)
    assert path.stat().st_size > 0


@pytest.mark.parametrize("content", [b"x", b"<html>" * 1000, b"SQLite format 3\0", os.urandom(5000)])
def test_refuses_what_is_no_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refused(ForeignFileError, path)


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_refuses_the_database_of_another_program(path: Path, mode: str) -> None:
    other = sqlite3.connect(path)
    other.execute(f"PRAGMA journal_mode = {mode}")
    other.execute("CREATE TABLE pages (id)")
    other.commit()
    refused(ForeignFileError, path)  # while open: the log of the other program stays as it is, too
    other.close()
    refused(ForeignFileError, path)


def test_refuses_a_newer_version(path: Path) -> None:
    make(path)
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")
    newer.close()
    assert "Upgrade" in refused(NewerDatabaseError, path).hint


def test_a_database_that_was_removed_without_its_log_is_made_anew(path: Path) -> None:
    """As after any command that only reads: it may not take the log away."""
    open_store(path, create=True).close()
    with open_store(path, read_only=True) as store:
        assert not store.recordings.all()
    assert path.with_name("site.db-wal").exists()
    path.unlink()
    with open_store(path, create=True) as store:
        assert not store.recordings.all()


def test_refuses_a_newer_version_that_is_only_in_the_log(path: Path, tmp_path: Path) -> None:
    """As a newer program leaves it when it is killed: the file's own header still has the old version."""
    make(path)
    newer = sqlite3.connect(path, isolation_level=None)
    newer.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")
    folder = tmp_path / "killed"
    folder.mkdir()
    for file in (path, path.with_name("site.db-wal")):
        shutil.copy(file, folder)
    newer.close()
    before = everything_in(folder)
    with pytest.raises(NewerDatabaseError):
        open_store(folder / "site.db", create=True)
    after = everything_in(folder)
    assert {name: after[name] for name in before} == before


def test_refuses_a_folder_and_a_missing_folder(tmp_path: Path) -> None:
    refused(ForeignFileError, tmp_path)
    refused(NoDatabaseError, tmp_path / "nowhere" / "site.db")


def test_a_format_that_sqlite_does_not_know_is_damage(path: Path) -> None:
    make(path)
    content = bytearray(path.read_bytes())
    content[44:48] = b"\x00\x00\x00\x09"
    path.write_bytes(content)
    with pytest.raises(DamagedError, match="unsupported file format"), open_store(path) as store:
        store.recordings.all()


def test_an_index_of_words_that_sqlite_does_not_know_is_damage(path: Path) -> None:
    make(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE target_text_config SET k = 'x'")
    with open_store(path) as store:
        run = store.runs.begin(1, "crawl").result()
        page = NewPage(run_id=run.id, url="http://a.example/", role="target", body=b"<p>x", text="x")
        with pytest.raises(DamagedError, match="invalid fts5"):
            store.pages.record(page).result(timeout=60)


def test_an_index_of_words_that_was_put_back_is_damage(path: Path) -> None:
    make(path)

    def write(*words: str) -> bytes:
        """Each as a target of its own; the list of the parts of the index, as it is then."""
        with open_store(path) as store:
            run = store.runs.begin(1, "crawl").result()
            for word in words:
                page = NewPage(
                    run_id=run.id, url=f"http://a.example/{word}", role="target", body=word.encode(), text=word
                )
                store.pages.record(page).result(timeout=60)
        with closing(sqlite3.connect(path)) as connection:
            return bytes(connection.execute("SELECT block FROM target_text_data WHERE id = 10").fetchone()[0])

    parts = write("alpha")
    write("beta")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE target_text_data SET block = ? WHERE id = 10", (parts,))
    with pytest.raises(DamagedError, match="constraint failed"):
        write("gamma", "delta", "epsilon")


def test_damage_is_reported(path: Path) -> None:
    make(path)
    content = bytearray(path.read_bytes())
    content[100:] = os.urandom(len(content) - 100)
    path.write_bytes(content)
    refused(DamagedError, path)


def test_says_when_another_program_locks_the_file(path: Path) -> None:
    make(path)
    other = sqlite3.connect(path, isolation_level=None)
    with open_store(path, busy_seconds=0.2) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LockedError, match="locked by another program"):
            store.recordings.create("more", "http://a.example/", [], {}).result(timeout=60)
        other.execute("ROLLBACK")
        assert store.recordings.create("more", "http://a.example/", [], {}).result().name == "more"
    other.close()


def test_waits_for_a_short_lock(path: Path) -> None:
    make(path)
    other = sqlite3.connect(path, isolation_level=None)
    with open_store(path, busy_seconds=10) as store:
        other.execute("BEGIN IMMEDIATE")
        waiting = store.recordings.create("more", "http://a.example/", [], {})
        other.execute("COMMIT")
        assert waiting.result(timeout=60).name == "more"
    other.close()


AS_NOBODY = """
    import os, sys
    from recorder.store import StoreError, open_store  # before the rights to read the library go, too
    if os.geteuid() == 0:
        os.setgid(65534), os.setuid(65534)
    try:
        with open_store(sys.argv[1], read_only=sys.argv[2] == "read"{create}) as store:
            print([recording.name for recording in store.recordings.all()])
            store.recordings.create("more", "http://a.example/", [], {{}}).result()
    except StoreError as error:
        print(type(error).__name__, error.message, error.hint)
"""


def as_nobody(path: Path, how: str, *, create: bool = False) -> str:
    """Root may write anywhere, so a process without rights tries."""
    for folder in path.parents[:4]:
        if folder.stat().st_mode & 0o555 != 0o555:
            folder.chmod(folder.stat().st_mode | 0o555)
    program = dedent(AS_NOBODY.format(create=", create=True" if create else ""))
    done = subprocess.run(
        [sys.executable, "-c", program, str(path), how], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    return done.stdout


def test_a_read_only_file_is_refused_for_writing_but_can_be_read(path: Path) -> None:
    make(path)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    before = everything_in(path.parent)
    assert as_nobody(path, "write").startswith("ReadOnlyError")
    shown, refusal = as_nobody(path, "read").splitlines()
    assert shown == "['books']"
    assert refusal.startswith("ReadOnlyError")
    assert everything_in(path.parent) == before


def test_a_folder_that_may_not_be_written_is_refused(path: Path) -> None:
    path.parent.chmod(0o555)
    assert as_nobody(path, "write", create=True).startswith("ReadOnlyError")


def test_a_file_that_may_not_be_read_is_refused(path: Path) -> None:
    make(path)
    path.chmod(0o000)
    assert as_nobody(path, "read").startswith("ReadOnlyError")


def fill_until_full(store: Store, run: Run) -> int:
    """Pages on disk when the disk was full."""
    written = 0
    with pytest.raises(DiskFullError, match="disk is full"):
        while True:
            url = f"http://a.example/{written}"
            store.pages.record(NewPage(run_id=run.id, url=url, role="hub", body=os.urandom(20_000))).result()
            written += 1
    return written


def test_a_database_that_may_not_grow_keeps_what_it_has(store: Store, run: Run, path: Path) -> None:
    store._access.write(lambda c: c.execute("PRAGMA max_page_count = 200")).result()
    written = fill_until_full(store, run)
    with pytest.raises(DiskFullError):
        store.runs.end(run.id, "done").result()  # nothing is half done behind the user's back
    with pytest.raises(DiskFullError):
        settle(store)
    store.close()
    with open_store(path) as again:
        assert not problems(again)
        assert len(list(again.pages.of_run(run.id))) == written > 10
        again.runs.end(run.id, "done").result()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk takes rights this user does not have")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_keeps_what_it_has(small_disk: Path) -> None:
    path = small_disk / "site.db"
    with open_store(path, create=True) as store:
        recording = store.recordings.create("books", "http://a.example/", [], {}).result()
        run = store.runs.begin(recording.id, "crawl").result()
        written = fill_until_full(store, run)
    with open_store(path, read_only=True) as again:
        assert not problems(again)
        assert len(list(again.pages.of_run(run.id))) == written > 10


def test_no_room_even_to_begin(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(bytes(2 * 2**20 - 8192))
    with pytest.raises(DiskFullError):
        open_store(small_disk / "site.db", create=True)
    (small_disk / "ballast").unlink()
    make(small_disk / "site.db")


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreClosedError):
        store.recordings.all()
    with pytest.raises(StoreClosedError):
        store.recordings.create("books", "http://a.example/", [], {}).result()


def _create_at_once(path: Path, number: int) -> None:
    with open_store(path, create=True) as store:
        store.recordings.create(f"books-{number}", "http://a.example/", [], {}).result()


def test_several_processes_may_create_it_at_once(path: Path) -> None:
    context = get_context("spawn")
    processes = [context.Process(target=_create_at_once, args=(path, number)) for number in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 4
    with open_store(path) as store:
        assert len(store.recordings.all()) == 4


def test_migrations_carry_an_older_file_forward_and_are_all_or_nothing(path: Path) -> None:
    make(path)
    connection = sqlite3.connect(path, isolation_level=None)
    broken = (*schema.MIGRATIONS, ("CREATE TABLE extra (id INTEGER) STRICT", "CREATE TABLE pages (id INTEGER)"))
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        schema.migrate(connection, path, broken)
    assert schema.version_of(connection) == len(schema.MIGRATIONS)
    assert not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'extra'").fetchone()
    mended = (*schema.MIGRATIONS, ("CREATE TABLE extra (id INTEGER) STRICT",))
    schema.migrate(connection, path, mended)
    assert schema.version_of(connection) == len(mended)
    assert connection.execute("SELECT name FROM recordings").fetchall() == [("books",)]
    connection.close()


def make_older(path: Path) -> None:
    """As a recorder of one format ago left it."""
    connection = sqlite3.connect(path, isolation_level=None)
    schema.migrate(connection, path, schema.MIGRATIONS[:-1])
    connection.execute("INSERT INTO recordings (name, entry_url, options, created_at) VALUES ('books', 'a', '{}', 'b')")
    connection.close()


def test_an_older_file_is_brought_up_to_date_by_whoever_looks_at_it(path: Path) -> None:
    make_older(path)
    with open_store(path, read_only=True) as store:
        assert [recording.name for recording in store.recordings.all()] == ["books"]
        assert not problems(store)
    with sqlite3.connect(path) as connection:
        assert schema.version_of(connection) == schema.SCHEMA_VERSION


def test_an_older_file_that_cannot_be_written_is_refused(path: Path) -> None:
    make_older(path)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    before = everything_in(path.parent)
    refusal = as_nobody(path, "read")
    assert refusal.startswith("ReadOnlyError")
    assert "older" in refusal
    assert everything_in(path.parent) == before


def test_a_file_that_a_newer_program_has_just_changed_is_not_taken_back(path: Path) -> None:
    make(path)
    connection = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(NewerDatabaseError):
        schema.migrate(connection, path, schema.MIGRATIONS[:-1])
    assert schema.version_of(connection) == schema.SCHEMA_VERSION
    connection.close()


_LOOKING = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(c.execute('SELECT count(*) FROM recordings')"
_LOOKING += ".fetchone()[0]); c.close()"


def test_a_file_opened_twice_keeps_its_locks(path: Path) -> None:
    """Without them another process removes the log when it leaves, and with it what is written afterwards."""

    def seen_by_another() -> int:
        done = subprocess.run([sys.executable, "-c", _LOOKING, str(path)], capture_output=True, text=True, check=True)
        return int(done.stdout)

    with open_store(path, create=True) as first:
        first.recordings.create("one", "http://a/", ["http://a/1"], {}).result()
        with open_store(path) as second:
            assert seen_by_another() == 1
            second.recordings.create("two", "http://a/", ["http://a/1"], {}).result()
            assert seen_by_another() == 2
        with open_store(path, read_only=True):
            assert seen_by_another() == 2
        first.recordings.create("three", "http://a/", ["http://a/1"], {}).result()
        assert seen_by_another() == 3
