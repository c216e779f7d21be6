"""TiddlyWiki with its handbook for developers: one page, in which a route after `#` shows a tiddler."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import copytree
from urllib.parse import quote, unquote, urlsplit

from bench.generality.programs.homes import home
from bench.generality.site import Site, Truth
from bench.sites import node_package, run_tool
from bench.static_sites import served

_ABOUT = {"description": "Handbook", "themes": ["tiddlywiki/vanilla", "tiddlywiki/snowwhite"], "plugins": []}
_TITLES = "[!is[system]!is[image]has[text]]"


@contextmanager
def _serve() -> Iterator[str]:
    with served(_home() / "site") as base:
        yield base


def _home() -> Path:
    return home("tiddlywiki", _fill)


def _fill(folder: Path) -> None:
    package = node_package("tiddlywiki", "5.4.1")
    copytree(package / "editions" / "dev" / "tiddlers", folder / "wiki" / "tiddlers")
    (folder / "wiki" / "tiddlywiki.info").write_text(json.dumps(_ABOUT))
    page = ["--render", "$:/core/save/all", "index.html", "text/plain"]
    told = ["--render", ".", "told.json", "text/plain", "$:/core/templates/exporters/JsonFile", "exportFilter", _TITLES]
    run_tool(["node", package / "tiddlywiki.js", folder / "wiki", "--output", folder / "site", *page])
    run_tool(["node", package / "tiddlywiki.js", folder / "wiki", "--output", folder, *told])


@cache
def _tiddlers() -> dict[str, dict[str, str]]:
    return {each["title"]: each for each in json.loads((_home() / "told.json").read_text())}


def _truth() -> Truth:
    return Truth(
        {title: f"#{quote(title)}" for title in _tiddlers()},
        _title,
        lambda address: ":" in unquote(urlsplit(address).fragment) and _title(address) is None,
        "routes with a filter, which show several tiddlers at once",
        fields={
            title: {name: held[name] for name in ("title", "tags", "created", "text") if name in held}
            for title, held in list(_tiddlers().items())[:60]
        },
    )


def _title(address: str) -> str | None:
    cut = urlsplit(address)
    title = unquote(cut.fragment)
    return title if cut.path in {"", "/", "index.html"} and title in _tiddlers() else None


SITES = (Site("tiddlywiki-handbook", "application", "TiddlyWiki", "", _serve, _truth, is_program=True),)
