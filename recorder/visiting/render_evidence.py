"""What comparing a page over HTTP with the same page in a browser came to; the kinds of pages for which such evidence
speaks; and what it says of the steps of a pattern. Decides nothing.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern, Position
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.walk import Walker
from recorder.patterns.urls.url import Url
from recorder.store.rows import Json

Cell = tuple[str, ...]
"""What URLs of pages of one kind mostly share."""

FEW = 0.1
"""Largest share of a step's pages that may differ from the others without the step counting as mixed: a browser may
have failed, or a check have gone astray.
"""

_DIGITS = re.compile("[0-9]+")


@dataclass(frozen=True)
class PageKind:
    """Pages with like URLs and the same traits: made by the same program, changed by the same scripts."""

    cell: Cell
    traits: frozenset[str]

    @property
    def scripts(self) -> frozenset[str]:
        """The traits without the empty containers, of which a page has more or fewer."""
        return frozenset(trait for trait in self.traits if not trait.startswith("empty "))


@dataclass(frozen=True)
class RenderEvidence:
    """One page fetched both ways. `links` and `words` are the shares of the rendered page that the plain one has, too;
    `added_…` are some of what only the rendered one has. `changed`: the page says more in a browser; `brings`: it leads
    where nothing else does, or nobody asked about that.
    """

    url: str
    kind: PageKind
    similarity: float = 1.0
    links: float = 1.0
    words: float = 1.0
    changed: bool = False
    brings: bool | None = None
    added_words: tuple[str, ...] = ()
    added_links: tuple[str, ...] = ()
    added_forms: tuple[str, ...] = ()
    written: str = ""
    """The fingerprint of the page over HTTP."""

    def as_json(self) -> dict[str, object]:
        """For the store, without the URL: it is in the page's own row."""
        plain = asdict(self)
        del plain["url"], plain["kind"]
        return plain | {"cell": self.kind.cell, "traits": sorted(self.kind.traits)}

    @classmethod
    def from_json(cls, url: str, plain: Mapping[str, Any]) -> "RenderEvidence":
        """What `as_json` has written."""
        kept: dict[str, Any] = {key: tuple(found) if isinstance(found, list) else found for key, found in plain.items()}
        kept.setdefault("brings", kept["changed"])  # once, links were a reason like any other
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


@dataclass(frozen=True)
class MappedPage:
    """A page of a mapping: whether its rendered version was kept, and what comparing it came to."""

    url: str
    rendered: bool
    evidence: RenderEvidence | None

    @property
    def needs_browser(self) -> bool:
        return self.rendered or bool(self.evidence and self.evidence.brings)


def step_renderings(pattern: NavigationPattern, site: SiteMap, pages: Iterable[MappedPage]) -> dict[Position, Json]:
    """How the pages of every link step were fetched, by the position it leads to, and on what evidence. Steps of which
    no page was seen are left out.
    """
    seen = {page.url: page for page in pages}
    walker = Walker(site)
    found: dict[Position, Json] = {}
    for number, path in enumerate(pattern.paths):
        for step in range(1, len(path.steps) + 1):
            if not all(isinstance(each, LinkStep) for each in path.steps[:step]):
                break
            own = [seen[url] for url in sorted(walker.reached(path.steps[:step])) if url in seen]
            if own:
                found[Position(number, step)] = _summed_up(own)
    return found


def _summed_up(pages: list[MappedPage]) -> Json:
    compared = [page.evidence for page in pages if page.evidence]
    rendered = sum(page.needs_browser for page in pages)
    share = rendered / len(pages)
    return {
        "way": "http" if share <= FEW else "browser" if share >= 1 - FEW else "both",
        "pages": len(pages),
        "rendered": rendered,
        "compared": len(compared),
        "agreed": sum(not (each.changed or each.brings) for each in compared),
        "similarity": _mean([each.similarity for each in compared]),
        "links": _mean([each.links for each in compared]),
    }


def _mean(shares: list[float]) -> float | None:
    return round(sum(shares) / len(shares), 3) if shares else None
