"""Manuals that documentation generators make here: of Python's standard library and of Perl's manual pages, and the
Jargon File as a book of short pages.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree
from sysconfig import get_path

from bench.generality.site import Site
from bench.generality.static.data import Article, jargon
from bench.generality.static.folder import Pages, site
from bench.generality.static.made import made, run_in, slugs, write
from bench.programs import program
from bench.sites import debian_folder

_PACKAGES = ("asyncio", "email", "html", "http", "importlib", "json", "logging", "unittest", "urllib", "xml")
_SKIPPED = {"antigravity", "this", "idlelib", "lib2to3", "test", "tkinter", "turtledemo", "pydoc_data", "ensurepip"}
_READTHEDOCS = "site_name: Jargon\ntheme: readthedocs\nplugins: []\n"
_FURO = """
extensions = ["sphinx.ext.autodoc"]
project = "Library"
html_theme = "furo"
html_copy_source = False
"""


def _library(home: Path) -> Path:
    """A part of Python's standard library as sources."""
    for name in _PACKAGES:
        copytree(Path(get_path("stdlib")) / name, home / "sources" / name)
    return home / "sources"


def _pdoc(home: Path) -> Path:
    run_in(home, program("pdoc", "pdoc", "pdoc==16.0.0"), "-o", "html", *_PACKAGES)
    return home / "html"


def _pydoctor(home: Path) -> Path:
    packages = sorted(_library(home).iterdir())
    # Its next version fails on a module of the standard library.
    build = program("pydoctor-25.4", "pydoctor", "pydoctor==25.4.0")
    run_in(home, build, "-q", "--html-output=html", "--docformat=plaintext", *packages)
    return home / "html"


def _apidoc(home: Path) -> Path:
    build = program("sphinx", "sphinx-build", "sphinx", "furo", "sphinx-book-theme")
    write(home / "conf.py", _FURO)
    write(home / "index.rst", "Library\n=======\n\n.. toctree::\n   :glob:\n\n   modules/*\n")
    for module in _modules(_library(home)):
        text = f"{module}\n{'=' * len(module)}\n\n.. automodule:: {module}\n   :members:\n   :undoc-members:\n"
        write(home / "modules" / f"{module}.rst", text)
    run_in(home, build, "-q", "-b", "html", home, home / "html")
    return home / "html"


def _modules(sources: Path) -> list[str]:
    files = (path.relative_to(sources).with_suffix("") for path in sources.rglob("*.py"))
    return sorted({".".join(file.parts).removesuffix(".__init__") for file in files if file.name != "__main__"})


def _pydoc(home: Path) -> Path:
    """Every module by itself in one folder, and a page that lists them; nothing between them has a class."""
    names = sorted(name for name in sys.stdlib_module_names - _SKIPPED if name[0] != "_" and find_spec(name))
    (home / "html").mkdir()
    run_in(home / "html", sys.executable, "-m", "pydoc", "-w", *names)
    made_for = sorted(path.stem for path in (home / "html").glob("*.html"))
    rows = "".join(f"<tr><td><a href={name}.html>{name}</a></td></tr>" for name in made_for)
    write(home / "html/index.html", f"<html><title>Modules</title><body><table>{rows}</table></body></html>")
    return home / "html"


def _pod(home: Path) -> Path:
    """Perl's manual by the program that comes with Perl."""
    pods = debian_folder("perl-doc", "usr/share/perl")
    (home / "html").mkdir()
    for pod in sorted(pods.rglob("pod/*.pod")):
        page = home / "html" / f"{pod.stem}.html"
        root = ("--htmlroot=.", f"--podroot={pod.parent}", "--podpath=.")
        run_in(home, "pod2html", f"--infile={pod}", f"--outfile={page}", *root)
    return home / "html"


def _words() -> list[Article]:
    """Three letters of the Jargon File: the menu of every page has all words, so that more take too long to make."""
    return [each for each in jargon() if each.slug[0] in "abc"]


def _readthedocs(home: Path) -> Path:
    write(home / "mkdocs.yml", _READTHEDOCS)
    write(home / "docs/index.md", "# Jargon\n\nA dictionary of hackers' words.\n")
    for each in _words():
        write(home / "docs" / each.slug[0] / f"{each.slug}.md", f"# {each.title}\n\n{each.text}\n")
    run_in(home, program("mkdocs", "mkdocs", "mkdocs==1.6.1", "mkdocs-material"), "build", "-q")
    return home / "site"


SITES: tuple[Site, ...] = (
    site("library-modules", "pdoc", Pages(made("pdoc-library", _pdoc), "index.html", r"[a-z]\w*(?:/\w+)*\.html")),
    site(
        "library-types",
        "pydoctor",
        Pages(
            made("pydoctor-library", _pydoctor),
            "index.html",
            r"[a-z]\w*\.[^/]+\.html",
            begins=r"<h1 class=\"(?:class|exception|interface)",
        ),
    ),
    site("library-pages", "sphinx", Pages(made("furo-library", _apidoc), "index.html", r"modules/[^/]+\.html")),
    site("library-tables", "pydoc", Pages(made("pydoc-library", _pydoc), "index.html", r"(?!index)[^/]+\.html")),
    site("perl-pages", "pod2html", Pages(made("pod-perl", _pod), "perl.html", r"perl\w+\.html")),
    site(
        "jargon-words",
        "mkdocs",
        Pages(made("mkdocs-jargon", _readthedocs), "index.html", r"[abc]/([^/]+)/", known=slugs(_words)),
        "dictionary",
    ),
)
