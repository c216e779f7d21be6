"""What of a page as written may make it another page in a browser: its scripts, the frames of its own site, elements
that only scripts give a meaning, and the empty containers that scripts fill.

A page without any trait is the same in a browser, but for its looks. Pages that share all traits are of one template.
Nothing here renders, compares or decides.
"""

import re
from collections.abc import Iterator, Set
from urllib.parse import urljoin, urlsplit

from lxml import etree

from recorder.patterns.pages.documents import Document

_CODE_TYPES = re.compile(
    r"(?:(?:text|application)/(?:x-)?(?:java|ecma)script|module|text/jsx|text/babel)?", re.IGNORECASE
)
_CONTAINERS = (
    *("div", "section", "article", "main", "nav", "aside", "ul", "ol", "dl", "table", "tbody", "form", "select"),
)
_FRAMES = frozenset({"iframe", "frame"})
_PLACEHOLDER = 40
"""Most characters in a container that waits to be filled: "Loading, please wait"."""

_GIST = 60
"""Most characters of what is kept of a script or a container's name."""
_NO_NAMES = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`""", re.DOTALL)
_NAMES = re.compile(r"[A-Za-z_$]{2,}")
_DIGITS = re.compile(r"[0-9]+")


def traits_of(document: Document) -> frozenset[str]:
    """The traits of a page as written; none where scripts have no say in it."""
    tags = set(document.outline[0])
    found = set(_scripts(document, tags)) | set(_frames(document, tags))
    if found:
        found |= {f"element {tag}" for tag in tags if "-" in tag} | set(_hollows(document))
    return frozenset(found)


def _scripts(document: Document, tags: Set[str]) -> Iterator[str]:
    for script in document.root.iter("script") if "script" in tags else ():
        if not _CODE_TYPES.fullmatch(script.get("type", "").strip()):
            continue
        if source := script.get("src", "").strip():
            yield f"script {_joined(document, source).partition('?')[0]}"
        elif gist := _gist(script.text or ""):
            yield f"code {gist}"
    for body in document.root.iterchildren("body"):
        if body.get("onload"):
            yield f"code {_gist(body.get('onload', ''))}"


def _gist(code: str) -> str:
    """The names a script begins with. Its texts and numbers are the page's own; so is, often, what comes later."""
    return " ".join(_NAMES.findall(_NO_NAMES.sub(" ", code[: 40 * _GIST])))[:_GIST]


def _frames(document: Document, tags: Set[str]) -> Iterator[str]:
    """Frames of other hosts are no part of the page."""
    home = _host(document.url)
    for frame in document.root.iter(*_FRAMES) if tags & _FRAMES else ():
        source = frame.get("src", "").strip()
        if source and _host(_joined(document, source)) == home:
            yield "frame"


def _joined(document: Document, reference: str) -> str:
    try:
        return urljoin(document.base, reference)
    except ValueError:  # "http://[": leads nowhere
        return ""


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def _hollows(document: Document) -> Iterator[str]:
    """Containers with a name and nothing to show: scripts find them by it."""
    for element in document.root.iter(*_CONTAINERS):
        if len(element) or len((element.text or "").strip()) > _PLACEHOLDER:
            continue
        if name := _name(element):
            yield f"empty {element.tag} {name}"


def _name(element: etree._Element) -> str:
    data = sorted(str(name) for name in element.attrib if str(name).startswith("data-"))
    words = " ".join(filter(None, (element.get("id"), element.get("class"), *data)))
    return _DIGITS.sub("9", words)[:_GIST]
