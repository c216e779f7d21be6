"""Choices of a person about columns, as the command line takes them: carried out, and told."""

from collections.abc import Iterator
from pathlib import Path

from recorder.cli.reports import recording_meant
from recorder.cli.terminal import write_note
from recorder.extracting.column_choices import leave_out_column, rename_column
from recorder.extracting.wanting import Example, want
from recorder.runtime.errors import UsageError, told_errors
from recorder.store.database import open_store


def choose(
    database: Path,
    name: str | None,
    renames: tuple[str, ...],
    left_out: tuple[str, ...],
    taken_in: tuple[str, ...],
) -> Iterator[str]:
    """Carries them out one by one; what to tell of each."""
    pairs = [_pair(each) for each in renames]
    with told_errors(), open_store(database) as store:
        recording = recording_meant(store, name)
        with store.recordings.hold(recording):
            for old, new in pairs:
                table = rename_column(store, recording, old, new)
                yield f"{table.name}: {old} is called {new} from now on."
            for column in left_out:
                table = leave_out_column(store, recording, column)
                yield f"{table.name}: {column} is left out from now on."
            for column in taken_in:
                table = leave_out_column(store, recording, column, left_out=False)
                yield f"{table.name}: {column} is in the table after the next `recorder extract`."


def need_pages(database: Path, name: str | None, wanted: tuple[str, ...], on: tuple[str, ...]) -> bool:
    """Carries out wishes for columns; whether pages have to be read for them."""
    pairs = [_pair(each, "NAME=VALUE", "--want price=£12.50") for each in wanted]
    with told_errors(), open_store(database) as store:
        recording = recording_meant(store, name)
        with store.recordings.hold(recording):
            done = []
            for column in dict.fromkeys(column for column, _ in pairs):
                own = (n for n, (of, _) in enumerate(pairs) if of == column)
                examples = [Example(pairs[n][1], on[n] if on else "") for n in own]
                done.append(want(store, recording, column, examples))
    for each in done:
        for sentence in each.sentences():
            write_note(f"{each.table}: {sentence}")
    return not all(each.was for each in done)


def _pair(text: str, form: str = "OLD=NEW", example: str = "--rename published=year") -> tuple[str, str]:
    old, equals, new = text.partition("=")
    if not equals or not old.strip() or not new.strip():
        raise UsageError(f"{text!r} is no {form}.", f"For example: {example}.")
    return old.strip(), new.strip()
