"""What a file holds already that an export is to go on with."""

from dataclasses import dataclass

Key = tuple[str, int]
"""URL and run: what tells a row from the others."""


@dataclass(frozen=True)
class Held:
    """`end`: where the last whole row ends."""

    keys: frozenset[Key]
    end: int
