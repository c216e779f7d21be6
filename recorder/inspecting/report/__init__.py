"""One HTML file to look at and to send on: what a recording has learnt and collected. It holds all it needs, style and
pictures included, and asks no network: a browser is told so, too. Nothing is judged here.
"""

from datetime import datetime
from importlib.resources import files
from pathlib import Path

from recorder.inspecting.report.markup import Html, join, tag
from recorder.inspecting.report.sections import Reported
from recorder.runtime.errors import told_errors
from recorder.runtime.files import refuse_to_replace, whole_file
from recorder.store.database import open_store

_NO_NETWORK = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_WORDS = (
    "A target is a page like the sample. The map shows what the links of the site lead to. Similarity compares the"
    " structure of two pages, from 0 to 1; from the cut on a page counts as a target. A path is a chain of steps from"
    " the entry page to the targets: E1 is followed first, then E2."
)
_NO_PICTURES = "Pages themselves are not pictured: the database keeps documents, not how they look."


def write_report(database: Path, out: Path, name: str | None = None, *, anew: bool = False) -> int:
    """How many sections it has. `name`: of the recording, where the database holds several."""
    refuse_to_replace(out, database, anew=anew)
    with told_errors(), open_store(database, read_only=True) as store, store.at_this_moment() as moment:
        reported = Reported(moment, moment.recordings.find(name))
        text, count = _page(reported)
    with whole_file(out) as stream:
        stream.write(text.encode("utf-8", "replace"))
    return count


def _page(reported: Reported) -> tuple[str, int]:
    sections = list(reported.sections())
    name = reported.recording.name
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_NO_NETWORK),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{name}: what was learnt and collected"),
        tag("style", Html(files("recorder.inspecting.report").joinpath("style.css").read_text("utf-8"))),
    )
    body = tag(
        "main",
        tag("h1", name),
        reported.lead(),
        tag("nav", [tag("a", each.title, href=f"#{each.key}") for each in sections]),
        [tag("section", tag("h2", each.title), each.body, id=each.key) for each in sections],
        tag(
            "footer", tag("p", _WORDS), tag("p", f"Made by recorder on {datetime.now():%Y-%m-%d %H:%M}. {_NO_PICTURES}")
        ),
    )
    return f"<!DOCTYPE html>\n{tag('html', join(head, tag('body', body)), lang='en')}\n", len(sections)
