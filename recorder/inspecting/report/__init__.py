"""One HTML file to look at and to send on: what a recording has learnt and collected. It holds all it needs, style and
pictures included, and asks no network: a browser is told so, too. Nothing is judged here.
"""

from datetime import datetime
from importlib.resources import files
from pathlib import Path

from recorder.inspecting.report.markup import Html, join, tag
from recorder.inspecting.report.portraits import take_portraits
from recorder.inspecting.report.sections import Reported
from recorder.runtime.errors import told_errors
from recorder.runtime.files import refuse_to_replace, whole_file
from recorder.store.database import open_store

_NO_NETWORK = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
_WORDS = (
    "A target is a page like the sample. The map shows what the links of the site lead to. Similarity compares the"
    " structure of two pages, from 0 to 1; from the cut on a page counts as a target. A path is a chain of steps from"
    " the entry page to the targets: E1 is followed first, then E2."
)
_PICTURES = {
    False: "Pages themselves are not pictured: the database keeps documents, not how they look.",
    True: "Pages are pictured as stored: without the styles and pictures that their site adds.",
}


def write_report(
    database: Path, out: Path, name: str | None = None, *, anew: bool = False, pictured: bool = False
) -> int:
    """How many sections it has. `name`: of the recording, where the database holds several; `pictured`: with pictures
    of some pages, for which a browser is needed.
    """
    refuse_to_replace(out, database, anew=anew)
    with told_errors(), open_store(database, read_only=True) as store, store.at_this_moment() as moment:
        recording = moment.recordings.find(name)
        reported = Reported(moment, recording, take_portraits(moment, recording) if pictured else {})
        text, count = _page(reported)
    with whole_file(out) as stream:
        stream.write(text.encode("utf-8", "replace"))
    return count


def _page(reported: Reported) -> tuple[str, int]:
    sections, made = list(reported.sections()), f"{datetime.now():%Y-%m-%d %H:%M}"
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
        tag("footer", tag("p", _WORDS), tag("p", f"Made by recorder on {made}. {_PICTURES[bool(reported.portraits)]}")),
    )
    return f"<!DOCTYPE html>\n{tag('html', join(head, tag('body', body)), lang='en')}\n", len(sections)
