"""`recorder links`: the classes of links that were learnt, and the class of any URL without downloading it."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from recorder.cli.option_groups import OUTPUT, command, under
from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, recording_meant, table_lines
from recorder.cli.terminal import write_json, write_note, write_results
from recorder.knowledge.link_classes import LinkClasses, learn_link_classes, mark_link_classes
from recorder.knowledge.link_marks import load_link_marks
from recorder.patterns.prototypes.hubset import ENOUGH_HUBS
from recorder.patterns.prototypes.prototype import Prototype
from recorder.patterns.urls.url import normalise
from recorder.runtime.errors import UsageError, told_errors
from recorder.runtime.plain_text import many, one_line, shortened
from recorder.store.database import open_store

_STDIN = "-"
_NO_CLASS = "(no class)"
_FULL = "Give full http:// or https:// addresses, one a line on stdin."
_LONGEST_TOLD = 100
_MOST_SHOWN = 40
_MARKS = {True: "wanted", False: "ignored", None: ""}


@command("links")
@click.argument("urls", nargs=-1, metavar="[URL ...|-]")
@under(
    "Marks",
    click.option(
        "--want",
        "wanted",
        multiple=True,
        metavar="CLASS",
        help="Mark a class as one to look at first.",
    ),
    click.option("--ignore", "ignored", multiple=True, metavar="CLASS", help="Mark a class as one not to follow."),
    click.option("--unmark", "unmarked", multiple=True, metavar="CLASS", help="Take the mark of a class away."),
)
@under(
    OUTPUT,
    click.option(
        "--all",
        "everything",
        is_flag=True,
        help=f"Show every class, not only marked ones and the {_MOST_SHOWN} largest.",
    ),
)
@database_option
@name_option
@json_option
def links_command(
    urls: tuple[str, ...],
    wanted: tuple[str, ...],
    ignored: tuple[str, ...],
    unmarked: tuple[str, ...],
    everything: bool,
    database: Path,
    name: str | None,
    as_json: bool,
) -> None:
    """Tell what kinds of pages the links of a site lead to, by their addresses alone.

    Without URLs, shows the classes learnt from the hub pages and the answers of forms that are stored, and keeps them
    in the table `prototypes`. With URLs, or `-` for a list of them on stdin, names the class of each.

    A CLASS is meant by its name or its pattern. Links of an ignored class are not followed any more: not by `recorder
    record`, not behind the forms it tries, not by `recorder crawl`. The entry page, the sample and what forms are asked
    are fetched all the same, and what is stored stays. A wanted class is never given up while a site is recorded, and
    its links are looked at first among those as promising; which pages are targets, the pattern decides. Marks stay
    when classes are learnt anew. They are no part of an exported pattern or Scrapy project: record again, and the
    pattern that is learnt does without ignored classes.
    """
    marks = _marks(wanted, ignored, unmarked)
    if urls:
        if marks:
            raise UsageError("Classes are marked, or URLs classified.", "Do one after the other.")
        _classify(urls, database, name, as_json)
        return
    with told_errors(), open_store(database) as store:
        recording = recording_meant(store, name)
        learnt = mark_link_classes(store, recording, learn_link_classes(store, recording), marks)
    _warn(learnt)
    for remark in learnt.remarks:
        write_note(one_line(remark))
    if as_json:
        write_json({**_head(learnt), "prototypes": [_plain(learnt, each) for each in learnt.prototypes.ordered]})
    else:
        write_results(_lines(learnt, everything))


def _classify(urls: Sequence[str], database: Path, name: str | None, as_json: bool) -> None:
    asked = list(_given(urls))
    with reading(database) as store:
        recording = recording_meant(store, name)
        learnt, marks = learn_link_classes(store, recording), load_link_marks(store, recording.id)
    _warn(learnt)
    found = [(url, learnt.prototypes.classify(address), marks.mark_of(address)) for url, address in asked]
    if as_json:
        write_json({**_head(learnt), "urls": [_plain_answer(*answer) for answer in found]})
    else:
        write_results(f"{one_line(url)}  {_class_of(prototype, wanted)}" for url, prototype, wanted in found)


def _marks(*named: tuple[str, ...]) -> Mapping[str, bool | None]:
    """What becomes of each class named: those wanted, those ignored, those whose mark is taken away."""
    marks: dict[str, bool | None] = {}
    for names, mark in zip(named, (True, False, None), strict=True):
        for name in names:
            if marks.setdefault(name, mark) is not mark:
                raise UsageError(f"The class {name!r} cannot be marked in two ways.", "Say one of them.")
    return marks


def _given(urls: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is asked about, as it was given and as an address."""
    for url in urls:
        if url == _STDIN:
            yield from _lines_given()
        else:
            yield url, _normal(url)


def _lines_given() -> Iterator[tuple[str, str]]:
    """Of a list on stdin, which may be the links of a page as they came, the addresses; the other lines are told."""
    addresses = strange = 0
    first = ""
    for line in filter(None, (line.strip("\ufeff \t\r\n") for line in sys.stdin)):
        address = normalise(line)
        if address is not None:
            addresses += 1
            yield line, address
        else:
            strange += 1
            first = first or shortened(line, _LONGEST_TOLD)
    if strange and not addresses:
        raise UsageError(f"No line is an address, the first of them {first!r}.", _FULL)
    if strange:
        write_note(f"Left out, as no addresses: {many(strange, 'line')}, the first {first!r}.")


def _normal(url: str) -> str:
    address = normalise(url)
    if address is None:
        raise UsageError(f"{shortened(url, _LONGEST_TOLD)} is not an address.", _FULL)
    return address


def _warn(learnt: LinkClasses) -> None:
    if not learnt.are_enough:
        write_note(
            f"Learnt from {learnt.hubs} hubs only, and it takes {ENOUGH_HUBS} to trust classes of links:"
            " a crawl, or a recording that probes more, brings others."
        )


def _class_of(prototype: Prototype | None, wanted: bool | None) -> str:
    told = [one_line(prototype.name) if prototype else _NO_CLASS]
    told += ["on nearly every page"] if prototype and prototype.template else []
    told += [_MARKS[wanted]] if wanted is not None else []
    return ", ".join(told)


def _mark_of(learnt: LinkClasses, prototype: Prototype) -> str:
    return _MARKS[learnt.marks.get(prototype.pattern)]


def _head(learnt: LinkClasses) -> Mapping[str, object]:
    return {"recording": learnt.recording, "hubs": learnt.hubs, "enough": learnt.are_enough}


def _plain(learnt: LinkClasses, prototype: Prototype) -> Mapping[str, object]:
    return {
        "name": prototype.name,
        "pattern": prototype.pattern,
        "template": prototype.template,
        "wanted": learnt.marks.get(prototype.pattern),
        "hubs": prototype.hubs,
        "links": prototype.links,
        "examples": list(prototype.examples),
    }


def _plain_answer(url: str, prototype: Prototype | None, wanted: bool | None) -> Mapping[str, object]:
    return {
        "url": url,
        "class": prototype and prototype.name,
        "pattern": prototype and prototype.pattern,
        "template": prototype is not None and prototype.template,
        "wanted": wanted,
    }


def _small(learnt: LinkClasses, classes: Sequence[Prototype]) -> frozenset[Prototype]:
    """Those a person need not see, for pages known one by one bury the kinds of pages; but none that is marked."""
    by_size = sorted(classes, key=lambda each: (-each.links, -each.hubs, each.pattern))
    return frozenset(each for each in by_size[_MOST_SHOWN:] if each.pattern not in learnt.marks)


def _lines(learnt: LinkClasses, everything: bool) -> Iterator[str]:
    yield f"Learnt from {learnt.hubs} hub pages and answers of forms of {one_line(learnt.recording)}."
    framed = [each for each in learnt.prototypes.ordered if each.template]
    classes = [each for each in learnt.prototypes.ordered if not each.template]
    small = frozenset() if everything else _small(learnt, classes)
    yield ""
    yield "Classes of links, the more specific first; a link belongs to the first that matches:"
    rows = [
        (one_line(each.name), each.links, each.hubs, _mark_of(learnt, each), one_line(each.pattern))
        for each in classes
        if each not in small
    ]
    yield from (f"  {line}" for line in table_lines(("class", "links", "hubs", "mark", "pattern"), rows))
    if small:
        single = sum(each.links == 1 for each in small)
        yield (
            f"  and {many(len(small), 'smaller one')}, {single:,} with one link each, with"
            f" {many(sum(each.links for each in small), 'link')} together: `recorder links --all` shows them."
        )
    yield ""
    yield f"Links on nearly every page, whatever it shows: {len(framed)}"
    yield from (f"  {' '.join(filter(None, (one_line(each.pattern), _mark_of(learnt, each))))}" for each in framed)
