"""Journals that Python's static generators make of articles with days: under the day, under the year, flat, with
archives by month, tag and author, full or in excerpts.
"""

import json
from functools import partial
from pathlib import Path

from bench.generality.site import Site
from bench.generality.static.data import Article, changes, dictionary
from bench.generality.static.folder import Pages, site
from bench.generality.static.made import made, run_in, slugs, write
from bench.programs import program

_LANGUAGES = partial(dictionary, "language")
_MACHINES = partial(dictionary, "hardware", "storage", "processor")
_PEOPLE = partial(dictionary, "person", "company", "humour", "chat")
_NETWORKS = partial(dictionary, "networking")

_PELICAN_BY_DAY = {
    "THEME": "notmyidea",
    "ARTICLE_URL": "{date:%Y}/{date:%m}/{date:%d}/{slug}/",
    "ARTICLE_SAVE_AS": "{date:%Y}/{date:%m}/{date:%d}/{slug}/index.html",
    "YEAR_ARCHIVE_URL": "{date:%Y}/",
    "YEAR_ARCHIVE_SAVE_AS": "{date:%Y}/index.html",
    "MONTH_ARCHIVE_URL": "{date:%Y}/{date:%m}/",
    "MONTH_ARCHIVE_SAVE_AS": "{date:%Y}/{date:%m}/index.html",
}
_PELICAN_FLAT = {"THEME": "simple", "SUMMARY_MAX_LENGTH": 30}
_NIKOLA = """
BLOG_AUTHOR = "FOLDOC"
BLOG_TITLE = "Machines, a word a day"
SITE_URL = "http://127.0.0.1/"
BLOG_EMAIL = "nobody@example.com"
BLOG_DESCRIPTION = "Hardware"
DEFAULT_LANG = "en"
TRANSLATIONS = {"en": ""}
THEME = "bootblog4"
NAVIGATION_LINKS = {"en": (("/archive.html", "Archive"), ("/categories/", "Tags"))}
POSTS = (("posts/*.md", "posts", "post.tmpl"),)
PAGES = ()
COMPILERS = {"markdown": (".md",)}
CREATE_MONTHLY_ARCHIVE = True
PRETTY_URLS = True
INDEX_TEASERS = True
INDEX_DISPLAY_POST_COUNT = 12
GENERATE_RSS = False
"""
_MATERIAL = """
site_name: Networks
theme: {name: material, font: false}
plugins:
  - blog: {post_url_format: "{date}/{slug}", post_url_date_format: yyyy/MM, archive_date_format: MMMM yyyy}
"""
_ABLOG = """
extensions = ["ablog"]
project = "People and companies"
blog_baseurl = "http://127.0.0.1/"
blog_path = "blog"
html_theme = "alabaster"
html_sidebars = {"**": ["ablog/recentposts.html", "ablog/archives.html", "ablog/tagcloud.html"]}
post_date_format = "%Y-%m-%d"
post_date_format_short = "%Y-%m-%d"
"""


def _pelican(settings: dict[str, object], articles: tuple[Article, ...], home: Path) -> Path:
    general = {"SITENAME": "Journal", "PATH": "content", "OUTPUT_PATH": "output", "TIMEZONE": "UTC", "SITEURL": ""}
    feeds = dict.fromkeys(("FEED_ALL_ATOM", "CATEGORY_FEED_ATOM", "AUTHOR_FEED_ATOM", "AUTHOR_FEED_RSS"))
    paging = {"DEFAULT_PAGINATION": 10, "RELATIVE_URLS": False, "WITH_FUTURE_DATES": True}
    told = {**general, **feeds, **paging, **settings}
    write(home / "conf.py", "".join(f"{name} = {value!r}\n" for name, value in told.items()))
    for each in articles:
        head = f"Title: {each.title}\nSlug: {each.slug}\nDate: {each.day}\nAuthor: {each.author}\n"
        head += f"Category: {each.tags[0]}\nTags: {', '.join(each.tags[1:])}\n"
        write(home / "content" / f"{each.slug}.md", f"{head}\n{each.text}\n")
    run_in(home, program("pelican", "pelican", "pelican[markdown]==4.12.0"), "-q", "-s", "conf.py")
    return home / "output"


def _nikola(home: Path) -> Path:
    nikola = program("nikola", "nikola", "nikola==8.3.3", "markdown", "jinja2")
    write(home / "conf.py", _NIKOLA)
    for each in _MACHINES():
        head = f".. title: {each.title}\n.. slug: {each.day:%Y-%m}-{each.slug}\n.. date: {each.day} 12:00:00 UTC\n"
        text = each.text.replace("\n\n", "\n\n<!-- TEASER_END -->\n\n", 1)
        write(home / "posts" / f"{each.slug}.md", f"{head}.. tags: {', '.join(each.tags)}\n\n{text}\n")
    run_in(home, nikola, "build", "-v", "0")
    return home / "output"


def _material(home: Path) -> Path:
    write(home / "mkdocs.yml", _MATERIAL)
    write(home / "docs/index.md", "# Networks\n\n[What was written](blog/index.md)\n")
    write(home / "docs/blog/index.md", "# Journal\n")
    for each in _NETWORKS():
        head = f"---\ndate: {each.day}\nslug: {json.dumps(each.slug)}\ncategories: {json.dumps(each.tags)}\n---\n"
        rest = each.text.removeprefix(each.first)
        text = f"{head}\n# {each.title}\n\n{each.first}\n\n<!-- more -->\n{rest}\n"
        write(home / "docs/blog/posts" / f"{each.slug}.md", text)
    run_in(home, program("mkdocs", "mkdocs", "mkdocs==1.6.1", "mkdocs-material"), "build", "-q")
    return home / "site"


def _ablog(home: Path) -> Path:
    ablog = program("ablog", "ablog", "ablog==0.11.13", "sphinx")
    write(home / "conf.py", _ABLOG)
    write(home / "index.rst", "Journal\n=======\n\n.. postlist:: 30\n   :excerpts:\n   :format: {title} {date}\n")
    for each in _PEOPLE():
        title = f"{each.title}\n{'=' * (2 * len(each.title))}"
        head = f".. post:: {each.day}\n   :tags: {', '.join(each.tags)}\n   :author: {each.author}\n\n{title}"
        write(home / f"{each.day.year}" / f"{each.slug}.rst", f"{head}\n\n{each.text}\n")
    run_in(home, ablog, "build")
    return home / "_website"


SITES: tuple[Site, ...] = (
    site(
        "languages-by-day",
        "pelican",
        Pages(
            made("pelican-languages", lambda home: _pelican(_PELICAN_BY_DAY, _LANGUAGES(), home)),
            "index.html",
            r"\d{4}/\d\d/\d\d/([^/]+)/",
            known=slugs(_LANGUAGES),
        ),
        "journal",
    ),
    site(
        "uploads-flat",
        "pelican",
        Pages(
            made("pelican-uploads", lambda home: _pelican(_PELICAN_FLAT, changes(), home)),
            "index.html",
            r"([^/]+)\.html",
            known=slugs(changes),
        ),
        "journal",
    ),
    site(
        "machines-by-month",
        "nikola",
        Pages(made("nikola-machines", _nikola), "index.html", r"posts/\d{4}-\d\d-([^/]+)/", known=slugs(_MACHINES)),
        "journal",
    ),
    site(
        "networks-by-month",
        "mkdocs-material",
        Pages(made("material-networks", _material), "index.html", r"blog/\d{4}/\d\d/([^/]+)/", known=slugs(_NETWORKS)),
        "journal",
    ),
    site(
        "people-by-year",
        "ablog",
        Pages(made("ablog-people", _ablog), "index.html", r"\d{4}/([^/]+)/", known=slugs(_PEOPLE)),
        "journal",
    ),
)
