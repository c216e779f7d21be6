"""The Scrapy project made from a pattern: Python that compiles whatever the site wrote, and that collects the same."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Step
from patterns.navigation.pattern import Path as PatternPath
from recorder.exporting.scrapy_project import ScrapyProject, scrapy_project
from tests.recorder.conftest import Command, RecordedShop, in_a_process
from tests.recorder.small_shop import ENTRY, PATTERN

HOSTILE = '"""); import os; os._exit(7)  # \\"\n$package ${x} \u202e{}'


def pattern_of(project: ScrapyProject) -> ModuleType:
    """The `pattern` module of a project, run: its steps are the same classes as ours."""
    source = next(text for name, text in project.files.items() if name.endswith("_project/pattern.py"))
    module = ModuleType("pattern")
    ours = source.replace(f"from {project.spider}_project.reading.pattern", "from patterns.navigation.pattern")
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
    project = scrapy_project(PATTERN, ENTRY, "books")
    for name, text in project.files.items():
        if name.endswith(".py"):
            compile(text, name, "exec")
            assert "from recorder" not in text and "import recorder" not in text
    assert followed(pattern_of(project).PATTERN) == followed(PATTERN)


@given(st.text() | st.just(HOSTILE), st.text() | st.just(HOSTILE))
def test_no_text_breaks_out_of_the_code(text: str, other: str) -> None:
    form = FormStep(
        "GET", text, None, (Parameter(other, text, options=(other, text), default=(text,)),), fresh=(other,)
    )
    hidden = FormStep("GET", text, in_browser=True)
    paths = (PatternPath((form, LinkStep(text, other))), PatternPath((hidden,)))
    project = scrapy_project(NavigationPattern(paths), text if "[" not in text else ENTRY, other, left_aside=[text])
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
    project = scrapy_project(NavigationPattern((*PATTERN.paths, PatternPath((form,)))), ENTRY, "books")
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
    folder, out = tmp_path / "project", tmp_path / "out.json"
    exported = in_a_process("export", "--db", database, "--format", "scrapy", folder)
    assert exported.code == 0, exported.err
    arguments = [word for each in asked for word in ("-a", each)]
    swift = ["-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=False"]
    command = [sys.executable, "-m", "scrapy", "crawl", "shop", "-O", str(out), *swift, *arguments]
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    crawled = in_a_process(
        "crawl", "--db", database, "--fresh", "--json", *(word for each in asked for word in ("--param", each))
    )
    with sqlite3.connect(database) as connection:
        sql = "SELECT final_url FROM pages WHERE run_id = ? AND role = 'target'"
        targets = {url for (url,) in connection.execute(sql, (crawled.json["run"],))}
    assert {item["url"] for item in json.loads(out.read_text())} == targets != set()
