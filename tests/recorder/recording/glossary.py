"""An invented site of terms and tools in one template and the same lists, and its recording."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from recorder.crawling.page_judge import load_judge
from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope
from recorder.inspecting.why import Explanation, explain
from recorder.patterns.navigation.notation import from_text
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.session import RecordResult, record
from recorder.runtime.background import Background
from recorder.runtime.events import Event, Note
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from recorder.visiting.page_reader import Reader
from tests.recorder.fetching.station import Station

OVER_HTTP = FetchOptions(render=Render.NEVER, attempts=1)
TERMS, TOOLS = 30, 20
PRICES = "<table><tr><th>Price<td>9<tr><th>Weight<td>7</table>"
ORIGINS = "<table><tr><th>Language<td>9<tr><th>Century<td>7</table>"
"""Built like prices."""


def words(seed: object, count: int = 25) -> str:
    stream = Random(str(seed))
    return " ".join("".join(stream.choices("aeioklmnrst", k=6)) for _ in range(count))


@dataclass
class Glossary:
    """Terms and tools in one template, in the same lists; what they have besides may be nothing."""

    station: Station
    database: Path
    besides: str = ""
    """What tools have."""
    of_terms: str = ""
    named: bool = True
    """Whether the names of pages say which of the two they are."""
    later: int = 0
    """How many of either have come since it was recorded."""
    said: list[str] = field(default_factory=list)

    def furnish(self) -> None:
        names = sorted(self.terms | self.tools)
        lists = "".join(f"<li><a href=/letter/{n}.html>Letter {n}</a>" for n in range(5))
        self.station.on("/", f"<title>Glossary</title><h1>Glossary</h1><ul>{lists}</ul><a href=/about.html>About</a>")
        self.station.on("/about.html", f"<title>About</title><blockquote>{words('about')}</blockquote>")
        for n in range(5):
            rows = "".join(f"<li><a href={name}>{words(name, 2)}</a>" for name in names[n::5])
            self.station.on(f"/letter/{n}.html", f"<title>Letter {n}</title><h2>Entries</h2><ul>{rows}</ul>")
        for name in names:
            besides = self.besides if name in self.tools else self.of_terms
            text = f"<h1>{words(name, 2)}</h1><div><p>{words(name)}</p>{besides}<p>{words(name + '2')}</p></div>"
            self.station.on(name, f"<title>{words(name, 2)}</title><body><main>{text}</main><hr>Contact us</body>")

    def term(self, number: int) -> str:
        return f"/entry/{'term-' if self.named else ''}{words(number, 1)}.html"

    def tool(self, number: int) -> str:
        return f"/entry/{'tool-' if self.named else ''}{words(-number - 1, 1)}.html"

    def url(self, path: str) -> str:
        return self.station.base + path

    def options(self, **more: object) -> RecordOptions:
        samples = (self.url(self.term(1)),)
        asked = RecordOptions(
            self.url("/"), samples, self.database, exhaustive=True, forms=FormChoice.NONE, fetching=OVER_HTTP
        )
        return replace(asked, **more)  # type: ignore[arg-type]

    async def record(self, **more: object) -> RecordResult:
        self.said.clear()
        return await record(self.options(**more), self.listen, Stop())

    async def crawled(self) -> set[str]:
        """The names of the targets that a crawl collects."""
        result = await crawl(CrawlOptions(self.database, fetching=OVER_HTTP), self.listen, Stop())
        assert result.run is not None
        assert result.drift is None
        with open_store(self.database) as store:
            return {page.url.removeprefix(self.station.base) for page in store.pages.of_run(result.run.id, "target")}

    def asks_more_than_structure(self) -> bool:
        """Whether a crawl would."""
        with open_store(self.database) as store, closing(Background()) as background:
            recording = store.recordings.get(1)
            reader = Reader(Scope.of(recording.entry_url))
            pattern = from_text(store.patterns.latest(1).text)
            return load_judge(store, recording, pattern, reader, background).newcomers is not None

    def why(self, path: str) -> Explanation:
        with open_store(self.database) as store:
            pattern = from_text(store.patterns.latest(1).text)
            return explain(store, store.recordings.get(1), pattern, self.url(path))

    def listen(self, event: Event) -> None:
        if isinstance(event, Note):
            self.said.append(event.text)

    @property
    def terms(self) -> set[str]:
        return set(map(self.term, range(TERMS + self.later)))

    @property
    def tools(self) -> set[str]:
        return set(map(self.tool, range(TOOLS + self.later)))
