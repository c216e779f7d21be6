"""Word sets of the stored target pages, to recognise them after a redesign. Fetches nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.words import Rarity, words_of
from recorder.store.database import Store
from recorder.store.frontier import request_key
from recorder.store.page import TARGET, StoredPage
from recorder.store.recordings import Recording
from recorder.store.runs import Run

_MOST_OTHERS = 40
"""Most targets, besides the samples, that are looked for."""
_MOST_COMPARED = 200
"""Most pages that say how rare a word is on the site."""
_T = TypeVar("_T")


@dataclass(frozen=True)
class Original:
    """A page as it was: where it stood, where its redirects ended, and the words of its title and of all of it."""

    url: str
    final_url: str
    title: frozenset[str]
    words: frozenset[str]


@dataclass(frozen=True)
class Originals:
    """The stored samples, other stored targets, and how rare words are on the site that had them."""

    samples: tuple[Original, ...]
    others: tuple[Original, ...]
    rarity: Rarity[str]

    @property
    def all(self) -> tuple[Original, ...]:
        """The samples first."""
        return (*self.samples, *self.others)


def load_originals(store: Store, recording: Recording) -> Originals:
    """From whatever run saw them as targets last; other targets from the run that collected most."""
    runs = store.runs.all(recording.id)
    samples = tuple(filter(None, (_sample(store, recording, runs, url) for url in recording.samples)))
    fullest = max(runs, key=lambda run: (run.targets, run.id), default=None)
    if fullest is None:
        return Originals(samples, (), Rarity(()))
    known = {each.url for each in samples}
    others = _read(store, fullest, _MOST_OTHERS, TARGET)
    rarity = Rarity([page.words for page in _read(store, fullest, _MOST_COMPARED)])
    return Originals(samples, tuple(each for each in others if each.url not in known), rarity)


def _sample(store: Store, recording: Recording, runs: Iterable[Run], url: str) -> Original | None:
    """Its newest copy that was like the sample: a later one may be what took its place."""
    key = request_key(url)
    copies = (store.pages.find(run.id, key) for run in sorted(runs, key=lambda run: -run.id))
    alike = next((page for page in copies if page and page.role == TARGET and page.body_id is not None), None)
    page = alike or store.pages.last_with_body(recording.id, key)
    return None if page is None else _original(store, page)


def _read(store: Store, run: Run, most: int, role: str | None = None) -> Iterator[Original]:
    for page in store.pages.some(spread(store.pages.ids(run.id, role), most)):
        if page.body_id is not None and page.method == "GET":
            yield _original(store, page)


def _original(store: Store, page: StoredPage) -> Original:
    document = Document.parse(store.pages.body(page.id) or b"", content_type=page.content_type, url=page.final_url)
    title = words_of(document.title)
    return Original(page.url, page.final_url, title, title | words_of(document.text))


def spread(all_: Sequence[_T], most: int) -> Sequence[_T]:
    """At most `most` of them, evenly from beginning to end."""
    return all_[:: max(1, -(-len(all_) // most))]
