"""The Scrapy project made from a pattern: Python that compiles whatever the site wrote, and that collects the same."""

import ast
import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.sites import SiteUnavailableError, debian_folder
from bench.static_sites import CASES, served
from recorder.exporting.scrapy_project import ScrapyProject, SpiderPlan, scrapy_project
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Step
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.patterns.repeats.plain_addresses import Detour, IdleKind, PlainAddresses, RecordPart, Spelling
from tests.recorder.conftest import Command, RecordedShop, in_a_process
from tests.recorder.fetching.station import Station
from tests.recorder.recording.boutique import KEYS, Boutique
from tests.recorder.small_shop import ENTRY, PATTERN

HOSTILE = '"""); import os; os._exit(7)  # \\"\n$package ${x} \u202e{}'


def pattern_of(project: ScrapyProject) -> ModuleType:
    """The `pattern` module of a project, run: its steps are the same classes as ours."""
    source = next(text for name, text in project.files.items() if name.endswith("_project/pattern.py"))
    module = ModuleType("pattern")
    ours = source
    for ours_as in ("navigation.pattern", "repeats.plain_addresses"):
        copied = f"from {project.spider}_project.reading.{ours_as.partition('.')[2]}"
        ours = ours.replace(copied, f"from recorder.patterns.{ours_as}")
    exec(compile(ours, "pattern.py", "exec"), module.__dict__)
    return module


def followed(pattern: NavigationPattern) -> list[object]:
    """All of a pattern that decides what is asked for."""
    return [told(step) for path in pattern.paths for step in path.steps]


def told(step: Step) -> object:
    if isinstance(step, LinkStep):
        return step.regex, step.place, step.repeat
    asked = [(each.name, each.label, each.options, each.required, each.default) for each in step.parameters]
    return step.method, step.url, step.body, step.charset, step.fresh, step.page, asked


def test_everything_compiles_and_the_pattern_is_the_same() -> None:
    more = frozenset({"from", HOSTILE})
    kinds = frozenset({IdleKind(("a", "b"), more, frozenset()), IdleKind(("c",), more, frozenset({"id"}), unseen=True)})
    parts = frozenset({RecordPart(("o", HOSTILE), frozenset({"id", HOSTILE}), HOSTILE, HOSTILE, "")})
    view, printed = Spelling(f"{ENTRY}View.asp", ("id", HOSTILE)), Spelling(f"{ENTRY}{HOSTILE}", ("id", HOSTILE))
    ways = frozenset({Detour(f"{ENTRY}items/[0-9]+", r"/in/[^#]+\"'", "")})
    idle = PlainAddresses(kinds, frozenset({view}), parts, frozenset({(printed, view)}), ways)
    project = scrapy_project(SpiderPlan(PATTERN, ENTRY, "books", idle=idle))
    for name, text in project.files.items():
        if name.endswith(".py"):
            compile(text, name, "exec")
            assert "from recorder" not in text and "import recorder" not in text
    assert followed(pattern_of(project).PATTERN) == followed(PATTERN)
    assert idle == pattern_of(project).IDLE


def test_what_the_project_asks_of_its_pattern_is_there() -> None:
    """The spider is a template: nobody who looks for callers in the code finds it."""
    project = scrapy_project(SpiderPlan(PATTERN, ENTRY, "books"))
    trees = [ast.parse(text) for name, text in project.files.items() if name.endswith(".py")]
    asked = {
        node.attr
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "PATTERN"
    }
    assert asked >= {"paths", "next_links"}
    assert all(hasattr(PATTERN, name) for name in asked)


def test_what_the_project_imports_it_brings_or_requires() -> None:
    project = scrapy_project(SpiderPlan(PATTERN, ENTRY, "books"))
    required = {line.partition(">")[0].replace("-", "_") for line in project.files["requirements.txt"].split()}
    brought = {*sys.stdlib_module_names, "books_project", "scrapy", "lxml", "w3lib"}  # Scrapy brings two of them
    for name, text in project.files.items():
        for node in ast.walk(ast.parse(text)) if name.endswith(".py") else ():
            modules = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {module.partition(".")[0] for module in modules} <= brought | required, name


@given(st.text() | st.just(HOSTILE), st.text() | st.just(HOSTILE))
def test_no_text_breaks_out_of_the_code(text: str, other: str) -> None:
    form = FormStep(
        "GET", text, None, (Parameter(other, text, options=(other, text), default=(text,)),), fresh=(other,)
    )
    hidden = FormStep("GET", text, in_browser=True)
    paths = (PatternPath((form, LinkStep(text, other))), PatternPath((hidden,)))
    entry = text if "[" not in text else ENTRY
    project = scrapy_project(SpiderPlan(NavigationPattern(paths), entry, other, left_aside={text}))
    module = pattern_of(project)
    assert followed(module.PATTERN) == followed(NavigationPattern(paths[:1]))
    assert list(module.LEFT_ASIDE) == [text]
    for name, source in project.files.items():
        if name.endswith(("settings.py", "spider.py")):
            compile(source, name, "exec")


def test_the_project_is_formatted_like_ours(recorder: Command, small: Path, tmp_path: Path) -> None:
    out = tmp_path / "project"
    assert recorder("export", "--db", small, "--format", "scrapy", out).code == 0
    settings = ["--config", Path(__file__).parents[3] / "pyproject.toml", out]
    for check in (["format", "--check"], ["check", "--select", "E,F,I,B,UP"]):
        done = subprocess.run([sys.executable, "-m", "ruff", *check, *settings], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_a_folder_that_is_there_is_left_alone(recorder: Command, small: Path, tmp_path: Path) -> None:
    kept = tmp_path / "mine.txt"
    kept.write_text("mine")
    done = recorder("export", "--db", small, "--format", "scrapy", tmp_path)
    assert (done.code, (tmp_path / "scrapy.cfg").exists()) == (2, False)
    assert "--force" in done.err
    assert recorder("export", "--db", small, "--format", "scrapy", "--force", tmp_path).code == 0
    assert (kept.read_text(), (tmp_path / "scrapy.cfg").exists()) == ("mine", True)


def test_what_only_a_browser_can_do_is_said() -> None:
    form = FormStep("GET", f"{ENTRY}?q=*", None, (Parameter("q"),), in_browser=True)
    pattern = NavigationPattern((*PATTERN.paths, PatternPath((form,))))
    project = scrapy_project(SpiderPlan(pattern, ENTRY, "books"))
    assert (len(project.lacks), project.paths) == (1, len(PATTERN.paths))
    assert form.url in project.lacks[0]


@pytest.mark.parametrize("option", [("--append",), ("--what", "pages"), ("--status", "new")])
def test_rows_are_not_chosen_for_a_project(
    recorder: Command, small: Path, tmp_path: Path, option: tuple[str, ...]
) -> None:
    out = tmp_path / "project"
    assert recorder("export", "--db", small, "--format", "scrapy", *option, out).code == 2
    assert not out.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        (),
        ("Title or author=the",),
        ("words=the", "First published="),
        ("region=west", "branch=dockside", "phrase=the"),
    ],
    ids=["links", "get", "post with a token", "two forms"],
)
def test_scrapy_collects_what_a_crawl_collects(
    shop: RecordedShop, database: Path, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    assert scraped("shop", database, tmp_path, asked) == crawled(database, asked) != set()


@pytest.mark.slow
def test_scrapy_collects_the_same_from_a_site_of_others(tmp_path: Path) -> None:
    case = next(case for case in CASES if case.name == "sqlite-syntax")
    try:
        root = debian_folder(case.package, case.folder)
    except SiteUnavailableError as error:
        pytest.skip(f"NOT RUN, so neither passed nor failed: {error}")
    database = tmp_path / "site.db"
    with served(root) as base:
        recorded = in_a_process(
            "record", base + case.entry, "--like", base + case.sample, "--db", database, "--name", "site"
        )
        assert recorded.code == 0, recorded.err
        assert scraped("site", database, tmp_path) == crawled(database) != set()


@pytest.mark.slow
async def test_a_thing_at_several_addresses_is_one_item_at_the_one_it_calls_its_own(tmp_path: Path) -> None:
    station = await Station().start()
    try:
        shop = Boutique(station, tmp_path / "site.db")
        shop.furnish()
        await shop.record(exhaustive=False, name="site")
        found = await asyncio.to_thread(scraped, "site", shop.database, tmp_path)
    finally:
        await station.stop()
    assert found == {shop.url(shop.term(number)) for number in range(len(KEYS))}


@pytest.mark.slow
def test_arguments_that_no_form_takes_are_refused_in_one_line(database: Path, tmp_path: Path) -> None:
    done = run_scrapy("shop", database, tmp_path, ("nope=1",))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("No form takes all of nope. The forms take: ")
    assert "Traceback" not in done.stderr


def run_scrapy(
    spider: str, database: Path, folder: Path, asked: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """The project made from this database, run by Scrapy without recorder; it writes `out.json` into the folder."""
    project = folder / "project"
    exported = in_a_process("export", "--db", database, "--format", "scrapy", project)
    assert exported.code == 0, exported.err
    arguments = [word for each in asked for word in ("-a", each)]
    swift = ["-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=False"]
    command = [sys.executable, "-m", "scrapy", "crawl", spider, "-O", str(folder / "out.json"), *swift, *arguments]
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=project, env=alone, capture_output=True, text=True, timeout=120)


def scraped(spider: str, database: Path, folder: Path, asked: Sequence[str] = ()) -> set[str]:
    done = run_scrapy(spider, database, folder, asked)
    assert done.returncode == 0, done.stderr
    return {item["url"] for item in json.loads((folder / "out.json").read_text())}


def crawled(database: Path, asked: Sequence[str] = ()) -> set[str]:
    given = [word for each in asked for word in ("--param", each)]
    done = in_a_process("crawl", "--db", database, "--fresh", "--json", *given)
    with sqlite3.connect(database) as connection:
        sql = "SELECT final_url FROM pages WHERE run_id = ? AND role = 'target'"
        return {url for (url,) in connection.execute(sql, (done.json["run"],))}
