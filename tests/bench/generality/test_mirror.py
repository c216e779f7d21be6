"""A site and its mirror lead to the same decisions. What may pass is asked again."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bench.generality.findings import Found
from bench.generality.kept_answers import KeptAnswers
from bench.generality.mirror import MirrorSource
from bench.generality.relay import Relay, port_of
from bench.generality.runner import mirror_of
from recorder.fetching.answers import Outcome, OutcomeKind, Request
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope
from tests.bench.generality.comparing import three_ways, two_ways, walked
from tests.bench.generality.herbarium import HERBARIUM, PLANTS

Ways = Sequence[Found]


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> Ways:
    return three_ways(HERBARIUM, tmp_path_factory.mktemp("mirrors"), Render.NEVER)


@pytest.mark.slow
def test_a_site_is_recorded_alike_over_http_and_over_its_mirror(ways: Ways) -> None:
    over_http, filling, mirrored = ways
    assert over_http == filling
    assert over_http == mirrored


@pytest.mark.slow
def test_a_site_is_recorded_alike_over_a_mirror_that_was_walked(ways: Ways, tmp_path: Path) -> None:
    assert walked(HERBARIUM, tmp_path, Render.NEVER) == ways[0]


@pytest.mark.slow
def test_what_a_browser_showed_and_sent_is_kept_as_well(tmp_path: Path) -> None:
    filling, mirrored = two_ways(HERBARIUM, tmp_path)
    assert filling == mirrored
    with closing(sqlite3.connect(mirror_of(HERBARIUM, tmp_path))) as kept:
        ways = dict(kept.execute("SELECT way, count(*) FROM answers GROUP BY way"))
    assert ways["submitted"] > 0


@pytest.mark.slow
def test_forms_are_asked_over_a_mirror(ways: Ways) -> None:
    assert "form" in ways[-1].pattern
    assert len(ways[-1].judged) > 8


@pytest.mark.slow
def test_the_pages_chosen_are_told_in_the_order_they_were_chosen(ways: Ways) -> None:
    assert len(ways[-1].seen) > 8
    assert len(set(ways[-1].seen)) == len(ways[-1].seen)


async def test_an_answer_that_may_pass_is_not_kept(tmp_path: Path) -> None:
    kept = KeptAnswers(tmp_path / "mirror.sqlite")
    site = replace(HERBARIUM, name="a herbarium of its own")  # others may have the herbarium open
    relay = Relay(site)
    request = Request(f"http://127.0.0.1:{port_of(site.name)}/plant/{next(iter(PLANTS))}")
    assert await _fetched(kept, request) is OutcomeKind.UNREACHABLE
    with relay:
        assert await _fetched(kept, request) is None
    assert await _fetched(kept, request) is None
    kept.close()


async def _fetched(kept: KeptAnswers, request: Request) -> OutcomeKind | None:
    source = MirrorSource(kept, FetchOptions(attempts=1), Scope.of(request.url))
    try:
        answer = await source.fetch(request)
    finally:
        await source.close()
    return answer.kind if isinstance(answer, Outcome) else None
