"""All sites of the bench, and which half each belongs to. The halves are drawn by a hash of the name, so that no hand
chooses what is never looked at.
"""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256

from bench.generality.programs import SITES as PROGRAMS
from bench.generality.site import Site
from bench.generality.static import SITES as STATIC


class Half(StrEnum):
    TUNING = "tuning"
    """Looked at, site by site, while the program is worked on."""
    UNSEEN = "unseen"
    """Run for its totals alone: no decision was ever made by what it shows."""


_BESIDE_TUNED = frozenset(
    {"adwaita-properties", "chart-types", "cmake-modules", "cpp-members", "eigen-classes", "fltk-members"}
    | {"grass-modules", "gtk3-classes", "jdk-types", "lens-modules", "music-terms"}
    | {"postgres-catalogs", "postgres-commands", "sound-generators", "sqlite-functions", "sqlite-releases"}
    | {"stl-functions", "trac-tickets", "twisted-modules", "wx-overviews"}
)
"""Whose hash says "unseen", while the site they are of has another entry in the tuning half, or is one that
`static_sites` looks at: whoever looks at that one sees their pages, too.
"""


def half(name: str) -> Half:
    """The half of a site, the same on every machine and for ever. A further entry of a site is named so that it falls
    into the half of the others, or stands above.
    """
    if name in _BESIDE_TUNED:
        return Half.TUNING
    return (Half.TUNING, Half.UNSEEN)[sha256(name.encode()).digest()[0] % 2]


def all_sites() -> tuple[Site, ...]:
    """Every site of the catalogue, in the order of the names."""
    return distinct((*STATIC, *PROGRAMS))


def distinct(sites: Iterable[Site]) -> tuple[Site, ...]:
    """The sites by name; ValueError if two have the same: their mirrors and figures would be mixed up."""
    kept = sorted(sites, key=lambda site: site.name)
    twice = [name for name, times in Counter(site.name for site in kept).items() if times > 1]
    if twice:
        raise ValueError(f"Two sites of the catalogue are called {', '.join(twice)}.")
    return tuple(kept)
