from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recorder.store import NewPage, Recording, Run, Store, open_store


class Ticking:
    """A clock that is one second later every time it is asked."""

    def __init__(self) -> None:
        self.moment = datetime(2024, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


def settle(store: Store) -> None:
    """Wait until everything written so far is on disk; raises what keeps it from getting there."""
    store._access.write(lambda _: None).result()


def problems(store: Store) -> list[tuple[object, ...]]:
    """What SQLite finds wrong with the file; nothing, if all is well. Reads all of it."""
    found = store._access.rows("PRAGMA integrity_check") + store._access.rows("PRAGMA foreign_key_check")
    return [row for row in found if row != ("ok",)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "site.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with open_store(path, create=True, clock=Ticking()) as opened:
        yield opened


@pytest.fixture
def recording(store: Store) -> Recording:
    return store.recordings.create("books", "http://a.example/", ["http://a.example/1"], {"delay": 0.5}).result()


@pytest.fixture
def run(store: Store, recording: Recording) -> Run:
    return store.runs.begin(recording.id, "crawl").result()


Crawl = Callable[..., Run]


@pytest.fixture
def crawl(store: Store, recording: Recording) -> Crawl:
    """Does a whole crawl: `crawl({"/1": "text"})` collects one target, `failed={"/2": 500}` fails on another."""

    def crawl_once(
        targets: dict[str, str],
        *,
        parameters: dict[str, str] | None = None,
        failed: dict[str, int | None] | None = None,
        status: str = "done",
        kind: str = "crawl",
        fingerprints: dict[str, str] | None = None,
    ) -> Run:
        begun = store.runs.begin(recording.id, kind, parameters).result()
        for url, text in targets.items():
            fingerprint = (fingerprints or {}).get(url)
            store.pages.record(
                NewPage(
                    run_id=begun.id,
                    url=url,
                    role="target",
                    title=f"Title of {url}",
                    body=text.encode(),
                    text=text,
                    fingerprint=fingerprint,
                )
            )
        for url, code in (failed or {}).items():
            store.pages.record(NewPage(run_id=begun.id, url=url, role="error", http_status=code, outcome="failed"))
        if status == "running":
            settle(store)
            return store.runs.get(begun.id)
        return store.runs.end(begun.id, status).result()

    return crawl_once
