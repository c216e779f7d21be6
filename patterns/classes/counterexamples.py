"""What pages that a person does not mean say of the others: which of those taken for targets are rather of their kind
than of the samples'. Only the pages taken are looked at, so what all of these have in common counts for nothing.
"""

from collections.abc import Mapping, Sequence

from recorder.patterns.classes.aspects import likenesses
from recorder.patterns.classes.belief import Beliefs
from recorder.patterns.classes.belief_tables import learnt_tables
from recorder.patterns.classes.evidence import SeenPage, Urls
from recorder.patterns.classes.opinions import log_odds

FORMER = 4
"""How much it counts that a page was believed more than the one that is not meant, beside what tells the two apart.
With one wrong page of each of 59 lessons the mean F1 judged is .722 before, .817 at 2, .801 at 4, .792 at 8; of 30 of
other sites .801, .833, .875 at 4. Where few of many pages are wrong, the rest is held the better the more it counts.
"""


def of_their_kind(pages: Sequence[SeenPage], beliefs: Mapping[str, float], samples: Urls, unlike: Urls) -> Urls:
    """The pages that are rather of the kind of one that is not meant. `beliefs`: before anybody said so."""
    places = {page.url: place for place, page in enumerate(pages)}
    aspects, tables = likenesses(pages), learnt_tables()
    ours, theirs = {places[url] for url in samples}, [places[url] for url in unlike]
    former = [log_odds(beliefs[url]) for url in places]
    found: set[str] = set()
    for one in theirs:
        like_ours = Beliefs(aspects, ours, {one}).by(tables)
        like_this = Beliefs(aspects, {one}, ours).by(tables)
        for url, place in places.items():
            told_apart = log_odds(like_ours[place]) - log_odds(like_this[place])
            if FORMER * (former[place] - former[one]) + told_apart < 0:
                found.add(url)
    return frozenset(found) - samples
