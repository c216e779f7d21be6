"""Articles under dates are one class: a year or a month in an address is data, and says nothing of a kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import OVER_HTTP, words

YEARS = range(2015, 2024)
MONTHS = (2, 5, 9)
OF_A_MONTH = 4


def article(year: int, month: int, number: int) -> str:
    return f"/{year}/{month:02}/{words((year, month, number), 1)}/"


ARTICLES = [article(year, month, number) for year in YEARS for month in MONTHS for number in range(OF_A_MONTH)]


def furnish(station: Station) -> None:
    """A front page of excerpts, a list for every year and tag, and articles that name the year they are of."""
    station.on("/", page("Journal", f"{tags()}{years()}{excerpts(ARTICLES[-10:])}"))
    for year in YEARS:
        station.on(f"/{year}/", page(f"Year {year}", excerpts(of_year(year))))
    for tag in range(6):
        station.on(f"/tag/{tag}/", page(f"Tag {tag}", excerpts(ARTICLES[tag::6])))
    for number, one in enumerate(ARTICLES):
        notes = f"<aside><h2>Notes</h2><ol><li>{words(one + 'n')}</ol></aside>" if number % 3 == 0 else ""
        image = "<figure><img src=/x.png><figcaption>Seen</figcaption></figure>" if number % 4 == 0 else ""
        head = f"<h1>{words(one, 3)}</h1><time>{one[1:8]}</time>"
        text = f"{head}{image}<p>{words(one)}</p><p>{words(one + '2')}</p>{notes}"
        station.on(one, page(words(one, 3), f"<article>{text}</article><nav><a href=/tag/{number % 6}/>tag</a></nav>"))


def page(title: str, body: str) -> str:
    return f"<title>{title}</title><body><header><a href=/>Journal</a></header><main>{body}</main><footer>Us</footer>"


def of_year(year: int) -> list[str]:
    return [one for one in ARTICLES if one.startswith(f"/{year}/")]


def tags() -> str:
    return "<ul class=tags>" + "".join(f"<li><a href=/tag/{tag}/>{tag}</a>" for tag in range(6)) + "</ul>"


def years() -> str:
    return "<ul class=years>" + "".join(f"<li><a href=/{year}/>{year}</a>" for year in YEARS) + "</ul>"


def excerpts(articles: list[str]) -> str:
    heads = ((one, f"<h2><a href={one}>{words(one, 3)}</a></h2>") for one in articles)
    return "".join(f"<article>{head}<p>{words(one, 9)}</p></article>" for one, head in heads)


@pytest.mark.parametrize("sample", [ARTICLES[0], ARTICLES[50], ARTICLES[-1]])
async def test_articles_of_all_years_are_collected_whichever_is_the_sample(sample: str, tmp_path: Path) -> None:
    station, database = await Station().start(), tmp_path / "site.db"
    try:
        furnish(station)
        asked = RecordOptions(
            f"{station.base}/", (station.base + sample,), database, forms=FormChoice.NONE, fetching=OVER_HTTP
        )
        await record(asked, nobody, Stop())
        run = (await crawl(CrawlOptions(database, fetching=OVER_HTTP), nobody, Stop())).run
        assert run is not None
        with open_store(database) as store:
            found = {page.url.removeprefix(station.base) for page in store.pages.of_run(run.id, "target")}
        assert found == set(ARTICLES)
    finally:
        await station.stop()
