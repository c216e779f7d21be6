"""What becomes of a site after its job has ended: the exit code says it. No clock and no queue here."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from recorder.fleet.site import JobEnd, Taken
from recorder.fleet.timetable import next_visit

RETRIES = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))
"""Pauses before a failed site is tried again; then it is parked."""
_REST = timedelta(minutes=15)
_LONGEST_REST = timedelta(hours=6)
"""Rests that a site gets which asks to be left alone: each four times the one before."""


@dataclass(frozen=True)
class Outlook:
    """`rests_host`: all sites of the host are left alone until `due_at`."""

    state: str
    due_at: datetime
    reason: str | None = None
    failures: int = 0
    rests: int = 0
    rests_host: bool = False


def outlook_of(site: Taken, end: JobEnd, now: datetime) -> Outlook:
    if end.budget:
        tomorrow = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        return Outlook("waiting", tomorrow, "all pages of today are used up", site.failures)
    if end.ours:
        return Outlook("waiting", now, end.reason, site.failures, site.rests)
    if end.code == 0:
        if site.every is None:
            return Outlook("done", now)
        return Outlook("waiting", next_visit(site.every, site.name, now))
    if end.code == 2:
        return Outlook("parked", now, end.reason, site.failures)
    if end.code == 3:
        rest = min(_REST * 4**site.rests, _LONGEST_REST)
        return Outlook("waiting", now + rest, end.reason, site.failures, site.rests + 1, rests_host=True)
    if site.failures >= len(RETRIES):
        return Outlook("parked", now, end.reason, site.failures + 1)
    return Outlook("waiting", now + RETRIES[site.failures], end.reason, site.failures + 1)
