"""Which known URLs are nearest to one that is not known: for a person who mistyped it, or met another form of it."""

from collections.abc import Iterable, Iterator
from heapq import nlargest

from recorder.store.database import Store
from recorder.store.runs import Run

_COUNT = 3


def nearest_urls(store: Store, runs: Iterable[Run], url: str) -> tuple[str, ...]:
    """Of all pages and links that the newest run of each kind saw, those that share the most with `url`."""
    newest = {run.kind: run for run in sorted(runs, key=lambda run: run.id)}
    known = {known for run in newest.values() for known in _seen_by(store, run)}
    return tuple(nlargest(_COUNT, sorted(known), key=lambda other: _shared(url, other)))


def _seen_by(store: Store, run: Run) -> Iterator[str]:
    for page in store.pages.of_run(run.id):
        yield page.url
        for link in store.pages.links(page.id):
            yield link.url


def _shared(url: str, other: str) -> tuple[int, int]:
    """How many characters they have in common at beginning and end, and how little they differ in length."""
    begin = _alike(url, other)
    end = _alike(url[begin:][::-1], other[begin:][::-1])
    return begin + end, -abs(len(url) - len(other))


def _alike(one: str, other: str) -> int:
    """How many characters they begin with in common."""
    return next(
        (count for count, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
