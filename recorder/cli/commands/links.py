"""`recorder links`: the classes of links that were learnt, and the class of any URL without downloading it."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from patterns.prototypes.hubset import ENOUGH_HUBS
from patterns.prototypes.prototype import Prototype
from patterns.urls.url import normalise
from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, recording_meant
from recorder.cli.tables import table_lines
from recorder.cli.terminal import write_json, write_note, write_results
from recorder.errors import UsageError
from recorder.linking import LinkClasses, keep_link_classes, learn_link_classes
from recorder.plain_text import one_line
from recorder.trouble import store_errors
from store.database import open_store

_STDIN = "-"
_NO_CLASS = "(no class)"


@click.command("links")
@click.argument("urls", nargs=-1, metavar="[URL ...|-]")
@database_option
@name_option
@json_option
def links_command(urls: tuple[str, ...], database: Path, name: str | None, as_json: bool) -> None:
    """Tell what kinds of pages the links of a site lead to, by their addresses alone.

    Without URLs, shows the classes learnt from the hub pages and the answers of forms that are stored, and keeps them
    in the table `prototypes`. With URLs, or `-` for a list of them on stdin, names the class of each.
    """
    if urls:
        asked = [(url, _normal(url)) for url in _given(urls)]
        with reading(database) as store:
            learnt = learn_link_classes(store, recording_meant(store, name))
        _warn(learnt)
        _tell_classes(learnt, asked, as_json)
        return
    with store_errors(), open_store(database) as store:
        recording = recording_meant(store, name)
        learnt = learn_link_classes(store, recording)
        keep_link_classes(store, recording, learnt)
    _warn(learnt)
    if as_json:
        write_json({**_head(learnt), "prototypes": [_plain(each) for each in learnt.prototypes.ordered]})
    else:
        write_results(_lines(learnt))


def _given(urls: Sequence[str]) -> Iterator[str]:
    for url in urls:
        if url == _STDIN:
            yield from filter(None, map(str.strip, sys.stdin))
        else:
            yield url


def _normal(url: str) -> str:
    address = normalise(url)
    if address is None:
        raise UsageError(f"{url} is not an address.", "Give full http:// or https:// addresses, one a line on stdin.")
    return address


def _warn(learnt: LinkClasses) -> None:
    if not learnt.are_enough:
        write_note(
            f"Learnt from {learnt.hubs} hubs only, and it takes {ENOUGH_HUBS} to trust classes of links:"
            " a crawl, or a recording that probes more, brings others."
        )


def _tell_classes(learnt: LinkClasses, asked: Sequence[tuple[str, str]], as_json: bool) -> None:
    found = [(url, learnt.prototypes.classify(address)) for url, address in asked]
    if as_json:
        write_json({**_head(learnt), "urls": [_plain_answer(url, prototype) for url, prototype in found]})
    else:
        write_results(f"{one_line(url)}  {_class_of(prototype)}" for url, prototype in found)


def _class_of(prototype: Prototype | None) -> str:
    if prototype is None:
        return _NO_CLASS
    return f"{one_line(prototype.name)}{', on nearly every page' if prototype.template else ''}"


def _head(learnt: LinkClasses) -> Mapping[str, object]:
    return {"recording": learnt.recording, "hubs": learnt.hubs, "enough": learnt.are_enough}


def _plain(prototype: Prototype) -> Mapping[str, object]:
    return {
        "name": prototype.name,
        "pattern": prototype.pattern,
        "template": prototype.template,
        "hubs": prototype.hubs,
        "links": prototype.links,
        "examples": list(prototype.examples),
    }


def _plain_answer(url: str, prototype: Prototype | None) -> Mapping[str, object]:
    return {
        "url": url,
        "class": prototype and prototype.name,
        "pattern": prototype and prototype.pattern,
        "template": prototype is not None and prototype.template,
    }


def _lines(learnt: LinkClasses) -> Iterator[str]:
    yield f"Learnt from {learnt.hubs} hub pages and answers of forms of {one_line(learnt.recording)}."
    framed = [each for each in learnt.prototypes.ordered if each.template]
    classes = [each for each in learnt.prototypes.ordered if not each.template]
    yield ""
    yield "Classes of links, the more specific first; a link belongs to the first that matches:"
    rows = [(one_line(each.name), each.links, each.hubs, one_line(each.pattern)) for each in classes]
    yield from (f"  {line}" for line in table_lines(("class", "links", "hubs", "pattern"), rows))
    yield ""
    yield f"Links on nearly every page, whatever it shows: {len(framed)}"
    yield from (f"  {one_line(each.pattern)}" for each in framed)
