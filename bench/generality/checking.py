"""What must be true of every entry of the catalogue, whatever the site. Records nothing."""

from collections.abc import Iterator
from random import Random
from urllib.parse import unquote
from urllib.request import urlopen

from bench.generality.site import Site, Truth
from bench.sites import SiteUnavailableError

_FEWEST = 20
"""Fewest records of a site: with less, one page more or less is a twentieth of the figure."""
_ANSWERED = 5
"""Fewest queries, of those that a program has, that find something."""
_SHOWN = 4
"""Records that are asked for, of a site that is served."""


def all_faults(site: Site) -> Iterator[str]:
    """Of the entry and of the site; of one that this machine cannot get, why."""
    try:
        truth = site.truth()
        yield from faults(site, truth)
        yield from unanswered(site, truth)
    except SiteUnavailableError as error:
        yield f"NOT RUN: {error}"


def faults(site: Site, truth: Truth) -> Iterator[str]:
    """What is wrong with what the entry says, in words; nothing if nothing is."""
    if len(truth.records) < _FEWEST:
        yield f"only {len(truth.records)} records"
    for name, address in truth.records.items():
        if truth.identity(address) != name or truth.neither(address):
            yield f"{address} does not count as the record {name}"
        if unquote(address) == unquote(site.entry):
            yield f"the entry page is the record {name}"
    if truth.identity(site.entry) is not None:
        yield "the entry page counts as a record"
    if unknown := truth.fields.keys() - truth.records.keys():
        yield f"fields of what is no record: {sorted(unknown)[:3]}"
    for query in truth.queries:
        if unknown := query.answer - truth.records.keys():
            yield f"{query.sort}: answered by what is no record: {sorted(unknown)[:3]}"
    if truth.queries and sum(bool(query.answer) for query in truth.queries) < _ANSWERED:
        yield f"fewer than {_ANSWERED} queries find anything"


def unanswered(site: Site, truth: Truth) -> Iterator[str]:
    """The entry page and some records, if they do not answer while the site is served."""
    some = Random(site.name).sample(sorted(truth.records), min(_SHOWN, len(truth.records)))
    with site.serve() as base:
        for address in (site.entry, *map(truth.records.__getitem__, some)):
            try:
                with urlopen(base + address.partition("#")[0], timeout=60) as answer:
                    answer.read()
            except OSError as error:
                yield f"{address}: {error}"
