"""What reaches the two streams: no control character, ever, and JSON that is read back as it was."""

import contextlib
import io
import json
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.cli.terminal import accept_any_text, write_json, write_note, write_result
from recorder.runtime.plain_text import printable

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
REVERSING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(ANY_TEXT)
def test_no_control_character_is_printable(text: str) -> None:
    left = printable(text)
    assert not [char for char in left if unicodedata.category(char) == "Cc" and char not in "\n\t"]
    assert not [char for char in left if unicodedata.bidirectional(char) in REVERSING]
    assert printable(left) == left


@given(st.text(st.characters(exclude_categories=["C"])))
def test_all_other_text_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


def test_results_and_notes_go_to_their_own_stream(capsys: pytest.CaptureFixture[str]) -> None:
    write_result("a\x1b[2Jb")
    write_note("c\x9b1md")
    assert capsys.readouterr() == ("a[2Jb\n", "c1md\n")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@contextlib.contextmanager
def stdout_in(encoding: str) -> Iterator[io.BytesIO]:
    """A stdout of this encoding, set up as `recorder` sets up its own, and the bytes that arrive there."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    with contextlib.redirect_stdout(stream):
        accept_any_text()
        yield raw


@given(JSON)
def test_json_is_read_back_as_it_was_and_is_safe_to_show(value: object) -> None:
    with stdout_in("utf-8") as stream:
        write_json(value)
        written = stream.getvalue().decode("utf-8")
    assert printable(written) == written
    assert json.loads(written) == value


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_text_that_the_encoding_lacks_is_written_all_the_same(encoding: str) -> None:
    with stdout_in(encoding) as stream:
        write_result("Zw\u00f6lf \u2192 \U0001f4da \udc80")
        write_json({"title": "Zw\u00f6lf \u2192 \U0001f4da \udc80"})
        line, _, rest = stream.getvalue().decode(encoding).partition("\n")
    assert line.startswith("Zw")
    assert json.loads(rest) == {"title": "Zw\u00f6lf \u2192 \U0001f4da \udc80"}
