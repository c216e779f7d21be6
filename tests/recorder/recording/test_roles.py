"""What stored pages are taken for, when a recording is stopped and goes on."""

from pathlib import Path

from recorder.mapping.mapper import MappingLimits
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store
from recorder.store.page import ERROR, SKIPPED
from tests.recorder.fetching.station import Station, redirect
from tests.recorder.recording.test_coverage import OVER_HTTP, TREES, tree_page

PLOTS = range(12)


async def test_what_turns_out_to_lead_to_a_known_page_is_no_target_of_its_own(tmp_path: Path) -> None:
    """Trees are known by their own addresses and by some that send on; a recording is stopped between the two. What
    could not be had, or may not be asked for, stays so.
    """
    station = await Station().start()
    links = "".join(f"<li><a href='/way/{n}'>{n}</a> <a href='/tree/{n}.html'>{n}</a></li>" for n in PLOTS)
    station.on("/robots.txt", "User-agent: *\nDisallow: /felled/\n", "text/plain")
    station.on("/", f"<title>Trees</title><h1>Trees</h1><ul>{links}</ul><a href='/gone'>G</a> <a href='/felled/'>F</a>")
    for n in PLOTS:
        station.on(f"/tree/{n}.html", tree_page(f"{TREES[n % len(TREES)]} of plot {n}"))
        station.on(f"/way/{n}", redirect(f"/tree/{n}.html"))
    calm, halting = tmp_path / "calm.db", tmp_path / "halting.db"
    assert not (await record(_options(station, calm), nobody, Stop())).stopped
    while (await record(_options(station, halting, 1), nobody, Stop())).stopped:
        pass
    assert _roles(halting) == _roles(calm)
    assert {_roles(calm)[f"{station.base}/{name}"] for name in ("gone", "felled/")} == {ERROR, SKIPPED}
    await station.stop()


def _options(station: Station, database: Path, pages: int | None = None) -> RecordOptions:
    sample = f"{station.base}/tree/7.html"
    return RecordOptions(f"{station.base}/", (sample,), database, fetching=OVER_HTTP, limits=MappingLimits(pages))


def _roles(database: Path) -> dict[str, str]:
    with open_store(database, read_only=True) as store:
        return {page.url: page.role for page in store.pages.of_run(1)}
