"""What an exhaustion has come to: plain values for the database, `--json` and the terminal UI, and one line to read."""

from dataclasses import dataclass

from recorder.exhausting.answers import Kind
from recorder.exhausting.exhaustion import End, Exhaustion

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
    limit: int | None = None
    """The most records that an answer shows."""
    why: str = ""
    early: bool = False
    """Whether it ended at a limit that a person or this program set."""
    curve: tuple[tuple[int, int], ...] = ()
    """How many records were known after how many requests."""
    asked: tuple[tuple[str, str, dict[str, str], int, int, int | None], ...] = ()
    """Of every question: why it was asked, what it says, its values, how many records it listed, how many were new, and
    the total that it told.
    """

    @property
    def line(self) -> str:
        """What a person is told in the end. Never "all"."""
        collected = f"{self.collected:,} {'is' if self.collected == 1 else 'are'} collected"
        if self.estimate is None:
            return f"How many records can be found by this form is not known; {collected}"
        count = f"About {self.estimate:,} ({self.low:,}-{self.high:,}) record{'s' * (self.estimate != 1)}"
        return f"{count} can be found by this form; {collected}"

    def as_plain(self) -> dict[str, object]:
        """As `--json` has it."""
        estimate = None if self.estimate is None else {"records": self.estimate, "low": self.low, "high": self.high}
        keys = ("why", "text", "values", "records", "new", "total")
        return {
            "form": self.form,
            "requests": self.requests,
            "known": self.known,
            "collected": self.collected,
            "estimate": estimate,
            "limit": self.limit,
            "why": self.why,
            "curve": [list(point) for point in self.curve],
            "asked": [dict(zip(keys, each, strict=True)) for each in self.asked],
        }


def report(form: str, state: Exhaustion, collected: int, end: End | None) -> Exhausted:
    """Of the state as it is now; `end` once it is over."""
    told = state.estimate
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
        state.limit,
        end.why if end else "",
        end.early if end else False,
        (*state.curve[::step], *last),
        tuple(
            (each.ask.kind.value, each.ask.text, dict(each.ask.given), len(each.records), each.new, each.total)
            for each in state.answers.values()
        ),
    )


def earlier_of(told: object) -> dict[tuple[tuple[str, str], ...], tuple[int, int | None]]:
    """What an earlier run asked, as it was kept: the words that brought something, by what they say."""
    asked = told.get("asked", []) if isinstance(told, dict) else []
    return {
        tuple(each["values"].items()): (each["new"], each["total"])
        for each in asked
        if each["why"] in (Kind.WORD, Kind.CHECK)
    }
