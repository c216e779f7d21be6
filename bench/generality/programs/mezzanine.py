"""A journal of Mezzanine, with dates in its addresses: a post for each thing that people changed in programs of
Debian.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

from bench.generality.programs import django
from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.changes import Change, changes
from bench.generality.programs.homes import SCRIPTS, home
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth
from bench.programs import program


@contextmanager
def _serve() -> Iterator[str]:
    with django.served(_python(), "mezzanine", _home(), "blog/") as base:
        yield base


def _python() -> Path:
    return program("mezzanine-6", "python", "mezzanine==6.1.1")


def _home() -> Path:
    told = [_post(each) for each in _changes()]
    return home("mezzanine", lambda folder: django.fill(_python(), "mezzanine", folder, told))


def _changes() -> list[Change]:
    return list(changes()[::13])


def _post(change: Change) -> dict[str, object]:
    paragraphs = change.text.split("\n\n")
    return {
        "title": change.summary,
        "content": "".join(f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs),
        "when": change.when.isoformat(),
        "author": change.author,
        "category": change.source,
        "keywords": [f"{change.source} {change.version.split('.')[0]}", "bug" if change.closes else "work"],
    }


def _truth() -> Truth:
    said = words(f"{change.summary} {change.text}" for change in _changes())
    asked = (
        ("common word", said.common),
        ("rare word", said.rare),
        ("two words", f"+{said.two.replace(' ', ' +')}"),
        ("no hits", NOTHING),
        ("other script", "Raphaël"),
        ("second field", f"{said.common} -{said.two.split()[0]}"),
        ("phrase", f'"{said.phrase}"'),
    )
    script = str(SCRIPTS / "mezzanine_ask.py")
    told = django.manage(_python(), "mezzanine", _home(), script, told=[text for _, text in asked])
    assert isinstance(told, dict)
    posts = {post["id"]: post for post in told["posts"]}
    known = {post["slug"]: number for number, post in posts.items()}
    shown = Addresses(r"blog/(?:\d+/\d+/\d+/)?(?P<id>[^/]+)/?", known)
    return Truth(
        {number: post["address"] for number, post in posts.items()},
        shown.identity,
        shown.neither,
        "a post with parameters that change nothing in it",
        tuple(
            Query(sort, {"q": text}, frozenset(answer))
            for (sort, text), answer in zip(asked, told["answers"], strict=True)
        ),
        {
            number: {name: told for name, told in post.items() if name not in {"id", "address"}}
            for number, post in list(posts.items())[:: len(posts) // 60 + 1]
        },
    )


SITES = (Site("mezzanine-posts", "journal", "Mezzanine", "blog/", _serve, _truth, is_program=True),)
