"""Whether it matters which page was given as the sample: what would be believed if others of the pages found had been.
Where all of them show the same pages, one is as good as another; where they do not, what was found is the sample's own
view. Changes no verdict.
"""

from collections.abc import Mapping
from statistics import fmean

from recorder.patterns.classes.aspects import likenesses
from recorder.patterns.classes.belief import Beliefs
from recorder.patterns.classes.belief_tables import learnt_tables
from recorder.patterns.classes.evidence import SeenPage, Urls, some_of

EVEN = 0.5
"""Belief above which a page is rather of the class."""

VIEWPOINTS = 6
"""Pages found that are taken for the sample, one after the other."""


def seen_from_others(pages: Mapping[str, SeenPage], beliefs: Mapping[str, float], found: Urls) -> dict[str, float]:
    """How many of these, as a share, show each page as one of the class rather than not. `beliefs`: how far each is
    believed, wholly or not at all what was known from the start. Nothing where nothing else was found.
    """
    places = {url: place for place, url in enumerate(beliefs)}
    samples, apart = ({places[url] for url, belief in beliefs.items() if belief == known} for known in (1, 0))
    others = [places[url] for url in sorted(some_of(found & beliefs.keys() - _known(beliefs), VIEWPOINTS))]
    if not others:
        return {}
    given = Beliefs(likenesses([pages[url] for url in beliefs]), samples, apart)
    kept = samples - {min(samples)}
    views = [given.seen_from(kept | {other}).by(learnt_tables()) for other in others]
    shares = (fmean(belief >= EVEN for belief in of_page) for of_page in zip(*views, strict=True))
    return dict(zip(beliefs, shares, strict=True))


def _known(beliefs: Mapping[str, float]) -> set[str]:
    return {url for url, belief in beliefs.items() if belief in {0, 1}}
