"""Whether the estimates of an exhaustion are true: many runs, each over records of its own, whose estimates are looked
at when so much is known, whatever a run would have done by itself.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle

from bench.asked_in_process import AskedInProcess
from bench.figures import Figure
from bench.hidden_catalogue import Catalogue, Manners, described
from recorder.exhausting.estimate import Estimate
from recorder.exhausting.exhaustion import Exhaustion
from recorder.exhausting.goal import End, Goal

_RUNS, _OF = 50, 1_000
_AT = {0.8: 0.1, 0.95: 0.05}
"""Coverages at which an estimate is looked at, and by how much it may be wrong."""
_HELD, _NEAR = 0.85, 1.0


@dataclass
class _Looking(Exhaustion):
    """Draws a check sample whenever so much is known."""

    seen: dict[int, Estimate] = field(default_factory=dict)

    def _check_is_due(self, *, at_the_end: bool) -> bool:
        return at_the_end or self._check.number < sum(len(self.known) >= each * _OF for each in _AT)

    def _weigh(self) -> None:
        super()._weigh()
        if self.estimate:
            self.seen[self._check.known_before] = self.estimate

    def _end(self) -> End | None:
        return End("all was looked at") if any(known >= max(_AT) * _OF for known in self.seen) else super()._end()


def ends(kinds: Mapping[str, Manners]) -> Iterator[Figure]:
    """Of runs that are left to themselves, as their last lines say."""
    seen = defaultdict[str, list[Estimate]](list)
    for name, site in _sites(kinds):
        asked = AskedInProcess(site)
        asked.run()
        if asked.state.size:
            seen[name].append(asked.state.size)
    for name in kinds:
        print(f"  {name:<10} at the end: {_line(seen[name])}", flush=True)
    told = [each for some in seen.values() for each in some]
    held = sum(each.low <= _OF <= each.high for each in told) / len(told)
    yield Figure(f"{len(told)} estimates at the end: hold the truth", held, "", f">= {_HELD}", held >= _HELD)


def _sites(kinds: Mapping[str, Manners]) -> Iterator[tuple[str, Catalogue]]:
    """All of other records, in these ways to search by turns."""
    rows = described(_RUNS * _OF)
    for number, (name, manners) in zip(range(_RUNS), cycle(kinds.items()), strict=False):
        yield name, Catalogue(rows[number * _OF : (number + 1) * _OF], manners)


def estimates(kinds: Mapping[str, Manners]) -> Iterator[Figure]:
    """Of runs in all these ways to search."""
    seen = defaultdict[tuple[float, str], list[Estimate]](list)
    for name, site in _sites(kinds):
        asked = AskedInProcess(site, Goal(1.0, _OF), _Looking)
        asked.run()
        assert isinstance(asked.state, _Looking)
        for known, told in asked.state.seen.items():
            if at := max((each for each in _AT if known >= each * _OF), default=0.0):
                seen[at, name].append(told)
    for at, most in _AT.items():
        for name in kinds:
            print(f"  {name:<10} from {at:.0%}: {_line(seen[at, name])}", flush=True)
        told = [each for (coverage, _), some in seen.items() if coverage == at for each in some]
        held = sum(each.low <= _OF <= each.high for each in told) / len(told)
        near = sum(abs(_error(each)) <= most for each in told) / len(told)
        yield Figure(f"{len(told)} estimates from {at:.0%}: hold the truth", held, "", f">= {_HELD}", held >= _HELD)
        yield Figure(f"{len(told)} estimates from {at:.0%}: within {most:.0%}", near, "", f">= {_NEAR}", near >= _NEAR)


def _line(told: list[Estimate]) -> str:
    return " ".join(f"{_error(each):+.3f}{'' if each.low <= _OF <= each.high else '!'}" for each in told)


def _error(told: Estimate) -> float:
    return told.records / _OF - 1
