"""Two lists by hand with published scripts, for such lists have no program of their own: one that grows while it is
scrolled (infinite-scroll), and one that holds no rows but those in view (clusterize.js).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from shutil import copy

from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.changes import Change, changes
from bench.generality.programs.data.languages import Language, languages
from bench.generality.programs.homes import home
from bench.generality.site import Site, Truth
from bench.sites import node_package
from bench.static_sites import served

_A_PAGE = 12
_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body {{font: 16px/1.5 sans-serif; max-width: 44rem; margin: auto}} article {{min-height: 9rem}}
.rows {{height: 400px; overflow: auto}} pre {{white-space: pre-wrap}}</style></head>
<body><header><a href="index.html">{site}</a></header><main>{body}</main>{scripts}</body></html>
"""


@contextmanager
def _serve_posts() -> Iterator[str]:
    with served(home("scrolling-posts", _fill_posts)) as base:
        yield base


@contextmanager
def _serve_rows() -> Iterator[str]:
    with served(home("scrolling-rows", _fill_rows)) as base:
        yield base


def _posts() -> dict[str, Change]:
    told = list(reversed(changes("apt", "devscripts", "debian-policy")))[:300]
    return {f"post-{len(told) - at}": each for at, each in enumerate(told)}


def _rows() -> dict[str, Language]:
    return {each.code: each for each in languages() if each.code < "b" or (each.ukrainian and each.scope[0] == "M")}


def _fill_posts(folder: Path) -> None:
    copy(node_package("infinite-scroll", "5.0.0") / "dist" / "infinite-scroll.pkgd.min.js", folder / "scroll.js")
    names = list(_posts())
    pages = [names[at : at + _A_PAGE] for at in range(0, len(names), _A_PAGE)]
    for number, held in enumerate(pages, 1):
        body = "".join(_excerpt(name) for name in held)
        path = "index.html" if number == 1 else f"page{number}.html"
        start = "new InfiniteScroll('.posts', {path: () => NEXT, append: '.post', history: false});"
        following = f"at + 2 <= {len(pages)} ? `page${{at + 2}}.html` : undefined"
        script = start.replace("() => NEXT", f"function() {{ const at = this.loadCount; return {following}; }}")
        scripts = f"<script src=scroll.js></script><script>{script}</script>" if number == 1 else ""
        (folder / path).write_text(_page("Changes", "Changes", f"<div class=posts>{body}</div>", scripts))
    for name, each in _posts().items():
        facts = (
            f"<p class=by>{escape(each.author)}, <time>{each.when:%Y-%m-%d}</time>, {each.source} {each.version}</p>"
        )
        text = f"<h1>{escape(each.summary)}</h1>{facts}<pre>{escape(each.text)}</pre>"
        (folder / f"{name}.html").write_text(_page(each.summary, "Changes", text, ""))


def _excerpt(name: str) -> str:
    each = _posts()[name]
    title = f"<h2><a href={name}.html>{escape(each.summary)}</a></h2>"
    return f"<article class=post>{title}<p>{escape(each.author)}, {each.when:%d %B %Y}</p></article>"


def _fill_rows(folder: Path) -> None:
    source = node_package("clusterize.js", "1.0.0")
    copy(source / "clusterize.min.js", folder)
    rows = [
        f"<tr><td>{code}<td><a href=language-{code}.html>{escape(one.name)}</a></tr>" for code, one in _rows().items()
    ]
    (folder / "rows.json").write_text(json.dumps(rows))
    body = '<div id="scroll" class="rows"><table><tbody id="content"><tr><td>Loading …</td></tr></tbody></table></div>'
    start = "new Clusterize({rows: rows, scrollId: 'scroll', contentId: 'content', rows_in_block: 20})"
    scripts = f"<script>fetch('rows.json').then(it => it.json()).then(rows => {start});</script>"
    scripts = f"<script src=clusterize.min.js></script>{scripts}"
    (folder / "index.html").write_text(_page("Languages", "Languages", f"<h1>Languages</h1>{body}", scripts))
    for code, one in _rows().items():
        facts = {"Code": code, "Scope": one.scope, "Kind": one.kind, "Ukrainian": one.ukrainian, "Bengali": one.bengali}
        told = "".join(f"<dt>{name}<dd>{escape(said)}" for name, said in facts.items() if said)
        page = _page(one.name, "Languages", f"<h1>{escape(one.name)}</h1><dl>{told}</dl>", "")
        (folder / f"language-{code}.html").write_text(page)


def _page(title: str, site: str, body: str, scripts: str) -> str:
    return _PAGE.format(title=escape(title), site=site, body=body, scripts=scripts)


def _post_truth() -> Truth:
    posts = _posts()
    shown = Addresses(r"(?P<id>post-\d+)\.html", {name: name for name in posts})
    fields = {
        name: {"summary": each.summary, "author": each.author, "source": each.source, "version": each.version}
        for name, each in list(posts.items())[::6]
    }
    return Truth({name: f"{name}.html" for name in posts}, shown.identity, fields=fields)


def _row_truth() -> Truth:
    rows = _rows()
    shown = Addresses(r"language-(?P<id>\w+)\.html", {code: code for code in rows})
    fields = {
        code: {"code": code, "name": one.name, "scope": one.scope, "kind": one.kind, "ukrainian": one.ukrainian}
        for code, one in list(rows.items())[:: len(rows) // 60 + 1]
    }
    return Truth({code: f"language-{code}.html" for code in rows}, shown.identity, fields=fields)


SITES = (
    Site("infinite-posts", "journal", "infinite-scroll", "", _serve_posts, _post_truth, is_program=True),
    Site("virtual-languages", "catalogue", "clusterize.js", "", _serve_rows, _row_truth, is_program=True),
)
