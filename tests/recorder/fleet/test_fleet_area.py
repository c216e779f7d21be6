"""The area of a fleet in the terminal UI, over a real queue: what an operator sees, and what the keys do."""

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recorder.face.fleet import FleetDesk
from recorder.fleet.connecting import Connection, QueuePlace
from recorder.fleet.depot import FolderDepot
from recorder.fleet.outlook import Outlook
from recorder.fleet.queue import WorkerQueue
from recorder.fleet.roll import Roll
from recorder.fleet.site import JobEnd, VisitProgress
from recorder.tui.screens.area import AREAS
from recorder.tui.screens.dialogs import ReadText
from recorder.tui.widgets.lazy_table import LazyTable
from tests.recorder.fleet.conftest import row, with_queue
from tests.recorder.small_shop import fill
from tests.tui.conftest import press, running, settled, text_of, until
from tests.tui.test_screens import STORED, still

ENDS = {
    "done": (JobEnd(0, "", VisitProgress("crawl", 40, 30, 40), 9.0, has_file=True), "done", None),
    "broken": (
        JobEnd(2, "", VisitProgress("record", 1, 0, 1), 1.0),
        "parked",
        "The sample page cannot be used: \x1b[31m404.",
    ),
    "rests": (JobEnd(3, "", VisitProgress("crawl", 5, 2, 5), 2.0), "waiting", "it asks to be left alone"),
}


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where databases opened lately are remembered."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def desk(place: QueuePlace, roll: Roll, tmp_path: Path) -> Iterator[FleetDesk]:
    """Seven sites, each at something else; the files of one lie there."""
    names = ("done", "broken", "rests", "running", "waits")
    roll.add([row(name, f"127.8.0.{number}") for number, name in enumerate(names, 1)])
    roll.add([row("same-host", "127.8.0.2"), row("held", "127.8.0.9")])
    roll.pause(["held"], paused=True)
    roll.set("folder", str(tmp_path))

    async def work(queue: WorkerQueue) -> None:
        worker = await queue.register("node-1", 4)
        await queue.promote(4)
        held: list[int] = []
        while (site := await queue.take(worker, held)) is not None:
            held.append(site.id)
            if site.name in ENDS:
                end, becomes, reason = ENDS[site.name]
                later = datetime.now(UTC) + timedelta(hours=1)
                await queue.end(site, worker, end, Outlook(becomes, later, reason))
            else:
                await queue.beat(worker, {site: VisitProgress("crawl", 7, 6, 7)})

    with_queue(place, work)
    depot = FolderDepot(tmp_path)
    depot.in_place("done", 1).parent.mkdir(parents=True)
    fill(depot.in_place("done", 1))
    depot.log_file("broken", tmp_path).write_text("Taken 1 of broken\nwhat went \x1b[31mwrong\n")
    with FleetDesk(place) as found:
        yield found


def names(table: LazyTable) -> list[str]:
    return [site.name for site in table._source.things]


def stands(connection: Connection, name: str) -> tuple[object, ...]:
    found = connection.execute("SELECT state, paused, priority FROM fleet_sites WHERE name = %s", [name]).fetchone()
    assert found is not None
    return tuple(found.values())


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_fleet_looks_as_it_did(desk: FleetDesk, size: tuple[int, int]) -> None:
    async with running(None, size, desk) as pilot:
        await until(pilot, lambda: "7 sites" in text_of(pilot.app))
        await press(pilot, "down", "down")
        seen = re.sub(r" +0 s ago", "  0 s ago", still(text_of(pilot.app)))
        seen = re.sub(r"about .* at the pace", "about 0 s at the pace", seen)
    file = STORED / f"fleet-{size[0]}x{size[1]}.txt"
    if os.environ.get("RECORDER_TAKE_SCREENS"):
        file.write_text(seen, encoding="utf-8")
    assert seen == file.read_text(encoding="utf-8")


async def test_keys_try_again_do_first_and_hold(desk: FleetDesk, connection: Connection) -> None:
    async with running(None, (140, 45), desk) as pilot:
        app = pilot.app
        table = app.screen.query_one("#sites", LazyTable)
        await until(pilot, lambda: table.count == 7)
        assert names(table)[:2] == ["running", "broken"], "at work first, then in trouble"
        await press(pilot, "down", "t")
        await until(pilot, lambda: "broken" not in names(table)[:2])
        assert stands(connection, "broken")[0] == "waiting"
        table.cursor = names(table).index("waits")
        await press(pilot, "b")
        await until(pilot, lambda: stands(connection, "waits") == ("queued", False, 1000))
        table.cursor = names(table).index("rests")
        await press(pilot, "h")
        await until(pilot, lambda: stands(connection, "rests")[1] is True)
        await until(pilot, lambda: next(site for site in table._source.things if site.name == "rests").is_paused)
        await press(pilot, "h")
        await until(pilot, lambda: stands(connection, "rests")[1] is False)


async def test_on_a_host_keys_mean_all_its_sites(desk: FleetDesk, connection: Connection) -> None:
    async with running(None, (140, 45), desk) as pilot:
        hosts = pilot.app.screen.query_one("#hosts", LazyTable)
        await until(pilot, lambda: hosts.count == 5)
        hosts.cursor = [host[0] for host in hosts._source.things].index("127.8.0.2")
        hosts.focus()
        await press(pilot, "h")
        await until(pilot, lambda: stands(connection, "same-host")[1] is True)
        assert [stands(connection, name)[1] for name in ("broken", "rests")] == [True, False]


async def test_the_log_and_the_database_of_a_site_are_a_key_away(desk: FleetDesk) -> None:
    async with running(None, (140, 45), desk) as pilot:
        app = pilot.app
        table = app.screen.query_one("#sites", LazyTable)
        await until(pilot, lambda: table.count == 7)
        await press(pilot, "down", "l")
        await until(pilot, lambda: isinstance(app.screen, ReadText))
        assert "what went [31mwrong" in text_of(app)
        await press(pilot, "escape", "enter")
        await until(pilot, lambda: any("has no database yet" in each.message for each in app._notifications))
        table.cursor = names(table).index("done")
        await press(pilot, "enter")
        await until(pilot, lambda: app.session.library is not None)
        await press(pilot, "9")
        assert app.area.MODE == "fleet"


async def test_one_kind_of_sites_at_a_time(desk: FleetDesk) -> None:
    async with running(None, (140, 45), desk) as pilot:
        table = pilot.app.screen.query_one("#sites", LazyTable)
        await until(pilot, lambda: table.count == 7)
        seen = []
        for _ in range(5):
            await press(pilot, "f")
            seen.append(sorted(names(table)))
    assert seen[:2] == [["running"], ["broken", "rests"]]
    assert seen[3] == ["done"] and len(seen[4]) == 7


async def test_a_queue_that_is_away_is_told_where_the_fleet_stands() -> None:
    with FleetDesk(QueuePlace("host=/nowhere user=nobody")) as desk:
        async with running(None, (140, 45), desk) as pilot:
            await until(pilot, lambda: "cannot be reached" in text_of(pilot.app))
            await settled(pilot)


async def test_without_a_fleet_there_is_no_such_area() -> None:
    async with running(None, (140, 45)) as pilot:
        assert "Fleet" not in text_of(pilot.app)
        await press(pilot, "escape", "9")
        assert pilot.app.area.MODE in {area.mode for area in AREAS}
