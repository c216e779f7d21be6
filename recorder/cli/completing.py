"""What the shell may offer for the word that is being typed: databases here, the recordings in one, the parameters of
its pattern. Reads; whatever goes wrong, nothing is offered.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

_DATABASES = frozenset({".db", ".sqlite", ".sqlite3"})


def offer_databases(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """And folders, on the way to one."""
    folder = Path(typed) if typed.endswith("/") else Path(typed).parent
    try:
        found = sorted(folder.expanduser().iterdir())
    except OSError:
        return []
    before = typed[: typed.rfind("/") + 1]
    names = (f"{before}{each.name}{'/' if each.is_dir() else ''}" for each in found if _is_one(each))
    return [CompletionItem(name) for name in names if name.startswith(typed)]


def _is_one(path: Path) -> bool:
    return not path.name.startswith(".") and (path.is_dir() or path.suffix in _DATABASES)


def offer_recordings(context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    return _beginning_with(typed, _recordings(context))


def offer_parameters(context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """`q=`; and behind the sign what a choice offers."""
    return _beginning_with(typed, _assignments(context))


def _beginning_with(typed: str, offered: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    try:
        return [CompletionItem(text, help=told) for text, told in offered if text.startswith(typed)]
    except Exception:  # noqa: BLE001 - a shell that waits for a word has no use for an error
        return []


def _recordings(context: click.Context) -> Iterator[tuple[str, str]]:
    from recorder.cli.reports import reading  # a word of another option is completed without the engine

    with reading(Path(context.params["database"])) as store:
        for recording in store.recordings.all():
            yield recording.name, recording.entry_url


def _assignments(context: click.Context) -> Iterator[tuple[str, str]]:
    from recorder.cli.reports import reading
    from recorder.knowledge.pattern_versions import learnt_pattern
    from recorder.patterns.navigation.pattern import FormStep

    with reading(Path(context.params["database"])) as store:
        recording = store.recordings.find(context.params.get("name"))
        pattern = learnt_pattern(store, recording.id).pattern
    forms = [step for path in pattern.paths for step in path.steps if isinstance(step, FormStep)]
    for each in dict.fromkeys(asked for form in forms for asked in form.parameters):
        yield f"{each.name}=", each.label
        texts = each.texts or each.options
        yield from ((f"{each.name}={value}", text) for value, text in zip(each.options, texts, strict=False) if value)
