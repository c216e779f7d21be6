"""`recorder export --format scrapy`, as a function: from a database to a Scrapy project that collects the same pages,
what a person would have written, and may go on with.

The project stands on its own. How it reads pages and follows a pattern is copied from the modules that do so here, so
that both reach the same pages; the rest are templates. Everything that comes from a site or a person is written as a
Python literal and nowhere else. What a Scrapy project cannot do is left out, and said.
"""

import ast
import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import MISSING, dataclass, fields, replace
from importlib.resources import files
from pathlib import Path
from string import Template
from urllib.parse import urlsplit

from recorder.exporting.pattern_at_hand import pattern_at_hand
from recorder.forms.form import URLENCODED
from recorder.knowledge.link_marks import load_link_marks
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Step
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.patterns.pages.sitemaps import WHERE_NAMED
from recorder.patterns.repeats.plain_addresses import AS_WRITTEN, PlainAddresses
from recorder.runtime.errors import RecorderError, UsageError, told_errors
from recorder.runtime.files import whole_folder
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording

_TEMPLATES = {
    "requirements.txt": "requirements",
    "scrapy.cfg": "scrapy.cfg",
    "$package/__init__.py": "package",
    "$package/arguments.py": "arguments",
    "$package/forms.py": "forms",
    "$package/pattern.py": "pattern",
    "$package/reading/__init__.py": "reading",
    "$package/settings.py": "settings",
    "$package/spiders/__init__.py": "spiders",
    "$package/spiders/pattern_spider.py": "spider",
}
_COPIED = (
    "recorder.patterns.urls.url",
    "recorder.patterns.urls.sorts",
    "recorder.patterns.pages.sitemaps",
    "recorder.patterns.pages.links",
    "recorder.patterns.pages.documents",
    "recorder.patterns.navigation.pattern",
    "recorder.patterns.repeats.plain_addresses",
)
"""What the templates import, each by the last part of its name."""
_IMPORT_OF_OURS = re.compile(r"^from recorder\.(?:\w+\.)*(\w+) import", re.MULTILINE)
_UNSAID = frozenset({"examples", "targets", "links", "form", "texts", "minimum", "maximum", "in_browser", "apart"})
"""What a spider has no use for."""
_LONGEST_NAME = 30


@dataclass(frozen=True)
class SpiderPlan:
    """What a spider is to follow, and what a database knows of the site beside the pattern."""

    pattern: NavigationPattern
    entry: str
    name: str
    rendered: Set[str] = frozenset()
    """The expressions of link steps whose pages were fetched with a browser while recording."""
    left_aside: Set[str] = frozenset()
    """Pages that the pattern leads to and that are no targets: a spider cannot compare pages."""
    sitemaps: tuple[str, ...] = ()
    """Those that the entry page is taken to link to."""
    idle: PlainAddresses = AS_WRITTEN
    """What makes no other page."""
    named: bool = False
    """Whether the addresses count that pages call their own."""


@dataclass(frozen=True)
class ScrapyProject:
    """The files of a project by their paths, and what it lacks, in words for a person."""

    spider: str
    files: Mapping[str, str]
    paths: int
    lacks: tuple[str, ...]


def scrapy_project(plan: SpiderPlan) -> ScrapyProject:
    paths = plan.pattern.paths
    lacks = [f"Path {number}: {reason}" for number, path in enumerate(paths, 1) for reason in _obstacles(path)]
    kept = tuple(path for path in paths if not any(_obstacles(path)))
    if not kept:
        raise RecorderError("No path of this pattern can be followed by a Scrapy project.", " ".join(lacks))
    spider = _identifier(plan.name)
    words = {
        "package": f"{spider}_project",
        "spiders_module": _literal(f"{spider}_project.spiders"),
        "spider": _literal(spider),
        "command": spider,
        "user_agent": _literal(f"{spider} (Scrapy; made by recorder; obeys robots.txt rules for 'recorder')"),
        "entry": _literal(plan.entry),
        "domain": _literal((urlsplit(plan.entry).hostname or "").removeprefix("www.")),
        "left_out": "".join(f"# Left out. {_comment(line)}\n" for line in lacks),
        "left_aside": f"frozenset({_listed(plan.left_aside)})",
        "sitemaps": _listed(plan.sitemaps) or "()",
        "idle": _idle_kinds(plan.idle),
        "spellings": _argument(tuple(map(tuple, sorted(plan.idle.spellings))), 0),
        "parts": _argument(_parts(plan.idle), 0),
        "detours": _argument(tuple(map(tuple, sorted(plan.idle.detours))), 0),
        "programs": _argument(tuple(sorted((*each, *kept) for each, kept in plan.idle.programs)), 0),
        "caseless": _literal(plan.idle.caseless),
        "routeless": _literal(plan.idle.routeless),
        "named": _literal(plan.named),
        "pattern": _written(NavigationPattern(kept), 0),
        "steps": ", ".join(sorted(_types_in(kept))),
    }
    templates = files("recorder.exporting") / "scrapy_templates"
    made = {
        _filled(path, words): _filled((templates / f"{template}.tmpl").read_text("utf-8"), words)
        for path, template in _TEMPLATES.items()
    }
    lacks += _shortfalls(kept, plan.rendered)
    return ScrapyProject(spider, made | _copies(words["package"]), len(kept), tuple(lacks))


def _listed(urls: Iterable[str]) -> str:
    """As a tuple; nothing for none."""
    return _argument(found, 0) if (found := tuple(sorted(set(urls)))) else ""


def _filled(template: str, words: Mapping[str, str]) -> str:
    return Template(template).substitute(words)


def write_project(project: ScrapyProject, folder: Path, *, replace: bool) -> None:
    """Files of other names that stand in the folder are left alone."""
    if folder.exists() and not replace:
        raise UsageError(f"{folder} is there already, and was left as it is.", "--force writes into it.")
    with whole_folder(folder) as new:
        for name, text in project.files.items():
            file = new / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


def _obstacles(path: PatternPath) -> Iterator[str]:
    """Why a path cannot be followed without a browser or by Scrapy's forms."""
    for number, step in enumerate(path.steps, 1):
        if isinstance(step, FormStep):
            if step.in_browser:
                yield f"step {number}, the form {step.url}, can only be filled in by a browser."
            elif step.method == "POST" and step.enctype != URLENCODED:
                yield f"step {number}, the form {step.url}, is sent as {step.enctype}, which Scrapy does not write."


def _shortfalls(paths: tuple[PatternPath, ...], rendered: Set[str]) -> Iterator[str]:
    """What the project does less well than a crawl."""
    steps = dict.fromkeys(step for path in paths for step in path.steps)
    for step in steps:
        if isinstance(step, LinkStep) and step.regex in rendered:
            yield f"The pages of {step.regex} were rendered in a browser here; Scrapy reads them as they are sent."
    asked = [each for step in steps if isinstance(step, FormStep) for each in step.parameters]
    several = dict.fromkeys(each.name for each in asked if each.multiple)
    if several:
        yield f"One value only can be given for {', '.join(several)}."


def _identifier(name: str) -> str:
    found = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:_LONGEST_NAME].rstrip("_")
    return found if found.isidentifier() and not keyword.iskeyword(found) else f"site_{found}".rstrip("_")


def _copies(package: str) -> dict[str, str]:
    """The copied modules and whatever they import of ours, by their paths in the project."""
    waiting = list(_COPIED)
    texts: dict[str, str] = {}
    while waiting:
        module = waiting.pop()
        if module not in texts:
            top, _, rest = module.partition(".")
            texts[module] = (files(top) / f"{rest.replace('.', '/')}.py").read_text("utf-8")
            waiting += [found[0].split()[1] for found in _IMPORT_OF_OURS.finditer(texts[module])]
    return {
        f"{package}/reading/{module.rpartition('.')[2]}.py": _IMPORT_OF_OURS.sub(
            rf"from {package}.reading.\1 import", text
        )
        for module, text in texts.items()
    }


def _types_in(paths: tuple[PatternPath, ...]) -> set[str]:
    steps = [step for path in paths for step in path.steps]
    asked = [each for step in steps if isinstance(step, FormStep) for each in step.parameters]
    return {type(each).__name__ for each in (NavigationPattern(), *paths, *steps, *asked)}


def _written(value: NavigationPattern | PatternPath | Step | Parameter, depth: int) -> str:
    """A call that makes it, one argument a line; what is as usual is left unsaid."""
    margin = "    " * (depth + 1)
    said = [
        f"{margin}{each.name}={_argument(found, depth + 1)},\n"
        for each in fields(value)
        if each.name not in _UNSAID
        and ((found := getattr(value, each.name)) != each.default or each.default is MISSING)
    ]
    return f"{type(value).__name__}(\n{''.join(said)}{'    ' * depth})"


def _idle_kinds(idle: PlainAddresses) -> str:
    kinds = sorted(
        (kind.place, tuple(sorted(kind.more)), tuple(sorted(kind.plain)), kind.unseen) for kind in idle.kinds
    )
    return _argument(tuple(kinds), 0)


def _parts(idle: PlainAddresses) -> tuple[object, ...]:
    return tuple(sorted((part.program, tuple(sorted(part.beside)), *part[2:]) for part in idle.parts))


def _argument(value: object, depth: int) -> str:
    if isinstance(value, NavigationPattern | PatternPath | LinkStep | FormStep | Parameter):
        return _written(value, depth)
    if not isinstance(value, tuple):
        return _literal(value)
    if len(value) == 1 and isinstance(value[0], str):
        return f"({_literal(value[0])},)"
    if not value:
        return "()"
    margin = "    " * (depth + 1)
    items = "".join(f"{margin}{_argument(each, depth + 1)},\n" for each in value)
    return f"(\n{items}{'    ' * depth})"


def _literal(value: object) -> str:
    """As a person would write it, in double quotes and raw if that is easier to read; else as Python does."""
    if not isinstance(value, str):
        return repr(value)
    raw = f'r"{value}"' if "\\" in value else f'"{value}"'
    if value.isprintable() and '"' not in value and not value.endswith("\\") and ast.literal_eval(raw) == value:
        return raw
    return ascii(value)


def _comment(text: str) -> str:
    """On one line whatever it holds: a line end would end the comment."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


_FOLLOWED = (
    "It follows all links of the pattern, those of classes you ignore too: {}."
    " Record again with `recorder record --again`, and the pattern does without them."
)


def export_scrapy(database: Path, folder: Path, name: str | None = None, *, anew: bool = False) -> ScrapyProject:
    """Write the pattern in force as a Scrapy project. A folder that is there is refused, or written into."""
    with told_errors(), open_store(database, read_only=True) as store, store.at_this_moment() as moment:
        at_hand = pattern_at_hand(moment, name)
        recording = at_hand.recording
        project = scrapy_project(
            SpiderPlan(
                at_hand.pattern,
                at_hand.entry,
                recording.name,
                frozenset(_rendered(moment, recording, at_hand.pattern)),
                at_hand.left_aside,
                tuple(_sitemaps(moment, recording)),
                at_hand.idle,
                at_hand.named,
            )
        )
        if ignored := load_link_marks(moment, recording.id).ignored:
            project = replace(project, lacks=(*project.lacks, _FOLLOWED.format(", ".join(one.name for one in ignored))))
    write_project(project, folder, replace=anew)
    return project


def _rendered(store: Store, recording: Recording, pattern: NavigationPattern) -> Iterator[str]:
    """The expressions of the link steps whose pages a browser had to render."""
    for row in store.patterns.steps(store.patterns.latest(recording.id).id):
        step = pattern.paths[row.path_index].steps[row.step_index]
        if isinstance(step, LinkStep) and row.rendering and row.rendering["way"] != "http":
            yield step.regex


def _sitemaps(store: Store, recording: Recording) -> Iterator[str]:
    page = store.pages.last_with_body(recording.id, recording.entry_url)
    links = store.pages.links(page.id) if page else ()
    return (link.url for link in links if link.place == WHERE_NAMED)
