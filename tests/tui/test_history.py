"""The history of a record, as the terminal UI shows it."""

from functools import partial
from pathlib import Path

from recorder.store import NewPage, open_store
from recorder.tui.app import RecorderApp
from tests.recorder.small_shop import SITE
from tests.tui.conftest import PEOPLE, press, running, text_of, until


async def test_the_history_of_a_record_is_told_with_a_line_of_its_numbers(full: Path) -> None:
    async with running(full) as pilot:
        app = pilot.app
        for born in ("", "1700", "1790"):
            if born:
                await _born_anew(full, 22, born)
            await press(pilot, "7", "x")
            await until(pilot, lambda: not app.session.running)
            await until(pilot, partial(_shows, app, born))
        await press(pilot, "h")
        assert "Nothing in this record has changed" in text_of(app)
        await press(pilot, "escape", "down", "down", "h")
        shown = [" ".join(line.split()) for line in text_of(app).splitlines()]
        assert any("History of /book/22" in line for line in shown)
        assert any("born █▁█ 2 changes" in line for line in shown)
        assert any("1802 1700" in line for line in shown) and any("1700 1790" in line for line in shown)


def _shows(app: RecorderApp, words: str) -> bool:
    return words in text_of(app)


async def _born_anew(database: Path, number: int, born: str) -> None:
    """Another crawl, which finds all as it was but for one page."""
    with open_store(database) as store:
        run = await store.runs.begin(1, "crawl")
        for each, name in enumerate(PEOPLE, 20):
            rows = f"<tr><th>Born<td>{born if each == number else 1780 + each}<tr><th>Known for<td>thing {each - 20}"
            body = f"<title>{name}</title><h1>{name}</h1><table>{rows}</table>".encode()
            page = NewPage(
                run_id=run.id, url=f"{SITE}/book/{each}", role="target", title=name, body=body, content_type="text/html"
            )
            await store.pages.record(page)
        await store.runs.end(run.id, "done")
