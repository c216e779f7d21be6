"""The pattern handed on to programs of others, each run for real: they come to the targets that recorder collects."""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from recorder.demo import DemoServer
from recorder.demo.searches import CatalogueQuery
from recorder.fetching.browser_finding import find_browser
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter
from recorder.patterns.navigation.pattern import Path as PatternPath
from tests.recorder.conftest import Command, in_a_process
from tests.shop.owned import OwnedShop

FORMATS = ("devtools", "playwright", "browsertrix")
TOOLS = Path(os.environ.get("RECORDER_NODE_TOOLS", "node_modules"))


@dataclass(frozen=True)
class Exports:
    """A crawled shop, its targets, those of them that the crawl came to by links, and the pattern in each format."""

    site: OwnedShop
    targets: frozenset[str]
    linked: frozenset[str]
    files: dict[str, Path]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exports]:
    folder = tmp_path_factory.mktemp("handed-on")
    database = folder / "shop.db"
    with DemoServer(OwnedShop(books=24)) as site:
        ask = ("record", site.entry_url, "--like", site.sample_url, "--db", database, "--render", "never")
        assert in_a_process(*ask).code == 0
        assert in_a_process("crawl", "--db", database, "--render", "never").code == 0
        files = {form: folder / form for form in FORMATS}
        for form, file in files.items():
            done = in_a_process("export", file, "--db", database, "--format", form)
            assert done.code == 0, done.err
        targets, linked = (
            frozenset(in_a_process("targets", "--db", database, *which).lines) for which in ((), ("--run", "latest"))
        )
        yield Exports(site, targets, linked, files)


def test_each_is_what_its_program_reads(recorder: Command, small: Path, tmp_path: Path) -> None:
    for form in FORMATS:
        out = tmp_path / form
        assert recorder("export", out, "--db", small, "--format", form).code == 0
        assert recorder("export", out, "--db", small, "--format", form).code == 2, "it is there already"
        assert recorder("export", out, "--db", small, "--format", form, "--force").code == 0
        assert recorder("export", out, "--db", small, "--format", form, "--append").code == 2
    steps = json.loads((tmp_path / "devtools").read_text())["steps"]
    assert {"setViewport", "navigate"} <= {step["type"] for step in steps}
    compile((tmp_path / "playwright").read_text(), "way.py", "exec")
    told = (tmp_path / "browsertrix").read_text()
    assert "scopeType: custom" in told
    assert all(json.loads(line.partition("- ")[2]) for line in told.splitlines() if line.startswith("      - "))


def test_what_a_site_wrote_is_no_code(recorder: Command, small: Path, tmp_path: Path) -> None:
    from recorder.patterns.navigation.notation import to_text

    hostile = '"""); import os; os._exit(7)  # \\"\n$entry ${x} \u202e{}'
    form = FormStep("GET", "http://shop.example/?q=*", None, (Parameter(hostile, hostile, required=True),))
    pattern = NavigationPattern((PatternPath((form, LinkStep("http://shop.example/.*", "html/body"))),))
    (tmp_path / "pattern.toml").write_text(to_text(pattern))
    assert recorder("pattern", "import", tmp_path / "pattern.toml", "--db", small).code == 0
    assert recorder("export", tmp_path / "way.py", "--db", small, "--format", "playwright").code == 0
    text = (tmp_path / "way.py").read_text()
    assert text.isascii()
    named = {node.targets[0].id: node.value for node in ast.parse(text).body if isinstance(node, ast.Assign)}  # type: ignore[attr-defined]
    ((first, _),) = ast.literal_eval(named["PATHS"])
    assert first["parameters"][0]["name"] == hostile


def test_the_playwright_script_follows_hits_that_repeat_the_question(
    recorder: Command, small: Path, tmp_path: Path
) -> None:
    assert recorder("export", tmp_path / "way.py", "--db", small, "--format", "playwright").code == 0
    along = runpy.run_path(str(tmp_path / "way.py"))["along"]
    step = {"regex": r"http://h/show\?id=[0-9]+&lang=en", "place": None}
    answer, hit = "http://h/find?lang=en&page=2&q=tea", "http://h/show?id=3&lang=en&page=2&q=tea"
    assert along(step, "http://h/show?id=3&lang=en", "html/body/a", answer) == "http://h/show?id=3&lang=en"
    assert along(step, hit, "html/body/a", answer) == "http://h/show?id=3&lang=en"
    assert along(step, hit, "html/body/a", "http://h/find?lang=en&q=rum") == ""


@pytest.mark.slow
def test_the_playwright_script_prints_the_targets(exported: Exports) -> None:
    settings = {**os.environ, "RECORDER_BROWSER": find_browser().path, "PAUSE": "0"}
    run = [sys.executable, str(exported.files["playwright"])]
    done = subprocess.run(run, env=settings, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == exported.linked
    truth = exported.site.truth
    answers = {word: truth.answer(CatalogueQuery(word)) for book in truth.books for word in book.title.split()}
    few, one = (next(word for word, found in answers.items() if len(found) == many) for many in (2, 1))
    for word in (few, one):
        done = subprocess.run([*run, f"q={word}"], env=settings, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        assert set(done.stdout.split()) == answers[word], word


_PLAY = """
import {{ createRunner, parse, PuppeteerRunnerExtension }} from '@puppeteer/replay';
import puppeteer from 'puppeteer';
import fs from 'fs';
const browser = await puppeteer.launch({{ executablePath: {browser}, headless: true, args: ['--no-sandbox'] }});
const page = await browser.newPage();
const flow = parse(JSON.parse(fs.readFileSync({file}, 'utf8')));
const runner = await createRunner(flow, new PuppeteerRunnerExtension(browser, page, {{ timeout: 60000 }}));
await runner.run();
await browser.close();
"""


@pytest.mark.slow
def test_the_recording_plays_in_puppeteer_replay_and_comes_to_every_target(exported: Exports, tmp_path: Path) -> None:
    modules = TOOLS.resolve()
    if shutil.which("node") is None or not (modules / "@puppeteer" / "replay").is_dir():
        pytest.skip("no @puppeteer/replay here (npm install @puppeteer/replay puppeteer): the recording is not played")
    (tmp_path / "node_modules").symlink_to(modules)
    browser, file = json.dumps(find_browser().path), json.dumps(str(exported.files["devtools"]))
    (tmp_path / "play.mjs").write_text(_PLAY.format(browser=browser, file=file))
    steps = json.loads(exported.files["devtools"].read_text())["steps"]
    assert {"click", "change"} <= {step["type"] for step in steps}, "a person's way is in it"
    exported.site.tally.clear()
    done = subprocess.run(["node", "play.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    assert exported.targets <= {f"{exported.site.base_url}{path}" for path in exported.site.tally.addresses}
    assert exported.site.tally.unsafe == []


@pytest.mark.slow
def test_a_recording_that_was_written_is_read_again(exported: Exports) -> None:
    from recorder.probing.hand_steps import load_steps

    steps = load_steps(exported.files["devtools"])
    assert steps.entry == exported.site.entry_url
    assert exported.targets <= set(steps.pages)
    assert any(entry.value for entry in steps.entries)


@pytest.mark.slow
def test_within_the_scope_of_browsertrix_are_the_targets(exported: Exports, tmp_path: Path) -> None:
    """Browsertrix comes as a container alone: its rule (a link is queued if an expression is found in it) is done here,
    with the regular expressions of JavaScript."""
    from recorder.patterns.pages.documents import Document
    from recorder.patterns.pages.links import links_of

    text = exported.files["browsertrix"].read_text()
    seed = json.loads(re.search(r"- url: (.*)", text)[1])  # type: ignore[index]
    first = text.split("  - url:")[1]
    include = [json.loads(line.partition("- ")[2]) for line in first.splitlines() if line.startswith("      - ")]
    assert seed == exported.site.entry_url
    if shutil.which("node") is None:
        pytest.skip("no node here: the expressions are not tried as JavaScript reads them")
    import urllib.request

    waiting, seen = [seed], {seed}
    while waiting:
        bodies = [(url, urllib.request.urlopen(url).read()) for url in waiting]
        links = {link.url for url, body in bodies for link in links_of(Document.parse(body, url=url))} - seen
        test = "const [i, l] = JSON.parse(require('fs').readFileSync(0)); const r = i.map(e => new RegExp(e));"
        test += "console.log(JSON.stringify(l.filter(u => r.some(e => e.test(u)))))"
        told = json.dumps([include, sorted(links)])
        done = subprocess.run(["node", "-e", test], input=told, capture_output=True, text=True, timeout=60, check=True)
        waiting = json.loads(done.stdout)
        seen |= set(waiting)
    assert exported.linked <= {url.partition("?utm")[0] for url in seen}
