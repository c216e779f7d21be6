"""Sites that Hugo makes here: two journals, whole articles in the lists of one and first sentences in those of the
other, and a catalogue of packages in tables. The templates are plain; no page of them tells its kind by a class.
"""

import json
import re
from functools import cache, partial
from pathlib import Path

from bench.generality.site import Site
from bench.generality.static.data import Article, changes, dictionary
from bench.generality.static.folder import Pages, site
from bench.generality.static.made import made, run_in, slugs, write
from bench.sites import SiteUnavailableError, debian_folder, run_tool

_SYSTEMS = partial(dictionary, "operating system", "architecture", "computer")
_TOOLS = partial(dictionary, "tool", "application", "database", "text", "web")
_ONE_IN = 60
_STANZA = re.compile(r"^([A-Z][\w-]*): (.*)$", re.MULTILINE)
_FACTS = ("Version", "Section", "Maintainer", "Installed-Size", "Architecture", "Homepage", "Depends")

_FRAME = """<!doctype html><html lang="en"><head><title>{{ .Title }}</title></head><body>
<header><a href="/">{{ .Site.Title }}</a>
{{ with .Site.GetPage "/archive" }}<a href="{{ .RelPermalink }}">All</a>{{ end }}
{{ with .Site.GetPage "/tags" }}<a href="{{ .RelPermalink }}">Subjects</a>{{ end }}</header>
{{ block "main" . }}{{ end }}<footer>{{ len .Site.RegularPages }} pages</footer></body></html>
"""
_SINGLE = """{{ define "main" }}<article><h1>{{ .Title }}</h1><p><time>{{ .Date.Format "2 January 2006" }}</time>
{{ range .GetTerms "tags" }}<a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ end }}</p>{{ .Content }}
{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}
{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</article>{{ end }}
"""
_WHOLE = """{{ define "main" }}<h1>{{ .Title }}</h1>{{ $all := .Pages }}
{{ if .IsHome }}{{ $all = .Site.RegularPages }}{{ end }}{{ $few := .Paginate $all 10 }}
{{ range $few.Pages }}<article><h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>
<p><time>{{ .Date.Format "2 January 2006" }}</time></p>{{ .Content }}</article>{{ end }}
{{ template "_internal/pagination.html" . }}{{ end }}
"""
_EXCERPTS = _WHOLE.replace("{{ .Content }}", "<p>{{ .Summary }}</p>").replace("$all 10", "$all 25")
_ARCHIVE = """{{ define "main" }}<h1>All</h1>{{ range (.Site.RegularPages.GroupByDate "January 2006") }}
<h2>{{ .Key }}</h2><ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>
{{ end }}{{ end }}
"""
_FACT_SHEET = """{{ define "main" }}<h1>{{ .Title }}</h1><table border="1">
{{ range .Params.facts }}<tr><td>{{ index . 0 }}</td><td>{{ index . 1 }}</td></tr>{{ end }}</table>
{{ .Content }}{{ end }}
"""
_ROWS = """{{ define "main" }}<h1>{{ .Title }}</h1><table border="1">{{ range (.Paginate .Pages 50).Pages }}
<tr><td><a href="{{ .RelPermalink }}">{{ .Title }}</a></td><td>{{ .Params.summary }}</td></tr>{{ end }}</table>
{{ template "_internal/pagination.html" . }}{{ end }}
"""


def _journal(permalink: str, lists: str, articles: tuple[Article, ...], home: Path, *, ugly: bool = False) -> Path:
    write(home / "layouts/_default/list.html", lists)
    write(home / "layouts/_default/single.html", _SINGLE)
    write(home / "layouts/archive/list.html", _ARCHIVE)
    write(home / "content/archive/_index.md", "---\ntitle: All\n---\n")
    for each in articles:
        head = {"title": each.title, "slug": each.slug, "date": f"{each.day}", "tags": each.tags}
        text = each.text.replace("{", "(").replace("}", ")")
        write(home / "content/posts" / f"{each.slug}.md", f"{json.dumps(head)}\n\n{text}\n")
    return _built(home, {"permalinks": {"posts": permalink}, "uglyURLs": ugly, "summaryLength": 20})


def _catalogue(home: Path) -> Path:
    write(home / "layouts/_default/list.html", _ROWS)
    write(home / "layouts/_default/single.html", _FACT_SHEET)
    for name, told in _packages().items():
        facts = [(fact, told[fact]) for fact in _FACTS if fact in told]
        head = {"title": name, "facts": facts, "summary": told.get("Description", ""), "url": f"/{_place(name, told)}/"}
        write(home / "content" / told["Section"] / f"{name}.md", f"{json.dumps(head)}\n\n{head['summary']}\n")
    return _built(home, {"disableKinds": ["taxonomy", "term"]})


def _place(name: str, told: dict[str, str]) -> str:
    return f"{told['Section']}/{name}"


@cache
def _packages() -> dict[str, dict[str, str]]:
    """Every sixtieth package that this machine's package lists tell of."""
    told = (dict(_STANZA.findall(stanza)) for stanza in run_tool(["apt-cache", "dumpavail"]).split("\n\n"))
    found = {each["Package"]: each for each in told if "Package" in each and "/" not in each.get("Section", "/")}
    if not found:
        raise SiteUnavailableError("apt-cache knows no packages on this machine: run `apt-get update`")
    return dict(sorted(found.items())[::_ONE_IN])


def _built(home: Path, settings: dict[str, object]) -> Path:
    write(home / "layouts/_default/baseof.html", _FRAME)
    write(
        home / "config.json",
        json.dumps({"baseURL": "/", "title": "Notes", "disableHugoGeneratorInject": True, **settings}),
    )
    [libraries] = debian_folder("libsass1", "usr/lib").iterdir()
    run_in(home, "env", f"LD_LIBRARY_PATH={libraries}", debian_folder("hugo", "usr/bin") / "hugo", "--quiet")
    return home / "public"


SITES: tuple[Site, ...] = (
    site(
        "systems-by-year",
        "hugo",
        Pages(
            made("hugo-systems", lambda home: _journal("/:year/:slug/", _WHOLE, _SYSTEMS(), home, ugly=True)),
            "index.html",
            r"\d{4}/([^/]+)\.html",
            known=slugs(_SYSTEMS),
        ),
        "journal",
    ),
    site(
        "tools-flat",
        "hugo",
        Pages(
            made("hugo-tools", lambda home: _journal("/:slug/", _EXCERPTS, _TOOLS(), home)),
            "index.html",
            r"([^/]+)/",
            known=slugs(_TOOLS),
        ),
        "journal",
    ),
    site(
        "news-by-date",
        "hugo",
        Pages(
            made("hugo-news", lambda home: _journal("/news/:year-:month-:day-:slug/", _EXCERPTS, changes()[::4], home)),
            "index.html",
            r"news/\d{4}-\d\d-\d\d-([^/]+)/",
            known=slugs(lambda: changes()[::4]),
        ),
        "journal",
    ),
    site(
        "package-facts",
        "hugo",
        Pages(made("hugo-packages", _catalogue), "index.html", r"(?!page/)[^/]+/([^/]+)/"),
        "catalogue",
    ),
)
