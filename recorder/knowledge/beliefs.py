"""What was believed of the pages of a mapping, saved with its recording; and made of it again, what a crawl goes by
where it meets other pages.
"""

from collections.abc import Mapping, Set

from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.classes.labels import short_lines
from recorder.patterns.classes.newcomers import Newcomers
from recorder.patterns.classes.page_class import PageClass
from recorder.patterns.pages.trees import Tree
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.rows import Json
from recorder.visiting.page_reader import Reader, ReadPage

BELIEFS = "beliefs"
"""The key among what is kept as evidence for a recording's threshold."""

_DIGITS = 4
_LEAST = 10**-_DIGITS
"""Only in pages that were known from the start is a belief kept as 0 or 1."""


def seen_page(page: ReadPage, tree: Tree | None = None) -> SeenPage:
    """What is looked at of a page to tell what it is. `tree`: its own, if it was grown for another page."""
    labels = short_lines(page.text, (link.text for link in page.links))
    return SeenPage(page.url, tree or page.tree, labels=labels, links=page.links, heading=page.heading)


def beliefs_kept(beliefs: Mapping[str, float], targets: Set[str], page_ids: Mapping[str, int]) -> Json:
    """As it is stored: a row for every page. Nothing where there are no beliefs."""
    known = beliefs.keys() & page_ids.keys()
    rows = [[page_ids[url], _rounded(beliefs[url]), url in targets] for url in sorted(known)]
    return {BELIEFS: rows} if rows else {}


def _rounded(belief: float) -> float:
    return belief if belief in {0, 1} else min(1 - _LEAST, max(_LEAST, round(belief, _DIGITS)))


class PagesAgain:
    """Stored pages, each read once."""

    def __init__(self, store: Store, reader: Reader) -> None:
        self._store = store
        self._reader = reader
        self._read: dict[int, SeenPage] = {}

    def page(self, page_id: int) -> SeenPage | None:
        """None where nothing is stored."""
        if page_id not in self._read:
            stored, body = self._store.pages.with_body(page_id)
            if stored is None or body is None:
                return None
            self._read[page_id] = seen_page(self._reader.read(stored.final_url, body, stored.content_type))
        return self._read[page_id]


def load_newcomers(recording: Recording, pages: PagesAgain, learnt: PageClass) -> Newcomers | None:
    """None where structure alone tells which of the known pages are targets, and where there are no beliefs: in
    databases from before they were kept, where a person chose the cut, and where a pattern was imported.
    """
    kept = (recording.threshold_evidence or {}).get(BELIEFS)
    found, beliefs, targets = [], {}, set()
    for page_id, belief, is_target in kept if isinstance(kept, list) else ():
        if page := pages.page(page_id):
            found.append(page)
            beliefs[page.url] = belief
            if is_target:
                targets.add(page.url)
    samples = frozenset(url for url, belief in beliefs.items() if belief == 1)
    if not samples or all(learnt.accepts(page.folded, promised=True) == (page.url in targets) for page in found):
        return None
    return Newcomers(found, beliefs, frozenset(targets), samples)
