"""`recorder export --format extractor`, as a function: how pages are read into records, as one Python file that needs
lxml alone. The code is that which reads pages here, as far as it is needed; but for the standard library's own reading
of addresses and encodings.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from string import Template as Words

from recorder.exporting.one_file import one_file
from recorder.knowledge.record_layouts import KeptTemplate, templates_to_read_by
from recorder.patterns.records.kept_layouts import CLASSES, written
from recorder.patterns.records.layouts import Template
from recorder.runtime.errors import told_errors
from recorder.runtime.files import STDOUT, refuse_to_replace, whole_file
from recorder.runtime.plain_text import one_line
from recorder.store.database import open_store

_WIDTH = 100
_READING = "recorder.patterns.records.reading"
_KEPT = "recorder.patterns.records.kept_layouts"
_DOCUMENTS = "recorder.patterns.pages.documents"
_ADDRESS = "recorder.patterns.urls.address"
_CHARSET = "recorder.patterns.pages.charset"
_INSTEAD = {
    (_ADDRESS, "Address"): "address",
    (_ADDRESS, "read"): "read",
    (_CHARSET, "decode"): "decode",
    (_KEPT, "CLASSES"): "classes",
}
_IMPORTED = (
    ("json", ""),
    ("re", ""),
    ("sys", ""),
    ("typing", "NamedTuple"),
    ("urllib.parse", "urljoin"),
    ("urllib.parse", "urlsplit"),
)
"""What the templates need."""
_TAG = re.compile(r'\{"([A-Z]\w+)":')


def export_extractor(database: Path, out: Path, name: str | None = None, *, anew: bool = False) -> tuple[str, ...]:
    """Write the file; the names of the tables it fills."""
    refuse_to_replace(out, database, anew=anew)
    with told_errors(), open_store(database, read_only=True) as store:
        recording = store.recordings.find(name)
        kept = templates_to_read_by(store, recording)
    text = extractor_file(kept, recording.name, out)
    with whole_file(out) as stream:
        stream.write(text.encode())
    return tuple(each.table.name for each in kept)


def extractor_file(kept: Sequence[KeptTemplate], recording: str, out: Path) -> str:
    texts = [written(_without_formats(each.template)) for each in kept]
    classes = sorted({found for text in texts for found in _TAG.findall(text)} & CLASSES.keys())
    file = "extractor.py" if out == STDOUT else out.name
    parts = files("recorder.exporting") / "extractor_parts"
    instead = {of: (parts / f"{part}.tmpl").read_text("utf-8") for of, part in _INSTEAD.items()}
    roots = [
        (_READING, "read_page"),
        (_KEPT, "read_template"),
        (_DOCUMENTS, "Document"),
        (_DOCUMENTS, "Document.parse"),
    ]
    roots += [(CLASSES[name].__module__, name) for name in classes]
    words = {
        "recording": _harmless(recording),
        "file": _harmless(shlex.quote(file)),
        "module": _harmless(file.removesuffix(".py")),
        "columns": "\n".join(_columns(kept)),
        "shortfalls": "\n".join(_shortfalls(kept)),
        "code": one_file(roots, instead, _IMPORTED),
        "classes": "".join(f"{name}, " for name in classes).rstrip(),
        "tables": repr([each.table.name for each in kept]),
        "templates": "\n".join(map(_literal, texts)),
    }
    return Words((parts / "extractor.tmpl").read_text("utf-8")).substitute(words)


def _without_formats(template: Template) -> Template:
    return replace(template, columns=tuple(replace(column, format=None) for column in template.columns))


def _columns(kept: Sequence[KeptTemplate]) -> Iterator[str]:
    for each in kept:
        yield f"    {_harmless(each.table.name)}: " + ", ".join(
            _harmless(column.name) for column in each.template.columns
        )


def _shortfalls(kept: Sequence[KeptTemplate]) -> Iterator[str]:
    """What the database has and the file does not."""
    yield ""
    yield "Texts are as they stand on the page: what they mean, as numbers and days, stands in the database alone."
    read = {column.key for each in kept for column in each.template.columns}
    lacks = [c.name for each in kept for c in each.table.columns if not (c.key in read or c.broken or c.left_out)]
    if lacks:
        yield f"Not in this file: {', '.join(map(_harmless, lacks))}."


def _harmless(text: str) -> str:
    """In a docstring it ends nothing and escapes nothing."""
    return one_line(text).replace("\\", "/").replace('"', "'")


def _literal(text: str) -> str:
    """A text in lines that are not too long."""
    lines = [text[start : start + _WIDTH] for start in range(0, len(text), _WIDTH)]
    return "        (\n" + "".join(f"            {line!a}\n" for line in lines) + "        ),"
