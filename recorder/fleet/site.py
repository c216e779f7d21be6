"""A site as a worker takes it: what is asked of it, what is known of it, and the number that makes it the worker's."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Taken:
    """`token`: whoever takes the site next has a greater one. `published`: whose file is in place, 0 for none."""

    id: int
    name: str
    entry: str
    samples: tuple[str, ...]
    options: tuple[tuple[str, tuple[str, ...]], ...]
    """Words by command."""
    params: str | None
    every: str | None
    relearn: bool
    relearnt: bool
    token: int
    published: int
    failures: int
    rests: int
    job_id: int
    day_pages: int
    """Pages that it was asked for today, UTC."""


@dataclass(frozen=True)
class VisitProgress:
    """What a site's job is at now. `fetched`: pages since it was taken."""

    doing: str = ""
    pages: int = 0
    targets: int = 0
    fetched: int = 0


@dataclass(frozen=True)
class JobEnd:
    """How a site's job ended. `code`: the exit code of the command that ended it; `ours`: it was us who stopped it;
    `rest`: seconds that the site asked to be left alone for; `unclear`: what its recording says of itself, None if it
    was not asked.
    """

    code: int
    reason: str
    progress: VisitProgress
    seconds: float
    ours: bool = False
    budget: bool = False
    relearnt: bool = False
    rest: float | None = None
    unclear: tuple[str, ...] | None = None
    has_file: bool = False
