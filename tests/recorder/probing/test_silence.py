"""A search that nobody answers costs minutes a query: it is given up soon, and the recording ends as it would have."""

from dataclasses import replace
from pathlib import Path

import pytest

from recorder.fetching.options import FetchOptions, Render, Timeouts
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store
from tests.recorder.probing.desks import Desk, Library, results, search

IMPATIENT = FetchOptions(timeouts=Timeouts(connect=1, read=0.5, total=1, render=4, settle=0.5), backoff=0.01)
SILENT = Desk(search("silent"), lambda asked: replace(results(asked), wait=9.0))


@pytest.mark.slow
@pytest.mark.parametrize("render", [Render.NEVER, Render.AUTO])
async def test_silence_is_given_up(tmp_path: Path, render: Render) -> None:
    with Library({"silent": SILENT, "honest": Desk(search("honest"), results)}) as library:
        options = RecordOptions(
            f"{library.base}/",
            (library.sample,),
            tmp_path / "library.db",
            exhaustive=True,
            fetching=replace(IMPATIENT, render=render),
        )
        await record(options, lambda _: None, Stop())
        with open_store(options.database) as store:
            (recording,) = store.recordings.all()
            forms = {stored.form.url.rsplit("/", 1)[1]: stored for stored in store.forms.all(recording.id)}
    silent, honest = forms["silent"], forms["honest"]
    assert (silent.form.verdict, silent.hits) == ("leads nowhere", 0)
    assert silent.probes <= 5
    assert "given up" in silent.form.reason
    assert honest.form.verdict == "leads to targets"
    assert library.asked["/answer/silent"] <= 5 * (IMPATIENT.attempts + 1)
