"""A small database written by hand, through the store: one recording, a mapping and two crawls, and hostile words."""

from pathlib import Path

from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.store import NewPage, Store, open_store
from recorder.store.forms import FieldRow, FormRow
from recorder.store.page import LinkRow

SITE = "http://shop.example"
ENTRY = f"{SITE}/"
HUB = f"{SITE}/shelf/1"
LIST, TEASER = "html/body/ul/li/a", "html/body/aside/a"
HOSTILE = "A \x1b[31mred\x07 title\nof two \u202elines"

PATTERN = NavigationPattern(
    (
        PatternPath((LinkStep(rf"^{SITE}/shelf/[0-9]+$"), LinkStep(rf"^{SITE}/book/[0-9]+$", LIST)), 3, 4),
        PatternPath(
            (
                FormStep(
                    "GET",
                    f"{SITE}/find?author=*",
                    None,
                    (Parameter("author", "Author", "select", ("Ada", "Bob"), True, "Ada"),),
                ),
                LinkStep(rf"^{SITE}/book/[0-9]+$"),
            ),
            2,
            2,
        ),
    )
)


def book(number: int) -> str:
    return f"{SITE}/book/{number}"


def fill(database: Path, name: str = "books") -> None:
    """Books 1 to 3 are collected first; then 1 is the same, 2 has changed, 3 is gone and 4 is new."""
    with open_store(database, create=True) as store:
        recording = store.recordings.create(name, ENTRY, [book(1)], {"scope": "host", "threshold": None}).result()
        evidence = {"margin": 0.2, "clear": True, "because": ["two camps were seen"], "exemplars": []}
        store.recordings.set_threshold(recording.id, 0.8, evidence).result()
        store.patterns.save(recording.id, to_text(PATTERN), step_rows(PATTERN)).result()
        form = FormRow(
            signature="find", url=ENTRY, method="GET", action=f"{SITE}/find", verdict="search", reason="it searches"
        )
        store.forms.save(
            recording.id, form, (FieldRow(name="author", kind="select", label="Author", options=("Ada",)),)
        )
        mapping = store.runs.begin(recording.id, "mapping").result()
        _hubs(store, mapping.id)
        store.runs.end(mapping.id, "done").result()
        for bodies in ({1: "one", 2: "two", 3: "three"}, {1: "one", 2: "TWO", 4: "four"}):
            run = store.runs.begin(recording.id, "crawl").result()
            hub = _hubs(store, run.id)
            for number, text in bodies.items():
                _book(store, run.id, hub, number, text)
            store.runs.end(run.id, "done", seconds=1.5).result()


def _hubs(store: Store, run: int) -> int:
    entry = store.pages.record(
        NewPage(run_id=run, url=ENTRY, role="hub", body=b"entry", links=(LinkRow(HUB, LIST, "Shelf"),), http_status=200)
    ).result()
    links = (
        *(LinkRow(book(n), LIST, f"Book {n}") for n in range(1, 6)),
        LinkRow(book(6), TEASER),
        LinkRow(f"{SITE}/about"),
    )
    return store.pages.record(
        NewPage(
            run_id=run,
            url=HUB,
            role="hub",
            body=b"hub",
            links=links,
            position=1,
            parent_page_id=entry,
            parent_place=LIST,
        )
    ).result()


def _book(store: Store, run: int, hub: int, number: int, text: str) -> None:
    page = NewPage(
        run_id=run,
        url=book(number),
        role="target",
        title=HOSTILE if number == 4 else f"Book {number}",
        similarity=0.9,
        body=text.encode(),
        text=text,
        position=2,
        parent_page_id=hub,
        parent_place=LIST,
        http_status=200,
    )
    store.pages.record(page).result()
