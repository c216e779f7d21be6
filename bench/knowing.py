"""What an exhaustion would cost that knew the database: always the word, and as many pages of its answer, that bring
most new records a page. Nobody can choose so; it says how much of the cost is for not knowing.
"""

from collections import defaultdict
from heapq import heapify, heappop, heapreplace

from bench.hidden_catalogue import A_PAGE, Catalogue, place
from recorder.patterns.pages.words import words_of


def knowing(site: Catalogue) -> list[tuple[int, int]]:
    """How many records are known after how many result pages."""
    pages, known = _pages(site), set[int]()
    waiting = [(-_best(each, known)[0], word) for word, each in pages.items()]
    heapify(waiting)
    curve: list[tuple[int, int]] = []
    while waiting:
        promised, word = waiting[0]
        brings, count = _best(pages[word], known)
        if not brings:
            heappop(waiting)
        elif brings < -promised:  # less than when it was looked at last: others may bring more now
            heapreplace(waiting, (-brings, word))
        else:
            for page in pages[word][:count]:
                known |= page
                curve.append((len(curve) + 1, len(known)))
            del pages[word][:count]
    return curve


def _pages(site: Catalogue) -> dict[str, list[frozenset[int]]]:
    """What is shown of the answer to each word."""
    manners, answers = site.manners, defaultdict[str, list[int]](list)
    for number in sorted(range(1, len(site.rows) + 1), key=place):
        title, _, text = site.rows[number - 1]
        text = title if manners.titles else f"{title} {text}"
        for word in words_of(text):
            answers[word].append(number)
    shown = {word: found[: manners.limit] for word, found in answers.items()}
    most = None if manners.pages else 1
    return {
        word: [frozenset(found[at : at + A_PAGE]) for at in range(0, len(found), A_PAGE)][:most]
        for word, found in shown.items()
    }


def _best(pages: list[frozenset[int]], known: set[int]) -> tuple[float, int]:
    """New records a page, and for how many of the next pages that holds."""
    best, count, new = 0.0, 0, 0
    for number, page in enumerate(pages, 1):
        new += len(page - known)
        if new / number > best:
            best, count = new / number, number
    return best, count
