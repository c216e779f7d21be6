"""The sections of a report, each from what is stored. What stands in them is decided by those who learnt it; here it is
only put into words, tables and pictures.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit

from recorder.health.checkup import latest_health
from recorder.inspecting.changes import comparable
from recorder.inspecting.known_links import KnownLinks
from recorder.inspecting.page_versions import difference_lines, page_difference
from recorder.inspecting.pattern_report import HEADS, health_rows, path_lines
from recorder.inspecting.recording_report import (
    coverage_lines,
    group_words,
    query_words,
    summed_up,
    threshold_lines,
    told_once,
)
from recorder.inspecting.report.columns import column_table
from recorder.inspecting.report.markup import Html, join, link, table, tag
from recorder.inspecting.report.pictures import DRAWN, histogram, reach, site_map
from recorder.inspecting.report.portraits import Portraits, figure, hub_of_path
from recorder.knowledge.coverage import Coverage, load_coverage, load_groups
from recorder.knowledge.pattern_versions import LearntPattern, learnt_pattern
from recorder.runtime.plain_text import brief_label, duration, many, moment, one_line
from recorder.store.database import Store
from recorder.store.page import TARGET
from recorder.store.recordings import Recording
from recorder.store.runs import Run
from recorder.store.targets import Change, Difference

_EXAMPLES = 5
_CHANGES = 25
"""Most pages that are listed as new, changed or gone."""
_TO_THE_MINUTE = 16
_COUNTS = ("pages", "targets", "new", "changed", "gone", "errors")
_COUNTED = "known from links, reached by the ways below, collected so far"
_SIGNS = (
    ("targets", "targets"),
    ("some-targets", "some targets"),
    ("on-the-way", "on the way to targets"),
    ("nothing-new", "nothing new"),
    ("undecided", "not decided"),
)


@dataclass(frozen=True)
class Section:
    """`key` is where a link on the page leads to."""

    key: str
    title: str
    body: Html


@dataclass
class Reported:
    """One recording, asked for what the sections need; what several of them need is asked once."""

    store: Store
    recording: Recording
    portraits: Portraits = field(default_factory=dict)
    """Pictures of pages, if any were taken."""
    runs: tuple[Run, ...] = field(init=False)
    learnt: LearntPattern = field(init=False)
    coverage: Coverage | None = field(init=False)

    def __post_init__(self) -> None:
        self.runs = self.store.runs.all(self.recording.id)
        self.learnt = learnt_pattern(self.store, self.recording.id)
        self.coverage = load_coverage(self.recording)

    @cached_property
    def collected(self) -> int:
        return len(self.store.targets.ids(self.recording.id))

    def latest(self, kind: str) -> Run | None:
        return next((run for run in reversed(self.runs) if run.kind == kind), None)

    def sections(self) -> Iterator[Section]:
        """In the order in which a newcomer asks."""
        made = (
            ("reach", "How much is reached", self._reach()),
            ("map", "The site as a map", self._map()),
            ("similarity", "What counts as such a page", self._similarity()),
            ("paths", "The ways to the pages", self._paths()),
            ("forms", "Forms, and why each was or was not asked", self._forms()),
            ("columns", "The data", self._columns()),
            ("runs", "Runs, and what changed", self._runs()),
            ("health", "Health of the ways", self._health()),
        )
        yield from (Section(key, title, body) for key, title, body in made if body)

    @property
    def _origin(self) -> str:
        return self.recording.entry_url.removesuffix(urlsplit(self.recording.entry_url).path)

    def lead(self) -> Html:
        """What was learnt, in words, and the numbers that people ask for first."""
        said = summed_up(self.recording, self.learnt.pattern)
        samples = join(*(join(", " if at else "", link(url)) for at, url in enumerate(self.recording.samples)))
        facts = [
            (self.collected, "pages collected"),
            (sum(each.pages for each in self.store.records.tables(self.recording.id)), "records"),
            (len(self.learnt.pattern.paths), "ways to them"),
            (len(self.runs), "runs"),
        ]
        return join(
            tag(
                "p",
                f"{said}." if said else "This recording is not finished: much of this is not known yet.",
                class_="lead",
            ),
            tag("p", "Collected are the pages of ", link(self.recording.entry_url), " that are like ", samples, "."),
            *(figure(self.portraits, url, "The sample") for url in self.recording.samples),
            tag(
                "div", [tag("div", tag("b", f"{count:,}"), tag("span", name)) for count, name in facts], class_="facts"
            ),
        )

    def _reach(self) -> Html:
        known = self.coverage
        if known is None:
            return Html()
        marks = (("known", known.known), ("reached", known.reached), ("collected", self.collected))
        _, *doubts = coverage_lines(known)
        groups = group_words(load_groups(self.recording))
        believed = (
            f"About {many(known.estimate, 'such page')} are believed to exist, from {known.low:,} to {known.high:,}."
        )
        return join(
            reach(known.low, known.estimate, known.high, marks),
            tag("p", f"{believed} The counts below that: {_COUNTED}.", class_="hint"),
            [tag("p", each, class_="doubt") for each in doubts],
            tag("p", f"In groups: {groups}.") if groups else None,
        )  # fmt: skip

    def _map(self) -> Html:
        run = self.latest("mapping")
        groups = KnownLinks.of_run(self.store, run.id).groups if run else ()
        if not groups:
            return Html()
        dots = [tag("svg", tag("circle", cx=6, cy=6, r=5, class_=key), viewBox="0 0 12 12") for key, _ in _SIGNS]
        legend = [tag("span", dot, words) for dot, (_, words) in zip(dots, _SIGNS, strict=True)]
        known = many(sum(group.known for group in groups), "link")
        left = len(groups) - DRAWN
        more = f"; the {DRAWN} that matter most are drawn" if left > 0 else ""
        return join(
            site_map(groups),
            tag("p", legend, class_="legend"),
            tag("p", f"{known} in {many(len(groups), 'group')}{more}.", class_="hint"),
        )

    def _similarity(self) -> Html:
        run = self.latest("mapping")
        pages = self.store.pages.of_run(run.id) if run else ()
        similarities = [page.similarity for page in pages if page.similarity is not None]
        said = [tag("li", one_line(line)) for line in threshold_lines(self.recording)]
        return join(histogram(similarities, self.recording.threshold), tag("ul", said)) if similarities else Html()

    def _paths(self) -> Html:
        found = self._examples()
        paths = (
            self._path(number, lines, found.get(number, ()))
            for number, lines in enumerate(path_lines(self.learnt.pattern))
        )
        return join(*paths)

    def _path(self, number: int, lines: Sequence[str], examples: Sequence[tuple[str, str]]) -> Html:
        head, *steps = lines
        told = [join(Html(" " * (len(each) - len(each.lstrip()) - 2)), tag("span", each)) for each in steps]
        seen = [tag("li", link(url, title or url)) for url, title in examples]
        hub = hub_of_path(self.store, self.recording, number) if self.portraits else None
        return join(
            tag("h3", head),
            figure(self.portraits, hub.url, "A list on this way") if hub else None,
            tag("pre", Html("\n".join(told))),
            tag("ul", seen) if seen else None,
        )

    def _examples(self) -> dict[int, list[tuple[str, str]]]:
        """Of each path the first targets that the latest runs of each kind of question collected."""
        found: dict[int, list[tuple[str, str]]] = {}
        for run in reversed([run for run in self.runs if run.kind == "crawl"]):
            if len(found) == len(self.learnt.pattern.paths):
                break
            for page in self.store.pages.of_run(run.id, TARGET):
                some = found.setdefault(page.path_index, [])
                if len(some) < _EXAMPLES:
                    some.append((page.url, page.title))
        return found

    def _forms(self) -> Html:
        rows = []
        for stored, others in told_once(self.store.forms.all(self.recording.id)):
            form = stored.form
            where = form.action or form.url
            asked = ", ".join(brief_label(each.label or each.name) for each in stored.fields if each.kind != "hidden")
            tried = f"{many(stored.probes, 'probe')}, {stored.hits:,} led to targets" if stored.probes else "not tried"
            more = tag("div", f"and {others:,} more like it", class_="faint") if others else None
            rows.append(
                (
                    join(f"{form.method} ", link(where, where.removeprefix(self._origin)), more),
                    asked,
                    tag("b", form.verdict),
                    form.reason,
                    tried,
                )
            )
        return table(("form", "asks for", "verdict", "because", "trials"), rows) if rows else Html()

    def _columns(self) -> Html:
        tables = self.store.records.tables(self.recording.id)
        titled = (
            (tag("h3", f"{each.name}: {many(each.pages, 'record')}"), column_table(self.store, each)) for each in tables
        )
        return join(*titled)

    def _runs(self) -> Html:
        heads = (
            "run",
            "kind",
            "state",
            "began",
            "took",
            "pages",
            "targets",
            "new",
            "changed",
            "gone",
            "errors",
            "asked",
        )
        rows = [
            (
                str(run.id), run.kind, "drifted" if run.drift else run.status, moment(run.started_at)[:_TO_THE_MINUTE],
                duration(run.seconds), *(f"{getattr(run, count):,}" for count in _COUNTS),
                (query_words(run.parameters) or "the links") if run.kind == "crawl" else "",
            )
            for run in reversed(self.runs)
        ]  # fmt: skip
        return join(table(heads, rows), self._latest_changes()) if rows else Html()

    def _latest_changes(self) -> Html | None:
        compared = comparable(self.runs)
        if compared is None:
            return None
        older, newer = compared
        found = self.store.targets.diff(older.id, newer.id)
        most = ", ".join(f"{each.column} in {each.records:,}" for each in self.store.record_changes.of_run(newer.id))
        return join(
            tag("h3", f"From run {older.id} to run {newer.id}"),
            tag("p", f"{many(len(found.changes), 'difference')}, {found.unchanged:,} unchanged."),
            tag("p", f"Changed most: {most}.") if most else None,
            self._change_table(found),
        )

    def _change_table(self, found: Difference) -> Html | None:
        rows = [(one.status, link(one.url, one.title or one.url), self._what(one)) for one in found.changes[:_CHANGES]]
        left = len(found.changes) - len(rows)
        more = tag("p", f"and {many(left, 'more difference')}", class_="hint") if left else None
        return join(table(("", "page", "what"), rows), more) if rows else None

    def _what(self, change: Change) -> Html:
        older, newer = change.pages
        if change.status != "changed" or older is None or newer is None:
            return Html()
        found = page_difference(self.store, older, newer)
        return join(*(tag("div", line) for line in difference_lines(found))) if found else Html()

    def _health(self) -> Html:
        health = latest_health(self.store, self.recording.id, self.learnt.saved) if self.learnt.saved else None
        if health is None:
            return Html()
        against = f", held against run {health.earlier.id}" if health.earlier else ""
        drift = f"The site has drifted: {health.run.drift.get('message', '')}." if health.run.drift else ""
        fading = f"The site fades: {health.fading.message}." if health.fading else ""
        return join(
            tag("p", f"In run {health.run.id}{against}, step by step."),
            [tag("p", each, class_="trouble") for each in (drift, fading) if each],
            table(HEADS, [[str(cell) for cell in row] for row in health_rows(health.now, health.before)]),
        )
