"""How pages were shown while a site was recorded is how they are fetched later, unless a person wants otherwise."""

from base64 import b64encode
from pathlib import Path

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions, Render, as_recorded, rendering_kept
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from recorder.store.rows import Json
from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import OVER_HTTP, words

SCRIPT = """<table id=t></table><script>
document.querySelector('dl').remove();
for (const word of atob(document.querySelector('i').id).split(' '))
    document.querySelector('#t').insertAdjacentHTML('beforeend', `<tr><td>${word}<td><b>${word.length}</b>`);
</script>"""


@pytest.mark.parametrize(
    ("kept", "asked", "so"),
    [
        (rendering_kept(FetchOptions(render=Render.NEVER)), Render.AUTO, Render.NEVER),
        (rendering_kept(FetchOptions(render=Render.NEVER)), Render.ALWAYS, Render.ALWAYS),
        (rendering_kept(FetchOptions(render=Render.AUTO)), Render.AUTO, Render.AUTO),
        (rendering_kept(FetchOptions(render=Render.ALWAYS)), Render.AUTO, Render.AUTO),
        ({}, Render.AUTO, Render.AUTO),
    ],
)
def test_without_a_browser_where_the_site_was_recorded_so(
    tmp_path: Path, kept: Json, asked: Render, so: Render
) -> None:
    with open_store(tmp_path / "site.db", create=True) as store:
        recording = store.recordings.create("site", "http://a.example/", ["http://a.example/1"], kept).result()
    assert as_recorded(FetchOptions(render=asked), recording).render is so


async def test_pages_recorded_without_a_browser_are_crawled_without_one(tmp_path: Path) -> None:
    """Scripts redraw every page: in a browser none would be like the sample."""
    station, database = await Station().start(), tmp_path / "site.db"
    terms = [f"/term/{words(number, 1)}.html" for number in range(20)]
    items = "".join(f"<li><a href={url}>{words(url, 2)}</a>" for url in terms)
    station.on("/", f"<title>Terms</title><h1>Terms</h1><ul>{items}</ul>")
    for url in terms:
        hidden = b64encode(words(f"{url} table", 40).encode()).decode()
        meaning = f"<dl><dt>Meaning<dd>{words(url)}</dl><i id={hidden}></i>"
        station.on(url, f"<title>{url}</title><h1>{words(url, 2)}</h1>{meaning}{SCRIPT}")
    start = (f"{station.base}/", (station.base + terms[0],))
    await record(RecordOptions(*start, database, forms=FormChoice.NONE, fetching=OVER_HTTP), nobody, Stop())
    result = await crawl(CrawlOptions(database), nobody, Stop())
    await station.stop()
    assert result.run is not None and (result.run.targets, result.drift) == (len(terms), None)
    with open_store(database) as store:
        assert not any(page.rendered for page in store.pages.of_run(result.run.id))
