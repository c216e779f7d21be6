"""A site of the catalogue: how it is served, where a recording begins, and what is true of it. Measures nothing.

Addresses are relative to the base the site is served at: no leading slash, queries included, fragments only where they
are routes. A record is known by its *identity*, whatever address it is shown at: copies in other languages, print
views and old versions of one thing have one identity.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Query:
    """A question to one of the site's search forms, and the program's own answer to it."""

    sort: str
    """Common word, rare word, two words, no hits, other script, second field, option alone, phrase."""
    values: Mapping[str, str]
    """What a person enters, by the name of the field in the form."""
    answer: frozenset[str]
    """The identities of the records that the program's own database gives."""


@dataclass(frozen=True)
class Truth:
    """What a recording of the site should find, from the site's own data."""

    records: Mapping[str, str]
    """The address at which a person finds a record, by its identity. Samples are drawn from these."""
    identity: Callable[[str], str | None]
    """Which record an address of the site shows; None for all other pages."""
    neither: Callable[[str], bool] = lambda _: False
    """Addresses that count neither way."""
    reason: str = ""
    """Why they do."""
    queries: tuple[Query, ...] = ()
    fields: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Of some records, by identity: what the site's own data holds, by the name of its own column."""


@dataclass(frozen=True)
class Site:
    """One class of pages of one site. Two classes of one site are two of these, and are served alike."""

    name: str
    kind: str
    """What a person would call it: manual, journal, tracker, shop."""
    generator: str
    """What made its pages: the name of a program, or "by hand"."""
    entry: str
    serve: Callable[[], AbstractContextManager[str]]
    """Sets the site up if it is not in the cache, serves it on loopback, gives its base (which ends with a slash)."""
    truth: Callable[[], Truth]
    """Asked for while the site is served or not: it reads the site's data, not its pages over the network."""
    is_program: bool = False
    """Whether pages are made by a program when they are asked for."""
