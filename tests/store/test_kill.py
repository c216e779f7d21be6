"""SIGKILL at random moments: nothing committed is lost, nothing is half there, and the work goes on to the same end."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from recorder.store import LinkRow, NewPage, QueuedRequest, Store, StoredPage, open_store
from tests.store.conftest import problems

PAGES = 5000  # more than are done when it is killed for the last time
KILLS = [12, pytest.param(30, marks=pytest.mark.slow)]

# Page n of a site that is a tree: its links are its children, which are what it adds to the frontier.
CRAWLER = "from tests.store.test_kill import crawl_on; import sys; crawl_on(sys.argv[1])"


def children(number: int) -> list[str]:
    return [str(child) for child in range(3 * number + 1, min(3 * number + 4, PAGES))]


def new_page(run_id: int, url: str, frontier_id: int) -> NewPage:
    links = children(int(url))
    return NewPage(
        run_id=run_id,
        url=url,
        role="target" if int(url) % 2 else "hub",
        body=f"page {url} ".encode() * 200,
        text=f"word{url} every page",
        links=(*(LinkRow(link) for link in links), LinkRow("last")),
        frontier_id=frontier_id,
        follow=tuple(QueuedRequest(url=link) for link in links),
    )


def crawl_on(path: str) -> None:
    """Begin or go on, saying on standard output what is known to be on disk."""
    with open_store(path, create=True) as store:
        if not store.recordings.all():
            store.recordings.create("tree", "0", [], {}).result()
        with store.recordings.hold(store.recordings.find()) as _:
            run = store.runs.unfinished(store.recordings.find().id, "crawl")
            if run is None:
                run = store.runs.begin(store.recordings.find().id, "crawl").result()
            store.runs.resume(run.id)
            store.frontier.add(run.id, [QueuedRequest(url="0")])
            while rows := store.frontier.claim(run.id, 7).result():
                waiting = [(row.url, store.pages.record(new_page(run.id, row.url, row.id))) for row in rows]
                for url, written in waiting:
                    written.result()
                    sys.stdout.write(f"{url}\n")
                    sys.stdout.flush()
            store.runs.end(run.id, "done").result()


def start(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", CRAWLER, str(path)], stdout=subprocess.PIPE, text=True)


def killed_after(path: Path, pages: int, seconds: float) -> set[str]:
    """Run the crawler, and kill it so long after it said that so many pages are on disk: all that it said was."""
    process = start(path)
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(pages)]
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate(timeout=60)
    # The last line may have been cut by the kill.
    return {line.strip() for line in [*said, *rest.splitlines(keepends=True)] if line.endswith("\n")}


def is_begun(store: Store) -> bool:
    """Whether there is anything to check."""
    return bool(store.recordings.all() and store.runs.all(store.recordings.find().id))


def is_whole(store: Store, page: StoredPage, known: set[str]) -> bool:
    """The page, its links, its body and what it added to the frontier are all there."""
    links = children(int(page.url))
    return (
        [link.url for link in store.pages.links(page.id)] == [*links, "last"]
        and store.pages.body(page.id) == f"page {page.url} ".encode() * 200
        and known.issuperset(links)
    )


def check(store: Store, said: set[str]) -> None:
    assert not problems(store)
    recording = store.recordings.find()
    [run] = store.runs.all(recording.id)
    pages = list(store.pages.of_run(run.id))
    urls = [page.url for page in pages]
    assert len(urls) == len(set(urls))
    assert said <= set(urls)
    with store.recordings._access.reading() as connection:
        states = dict(connection.execute("SELECT url, state FROM frontier WHERE run_id = ?", (run.id,)))
    assert {url for url, state in states.items() if state == "done"} == set(urls)
    assert sum(state == "claimed" for state in states.values()) <= 7
    assert all(is_whole(store, page, set(states)) for page in pages)
    targets = {page.url for page in pages if page.role == "target"}
    assert {target.url for target in store.targets.list(recording.id)} == targets
    assert len(store.targets.search(recording.id, "every page", PAGES)) == len(targets)


@pytest.mark.parametrize("kills", KILLS)
def test_killed_at_random_moments_it_ends_as_if_undisturbed(path: Path, kills: int) -> None:
    chance = random.Random(7)
    said: set[str] = set()
    for kill in range(kills):
        if kill < 5:  # while it starts, makes the database or begins the run
            said |= killed_after(path, 0, chance.uniform(0.1, 0.4))
        else:
            said |= killed_after(path, chance.randrange(1, 30), chance.uniform(0, 0.01))
        if path.exists() and path.stat().st_size:
            with open_store(path) as store:
                if is_begun(store):
                    check(store, said)
    with open_store(path) as store:
        [run] = store.runs.all(store.recordings.find().id)
        assert run.status == "running", "it came to its end before the last kill"
    last = start(path)
    said |= set(last.communicate(timeout=60)[0].split())
    assert last.returncode == 0
    with open_store(path) as store:
        check(store, said)
        [run] = store.runs.all(run.recording_id)
        assert (run.status, run.pages) == ("done", PAGES)
        assert store.frontier.counts(run.id) == {"done": PAGES}
