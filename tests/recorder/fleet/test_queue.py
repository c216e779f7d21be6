"""The queue in a real PostgreSQL: who gets a site, what a dead worker held, and whose word counts."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from procrastinate.exceptions import ConnectorException
from psycopg.errors import ForeignKeyViolation

from recorder.cli.commands.fleet.telling import standing_lines
from recorder.fleet.connecting import Connection, QueuePlace
from recorder.fleet.outlook import Outlook
from recorder.fleet.queue import MOST_LOSSES, WorkerQueue
from recorder.fleet.roll import Roll
from recorder.fleet.site import JobEnd, Taken, VisitProgress
from recorder.fleet.standing import all_sites, prometheus, standing
from tests.recorder.fleet.conftest import LEASE, row, with_queue

DONE = JobEnd(0, "", VisitProgress("crawl", 9, 8, 9), 1.0, has_file=True)


def is_done() -> Outlook:
    return Outlook("done", datetime.now(UTC))


async def take_all(queue: WorkerQueue, worker: int, most: int = 100) -> list[Taken]:
    taken = []
    while len(taken) < most:
        site = await queue.take(worker, [each.id for each in taken])
        if site is None and not await queue.promote(100):
            break
        if site is not None:
            taken.append(site)
    return taken


def silence(connection: Connection, worker: int, seconds: float = 10 * LEASE) -> None:
    """As if the worker had not been heard of for so long, and PostgreSQL had run all the time."""
    connection.execute(
        "UPDATE procrastinate_workers SET last_heartbeat = now() - make_interval(secs => %s) WHERE id = %s",
        [seconds, worker],
    )
    connection.execute(
        "SELECT pg_sleep(greatest(0, %s - extract(epoch FROM now() - pg_postmaster_start_time())))", [LEASE / 3]
    )


def test_never_two_sites_of_one_domain_or_one_address(place: QueuePlace, roll: Roll, connection: Connection) -> None:
    roll.add([row("a", "127.8.0.1"), row("b", "127.8.0.1"), row("c", "127.8.0.2"), row("d", "127.8.0.3")])
    connection.execute("UPDATE fleet_sites SET domain = 'shop.example' WHERE name IN ('c', 'd')")
    connection.execute("UPDATE fleet_sites SET domain = 'other.example' WHERE name = 'b'")

    async def work(queue: WorkerQueue) -> list[str]:
        worker, names = await queue.register("w", 9), []
        for expected in ({"a", "c"}, {"b", "d"}, set()):
            taken = await take_all(queue, worker)
            assert {site.name for site in taken} == expected
            for site in taken:
                assert await queue.end(site, worker, DONE, is_done())
                names.append(site.name)
        return names

    assert sorted(with_queue(place, work)) == ["a", "b", "c", "d"]


def test_a_host_that_bears_two_is_visited_twice_at_once_and_never_three_times(place: QueuePlace, roll: Roll) -> None:
    """Four sites on one address, two of them of one domain that has another address as well."""
    roll.add([row(name, "127.8.0.1") for name in "abcd"] + [row("e", "127.8.0.2")])
    roll._connection.execute("UPDATE fleet_sites SET domain = name || '.example'")
    roll._connection.execute("UPDATE fleet_sites SET domain = 'shop.example' WHERE name IN ('a', 'b', 'e')")

    async def work(queue: WorkerQueue) -> list[set[str]]:
        worker, rounds = await queue.register("w", 9), []
        while taken := await take_all(queue, worker):
            rounds.append({site.name for site in taken})
            for site in taken:
                assert await queue.end(site, worker, DONE, is_done())
        return rounds

    rounds = with_queue(place, work, per_host=2)
    assert sorted(name for each in rounds for name in each) == ["a", "b", "c", "d", "e"]
    assert [len(each & set("abcd")) for each in rounds][:2] == [2, 2]
    assert all(len(each & set("abe")) <= 2 for each in rounds)


def test_a_site_that_waits_for_later_does_not_hold_back_its_host(place: QueuePlace, roll: Roll) -> None:
    roll.add([row("failed", "127.8.0.1"), row("ready", "127.8.0.1")])

    async def work(queue: WorkerQueue) -> None:
        worker = await queue.register("w", 1)
        (failed,) = await take_all(queue, worker)
        later = Outlook("waiting", datetime.now(UTC) + timedelta(hours=1), "it failed", failures=1)
        assert await queue.end(failed, worker, JobEnd(1, "it failed", VisitProgress(), 1.0), later)
        assert [site.name for site in await take_all(queue, worker)] == ["ready"]

    with_queue(place, work)


def test_a_host_that_asks_for_rest_gets_it_from_all_its_sites(place: QueuePlace, roll: Roll) -> None:
    roll.add([row("a", "127.8.0.1"), row("b", "127.8.0.1"), row("c", "127.8.0.2")])

    async def work(queue: WorkerQueue) -> list[str]:
        worker = await queue.register("w", 9)
        first = await take_all(queue, worker)
        rest = Outlook(
            "waiting",
            datetime.now(UTC) + timedelta(hours=1),
            "leave me alone",
            rests=1,
            rest_until=datetime.now(UTC) + timedelta(hours=1),
        )
        for site in first:
            await queue.end(site, worker, DONE, rest if site.name == "a" else is_done())
        return [site.name for site in await take_all(queue, worker)]

    assert with_queue(place, work) == []


def test_what_a_dead_worker_held_waits_again_and_its_word_counts_no_more(
    place: QueuePlace, roll: Roll, connection: Connection
) -> None:
    roll.add([row("a")])

    async def work(queue: WorkerQueue) -> None:
        dead, alive = await queue.register("dead", 1), await queue.register("alive", 1)
        (held,) = await take_all(queue, dead)
        assert await queue.reap() == []
        silence(connection, dead)
        await queue.beat(alive, {})
        assert await queue.reap() == ["a"]
        assert not await queue.is_registered(dead), "its row was to leave, after its sites"
        assert await queue.beat(dead, {held: VisitProgress()}) == {}
        assert not await queue.owns(held)
        (again,) = await take_all(queue, alive)
        assert again.token > held.token
        assert not await queue.end(held, dead, DONE, is_done())
        assert await queue.end(again, alive, DONE, is_done())
        assert await queue.end(again, alive, DONE, is_done()), "said twice, for the answer was lost"

    with_queue(place, work)
    (site,) = all_sites(connection)
    assert (site["state"], site["published"]) == ("done", 3)
    assert connection.execute("SELECT count(*) AS n FROM fleet_endings").fetchone() == {"n": 1}


def test_a_job_whose_worker_left_no_row_is_found_as_well(place: QueuePlace, roll: Roll, connection: Connection) -> None:
    roll.add([row("a"), row("b")])

    async def work(queue: WorkerQueue) -> list[str]:
        dead = await queue.register("dead", 2)
        assert len(await take_all(queue, dead)) == 2
        await queue.unregister(dead)
        silence(connection, dead)
        return sorted(await queue.reap())

    assert with_queue(place, work) == ["a", "b"]


def test_a_worker_whose_row_was_removed_takes_nothing_and_learns_why(place: QueuePlace, roll: Roll) -> None:
    roll.add([row("a")])

    async def work(queue: WorkerQueue) -> int:
        removed, other = await queue.register("removed", 1), await queue.register("other", 1)
        await queue.unregister(removed)
        await queue.promote(1)
        with pytest.raises(ConnectorException) as caught:
            await queue.take(removed)
        assert isinstance(caught.value.__cause__, ForeignKeyViolation)
        return len(await take_all(queue, other))

    assert with_queue(place, work) == 1


def test_what_was_given_to_a_worker_whose_answer_was_lost_is_given_again(place: QueuePlace, roll: Roll) -> None:
    roll.add([row("a"), row("b"), row("c")])

    async def work(queue: WorkerQueue) -> None:
        worker = await queue.register("w", 3)
        await queue.promote(3)
        assert await queue.take(worker) is not None, "begun, and never heard of"
        assert await queue._app.job_manager.fetch_job(queues=["fleet"], worker_id=worker) is not None, "fetched only"
        held: list[Taken] = []
        while (site := await queue.take(worker, [each.id for each in held])) is not None:
            held.append(site)
        assert sorted(site.name for site in held) == ["a", "b", "c"]
        assert len(await queue.beat(worker, {site: VisitProgress() for site in held})) == 3
        for site in held:
            assert await queue.end(site, worker, DONE, is_done())

    with_queue(place, work)


def test_a_site_that_costs_worker_after_worker_is_parked(place: QueuePlace, roll: Roll, connection: Connection) -> None:
    roll.add([row("a")])

    async def work(queue: WorkerQueue) -> int:
        for number in range(MOST_LOSSES + 3):
            worker = await queue.register(f"w{number}", 1)
            if not await take_all(queue, worker):
                return number
            silence(connection, worker)
            await queue.reap()
        return -1

    assert with_queue(place, work) == MOST_LOSSES
    (site,) = all_sites(connection)
    assert (site["state"], site["reason"]) == ("parked", f"its worker was lost {MOST_LOSSES} times in a row")


@pytest.mark.parametrize(("lease", "lost"), [(1e5, []), (LEASE, ["a"])], ids=["too early", "they had two beats"])
def test_after_postgresql_was_away_workers_have_two_beats_to_say_that_they_live(
    place: QueuePlace, roll: Roll, connection: Connection, lease: float, lost: list[str]
) -> None:
    roll.add([row("a")])

    async def work(queue: WorkerQueue) -> list[str]:
        worker = await queue.register("w", 1)
        await take_all(queue, worker)
        silence(connection, worker, 1e6)
        return list(await queue.reap())

    assert with_queue(place, work, lease=lease) == lost


def test_pause_first_retry_and_remove(place: QueuePlace, roll: Roll, connection: Connection) -> None:
    roll.add([row("a"), row("b"), row("c"), row("d")])
    assert roll.pause(roll.matching(["a"]), paused=True) == 1
    assert roll.retry(roll.matching(["d"]), first=True) == 1
    assert roll.remove(roll.matching(["c"])) == 1

    async def work(queue: WorkerQueue) -> None:
        worker = await queue.register("w", 9)
        first, second = await take_all(queue, worker)
        assert (first.name, second.name) == ("d", "b")
        roll.pause(["d"], paused=True)
        roll.remove(["b"])
        assert await queue.beat(worker, {first: VisitProgress(), second: VisitProgress()}) == {
            (first.id, first.token): True
        }
        await queue.end(first, worker, DONE, Outlook("parked", datetime.now(UTC), "no"))
        assert await take_all(queue, worker) == []
        assert roll.retry(roll.matching(["state:parked"])) == 1
        assert roll.pause(["a"], paused=False) == 1
        assert {site.name for site in await take_all(queue, worker)} == {"a", "d"}

    with_queue(place, work)


def test_what_comes_first_overtakes_jobs_that_wait_already_once_its_host_is_free(place: QueuePlace, roll: Roll) -> None:
    roll.add([row("busy", "127.8.0.1"), row("urgent", "127.8.0.1"), row("a"), row("b")])

    async def work(queue: WorkerQueue) -> None:
        worker = await queue.register("w", 9)
        await queue.promote(9)
        busy = await queue.take(worker)
        assert busy is not None and busy.name == "busy"
        assert roll.retry(["urgent"], first=True) == 1
        await queue.reap()
        assert await queue.end(busy, worker, DONE, is_done())
        await queue.reap()
        following = await queue.take(worker)
        assert following is not None and following.name == "urgent"

    with_queue(place, work)


def test_a_site_paused_between_queue_and_worker_is_not_taken(place: QueuePlace, roll: Roll) -> None:
    roll.add([row("a")])

    async def work(queue: WorkerQueue) -> None:
        worker = await queue.register("w", 1)
        assert await queue.promote(5) == 1
        roll.pause(["a"], paused=True)
        assert await queue.take(worker) is None
        roll.pause(["a"], paused=False)
        assert len(await take_all(queue, worker)) == 1

    with_queue(place, work)


def test_a_list_added_twice_changes_how_and_keeps_what_became(
    place: QueuePlace, roll: Roll, connection: Connection
) -> None:
    assert roll.add([row("a"), row("b")]).new == 2

    async def work(queue: WorkerQueue) -> None:
        worker = await queue.register("w", 9)
        for site in await take_all(queue, worker):
            await queue.end(site, worker, DONE, is_done())

    with_queue(place, work)
    again = roll.add([row("a", every="weekly"), row("c")])
    assert (again.new, again.known) == (1, 1)
    assert [(site["name"], site["state"], site["every"]) for site in all_sites(connection)] == [
        ("a", "done", "weekly"),
        ("b", "done", None),
        ("c", "waiting", None),
    ]


def test_how_it_stands(place: QueuePlace, roll: Roll, connection: Connection) -> None:
    roll.add([row("a", extra={"city": "Ulm"}), row("b")])

    async def work(queue: WorkerQueue) -> None:
        worker = await queue.register("w", 3)
        one, _ = await take_all(queue, worker)
        await queue.end(
            one, worker, JobEnd(2, "no such option", VisitProgress(), 1.0), Outlook("parked", datetime.now(UTC), "no")
        )

    with_queue(place, work)
    found = standing(connection)
    assert (found.sites["parked"], found.sites["running"], found.total) == (1, 1, 2)
    assert [each["reason"] for each in found.failed] == ["no"]
    documented = (Path(__file__).parents[3] / "docs" / "fleet.md").read_text().partition("## JSON")[2]
    for key in {*found.as_plain(), *all_sites(connection)[0]}:
        assert f"`{key}`" in documented
    assert [(each["slots"], each["sites"]) for each in found.workers] == [(3, 1)]
    text = prometheus(found)
    assert 'recorder_fleet_sites{state="parked"} 1' in text.splitlines()
    assert all(line.startswith(("#", "recorder_fleet_")) for line in text.splitlines())


def test_what_recordings_say_is_unclear_is_kept_until_they_say_otherwise(
    place: QueuePlace, roll: Roll, connection: Connection
) -> None:
    doubts = ("Of 30 pages found, these are in doubt: 20.", "What was found may depend on the sample.")
    roll.add([row("a", "127.8.0.1"), row("b", "127.8.0.2")])

    async def visit(queue: WorkerQueue, unclear: tuple[str, ...] | None) -> None:
        worker = await queue.register("w", 9)
        for site in await take_all(queue, worker):
            said = unclear if site.name == "a" else ()
            assert await queue.end(site, worker, replace(DONE, unclear=said), is_done())
        await queue.unregister(worker)

    for said, kept in ((doubts, doubts), (None, doubts), ((), ())):
        with_queue(place, lambda queue, said=said: visit(queue, said))
        found = standing(connection)
        assert [tuple(site["unclear"]) for site in found.unclear] == [kept] * bool(kept)
        assert found.doubtful == len(found.unclear)
        assert f"recorder_fleet_sites_unclear {found.doubtful}" in prometheus(found)
        told = list(standing_lines(found))
        assert [line for line in told if "unclear" in line or "in doubt" in line] == (
            [
                "1 site may have too little or too much: its recording says what is unclear",
                "What is unclear",
                f"  a: {' '.join(doubts)}",
            ]
            if kept
            else []
        )
        roll.retry(["a", "b"])
