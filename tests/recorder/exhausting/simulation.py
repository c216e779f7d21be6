"""A known set of records that an exhaustion asks, without any site: what it would be answered, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from recorder.exhausting.answers import Ask
from recorder.exhausting.exhaustion import End, Exhaustion, Goal
from recorder.exhausting.questions import FormQuestions
from recorder.patterns.navigation.pattern import Parameter
from recorder.patterns.pages.words import words_of

A_PAGE = 20
BOX = Parameter("q", required=True, example="x", default=("",))
SEEDS = 5


@dataclass
class Simulation:
    """Records are titles and texts, by their numbers."""

    records: Sequence[tuple[str, str]]
    limit: int | None = None
    titles: bool = False
    select: Mapping[str, Sequence[int]] = field(default_factory=dict)
    bounds: Goal = field(default_factory=Goal)

    def __post_init__(self) -> None:
        self.postings: dict[str, list[int]] = {}
        for number, (title, text) in enumerate(self.records):
            for word in words_of(title if self.titles else f"{title} {text}"):
                self.postings.setdefault(word, []).append(number)
        fields = (Parameter("of", kind="select", options=tuple(self.select)),) if self.select else ()
        self.state = Exhaustion(FormQuestions(BOX, fields), self.bounds)
        self.lanes: dict[int, int] = {}
        self.asked: list[Ask] = []

    def run(self) -> End:
        """To its end, as a crawl does it."""
        for number in range(min(SEEDS, len(self.records))):
            self.state.vocabulary.add(str(number), *self.records[number])
        cut: set[int] = set()
        while True:
            self.state.settle(set(self.state.answers) - set(self.lanes), cut)
            wanted = self.state.prove() or self.state.values()
            if not wanted:
                if (lane := self.state.lane(self.lanes)) is not None:
                    self._hear(lane)
                    continue
                if self.lanes:
                    cut |= set(self.lanes)
                    self.lanes.clear()
                    continue
                wanted = self.state.next()
            if isinstance(wanted, End):
                return wanted
            first = len(self.asked) + 1
            self.asked += wanted
            for number, ask in enumerate(wanted, first):
                self.state.ask(number, ask)
            for number in range(first, len(self.asked) + 1):
                self._hear(number)

    def _hear(self, number: int) -> None:
        found, page = self._found(dict(self.state.answers[number].ask.given)), self.lanes.pop(number, 0)
        shown = found[: self.limit]
        rows = shown[page * A_PAGE : (page + 1) * A_PAGE]
        self.state.hear(number, frozenset(map(str, rows)), f"Results: {len(found)} records found")
        for row in rows:
            self.state.read(str(row), str(row), *self.records[row])
        if len(shown) > (page + 1) * A_PAGE:
            self.lanes[number] = page + 1

    def _found(self, given: Mapping[str, str]) -> list[int]:
        found = (
            self.postings.get(given.get("q", ""), [])
            if "q" in given
            else list(self.select.get(given.get("of", ""), ()))
        )
        return sorted(found, key=lambda number: (number * 7919) % 104729)
