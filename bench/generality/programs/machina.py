"""A forum of django-machina: a topic for each version of three programs, in which everybody says what they changed."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.generality.programs import django
from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.changes import Change, changes
from bench.generality.programs.homes import SCRIPTS, home
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth
from bench.programs import program

_MOST_POSTS = 20
"""Of one topic: a page and a third."""


@contextmanager
def _serve() -> Iterator[str]:
    with django.served(_python(), "machina", _home(), "forum/") as base:
        yield base


def _python() -> Path:
    return program("machina-1", "python", "django-machina==1.3.1", "whoosh")


def _home() -> Path:
    return home("machina", lambda folder: django.fill(_python(), "machina", folder, _topics()))


def _versions() -> list[list[Change]]:
    held = defaultdict[tuple[str, str], list[Change]](list)
    for change in changes("dpkg", "lintian", "apt"):
        held[change.source, change.version].append(change)
    return [each[:_MOST_POSTS] for each in held.values() if len(each) > 1][-300:]


def _topics() -> list[dict[str, object]]:
    return [
        {
            "forum": first.source,
            "subject": f"{first.source} {first.version}: {first.summary}"[:200],
            "poster": first.author,
            "when": first.when.isoformat(),
            "posts": [{"poster": each.author, "content": each.text} for each in (first, *others)],
        }
        for first, *others in _versions()
    ]


def _truth() -> Truth:
    said = words(" ".join(each.text for each in version) for version in _versions())
    asked = (
        ("common word", {"q": said.common}),
        ("rare word", {"q": said.rare}),
        ("two words", {"q": said.two}),
        ("no hits", {"q": NOTHING}),
        ("other script", {"q": "заметка"}),
        ("second field", {"q": said.common, "search_poster_name": "Chris"}),
        ("option alone", {"q": "lintian", "search_topics": "on"}),
        ("phrase", {"q": f'"{said.phrase}"'}),
    )
    script = str(SCRIPTS / "machina_ask.py")
    told = django.manage(_python(), "machina", _home(), script, told=[values for _, values in asked])
    assert isinstance(told, dict)
    topics = {topic["id"]: topic for topic in told["topics"]}
    shown = Addresses(
        r"forum/forum/[^/]+/topic/[^/]+-(?P<id>\d+)/", {key: key for key in topics}, {"page", "post"}, r"forum/post/.*"
    )
    return Truth(
        {key: topic["address"] for key, topic in topics.items()},
        shown.identity,
        shown.neither,
        "forms that answer or quote, and single posts",
        tuple(
            Query(sort, values, frozenset(answer))
            for (sort, values), answer in zip(asked, told["answers"], strict=True)
        ),
        {
            key: {name: topic[name] for name in ("subject", "poster", "forum", "created")}
            for key, topic in list(topics.items())[:: len(topics) // 60 + 1]
        },
    )


SITES = (Site("machina-topics", "forum", "django-machina", "forum/", _serve, _truth, is_program=True),)
