"""A hidden catalogue that an exhaustion asks without HTTP: what it would be answered, page by page. Many runs, and
large catalogues, take seconds so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bench.hidden_catalogue import A_PAGE, LINKED, Catalogue, parameters_of
from recorder.exhausting.answers import Ask
from recorder.exhausting.exhaustion import Exhaustion
from recorder.exhausting.goal import End, Goal
from recorder.exhausting.questions import FormQuestions
from recorder.patterns.navigation.pattern import FormStep


@dataclass
class AskedInProcess:
    """From the first records of the catalogue to the end."""

    site: Catalogue
    bounds: Goal = field(default_factory=Goal)
    kind: type[Exhaustion] = Exhaustion

    def __post_init__(self) -> None:
        step = FormStep("GET", "http://catalogue/find", parameters=parameters_of(self.site))
        self.state = self.kind(FormQuestions.of(step), self.bounds)
        self.lanes: dict[int, int] = {}
        self.found: dict[int, list[int]] = {}
        self.asked: list[Ask] = []

    def run(self) -> End:
        """To its end, as a crawl does it."""
        for number in range(1, min(LINKED, len(self.site.rows)) + 1):
            self._read(number)
        while True:
            self.state.settle(set(self.state.answers) - set(self.lanes), frozenset())
            wanted = self.state.prove() or self.state.values()
            if not wanted:
                if (lane := self.state.lane(self.lanes)) is not None:
                    self._hear(lane)
                    continue
                wanted = self.state.next()
            if isinstance(wanted, End):
                return wanted
            self._ask(wanted)

    def _ask(self, wanted: tuple[Ask, ...]) -> None:
        first = len(self.asked) + 1
        self.asked += wanted
        for number, ask in enumerate(wanted, first):
            self.state.ask(number, ask)
        for number, ask in enumerate(wanted, first):
            self.found[number] = [row for row, _ in self.site.found(dict(ask.given))]
            self._hear(number)

    def _hear(self, number: int) -> None:
        manners, found, page = self.site.manners, self.found[number], self.lanes.pop(number, 0)
        shown = found[: manners.limit]
        rows = shown[page * A_PAGE : (page + 1) * A_PAGE]
        total = f"Results: {len(shown if manners.capped else found)} records found" if manners.total else "Results"
        self.state.hear(number, frozenset(map(str, rows)), total)
        for row in rows:
            self._read(row)
        if manners.pages and len(shown) > (page + 1) * A_PAGE:
            self.lanes[number] = page + 1

    def _read(self, number: int) -> None:
        title, section, text = self.site.rows[number - 1]
        self.state.read(str(number), str(number), title, f"{section} {text}")
