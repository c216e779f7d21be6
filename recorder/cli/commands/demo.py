"""`recorder demo`: the bundled bookshop, recorded and crawled before the user's eyes, and held against its truth."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from urllib.parse import urlsplit

import click

from recorder.cli.option_groups import command
from recorder.cli.reports import reading
from recorder.cli.running import run_engine
from recorder.cli.terminal import ExitCode, program, write_note, write_result, write_results
from recorder.crawling.session import CrawlOptions, crawl
from recorder.demo import DemoServer, DemoSite
from recorder.demo.searches import CatalogueQuery
from recorder.inspecting.pattern_report import pattern_lines
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.errors import StoppedError, UsageError
from recorder.runtime.plain_text import many
from recorder.store.page import TARGET
from recorder.store.runs import Run

_FILE = "bookshop.db"
_NAME = "bookshop"
_FIELD, _WORD = "Title or author", "the"
_ENOUGH = 0.99
_SHOWN = 5
_TO_TRY = (
    (("demo", "--keep", "DIR"), "the same, with a database to look around in"),
    (("record", "ENTRY", "--like", "SAMPLE", "--db", "site.db"), "a site of your own"),
)


@dataclass(frozen=True)
class Score:
    """What was collected against what the shop itself says there is."""

    collected: frozenset[str]
    wanted: frozenset[str]

    @property
    def precision(self) -> float:
        """How much of what was collected is wanted."""
        return len(self.collected & self.wanted) / max(len(self.collected), 1)

    @property
    def recall(self) -> float:
        """How much of what is wanted was collected."""
        return len(self.collected & self.wanted) / len(self.wanted)

    @property
    def is_good(self) -> bool:
        """What a user may expect of a site like this."""
        return self.precision == 1 and self.recall >= _ENOUGH


@dataclass(frozen=True)
class Showing:
    """All that came of the demonstration."""

    pattern: NavigationPattern
    mapping: Run
    crawl: Run
    score: Score
    """Of the books that links lead to."""
    answered: Score
    """Of the books that the search finds."""
    forms: int


@command("demo")
@click.option(
    "--keep",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep the database in this folder, to look around in it afterwards.",
)
@click.option(
    "--serve",
    "port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Only open the shop, at this port (0: any that is free), for commands of your own; Ctrl-C closes it.",
)
def demo_command(folder: Path | None, port: int | None) -> ExitCode:
    """Record and crawl a bundled bookshop, before your eyes.

    The shop runs on this machine alone, for as long as the demo does. Without --keep, nothing is left behind.
    """
    if port is not None:
        if folder is not None:
            raise click.UsageError("--serve records nothing that --keep could keep.")
        return _serve(port)
    with _database(folder) as database, DemoServer(DemoSite()) as site:
        showing = _show(site, database)
        _tell(showing, site)
    if folder is not None:
        _tell_what_was_kept(database, site)
    else:
        _tell_what_to_try()
    if showing.score.is_good and showing.answered.is_good:
        return ExitCode.DONE
    for score in (showing.score, showing.answered):
        _explain_the_score(score)
    return ExitCode.FAILED


def _serve(port: int) -> ExitCode:
    """Two addresses on stdout, as every recording begins with, and then the shop until it is interrupted."""
    try:
        with DemoServer(DemoSite(port=port)) as site:
            write_result(site.entry_url)
            write_result(site.sample_url)
            Event().wait()
    except OSError as error:
        raise UsageError(f"The shop cannot open at port {port}: {error.strerror}.", "Give another port.") from error
    except KeyboardInterrupt:
        write_note("Closed.")
    return ExitCode.DONE


@contextmanager
def _database(folder: Path | None) -> Iterator[Path]:
    if folder is None:
        with TemporaryDirectory(prefix="recorder-demo-") as temporary:
            yield Path(temporary) / _FILE
        return
    database = folder / _FILE
    if database.exists():
        raise UsageError(f"{database} is there already.", "Remove it, or give --keep another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    yield database


def _show(site: DemoSite, database: Path) -> Showing:
    """The same three steps a user takes, by the same engine."""
    write_note(f"A bookshop has opened at {site.entry_url}; it sells {len(site.truth.books)} books.")
    write_note("\nStep 1, record: learn the way from the front page to pages like one sample book.")
    write_note(f"  {_command('record', site.entry_url, '--like', site.sample_url, '--db', _FILE)}")
    asked = RecordOptions(entry=site.entry_url, samples=(site.sample_url,), database=database, name=_NAME)
    recorded = run_engine(lambda listen, stop: record(asked, listen, stop))
    _refuse_half(recorded.stopped)

    write_note("\nStep 2, crawl: follow the pattern that was learnt, and collect those pages alone.")
    write_note(f"  {_command('crawl', '--db', _FILE)}")
    crawled = run_engine(lambda listen, stop: crawl(CrawlOptions(database=database), listen, stop))
    _refuse_half(crawled.stopped)

    assert recorded.run is not None and crawled.run is not None  # only --resume may find nothing to do
    linked = Score(_collected(database, crawled.run), site.truth.linked_urls)

    write_note("\nStep 3, ask: fill in the search form that was found, for books that no link leads to as well.")
    write_note(f"  {_command('crawl', '--db', _FILE, '--param', f'{_FIELD}={_WORD}')}")
    question = CrawlOptions(database=database, queries=(((_FIELD, _WORD),),))
    asked_run = run_engine(lambda listen, stop: crawl(question, listen, stop))
    _refuse_half(asked_run.stopped)
    assert asked_run.run is not None
    answered = Score(_collected(database, asked_run.run), site.truth.answer(CatalogueQuery(_WORD)))
    return Showing(recorded.pattern, recorded.run, crawled.run, linked, answered, recorded.forms)


def _refuse_half(reason: str) -> None:
    if reason:
        raise StoppedError(f"{reason[:1].upper()}{reason[1:]}.", "The demo begins anew every time.")


def _collected(database: Path, run: Run) -> frozenset[str]:
    with reading(database) as store:
        return frozenset(page.url for page in store.pages.of_run(run.id, TARGET))


def _tell(showing: Showing, site: DemoSite) -> None:
    write_result("\nWhat was learnt, the navigation pattern:")
    write_results(f"  {line}" for line in pattern_lines(showing.pattern))
    mapping, crawled, score = showing.mapping, showing.crawl, showing.score
    write_result("\nWhat was collected:")
    write_result(f"  {many(crawled.targets, 'page')} like the sample.")
    write_result(f"  To record took {many(mapping.pages, 'page')} and {mapping.seconds:.0f} seconds,")
    write_result(f"  to crawl {many(crawled.pages, 'page')} and {crawled.seconds:.0f} seconds.")
    write_result("\nWhat the shop itself says:")
    found, others = len(score.collected & score.wanted), len(score.collected - score.wanted)
    write_result(
        f"  Of the {len(score.wanted)} books that links lead to, {found} were collected (recall {score.recall:.4f}),"
    )
    write_result(f"  and of pages that are no such book, {others} (precision {score.precision:.4f}).")
    answered = showing.answered
    right, wrong = len(answered.collected & answered.wanted), len(answered.collected - answered.wanted)
    write_result(f"  Its search finds {len(answered.wanted)} books for “{_WORD}”: {right} collected, {wrong} others;")
    hidden = len(answered.collected - score.wanted)
    write_result(
        f"  {hidden} of them no link leads to. {many(showing.forms, 'form')} found, and only searches submitted."
    )
    forbidden, unsafe = len(site.tally.forbidden), len(site.tally.unsafe)
    write_result(f"  Requests for what its robots.txt forbids: {forbidden}; requests that change anything: {unsafe}.")


def _explain_the_score(score: Score) -> None:
    """To stderr, for whoever has to find out why."""
    write_note("\nThe demo did not collect what it should have.")
    for what, urls in (("missing", score.wanted - score.collected), ("too many", score.collected - score.wanted)):
        for url in sorted(urls)[:_SHOWN]:
            write_note(f"  {what}: {url}")


def _tell_what_was_kept(database: Path, site: DemoSite) -> None:
    port = urlsplit(site.base_url).port
    write_result("\nEverything is kept; look around:")
    for words in (("show",), ("targets",), ("runs",), ("why", site.sample_url), ("pattern", "export", "-")):
        write_result(f"  {_command(*words, '--db', str(database))}")
    write_result("The shop is closed now. To open it again, for another `recorder crawl`:")
    write_result(f"  {_command('demo', '--serve', str(port))}")


def _tell_what_to_try() -> None:
    write_result("\nTry next:")
    for words, meaning in _TO_TRY:
        write_result(f"  {_command(*words):<60}  {meaning}")


def _command(*words: str) -> str:
    return shlex.join([*program(), *words])
