"""Lists whose pages are turned by sending a form, as ASP.NET does: all that they list is collected."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.recorder.conftest import Command
from tests.recorder.probing.desks import PAPERS, Asked, Desk, Library, Told, collected, listed, page, papers

A_FEW, WINDOW = 3, 5
LAST = PAPERS // A_FEW
Pager = Callable[[int], dict[str, tuple[str, str, int]]]
"""From the number of a page to what its links say: target, argument, and the page they lead to."""


def numbered(at: int) -> dict[str, tuple[str, str, int]]:
    """The grid is told the number, and it shows a window of them."""
    first = (at - 1) // WINDOW * WINDOW + 1
    shown = {str(to): ("main$grid", f"Page${to}", to) for to in range(first, min(first + WINDOW, LAST + 1)) if to != at}
    after = {"...": ("main$grid", f"Page${first + WINDOW}", first + WINDOW)} if first + WINDOW <= LAST else {}
    return shown | after


def named(at: int) -> dict[str, tuple[str, str, int]]:
    """Every link has a name of its own, which on the next window means another page."""
    first = (at - 1) // WINDOW * WINDOW + 1
    pages = range(first, min(first + WINDOW, LAST + 1))
    shown = {str(to): (f"main$pager$link{to - first:02}", "", to) for to in pages if to != at}
    after = {"...": (f"main$pager$link{WINDOW:02}", "", first + WINDOW)} if first + WINDOW <= LAST else {}
    return shown | after


def next_only(at: int) -> dict[str, tuple[str, str, int]]:
    return {"Next": ("main$grid", "Page$Next", at + 1)} if at < LAST else {}


class Grid:
    """The last papers first. Serves only whoever sends the state of the page where the link stood."""

    def __init__(self, pager: Pager) -> None:
        self.pager = pager
        self.states: dict[str, int] = {}

    def __call__(self, asked: Asked) -> Told:
        at = 1
        if asked.method == "POST":
            was = self.states.get(asked.said("__VIEWSTATE"), 0)
            clicked = asked.said("__EVENTTARGET"), asked.said("__EVENTARGUMENT")
            leads = [to for target, argument, to in self.pager(was).values() if (target, argument) == clicked]
            if not leads:
                return Told("<p>Never do that.</p>", 500)
            at = leads[0]
        state = f"dDwtMTA4NzQ5{len(self.states):04}zM7Oz4"
        self.states[state] = at
        links = "".join(
            f"<a href=\"javascript:__doPostBack('{target}','{argument}')\">{text}</a> "
            for text, (target, argument, _) in self.pager(at).items()
        )
        sort = "<a href=\"javascript:__doPostBack('main$grid','Sort$Title')\">Title</a>"
        drop = "<a href=\"javascript:__doPostBack('main$grid$drop','')\">Delete all</a>"
        hidden = "".join(
            f"<input type=hidden name={name} value='{value}'>"
            for name, value in (("__VIEWSTATE", state), ("__EVENTTARGET", ""), ("__EVENTARGUMENT", ""))
        )
        shown = listed([PAPERS - number for number in range((at - 1) * A_FEW, at * A_FEW)])
        return Told(page("Grid", f"<form method=post>{hidden}{sort}{shown}<p>{links}</p>{drop}</form>"))


@pytest.mark.parametrize("pager", [numbered, named, next_only])
def test_all_that_is_listed_is_collected(recorder: Command, tmp_path: Path, pager: Pager) -> None:
    grid, database = Grid(pager), tmp_path / "library.db"
    with Library({"grid": Desk(grid, grid)}) as library:
        plain = "--db", database, "--render", "never", "--json"
        done = recorder("record", f"{library.base}/", "--like", library.sample, *plain)
        assert done.code == 0, done.err
        done = recorder("crawl", *plain)
        assert done.code == 0, done.err
        assert collected(database, done.json["run"]) == papers(library, range(1, PAPERS + 1))
        before = library.asked["/desk/grid"]
        done = recorder("crawl", *plain)
        assert done.json["unchanged"] == PAPERS
        assert library.asked["/desk/grid"] - before <= 2 * LAST
    assert not re.search("error", done.err, re.IGNORECASE)
