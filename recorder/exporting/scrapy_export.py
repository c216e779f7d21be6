"""`recorder export --format scrapy`, as a function: from a database to a Scrapy project that collects the same pages.

What the project looks like is `scrapy_project`'s matter.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from recorder.exporting.files import Existing
from recorder.exporting.scrapy_project import ScrapyProject, scrapy_project, write_project
from recorder.knowledge.link_marks import load_link_marks
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.runtime.errors import store_errors
from recorder.store.database import Store, open_store
from recorder.store.page import OFF_PATTERN
from recorder.store.patterns import SavedPattern

_FOLLOWED = (
    "It follows all links of the pattern, those of classes you ignore too: {}."
    " Record again with `recorder record --again`, and the pattern does without them."
)


@dataclass(frozen=True)
class ScrapyOptions:
    """`folder` is where the project goes; one that is there is refused, or written into."""

    database: Path
    folder: Path
    name: str | None = None
    existing: Existing = Existing.REFUSE


def export_scrapy(options: ScrapyOptions) -> ScrapyProject:
    """Write the pattern in force as a Scrapy project."""
    with store_errors(), open_store(options.database, read_only=True) as store, store.at_this_moment() as moment:
        recording = moment.recordings.find(options.name)
        saved = moment.patterns.latest(recording.id)
        pattern = from_text(saved.text)
        rendered = frozenset(_rendered(moment, saved, pattern))
        aside = _left_aside(moment, recording.id)
        project = scrapy_project(pattern, recording.entry_url, recording.name, rendered, aside)
        if ignored := load_link_marks(moment, recording.id).ignored:
            project = replace(project, lacks=(*project.lacks, _FOLLOWED.format(", ".join(one.name for one in ignored))))
    write_project(project, options.folder, replace=options.existing is Existing.REPLACE)
    return project


def _rendered(store: Store, saved: SavedPattern, pattern: NavigationPattern) -> Iterator[str]:
    """The expressions of the link steps whose pages a browser had to render."""
    for row in store.patterns.steps(saved.id):
        step = pattern.paths[row.path_index].steps[row.step_index]
        if isinstance(step, LinkStep) and row.rendering and row.rendering["way"] != "http":
            yield step.regex


def _left_aside(store: Store, recording: int) -> set[str]:
    """What crawls came to by the pattern and found to be no target."""
    aside = {page.final_url for run in store.runs.all(recording) for page in store.pages.of_run(run.id, OFF_PATTERN)}
    return aside - {target.url for target in store.targets.list(recording)} if aside else aside
