"""The languages of the world as ISO 639-3 lists them, with what people call some of them in two other scripts."""

import gettext
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.sites import debian_folder

_SCOPES = {"I": "Individual", "M": "Macrolanguage", "S": "Special"}
_KINDS = {"A": "Ancient", "C": "Constructed", "E": "Extinct", "H": "Historical", "L": "Living", "S": "Special"}


@dataclass(frozen=True)
class Language:
    code: str
    name: str
    scope: str
    kind: str
    ukrainian: str
    bengali: str


@cache
def languages() -> tuple[Language, ...]:
    share = debian_folder("iso-codes", "usr/share")
    told = json.loads((share / "iso-codes" / "json" / "iso_639-3.json").read_text())["639-3"]
    ukrainian, bengali = (_translated(share, language) for language in ("uk", "bn"))
    return tuple(
        Language(
            *(row["alpha_3"], row["name"], _SCOPES[row["scope"]], _KINDS[row["type"]]),
            *(ukrainian(row["name"]), bengali(row["name"])),
        )
        for row in told
    )


def _translated(share: Path, language: str) -> Callable[[str], str]:
    """Empty where nobody has translated a name."""
    names = ("iso_639-3", "iso_639-2")
    catalogues = [gettext.translation(name, share / "locale", [language], fallback=True) for name in names]
    return lambda english: next((said for each in catalogues if (said := each.gettext(english)) != english), "")
