"""What was believed of the pages of a mapping, saved with its recording; and made of it again, what a crawl goes by
where it meets other pages.
"""

from collections.abc import Callable, Mapping, Set

from recorder.knowledge.pages_again import PagesAgain
from recorder.patterns.classes.newcomers import Newcomers
from recorder.patterns.classes.page_class import PageClass
from recorder.store.recordings import Recording
from recorder.store.rows import Json

BELIEFS = "beliefs"
"""The key among what is kept as evidence for a recording's threshold."""

_DIGITS = 4
_LEAST = 10**-_DIGITS
"""Only in pages that were known from the start is a belief kept as 0 or 1."""


def beliefs_kept(
    beliefs: Mapping[str, float], targets: Set[str], repeats: Set[str], page_ids: Mapping[str, int]
) -> Json:
    """As it is stored: a row for every page, which is a target, none, or (null) only says one again. Nothing where
    there are no beliefs.
    """
    known = sorted(beliefs.keys() & page_ids.keys())
    rows = [[page_ids[url], _rounded(beliefs[url]), None if url in repeats else url in targets] for url in known]
    return {BELIEFS: rows} if rows else {}


def _rounded(belief: float) -> float:
    return belief if belief in {0, 1} else min(1 - _LEAST, max(_LEAST, round(belief, _DIGITS)))


def load_newcomers(
    recording: Recording, pages: PagesAgain, learnt: PageClass, leads_to: Callable[[str], bool]
) -> Newcomers | None:
    """`leads_to` tells of an address whether the pattern does. None where structure alone tells which of the known
    pages are targets, and where there are no beliefs: in databases from before they were kept, where a person chose the
    cut, and where a pattern was imported.
    """
    kept = (recording.threshold_evidence or {}).get(BELIEFS)
    found, beliefs, targets, repeats = [], {}, set(), set()
    for page_id, belief, is_target in kept if isinstance(kept, list) else ():
        if page := pages.page(page_id):
            found.append(page)
            beliefs[page.url] = belief
            if is_target:
                targets.add(page.url)
            if is_target is None:
                repeats.add(page.url)
    samples = frozenset(url for url, belief in beliefs.items() if belief == 1)
    told = (
        learnt.accepts(page.folded, promised=True) == (page.url in targets or page.url in repeats) for page in found
    )
    if not samples or all(told):
        return None
    met = frozenset(filter(leads_to, beliefs))
    return Newcomers(found, beliefs, frozenset(targets), frozenset(repeats), samples, met)
