"""What time it is, asked in one place so that tests can say. Times are kept as UTC ISO text, which sorts by time."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


def as_text(moment: datetime) -> str:
    """`2024-05-01T12:00:00.123Z`: fixed width, so that text order is time order."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
