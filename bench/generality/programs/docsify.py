"""Docsify over package descriptions in Markdown: a page of scripts that fetches what its route names."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import copytree
from urllib.parse import unquote, urlsplit

from bench.generality.programs.data.packages import Package, packages
from bench.generality.programs.homes import home
from bench.generality.site import Site, Truth
from bench.sites import node_package
from bench.static_sites import served

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Packages</title>
<link rel="stylesheet" href="docsify/themes/core.min.css"></head><body><div id="app"></div>
<script>window.$docsify = {name: "Packages", loadSidebar: true, subMaxLevel: 0, auto2top: true};</script>
<script src="docsify/docsify.min.js"></script></body></html>
"""


@contextmanager
def _serve() -> Iterator[str]:
    with served(home("docsify", _fill)) as base:
        yield base


@cache
def _packages() -> dict[str, Package]:
    return {f"{each.section}/{each.name}": each for each in packages()[3::8] if "+" not in each.name}


def _fill(folder: Path) -> None:
    copytree(node_package("docsify", "5.0.0") / "dist", folder / "docsify")
    (folder / "index.html").write_text(_PAGE)
    sections = defaultdict[str, list[Package]](list)
    for each in _packages().values():
        sections[each.section].append(each)
    for section, held in sections.items():
        (folder / section).mkdir()
        links = "\n".join(f"- [{each.name}]({section}/{each.name}.md): {each.summary}" for each in held)
        (folder / section / "README.md").write_text(f"# {section}\n\n{links}\n")
        for each in held:
            (folder / section / f"{each.name}.md").write_text(_page(each))
    front = "\n".join(f"- [{section}]({section}/)" for section in sorted(sections))
    (folder / "_sidebar.md").write_text(f"{front}\n")
    (folder / "README.md").write_text(f"# Packages\n\nSome packages of Debian, by section.\n\n{front}\n")


def _page(each: Package) -> str:
    facts = {"Version": each.version, "Source": each.source, "Maintainer": each.maintainer, "Homepage": each.homepage}
    table = "\n".join(f"| {name} | {told} |" for name, told in facts.items() if told)
    return f"# {each.name}\n\n> {each.summary}\n\n{each.text}\n\n## Facts\n\n| what | |\n|---|---|\n{table}\n"


def _truth() -> Truth:
    return Truth(
        {name: f"#/{name}" for name in _packages()},
        _name,
        lambda address: urlsplit(address).path.removesuffix(".md") in _packages(),
        "the text that the page of scripts fetches",
        fields={
            name: {"title": each.name, "Version": each.version, "Source": each.source, "summary": each.summary}
            for name, each in list(_packages().items())[::7]
        },
    )


def _name(address: str) -> str | None:
    cut = urlsplit(address)
    name = unquote(cut.fragment).partition("?")[0].strip("/").removesuffix(".md")
    return name if cut.path in {"", "/", "index.html"} and name in _packages() else None


SITES = (Site("docsify-packages", "application", "docsify", "", _serve, _truth, is_program=True),)
