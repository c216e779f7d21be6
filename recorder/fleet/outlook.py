"""What becomes of a site after its job has ended: the exit code says it. No clock and no queue here."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from croniter import CroniterError, croniter

from recorder.fleet.site import JobEnd, Taken

RETRIES = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))
"""Pauses before a failed site is tried again; then it is parked."""
_REST = timedelta(minutes=15)
_LONGEST_REST = timedelta(hours=6)
"""Rests of a site that was left early and did not say how long a rest it wants: each four times the one before."""
_LONGEST_ASKED = timedelta(days=7)
"""Most that is made of what a site asks for; then it is asked again."""
_SHORT = {"hourly": "H * * * *", "daily": "H H * * *", "weekly": "H H * * H", "monthly": "H H H * *"}
"""Plain words, each spread over its span."""


@dataclass(frozen=True)
class Outlook:
    """`rest_until`: until then all sites of the host are left alone."""

    state: str
    due_at: datetime
    reason: str | None = None
    failures: int = 0
    rests: int = 0
    rest_until: datetime | None = None


def outlook_of(site: Taken, end: JobEnd, now: datetime) -> Outlook:
    """What a site asked for holds for its whole host, however the job ended."""
    found = _by_code(site, end, now)
    if end.rest is None:
        return found
    until = now + min(timedelta(seconds=end.rest), _LONGEST_ASKED)
    return replace(found, due_at=max(found.due_at, until), rest_until=until)


def _by_code(site: Taken, end: JobEnd, now: datetime) -> Outlook:
    if end.budget:
        tomorrow = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        return Outlook("waiting", tomorrow, "all pages of today are used up", site.failures)
    if end.ours:
        return Outlook("waiting", now, None, site.failures, site.rests)
    if end.code == 0:
        if site.every is None:
            return Outlook("done", now)
        return Outlook("waiting", next_visit(site.every, site.name, now))
    if end.code == 2:
        return Outlook("parked", now, end.reason, site.failures)
    if end.code == 3:
        until = now if end.rest is not None else now + min(_REST * 4**site.rests, _LONGEST_REST)
        return Outlook("waiting", until, end.reason, site.failures, site.rests + 1, rest_until=until)
    if site.failures >= len(RETRIES):
        return Outlook("parked", now, end.reason, site.failures + 1)
    return Outlook("waiting", now + RETRIES[site.failures], end.reason, site.failures + 1)


def next_visit(every: str, name: str, after: datetime) -> datetime:
    """Raises ValueError with words for a person where `every` is no timetable."""
    expression = _SHORT.get(every.strip().lower(), every.strip())
    try:
        found: datetime = croniter(expression, after, hash_id=name.encode()).get_next(datetime)
    except (CroniterError, ValueError, KeyError) as error:
        raise ValueError(
            f"{every!r} is no timetable: write hourly, daily, weekly, monthly or a cron expression"
        ) from error
    return found
