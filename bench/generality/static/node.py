"""Sites that Node's generators make here: a journal, and a dictionary in tables whose elements have no classes."""

import json
from pathlib import Path

from bench.generality.site import Site
from bench.generality.static.data import changes, dictionary
from bench.generality.static.folder import Pages, site
from bench.generality.static.made import made, run_in, slugs, write
from bench.sites import CACHE, run_tool

_HEXO = """
title: Changes
url: http://127.0.0.1
root: /
theme: landscape
permalink: :year/:month/:day/:title/
per_page: 10
future: true
archive_generator: {per_page: 20, yearly: true, monthly: true}
"""
_ELEVENTY = """
export default function (config) { config.addCollection("words", (all) => all.getFilteredByTag("words")); }
"""
_WORD = """<!doctype html><html lang="en"><head><title>{{ title }}</title></head>
<body><table><tr><td colspan="2"><font size="5"><b>{{ title }}</b></font></td></tr>
<tr><td><a href="/">All words</a></td><td>{{ content | safe }}</td></tr></table></body></html>
"""
_LIST = """---
pagination: {data: collections.words, size: 40, alias: words}
permalink: "{% if pagination.pageNumber > 0 %}list/{{ pagination.pageNumber }}.html{% else %}index.html{% endif %}"
---
<html><head><title>Words</title></head><body><table>
{% for word in words %}<tr><td><a href="{{ word.url }}">{{ word.data.title }}</a></td>
<td>{{ word.data.subject }}</td></tr>{% endfor %}
</table>{% if pagination.href.next %}<a href="{{ pagination.href.next }}">More</a>{% endif %}</body></html>
"""


def _subjects() -> tuple[str, ...]:
    return ("standard", "protocol", "graphics", "mathematics")


def _hexo(home: Path) -> Path:
    plugins = [f"hexo-generator-{kind}" for kind in ("index", "archive", "category", "tag")]
    plugins += [f"hexo-renderer-{kind}" for kind in ("marked", "ejs", "stylus")]
    command = _installed(home, "hexo", "hexo@8.1.2", "hexo-cli@4.3.2", "hexo-theme-landscape@1.1.0", *plugins)
    write(home / "_config.yml", _HEXO)
    for each in changes():
        head = {"title": each.title, "date": f"{each.day} 12:00:00", "tags": each.tags[1:], "categories": each.tags[:1]}
        text = f"{each.first}\n\n<!-- more -->\n\n{each.text.removeprefix(each.first)}"
        text = text.replace("{", "(").replace("}", ")")
        write(home / "source/_posts" / f"{each.slug}.md", f"---\n{json.dumps(head)}\n---\n\n{text}\n")
    run_in(home, command, "generate")
    return home / "public"


def _eleventy(home: Path) -> Path:
    command = _installed(home, "eleventy", "@11ty/eleventy@3.1.8")
    write(home / "eleventy.config.mjs", _ELEVENTY)
    write(home / "in/_includes/word.njk", _WORD)
    write(home / "in/index.njk", _LIST)
    for number, each in enumerate(dictionary(*_subjects())):
        head = {"title": each.title, "layout": "word.njk", "permalink": f"{number + 100}-{each.slug}.html"}
        head |= {"tags": "words", "subject": each.tags[0], "templateEngineOverride": "md"}
        write(home / "in" / f"{each.slug}.md", f"---json\n{json.dumps(head)}\n---\n\n{each.text}\n")
    run_in(home, command, "--quiet", "--config=eleventy.config.mjs", "--input=in", "--output=out")
    return home / "out"


def _installed(home: Path, name: str, *requirements: str) -> Path:
    """A command of a folder of packages made once, which the folder of a site finds as its own."""
    packages = CACHE / "programs" / f"node-{name}"
    if not (packages / "ready").exists():
        packages.mkdir(parents=True, exist_ok=True)
        run_tool(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", packages, *requirements])
        (packages / "ready").touch()
    (home / "node_modules").symlink_to(packages / "node_modules")
    told = json.loads((packages / "package.json").read_text(encoding="utf8"))
    write(home / "package.json", json.dumps({**told, "hexo": {"version": "8.1.2"}} if name == "hexo" else told))
    return packages / "node_modules/.bin" / name


SITES: tuple[Site, ...] = (
    site(
        "changes-by-day",
        "hexo",
        Pages(made("hexo-changes", _hexo), "index.html", r"\d{4}/\d\d/\d\d/([^/]+)/", known=slugs(changes)),
        "journal",
    ),
    site(
        "words-in-tables",
        "eleventy",
        Pages(
            made("eleventy-words", _eleventy),
            "index.html",
            r"\d+-([^/]+)\.html",
            known=slugs(lambda: dictionary(*_subjects())),
        ),
        "dictionary",
    ),
)
