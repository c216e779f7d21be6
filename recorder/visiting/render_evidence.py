"""What comparing one page as written with the same page in a browser came to; and kinds of pages, for which such
evidence speaks.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from recorder.patterns.urls.url import Url

Cell = tuple[str, ...]
"""What URLs of pages of one kind mostly share."""

_DIGITS = re.compile("[0-9]+")


@dataclass(frozen=True)
class PageKind:
    """Pages with like URLs and the same traits: made by the same program, to be changed by the same scripts."""

    cell: Cell
    traits: frozenset[str]

    @property
    def scripts(self) -> frozenset[str]:
        """The traits without the empty containers, of which a page has more or fewer."""
        return frozenset(trait for trait in self.traits if not trait.startswith("empty "))


@dataclass(frozen=True)
class RenderEvidence:
    """One page fetched both ways. `links` and `words` are the shares of what the browser showed that the page as
    written has, too; `added_words` and `added_links` are some of those that only the browser showed.
    """

    url: str
    kind: PageKind
    similarity: float = 1.0
    links: float = 1.0
    words: float = 1.0
    changed: bool = False
    added_words: tuple[str, ...] = ()
    added_links: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """For the database; the URL stands in the page's own row."""
        plain = asdict(self)
        del plain["url"], plain["kind"]
        return plain | {"cell": self.kind.cell, "traits": sorted(self.kind.traits)}

    @classmethod
    def from_json(cls, url: str, plain: Mapping[str, Any]) -> "RenderEvidence":
        """What `as_json` has written."""
        kept: dict[str, Any] = {key: tuple(found) if isinstance(found, list) else found for key, found in plain.items()}
        kind = PageKind(kept.pop("cell"), frozenset(kept.pop("traits")))
        return cls(url, kind, **kept)


def cell_of(url: str) -> Cell:
    """Depth, first folder, extension, names of parameters, and how the route after `#` begins."""
    found = Url(url)
    folders, name = found.levels[1:-1], found.levels[-1]
    extension = name.rpartition(".")[2] if "." in name else ""
    parameters = sorted({name for name, _ in found.parameters})
    route = [level for key, level in found.slots if key.startswith("#")]
    return (
        str(len(found.levels)),
        *map(_without_digits, folders[:1]),
        f".{extension}",
        *(f"?{name}" for name in parameters),
        *(f"#{_without_digits(level)}" for level in route[:2]),
        f"#{len(route)}",
    )


def _without_digits(level: str) -> str:
    return _DIGITS.sub("9", level)
