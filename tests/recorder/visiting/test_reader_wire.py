"""What one process has read is what the other one gets."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from recorder.fetching.scope import Scope
from recorder.patterns.pages.volatility import Shape, Volatility
from recorder.visiting.page_reader import Reader
from recorder.visiting.reader_wire import (
    Task,
    framed,
    frames,
    next_frame,
    packed_page,
    packed_request,
    unpacked_page,
    unpacked_request,
)
from tests.recorder.weather.test_fuzz import HOME, PAGES, TYPES

READER = Reader(Scope.of(HOME), with_forms=True)


@given(PAGES, TYPES)
def test_a_page_comes_back_as_it_was_read(body: bytes, content_type: str) -> None:
    asked = unpacked_request(packed_request(HOME, body, content_type))
    assert asked == (HOME, body, content_type)
    page = READER.read(*asked)
    back = unpacked_page(packed_page(page), READER.forest)
    assert back.tree is page.tree
    names = "url", "title", "text", "encoding", "links", "fingerprint", "structure", "forms", "traits", "heading"
    for name in (*names, "canonical", "translations"):
        assert getattr(back, name) == getattr(page, name)


@given(st.lists(st.binary(max_size=300)), st.integers(1, 50))
def test_frames_arrive_whole_however_they_are_cut(sent: list[bytes], piece: int) -> None:
    stream = b"".join(map(framed, sent))
    buffer, arrived = bytearray(), []
    for start in range(0, len(stream), piece):
        buffer += stream[start : start + piece]
        arrived += frames(buffer)
    assert arrived == sent
    source = io.BytesIO(stream)
    assert [next_frame(source) for _ in sent] == sent
    assert next_frame(source) is None
    assert next_frame(io.BytesIO(framed(b"half")[:-1])) is None


def test_the_task_says_whose_pages_are_read() -> None:
    volatility = Volatility(
        frozenset({"body/div 1f"}), frozenset({Shape("body/p 2e", "Seen # times")}), frozenset({HOME})
    )
    task = Task(Scope.of(HOME), with_forms=True, volatility=volatility, seconds=3, memory=10**9)
    assert Task.unpacked(task.packed()) == task
