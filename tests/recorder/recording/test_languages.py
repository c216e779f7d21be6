"""A site in three languages, each page with its translations beside it: one record is collected once, in the language
of the sample, and what was left aside is said.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import Glossary, words

KEYS = [f"{words(number, 1)}-{number}" for number in range(24)]
SAID = {"en": "Height Leaf Bark Wood", "de": "Höhe Blatt Rinde Holz", "fr": "Hauteur Feuille Écorce Bois"}


class Guide(Glossary):
    """Pages that have a name and a number in common with their translations, and no other word."""

    def furnish(self) -> None:
        for language, labels in SAID.items():
            beside = "".join(f"<a href=/{each}/>{each}</a> " for each in SAID)
            listed = "".join(f"<li><a href=/{language}/tree/{key}.html>{key}</a>" for key in KEYS)
            self.station.on(f"/{language}/", f"<title>{language}</title><h2>{language}</h2><ul>{listed}</ul>{beside}")
            for number, key in enumerate(KEYS):
                self.station.on(f"/{language}/tree/{key}.html", self._page(language, labels.split(), key, number))
        self.station.on("/", "<title>Guide</title><p>" + "".join(f"<a href=/{each}/>{each}</a>" for each in SAID))

    def _page(self, language: str, labels: list[str], key: str, number: int) -> str:
        beside = "".join(f"<a href=/{each}/tree/{key}.html hreflang={each}>{each}</a> " for each in SAID)
        rows = "".join(f"<dt>{label}<dd>{words((language, key, label), 6)}" for label in labels)
        about = f"<p>{key}, {1000 + number}</p><dl>{rows}</dl>"
        return f"<title>{key}</title><div class=page><h1>{key}</h1>{about}</div><p class=languages>{beside}</p>"

    def term(self, number: int) -> str:
        return f"/en/tree/{KEYS[number]}.html"


@pytest.fixture
async def guide(tmp_path: Path) -> AsyncIterator[Guide]:
    found = Guide(await Station().start(), tmp_path / "site.db")
    found.furnish()
    yield found
    await found.station.stop()


async def test_a_record_is_collected_in_the_language_of_the_sample(guide: Guide) -> None:
    told = await guide.record()
    assert any("left aside: 48, most of them in /de/tree/ (24) and /fr/tree/ (24)" in each for each in guide.said)
    assert told.coverage is not None and told.coverage.estimate == len(KEYS)
    assert await guide.crawled() == {f"/en/tree/{key}.html" for key in KEYS}


async def test_a_language_that_a_sample_says_is_meant_as_well(guide: Guide) -> None:
    await guide.record(samples=(guide.url(guide.term(1)), guide.url(f"/fr/tree/{KEYS[2]}.html")))
    assert any("left aside: 24 in /de/tree/." in each for each in guide.said)
    assert await guide.crawled() == {f"/{language}/tree/{key}.html" for language in ("en", "fr") for key in KEYS}
