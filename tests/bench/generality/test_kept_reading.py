"""A page that was read before is the page that would be read now."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.generality.kept_reading import KeptReading, forget_old, generation, kept_reading
from recorder.fetching.scope import Scope
from recorder.visiting.page_reader import Reader, ReadPage

URL = "http://a.example/list"
BODY = b"<html><title>T</title><body><form><input name=q></form><ul><li><a href=/b>B</a></ul><p>Words</body></html>"
SCOPE = Scope.of(URL)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[KeptReading]:
    with closing(KeptReading(tmp_path / "a.sqlite")) as reading:
        yield reading


def _told(page: ReadPage) -> tuple[object, ...]:
    nodes = [(node.label, len(node.children)) for node in page.tree.nodes()]
    words = (page.url, page.title, page.text, page.encoding, page.fingerprint, page.structure)
    return (*words, page.links, page.forms, page.traits, nodes)


def test_a_page_is_read_alike_from_the_file(kept: KeptReading) -> None:
    as_it_is = _told(Reader(SCOPE, with_forms=True).read(URL, BODY, "text/html"))
    kept.install()
    assert [_told(Reader(SCOPE, with_forms=True).read(URL, BODY, "text/html")) for _ in range(2)] == [as_it_is] * 2


def test_who_reads_without_forms_finds_none(kept: KeptReading) -> None:
    assert kept.read(Reader(SCOPE, with_forms=True), URL, BODY, "text/html").forms
    assert not kept.read(Reader(SCOPE), URL, BODY, "text/html").forms


def test_only_the_last_few_states_of_the_program_are_kept(tmp_path: Path) -> None:
    kept_reading(tmp_path / "a.sqlite").close()
    for number in range(9):
        (tmp_path / "read" / f"old-{number}").mkdir()
    forget_old(tmp_path)
    assert len(list((tmp_path / "read").iterdir())) < 9
    assert len(generation()) == 16
