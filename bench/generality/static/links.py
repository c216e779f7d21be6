"""The files that plain links lead to from a page of a folder, as the folder's server would answer them. Runs no
scripts: what only a script links to is not among them.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

_UNSEEN = re.compile(rb"<!--.*?-->|<script\b.*?</script", re.DOTALL | re.IGNORECASE)
_HREF = re.compile(
    rb"<(?:a|area|iframe|frame)\b[^>]*?\s(?:href|src)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\"'\s>]+))", re.IGNORECASE
)
_REFRESH = re.compile(rb"http-equiv\s*=\s*[\"']?refresh[^>]*?url\s*=\s*([^\"'\s>]+)", re.IGNORECASE)
_ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_PAGE = re.compile(r"\.(x?html?|php)$")


@cache
def led_to(root: Path, entry: str) -> Mapping[str, str]:
    """The pages by their paths below `root`, the entry page among them, and the address that the first link to each
    gave: of a folder's own page that may be `folder/` or `folder/index.html`.
    """
    asked, seen = {entry}, dict(_answers(root, entry))
    todo = list(seen)
    while todo:
        page = todo.pop()
        for link in _links(root / page):
            address = normpath(link.lstrip("/") if link.startswith("/") else join(dirname(page), link))
            if address not in asked:
                asked.add(address)
                new = [each for each in _answers(root, address) if each[0] not in seen]
                seen.update(new)
                todo.extend(path for path, _ in new)
    return seen


def page_path(address: str) -> str:
    """The path of the page that an address of the site is answered with."""
    path = unquote(address.split("#")[0].split("?")[0]).lstrip("/")
    return f"{path}index.html" if path.endswith("/") or not path else path


def _links(page: Path) -> Iterator[str]:
    shown = _UNSEEN.sub(b"", page.read_bytes())
    for found in dict.fromkeys([*map(b"".join, _HREF.findall(shown)), *_REFRESH.findall(shown)]):
        link = unescape(found.decode("utf8", "replace")).strip()
        if not _ELSEWHERE.match(link) and (path := link.split("#")[0].split("?")[0]):
            yield unquote(path)


def _answers(root: Path, address: str) -> Iterator[tuple[str, str]]:
    """The page at an address, if there is one: its path, and the address with the slash that a folder's has."""
    if address.startswith("..") or "\0" in address:
        return
    try:
        if (root / address).is_dir():
            address = f"{address}/".removeprefix("./")
        path = f"{address}index.html" if address.endswith("/") or not address else address
        if _PAGE.search(path) and (root / path).is_file():
            yield path, address
    except OSError:
        return
