"""Which pages stand nearest to the sample: a list of its own, if it is long enough to show what varies."""

from recorder.patterns.classes.evidence import Evidence, SeenPage
from recorder.patterns.classes.exemplars import MANY, closest_siblings, siblings_of_the_sample
from recorder.patterns.classes.memory import Memory
from tests.patterns.invented_pages import Press

HOST = "http://h"
PLACE = "html/body/main/ul/li/a"
OVERVIEW = "package-summary.html"
NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")


def evidence(own: int, elsewhere: int) -> Evidence:
    """Folders of pages with an overview in each; `own` of them in one list with the sample, in its folder."""
    tree = Press(1).page("help")
    listed = frozenset({(f"{HOST}/mine/", PLACE)})
    urls = [f"{HOST}/mine/{name}.html" for name in NAMES[:own]]
    beside = [*urls, f"{HOST}/mine/{OVERVIEW}", f"{HOST}/mine/package-tree.html"]
    pages = [SeenPage(url, tree, frozenset({PLACE}), listed) for url in beside]
    for number in range(elsewhere):
        folder = f"{HOST}/other{'abcdefgh'[number]}"
        pages += [SeenPage(f"{folder}/{name}.html", tree, frozenset({PLACE})) for name in NAMES[:6]]
        pages += [SeenPage(f"{folder}/{name}", tree) for name in (OVERVIEW, "package-tree.html")]
    return Evidence(pages, frozenset({urls[0]}), f"{HOST}/", Memory())


def closest(of: Evidence) -> set[str]:
    return set(closest_siblings(of, siblings_of_the_sample(of)))


def test_a_long_list_of_its_own_folder_is_nearest() -> None:
    found = closest(evidence(MANY + 1, 4))
    assert found == {f"{HOST}/mine/{name}.html" for name in NAMES[: MANY + 1]}


def test_a_short_list_gives_way_to_all_that_stand_in_such_places() -> None:
    """The overviews that every folder has make it no longer."""
    found = closest(evidence(MANY - 2, 4))
    assert len(found) >= 4 * 6
    assert any("/othera/" in url for url in found)
