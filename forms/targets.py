"""Where a form, or a button with an action of its own, leads: the address as a browser would ask for it.

Letters beyond ASCII in its query go out in the encoding of the page, what a form may not say in an address is escaped,
and an empty action means the page itself, whatever its base. Whether anything may be sent there is `forms.verdict`'s
matter.
"""

from urllib.parse import urljoin

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import as_sent
from recorder.patterns.urls.address import read


def target_of(written: str, document: Document) -> str:
    """Without a fragment; what is no address of a web site is left as it was written, empty if it is no URL at all."""
    target = written.strip()
    if not target:
        return document.url.partition("#")[0]
    address = read(as_sent(target, document.encoding), document.base)
    if address is not None and not address.credentials:
        return str(address)
    try:
        return urljoin(document.base, target)
    except ValueError:  # "http://[": a browser goes nowhere
        return ""
