"""How the pages of a recording are read into records, as it was learnt and under the names of today."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from recorder.patterns.records.kept_layouts import read_template
from recorder.patterns.records.layouts import Template
from recorder.patterns.records.values import ValueFormat
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.records import RecordTable


@dataclass(frozen=True)
class KeptTemplate:
    """The table it fills."""

    table: RecordTable
    template: Template


def load_templates(store: Store, recording: Recording) -> tuple[KeptTemplate, ...]:
    """Those of all tables that had pages, in the order they were learnt in; none at all if one of them is of another
    version: they only tell pages apart together.
    """
    tables = [table for table in store.records.tables(recording.id) if table.pages]
    texts = store.records.layouts(recording.id)
    try:
        return tuple(
            KeptTemplate(table, _with_names(read_template(texts.get(table.id) or ""), table)) for table in tables
        )
    except ValueError:
        return ()


def formats_of(store: Store, recording: Recording, table: RecordTable) -> Mapping[str, ValueFormat]:
    """How the texts of its columns are read as numbers or dates, by their keys, as far as this version knows."""
    try:
        template = read_template(store.records.layouts(recording.id).get(table.id) or "")
    except ValueError:
        return {}
    return {column.key: column.format for column in template.columns if column.format}


def templates_to_read_by(store: Store, recording: Recording) -> tuple[KeptTemplate, ...]:
    """For pages that no table holds, without columns that are left out; refused where there are none."""
    if not any(table.pages for table in store.records.tables(recording.id)):
        raise UsageError("There are no records yet that show how to read pages.", "Run `recorder extract` first.")
    kept = load_templates(store, recording)
    if not kept:
        raise UsageError(
            "These records were made by another version, which did not keep how.", "Run `recorder extract` once more."
        )
    return tuple(replace(each, template=_without_left_out(each)) for each in kept)


def _with_names(template: Template, table: RecordTable) -> Template:
    names = {column.key: column.name for column in table.columns}
    columns = (replace(column, name=names.get(column.key, column.name)) for column in template.columns)
    return replace(template, columns=tuple(columns))


def _without_left_out(kept: KeptTemplate) -> Template:
    left_out = {column.name for column in kept.table.columns if column.left_out}
    columns = (column for column in kept.template.columns if column.name not in left_out)
    return replace(kept.template, columns=tuple(columns))
