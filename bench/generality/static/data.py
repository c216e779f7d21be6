"""Texts that nobody here wrote, for static generators to make sites of: articles of a dictionary of computing with the
days they were written on, a dictionary without days, and the changes that Debian's maintainers told of. Writes nothing.
"""

import gzip
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from functools import cache
from pathlib import Path

from bench.sites import debian_folder

_FOLDOC = re.compile(r"(?<=\n\n)(?=\S[^\n]*\n(?:\S[^\n]*\n)*\n   )")
_ARTICLE = re.compile(r"(\S[^\n]*)\n(?:\S[^\n]*\n)*\n   <([^>]+)>(.*?)\n\s*\((\d{4}-\d\d-\d\d)\)\s*", re.DOTALL)
_JARGON = re.compile(r"\n(?=\S[^\n]*\n \S)")
_CHANGE = re.compile(
    r"^(\S+) \(([^)]+)\) ([^;\n]+); urgency=(\w+).*?\n\n(.*?)\n\n? -- ([^<\n]+) <[^\n]*>  (\w+, [^\n]+)",
    re.DOTALL | re.MULTILINE,
)
_CHANGED = (
    *("apache2-doc", "erlang-doc", "fltk1.3-doc", "git-doc", "libeigen3-doc", "libglib2.0-doc", "llvm-15-doc"),
    *("ogre-1.12-doc", "pike8.0-doc", "python-django-doc", "python3.11-doc", "rust-doc", "sbcl-doc", "sqlite3-doc"),
)


@dataclass(frozen=True)
class Article:
    slug: str
    title: str
    text: str
    """Paragraphs, with empty lines between them."""
    day: date
    tags: tuple[str, ...]
    author: str

    @property
    def first(self) -> str:
        return self.text.split("\n\n")[0]


@cache
def dictionary(*subjects: str) -> tuple[Article, ...]:
    """The articles of the Free On-line Dictionary of Computing about these subjects."""
    text = _unpacked(debian_folder("dict-foldoc", "usr/share/dictd") / "foldoc.dict.dz")
    return _unique(each for each in map(_article, _FOLDOC.split(text)) if each and set(each.tags) & set(subjects))


@cache
def jargon() -> tuple[Article, ...]:
    """The entries of the Jargon File, which have no days."""
    text = _unpacked(debian_folder("dict-jargon", "usr/share/dictd") / "jargon.dict.dz")
    entries = (entry.partition("\n") for entry in _JARGON.split(text))
    return _unique(
        Article(slug(title), title.strip(), _paragraphs(body), date.min, (), "")
        for title, _, body in entries
        if not title.startswith(("00-", "\n")) and body.count("\n") > 2
    )


@cache
def changes() -> tuple[Article, ...]:
    """What the changelogs of some packages tell, a version an article."""
    logs = [debian_folder(package, f"usr/share/doc/{package}") / "changelog.Debian.gz" for package in _CHANGED]
    return _unique(each for log in logs if log.exists() for each in _changes(_unpacked(log)))


def slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _article(entry: str) -> Article | None:
    if not (match := _ARTICLE.fullmatch(entry)):
        return None
    title, tags, body, day = match.groups()
    words = tuple(tag.strip() for tag in tags.replace("\n", " ").split(","))
    written = re.sub(r"[{}]", "", _paragraphs(body))
    return Article(slug(title), title, written, date.fromisoformat(day), words, "FOLDOC") if slug(title) else None


def _changes(log: str) -> Iterator[Article]:
    for package, version, suite, urgency, body, author, day in _CHANGE.findall(log):
        name = f"{package} {version}"
        told = parsedate_to_datetime(day).date()
        yield Article(slug(name), name, _paragraphs(body), told, (package, suite.strip(), urgency), author.strip())


def _paragraphs(text: str) -> str:
    blocks = re.split(r"\n\s*\n", text.strip("\n"))
    return "\n\n".join(" ".join(re.sub(r"[<>\\`*_|\[\]#]", " ", block).split()) for block in blocks if block.strip())


def _unique(articles: Iterable[Article]) -> tuple[Article, ...]:
    return tuple({each.slug: each for each in articles if each.text and each.slug}.values())


def _unpacked(file: Path) -> str:
    with gzip.open(file, "rt", encoding="utf8", errors="replace") as text:
        return text.read()
