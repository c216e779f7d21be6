"""When a site is visited again: by a cron expression, in UTC, as in `0 3 * * 1`, `@weekly` or `H H * * H`.

An `H` is a moment of the site's own, so that thousands of sites that are due once a week are not all due at once.
"""

from datetime import datetime

from croniter import CroniterError, croniter

_SHORT = {"hourly": "H * * * *", "daily": "H H * * *", "weekly": "H H * * H", "monthly": "H H H * *"}
"""Plain words, each spread over its span."""


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
