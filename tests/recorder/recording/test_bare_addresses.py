"""Addresses without a scheme, where a recording starts."""

import asyncio
from pathlib import Path

import pytest

from recorder.face.glances import Glancer
from recorder.fetching.scope import ScopeKind
from recorder.runtime.errors import RecorderError
from recorder.store import open_store
from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import Glossary


async def test_a_site_is_recorded_by_addresses_without_a_scheme(tmp_path: Path) -> None:
    glossary = Glossary(await Station().start(), tmp_path / "glossary.db")
    glossary.furnish()
    bare = [glossary.url(path).removeprefix("http://") for path in ("/", glossary.term(1), glossary.tool(1))]
    await glossary.record(entry=bare[0], samples=(bare[1],), unlike=(bare[2],))
    with open_store(glossary.database) as store:
        recording = store.recordings.find()
    whole = (recording.entry_url, *recording.samples, *recording.asked("unlike"))
    assert whole == tuple(map(glossary.url, ("/", glossary.term(1), glossary.tool(1))))
    await glossary.station.stop()


async def test_where_nobody_answers_no_database_is_left(tmp_path: Path) -> None:
    station = await Station(host="0.0.0.0").start()
    await station.stop()
    glossary = Glossary(station, tmp_path / "glossary.db")
    with pytest.raises(RecorderError, match="neither by https nor by http"):
        await glossary.record(entry=glossary.url("/").removeprefix("http://"))
    assert not glossary.database.exists()


async def test_they_are_glanced_at_too(tmp_path: Path) -> None:
    glossary = Glossary(await Station().start(), tmp_path / "glossary.db")
    glossary.furnish()
    bare = [glossary.url(path).removeprefix("http://") for path in ("/", glossary.term(1))]

    def glance() -> tuple[str, str]:
        glancer = Glancer()
        entry = glancer.entry(bare[0])
        return entry.url, glancer.sample(bare[1], entry, (), ScopeKind.HOST).url

    assert await asyncio.to_thread(glance) == (glossary.url("/"), glossary.url(glossary.term(1)))
    await glossary.station.stop()
