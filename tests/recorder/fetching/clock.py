"""A clock for tests of waiting, which need not wait: time passes on it by being slept through, and in no other way."""

import asyncio
from dataclasses import dataclass, field


@dataclass
class JumpingClock:
    """`waits` is every sleep that was asked for, in order; each is over as soon as the others have had their turn."""

    moment: float = 1_000.0
    waits: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.moment

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        ends = self.moment + seconds
        await asyncio.sleep(0)
        self.moment = max(self.moment, ends)
