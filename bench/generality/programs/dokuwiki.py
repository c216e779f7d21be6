"""DokuWiki, with packages of Debian as its pages, a folder of them for every section."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from bench.generality.programs import php
from bench.generality.programs.addresses import Parameters
from bench.generality.programs.data.packages import Package, packages
from bench.generality.programs.debian import copy_files, unpacked
from bench.generality.programs.homes import SCRIPTS, home
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth

_NAME = re.compile(r"[a-z0-9][a-z0-9.-]+[a-z0-9]")
_SETTINGS = """<?php
$conf['title'] = 'Packages';
$conf['savedir'] = '{data}';
$conf['useacl'] = 0;
$conf['start'] = 'start';
$conf['license'] = '';
$conf['updatecheck'] = 0;
"""


@contextmanager
def _serve() -> Iterator[str]:
    with php.served(_home() / "wiki", answers="doku.php") as base:
        yield base


def _home() -> Path:
    return home("dokuwiki", _fill)


def _fill(folder: Path) -> None:
    root = unpacked("dokuwiki", "dokuwiki", "libjs-jquery", "libjs-jquery-ui", "libjs-jquery-cookie")
    copy_files(root / "usr/share/dokuwiki", folder / "wiki")
    copy_files(root / "var/lib/dokuwiki/lib", folder / "wiki" / "lib")
    copy_files(root / "var/lib/dokuwiki/data", folder / "data")
    copy_files(root / "etc/dokuwiki", folder / "conf")
    (folder / "conf" / "local.php").write_text(_SETTINGS.format(data=folder / "data"))
    preload = folder / "wiki" / "inc" / "preload.php"
    preload.write_text(preload.read_text().replace("/etc/dokuwiki/", f"{folder}/conf/"))
    for loaded in (folder / "wiki" / "vendor" / "composer").glob("autoload_*.php"):
        loaded.write_text(loaded.read_text().replace("/usr/share/", f"{php.root()}/usr/share/"))
    for name, text in _pages().items():
        page = folder / "data" / "pages" / f"{name.replace(':', '/')}.txt"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text)
    php.run(folder / "wiki", folder / "wiki" / "bin" / "indexer.php", "-q")


@cache
def _packages() -> dict[str, Package]:
    return {f"{each.section}:{each.name}": each for each in packages()[1::4] if _NAME.fullmatch(each.name)}


def _pages() -> dict[str, str]:
    """By their names: of packages, of sections, and the front page."""
    sections, sources = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for name, each in _packages().items():
        sections[each.section].append(name)
        sources[each.maintainer].append(name)
    lists = {f"{section}:start": f"====== {section} ======\n\n{_links(held)}" for section, held in sections.items()}
    front = {"start": f"====== Packages ======\n\n{_links(lists)}"}
    return {name: _page(each, sources[each.maintainer]) for name, each in _packages().items()} | lists | front


def _page(each: Package, kin: list[str]) -> str:
    facts = {"Version": each.version, "Source": each.source, "Size": f"{each.size} KB", "Homepage": each.homepage}
    table = "\n".join(f"^ {name} | {told} |" for name, told in facts.items() if told)
    also = f"\n===== By the same maintainer =====\n\n{_links(kin[:12])}" if len(kin) > 1 else ""
    return f"====== {each.name} ======\n\n**{each.summary}**\n\n{each.text}\n\n===== Facts =====\n\n{table}\n{also}"


def _links(names: list[str] | Mapping[str, str]) -> str:
    return "\n".join(f"  * [[:{name}]]" for name in names)


def _truth() -> Truth:
    known = {name: name for name in _packages()}
    shown = Parameters(r"doku\.php", _name, known, lambda given: given.get("id") in known and _is_view(given))
    said = words(_pages()[name] for name in known)
    asked = (
        ("common word", said.common),
        ("rare word", said.rare),
        ("two words", said.two),
        ("no hits", NOTHING),
        ("other script", "библиотека"),
        ("second field", f"{said.common} @libs"),
        ("option alone", "@games"),
        ("phrase", f'"{said.phrase}"'),
    )
    found = json.loads(php.run(_home() / "wiki", SCRIPTS / "dokuwiki_search.php", told=[text for _, text in asked]))
    return Truth(
        {name: f"doku.php?id={name}" for name in known},
        shown.identity,
        shown.neither,
        "the same page as its source, its history, what links to it, or for print",
        tuple(
            Query(sort, {"q": text}, frozenset(answer) & known.keys())
            for (sort, text), answer in zip(asked, found, strict=True)
        ),
        {
            name: {"title": each.name, "Version": each.version, "Source": each.source, "Homepage": each.homepage}
            for name, each in list(_packages().items())[:: len(known) // 60 + 1]
        },
    )


def _name(given: Mapping[str, str]) -> str | None:
    is_shown = given.keys() <= {"id", "s[]", "do"} and given.get("do", "show") == "show"
    return given.get("id", "").strip(":") if is_shown else None


def _is_view(given: Mapping[str, str]) -> bool:
    """A page about a page; searches and trees of folders are asked for beside a page, and are not about it."""
    return _name(given) is None and given.get("do") not in {"search", "index"} and "idx" not in given


SITES = (Site("dokuwiki-packages", "wiki", "DokuWiki", "doku.php", _serve, _truth, is_program=True),)
