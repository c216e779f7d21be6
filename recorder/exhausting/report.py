"""What an exhaustion has come to: plain values for the database, `--json` and the terminal UI, and one line to read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from recorder.exhausting.answers import Kind, Reply
from recorder.exhausting.exhaustion import MOST_PROVING, Exhaustion
from recorder.exhausting.goal import End

_MOST_POINTS = 200
"""Most points of the curve that are kept: more than a screen has columns."""


@dataclass(frozen=True, slots=True)
class Exhausted:
    """`known` records were listed or collected, `collected` of them read; `estimate` is what the form can find, and
    None where no check sample told it.
    """

    form: str
    requests: int
    known: int
    collected: int
    estimate: int | None = None
    low: int | None = None
    high: int | None = None
    requests_left: int | None = None
    """About how many more result pages reach the coverage that was asked for."""
    limit: int | None = None
    """The most records that an answer shows."""
    why: str = ""
    early: bool = False
    """Whether it ended at a limit that a person or this program set."""
    totals: tuple[str, ...] = ()
    """The words around the numbers that are totals."""
    curve: tuple[tuple[int, int], ...] = ()
    """How many records were known after how many requests."""
    asked: tuple[dict[str, object], ...] = ()
    """Of every question: why it was asked, what it says, its values, how many records it listed, how many were new, and
    the total that it told.
    """

    @property
    def line(self) -> str:
        """What a person is told in the end."""
        return line_of(self.as_plain())

    def as_plain(self) -> dict[str, object]:
        """As `--json` has it."""
        estimate = None if self.estimate is None else {"records": self.estimate, "low": self.low, "high": self.high}
        return {
            "form": self.form,
            "requests": self.requests,
            "known": self.known,
            "collected": self.collected,
            "estimate": estimate,
            "requests_left": self.requests_left,
            "limit": self.limit,
            "totals": list(self.totals),
            "why": self.why,
            "curve": [list(point) for point in self.curve],
            "asked": list(self.asked),
        }


def report(form: str, state: Exhaustion, collected: int, end: End | None, stopped: str = "") -> Exhausted:
    """Of the state as it is now; `end` once it is over, or why it was `stopped` before."""
    told = state.size
    records, low, high = (told.records, told.low, told.high) if told else (None, None, None)
    step = -(-len(state.curve) // _MOST_POINTS) or 1
    last = [(state.requests, len(state.known))]
    return Exhausted(
        form,
        state.requests,
        len(state.known),
        collected,
        records,
        low,
        high,
        None if end else state.requests_left,
        state.limit,
        end.why if end else stopped,
        end.early if end else False,
        tuple(sorted(state.totals.believed)),
        (*state.curve[::step], *last),
        tuple(_told(each, state.total_of(each)) for each in state.answers.values()),
    )


def _told(answer: Reply, total: int | None) -> dict[str, object]:
    ask, records = answer.ask, len(answer.records)
    said = {"why": ask.kind.value, "text": ask.text, "values": dict(ask.given)}
    return {**said, "records": records, "new": answer.new, "total": total}


def line_of(told: Mapping[str, Any]) -> str:
    """What a person reads of it. Never "all": what no word finds is not known of."""
    collected, size, why = told["collected"], told["estimate"], told["why"]
    are = f"{collected:,} {'is' if collected == 1 else 'are'} collected{why and f'. Nothing more is asked: {why}'}"
    if size is None:
        return f"How many records can be found by this form is not known; {are}"
    records = f"About {size['records']:,} ({size['low']:,}-{size['high']:,}) record{'s' * (size['records'] != 1)}"
    return f"{records} can be found by this form; {are}"


def doubt(state: Exhaustion) -> str:
    """What a person is told of the numbers on the answers, where they are no totals."""
    if state.totals.refused:
        return "The numbers on the answers that look like totals end where the answers do: they are not believed."
    if state.requests >= MOST_PROVING and not state.totals.believed:
        return "No number on the answers has proved to be their total so far: records are counted by turning pages."
    return ""


def remember(state: Exhaustion, told: Mapping[str, Any]) -> None:
    """What an earlier run was answered, as it was kept: its words are asked first, those that brought most before."""
    state.totals.believed.update(told["totals"])
    words = (each for each in told["asked"] if each["why"] in (Kind.WORD, Kind.CHECK))
    state.earlier |= {tuple(each["values"].items()): (each["new"], each["total"]) for each in words}
