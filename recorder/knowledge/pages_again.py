"""What is looked at of a page to tell what it is; of stored pages, again, for who needs what a mapping saw of them."""

from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.classes.labels import short_lines
from recorder.patterns.pages.trees import Tree
from recorder.store.database import Store
from recorder.visiting.page_reader import Reader, ReadPage


def seen_page(page: ReadPage, tree: Tree | None = None) -> SeenPage:
    """What is looked at of a page to tell what it is. `tree`: its own, if it was grown for another page."""
    labels = short_lines(page.text, (link.text for link in page.links))
    return SeenPage(
        page.url, tree or page.tree, labels=labels, links=page.links, heading=page.heading, declared=page.declared
    )


class PagesAgain:
    """Stored pages, each read once."""

    def __init__(self, store: Store, reader: Reader) -> None:
        self._store = store
        self._reader = reader
        self._read: dict[int, SeenPage] = {}

    def page(self, page_id: int) -> SeenPage | None:
        """None where nothing is stored."""
        if page_id not in self._read:
            stored, body = self._store.pages.with_body(page_id)
            if stored is None or body is None:
                return None
            self._read[page_id] = seen_page(self._reader.read(stored.final_url, body, stored.content_type))
        return self._read[page_id]
