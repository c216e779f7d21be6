"""`recorder links`, as functions: what kinds of pages the links of a site lead to, learnt from the stored hub pages.

Works on what is stored and fetches nothing. A mapping learns its own classes (`mapping/class_pruning.py`); what a
person's marks do is in `link_marks`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from recorder.patterns.prototypes.hubset import ENOUGH_HUBS, Hubset
from recorder.patterns.prototypes.learning import learn_prototypes
from recorder.patterns.prototypes.prototype import Prototype, Prototypes
from recorder.patterns.urls.url import Url
from recorder.runtime.errors import RecorderError, UsageError
from recorder.store.database import Store
from recorder.store.page import HUB
from recorder.store.prototypes import PrototypeRow
from recorder.store.recordings import Recording

FEW_HUBS = 2 * ENOUGH_HUBS
"""Least hub pages to learn from them alone: half of them would still be enough."""


@dataclass(frozen=True)
class LinkClasses:
    """The prototypes of a recording, and the number of hubs they were learnt from."""

    recording: str
    hubs: int
    prototypes: Prototypes
    marks: Mapping[str, bool]
    """The patterns of the classes a person has marked: wanted, or not wanted."""
    remarks: tuple[str, ...] = ()
    """What a person should know of the marks that were given last."""

    def named(self, name: str) -> Prototype:
        """The class of this name or pattern."""
        for each in self.prototypes.ordered:
            if name in (each.name, each.pattern):
                return each
        raise UsageError(f"There is no class {name!r}.", "See `recorder links`: a class is meant by name or pattern.")

    @property
    def are_enough(self) -> bool:
        """Whether there were enough hubs to trust their shares."""
        return self.hubs >= ENOUGH_HUBS


def learn_link_classes(store: Store, recording: Recording) -> LinkClasses:
    """From the stored hub pages and answers of forms, whatever run fetched them."""
    hubset = Hubset.of(hubs_of(store, recording))
    if not hubset.size:
        raise RecorderError(
            f"No page of {recording.name} that leads on to others is stored.",
            "Run `recorder record` again, with the same words, to finish the recording; then `recorder crawl`.",
        )
    marks = store.prototypes.marks(recording.id)
    return LinkClasses(recording.name, hubset.size, learn_prototypes(hubset), marks)


def mark_link_classes(
    store: Store, recording: Recording, learnt: LinkClasses, marks: Mapping[str, bool | None]
) -> LinkClasses:
    """Store the classes in place of those before, and mark some, by name or pattern, as wanted or not; None takes a
    mark away.
    """
    meant = {learnt.named(name): wanted for name, wanted in marks.items()}
    with store.recordings.hold(recording):
        lost = store.prototypes.save(recording.id, _rows(learnt.prototypes)).result()
        for prototype, wanted in meant.items():
            store.prototypes.mark(recording.id, prototype.pattern, wanted).result()
    gone = [f"The class {pattern} that you marked is no more; its mark is gone with it." for pattern in lost]
    ignored = [prototype for prototype, wanted in meant.items() if wanted is False]
    remarks = (*gone, *_swallowed(store, recording, learnt, ignored))
    return replace(learnt, marks=store.prototypes.marks(recording.id), remarks=remarks)


def _swallowed(store: Store, recording: Recording, learnt: LinkClasses, ignored: Iterable[Prototype]) -> Iterator[str]:
    """What the ignored classes cost: a person may have meant another class."""
    targets = [target.url for target in store.targets.list(recording.id)]
    runs = store.runs.all(recording.id)
    hubs = [page.url for page in store.pages.of_run(runs[-1].id, HUB) if page.url != recording.entry_url]
    for prototype in ignored:
        held = [
            f"{inside} of the {len(urls)} {what}"
            for urls, what in ((targets, "targets that were collected"), (hubs, "pages on the way to targets"))
            if (inside := sum(learnt.prototypes.matching(url) == prototype for url in urls))
        ]
        if held:
            yield (
                f"The class {prototype.name} holds {' and '.join(held)}: they are not fetched any more, nor is what"
                " they alone lead to. Take the mark away if that is not what you want."
            )


def hubs_of(store: Store, recording: Recording) -> list[list[str]]:
    """The links of each stored hub; where those are few, of the other pages that are no targets, too. Links to hosts
    without hubs are left out: their shares mean nothing.
    """
    known = store.prototypes.hubs(recording.id)
    if len(known) < FEW_HUBS:
        known = store.prototypes.hubs(recording.id, others=True)
    homes = {Url(hub.url).origin for hub in known}
    return [[link for link in hub.links if Url(link).origin in homes] for hub in known]


def _rows(prototypes: Prototypes) -> Iterable[PrototypeRow]:
    for number, each in enumerate(prototypes.ordered, 1):
        yield PrototypeRow(
            number=number,
            name=each.name,
            pattern=each.pattern,
            hubs=each.hubs,
            links=each.links,
            template=each.template,
            examples=each.examples,
        )
