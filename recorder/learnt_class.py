"""The sample's page class, kept with the recording and made again from it: exemplar pages and the cut between in and
out.
"""

from patterns.page_class import FALL_BACK, PageClass
from recorder.reading import Reader
from store.database import Store
from store.recordings import Recording


def save_class(store: Store, recording_id: int, learnt: PageClass, exemplar_pages: list[int]) -> None:
    """Keep the cut, its evidence and which stored pages are the exemplars."""
    evidence = {"margin": learnt.margin, "because": list(learnt.evidence), "exemplars": exemplar_pages}
    store.recordings.set_threshold(recording_id, learnt.threshold, evidence).result()


def load_class(store: Store, recording: Recording, reader: Reader) -> PageClass:
    """The class a recording has learnt; `Recording.threshold` is where a person may have moved the cut."""
    evidence = recording.threshold_evidence or {}
    pages = evidence.get("exemplars", [])
    trees = []
    for page_id in pages if isinstance(pages, list) else []:
        page, body = store.pages.get(page_id), store.pages.body(page_id)
        if page is not None and body is not None:
            trees.append(reader.read(page.final_url, body, page.content_type).tree)
    return PageClass(tuple(trees), FALL_BACK if recording.threshold is None else recording.threshold)
