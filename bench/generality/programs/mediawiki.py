"""MediaWiki, with packages of Debian as its pages and their sections and makers as its categories."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from bench.generality.programs import php
from bench.generality.programs.data.packages import Package, packages
from bench.generality.programs.debian import copy_files, unpacked
from bench.generality.programs.homes import SCRIPTS, home
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth

_NAME = re.compile(r"[a-z][a-z0-9.-]+")
_SETTINGS = """
$wgServer = WebRequest::detectServer();
$wgArticlePath = "/index.php/$1";
$wgUsePathInfo = true;
$wgJobRunRate = 0;
$wgEnableEmail = false;
$wgShowExceptionDetails = false;
"""


@contextmanager
def _serve() -> Iterator[str]:
    with php.served(_home() / "wiki", answers="index.php") as base:
        yield base


def _home() -> Path:
    return home("mediawiki", _fill)


def _fill(folder: Path) -> None:
    root = unpacked("mediawiki", "mediawiki", "mediawiki-classes")
    for part in ("usr/share/mediawiki", "var/lib/mediawiki"):
        copy_files(root / part, folder / "wiki")
    (folder / "wiki" / "LocalSettings.php").unlink(missing_ok=True)
    (folder / "data").mkdir()
    words = ["--dbtype=sqlite", f"--dbpath={folder / 'data'}", "--scriptpath=", "--server=http://127.0.0.1"]
    _maintain(folder, "install", *words, "--pass=a-bench-of-programs", "--skins=Vector", "Packages", "Admin")
    settings = folder / "wiki" / "LocalSettings.php"
    settings.write_text(settings.read_text() + _SETTINGS)
    (folder / "pages").mkdir()
    for name, text in _pages().items():
        (folder / "pages" / f"{name}.txt").write_text(text)
    _maintain(folder, "importTextFiles", "--user=Admin", "--overwrite", *sorted((folder / "pages").iterdir()))
    _maintain(folder, "runJobs")


def _maintain(folder: Path, script: str, *words: str | Path) -> None:
    php.run(folder / "wiki", folder / "wiki" / "maintenance" / f"{script}.php", *words)


@cache
def _packages() -> dict[str, Package]:
    """By the titles of their pages, which begin with a capital."""
    return {each.name[0].upper() + each.name[1:]: each for each in packages()[2::9] if _NAME.fullmatch(each.name)}


def _pages() -> dict[str, str]:
    sections = sorted({each.section for each in _packages().values()})
    front = "Packages of Debian, by section:\n\n" + "\n".join(f"* [[:Category:{each}]]" for each in sections)
    lists = {f"Category:{each.capitalize()}": f"Packages of the section {each}." for each in sections}
    return {title: _page(each) for title, each in _packages().items()} | lists | {"Main Page": front}


def _page(each: Package) -> str:
    facts = {"Version": each.version, "Source": each.source, "Size": f"{each.size} KB", "Homepage": each.homepage}
    rows = "\n".join(f"|-\n! {name}\n| {told}" for name, told in facts.items() if told)
    text = re.sub(r"(?m)^ +", "", each.text)
    return (
        f"'''{each.name}''' is ''{each.summary}''.\n\n== Description ==\n<nowiki>{text}</nowiki>\n\n"
        f'== Facts ==\n{{| class="wikitable"\n{rows}\n|}}\n\n'
        f"[[Category:{each.section}]] [[Category:{each.maintainer}]]\n"
    )


def _truth() -> Truth:
    said = words(_page(each) for each in _packages().values())
    asked = (
        ("common word", said.common),
        ("rare word", said.rare),
        ("two words", said.two),
        ("no hits", NOTHING),
        ("other script", "библиотека"),
        ("phrase", f'"{said.phrase}"'),
    )
    script = SCRIPTS / "mediawiki_search.php"
    found = json.loads(php.run(_home() / "wiki", script, told=[text for _, text in asked]).splitlines()[-1])
    return Truth(
        {title: f"index.php/{quote(title)}" for title in _packages()},
        lambda address: None if _is_about(address) else _title(address),
        lambda address: _is_about(address) and _title(address) is not None,
        "the same page as it was, as its source, its history, its differences, or for print",
        tuple(
            Query(sort, {"search": text}, frozenset(answer) & _packages().keys())
            for (sort, text), answer in zip(asked, found, strict=True)
        ),
        {
            title: {"title": title, "Version": each.version, "Source": each.source, "Homepage": each.homepage}
            for title, each in list(_packages().items())[::6]
        },
    )


def _title(address: str) -> str | None:
    cut = urlsplit(address)
    title = dict(parse_qsl(cut.query)).get("title", unquote(cut.path).removeprefix("index.php").strip("/"))
    title = title.replace("_", " ")
    return title if cut.path.startswith("index.php") and title in _packages() else None


def _is_about(address: str) -> bool:
    given = dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))
    return not given.keys() <= {"title", "action", "redirect"} or given.get("action", "view") != "view"


SITES = (Site("mediawiki-packages", "wiki", "MediaWiki", "index.php", _serve, _truth, is_program=True),)
