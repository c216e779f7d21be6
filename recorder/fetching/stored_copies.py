"""The copies that the runs of a recording have stored of its pages, for asking again only for what has changed."""

from recorder.fetching.http_cache import Copy, Recall, no_copy
from recorder.store.database import Store


def copies_of(store: Store, recording_id: int) -> Recall:
    """By URL, the newest copy that is what the site sent under this very address. What a browser made of a page is not:
    the page may be the same and what its scripts show not.
    """
    if not store.pages.any_validators(recording_id):
        return no_copy

    def recall(url: str) -> Copy | None:
        page = store.pages.last_with_body(recording_id, url)
        if page is None or page.rendered or page.final_url != url:
            return None
        return Copy(page.etag, page.last_modified, page.content_type, lambda: store.pages.body(page.id))

    return recall
