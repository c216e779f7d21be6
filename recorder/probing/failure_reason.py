"""What the answers of a form were like, in words a person can check on the site: why it leads nowhere, or what is odd
about where it leads. Decides nothing.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from recorder.forms.form import Form
from recorder.probing.asking import ProbeReply
from recorder.visiting.page_reader import ReadPage

ALWAYS_THE_SAME = "its answer is always the same, whatever is asked"


def why_nowhere(replies: Sequence[ProbeReply], form_page: ReadPage | None, template: Collection[str]) -> str:
    """Why no answer led to targets."""
    pages = [reply.page for reply in replies if reply.page]
    if not replies:
        return "it was not asked anything before the end"
    if not pages:
        kind, often = Counter(reply.kept.outcome for reply in replies).most_common(1)[0]
        reason = next(reply.kept.reason for reply in replies if reply.kept.outcome == kind)
        return f"{'none' if often == len(replies) else 'hardly one'} of its answers is a page of this site: {reason}"
    return _of_pages(pages, form_page, template)


def _of_pages(pages: Sequence[ReadPage], form_page: ReadPage | None, template: Collection[str]) -> str:
    said = {page.fingerprint for page in pages}
    if form_page and all(map(_asks_to_log_in, pages)) and not _asks_to_log_in(form_page):
        return "its answers ask to log in"
    if form_page and said == {form_page.fingerprint}:
        return "its answer is the page of the form again"
    if len(said) == 1 and len(pages) > 1:
        return ALWAYS_THE_SAME
    if not any(link.url not in template for page in pages for link in page.links):
        return "its answers list nothing"
    return "its answers lead to no page like the sample"


def _asks_to_log_in(page: ReadPage) -> bool:
    return any(_has_password(form) for form in page.forms)


def _has_password(form: Form) -> bool:
    return any(field.kind == "password" for field in form.fields)
