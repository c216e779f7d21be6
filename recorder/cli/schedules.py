"""When a command is to run, in the five fields of cron, and the same for systemd; and what is written for either.
Starts nothing.
"""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from recorder.runtime.errors import UsageError

_NICKNAMES = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = ("", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FIELDS = (("minute", 0, 59), ("hour", 0, 23), ("day of the month", 1, 31), ("month", 1, 12), ("day of the week", 0, 7))
_PART = re.compile(r"(?:(?P<all>\*)|(?P<first>\w+)(?:-(?P<last>\w+))?)(?:/(?P<step>[0-9]+))?")


@dataclass(frozen=True)
class Schedule:
    """`text` is what cron reads; of each field, `values` are the numbers it means, none for all."""

    text: str
    values: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, text: str) -> "Schedule":
        given = " ".join(_NICKNAMES.get(text.strip().lower(), text).split())
        fields = given.split(" ")
        if len(fields) != len(_FIELDS):
            raise UsageError(
                f"{text!r} is no time of cron.", 'Give five fields, such as "0 6 * * *" for six in the morning.'
            )
        return cls(given, tuple(_numbers(said, *field) for said, field in zip(fields, _FIELDS, strict=True)))

    @property
    def calendars(self) -> tuple[str, ...]:
        """For systemd. Cron runs on the days of either kind where both are named, which are two lines there."""
        minute, hour, day, month, weekday = self.values
        names = ",".join(dict.fromkeys(_DAYS[number].title() for number in weekday))
        clock = f"{_listed(hour)}:{_listed(minute)}:00"
        by_day, by_weekday = f"*-{_listed(month)}-{_listed(day)} {clock}", f"{names} *-{_listed(month)}-* {clock}"
        if day and weekday:
            return by_day, by_weekday
        return (by_weekday,) if weekday else (by_day,)


def _numbers(said: str, name: str, least: int, most: int) -> tuple[int, ...]:
    if said == "*":
        return ()
    found: set[int] = set()
    for part in said.split(","):
        parts = _PART.fullmatch(part)
        if parts is None:
            raise UsageError(f"{part!r} is no {name} of cron.", 'Give five fields, such as "0 6 * * *".')
        first = least if parts["all"] else _number(parts["first"], name, least, most)
        last = most if parts["all"] or (parts["step"] and not parts["last"]) else first
        last = _number(parts["last"], name, least, most) if parts["last"] else last
        step = int(parts["step"] or 1)
        if step < 1 or last < first:
            raise UsageError(f"{part!r} is no {name} of cron.", 'Give five fields, such as "0 6 * * *".')
        found |= set(range(first, last + 1, step))
    return tuple(sorted(found))


def _number(said: str, name: str, least: int, most: int) -> int:
    names = _DAYS if name == "day of the week" else _MONTHS if name == "month" else ()
    number = int(said) if said.isascii() and said.isdigit() else -1
    number = names.index(said.lower()) if said and said.lower() in names else number
    if not least <= number <= most:
        raise UsageError(f"{said!r} is no {name}.", f"It is a number from {least} to {most}.")
    return number


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(f"{number:02}" for number in numbers) or "*"


def cron_line(schedule: Schedule, command: Sequence[str]) -> str:
    """A percent sign would be a line end for cron."""
    return f"{schedule.text} {shlex.join(command)}".replace("%", r"\%")


def systemd_units(schedule: Schedule, command: Sequence[str], what: str) -> tuple[str, str]:
    """The texts of service and timer. A crawl that was missed while the machine was off is made up for. Exit code 3
    means stopped with everything saved: no failure."""
    told = what.replace("%", "%%")
    service = (
        f"[Unit]\nDescription={told}\nWants=network-online.target\nAfter=network-online.target\n\n"
        f"[Service]\nType=oneshot\nSuccessExitStatus=3\nExecStart={' '.join(map(_quoted, command))}\n"
    )
    calendars = "".join(f"OnCalendar={each}\n" for each in schedule.calendars)
    timer = f"[Unit]\nDescription={told}\n\n[Timer]\n{calendars}Persistent=true\n\n[Install]\nWantedBy=timers.target\n"
    return service, timer


def _quoted(word: str) -> str:
    """As systemd reads words, which knows `%` and `$`, too."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"'
