"""Whether it matters which of the pages found was given as the sample."""

import pytest

from recorder.patterns.classes.evidence import Urls
from recorder.patterns.classes.viewpoints import VIEWPOINTS, seen_from_others
from tests.patterns.classes.test_belief import HOST, shop

SAMPLE = f"{HOST}/books/ab.html"
TOLD = {SAMPLE: 1.0, f"{HOST}/": 0.0}


def seen(seed: int, *kinds: str) -> tuple[Urls, dict[str, float]]:
    """What was found, and what is believed of all from there."""
    pages = {page.url: page for page in shop(seed)}
    found = frozenset(url for url in pages if any(f"/{kind}/" in url for kind in kinds))
    return found, seen_from_others(pages, dict.fromkeys(pages, 0.5) | TOLD, found)


@pytest.mark.parametrize("seed", range(4))
def test_pages_of_one_kind_are_seen_alike_from_all_of_them(seed: int) -> None:
    found, views = seen(seed, "books")
    assert {url for url, belief in views.items() if belief >= 0.5} == found
    assert views[f"{HOST}/"] == 0


@pytest.mark.parametrize("seed", range(4))
def test_what_the_others_do_not_show_is_in_doubt(seed: int) -> None:
    found, views = seen(seed, "books", "authors")
    kinds = [[belief for url, belief in views.items() if f"/{kind}/" in url] for kind in ("books", "authors")]
    for beliefs in kinds:
        assert all(1 / VIEWPOINTS / 2 < belief < 1 for belief in beliefs)
    assert sum(map(sum, kinds)) < 0.75 * len(found)


def test_a_sample_alone_has_no_other_view() -> None:
    pages = {page.url: page for page in shop(0)}
    assert seen_from_others(pages, dict.fromkeys(pages, 0.5) | TOLD, frozenset({SAMPLE})) == {}


def test_of_several_samples_the_others_stay() -> None:
    pages = {page.url: page for page in shop(0)}
    samples = dict.fromkeys([SAMPLE, f"{HOST}/books/ac.html"], 1.0)
    views = seen_from_others(pages, dict.fromkeys(pages, 0.5) | TOLD | samples, frozenset(samples))
    assert views == {}
    views = seen_from_others(pages, dict.fromkeys(pages, 0.5) | TOLD | samples, frozenset({*samples, *pages}))
    assert views[max(samples)] == 1.0
