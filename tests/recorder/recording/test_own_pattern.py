"""A pattern that a person made is not replaced by what is learnt without a word."""

from pathlib import Path

from recorder.knowledge.pattern_files import replace_pattern
from recorder.knowledge.pattern_versions import restore_pattern
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.runtime.stopping import Continuation
from recorder.store import open_store
from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import Glossary


async def test_recording_again_says_that_an_own_pattern_is_kept(tmp_path: Path) -> None:
    glossary = Glossary(await Station().start(), tmp_path / "glossary.db")
    glossary.furnish()
    learnt = (await glossary.record()).pattern
    assert not any("takes its place" in words for words in glossary.said)
    with open_store(glossary.database) as store:
        own = NavigationPattern((learnt.paths[0], learnt.paths[0]))
        replace_pattern(store, store.recordings.find(), own, "edited")
    await glossary.record(continuation=Continuation.FRESH)
    assert any("Version 2 of the pattern, edited by hand" in words for words in glossary.said)
    with open_store(glossary.database) as store:
        recording = store.recordings.find()
        assert from_text(store.patterns.latest(recording.id).text) == learnt
        restore_pattern(store, recording, 2)
        assert from_text(store.patterns.latest(recording.id).text) == own
    await glossary.station.stop()
