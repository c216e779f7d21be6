"""URL expressions on real sites: derived from a random tenth of the target URLs, how many of the others do they
match, and what else?

Recall has a bar: 99% of the targets left out. The share of the site's other URLs that is matched by mistake has none
(on a flat site the URL alone cannot tell), but is shown twice: knowing nothing else, and knowing a tenth of those
other URLs.
"""

import random
import re
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.figures import Figure
from bench.sites import SiteUnavailableError, debian_folder
from recorder.patterns.urls.expressions import generalise
from recorder.patterns.urls.url import normalise

BAR = 0.99
REPEATS = 20
LEAST_SAMPLE = 10
ROOT = "http://site.example/"

_TRAC_NAMES = """
CamelCase InterMapTxt InterTrac InterWiki PageTemplates RecentChanges SandBox TicketQuery TitleIndex
TracAccessibility TracAdmin TracBackup TracBatchModify TracBrowser TracCgi TracChangeLog TracChangeset
TracEnvironment TracFastCgi TracFineGrainedPermissions TracGuide TracImport TracIni TracInstall
TracInterfaceCustomization TracLinks TracLogging TracModPython TracModWSGI TracNavigation TracNotification
TracPermissions TracPlugins TracQuery TracReports TracRepositoryAdmin TracRevisionLog TracRoadmap TracRss
TracSearch TracStandalone TracSupport TracSyntaxColoring TracTickets TracTicketsCustomFields TracTimeline
TracUnicode TracUpgrade TracWiki TracWorkflow WikiDeletePage WikiFormatting WikiHtml WikiMacros WikiNewPage
WikiPageNames WikiProcessors WikiRestructuredText WikiRestructuredTextLinks WikiStart
"""
TRAC_PAGES = tuple(_TRAC_NAMES.split())
TRAC_OTHERS = ("wiki", "search?q=", "timeline", "roadmap", "query", "report", "newticket", "login", "attachment/wiki/")

SQLITE = ("sqlite3-doc", "usr/share/doc/sqlite3")
OPENJDK = ("openjdk-17-doc", "usr/share/doc/openjdk-17-doc/api")
FLAT = {
    "gtk-classes": ("libgtk-3-doc", "usr/share/doc/libgtk-3-doc/gtk3", r"Gtk[^/]*\.html"),
    "postgresql-commands": ("postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html", r"sql-[a-z0-9]+\.html"),
    "git-commands": ("git-doc", "usr/share/doc/git-doc", r"git-[a-z0-9-]+\.html"),
}


@dataclass(frozen=True)
class Site:
    name: str
    targets: tuple[str, ...]
    others: tuple[str, ...]


def _site(name: str, paths: list[str], is_target: Callable[[str], object]) -> Site:
    urls = {path: normalise(ROOT + path) or "" for path in paths}
    targets = tuple(sorted({url for path, url in urls.items() if is_target(path)}))
    return Site(name, targets, tuple(sorted(set(urls.values()) - set(targets))))


def _pages_of(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if path.is_file())


def _sqlite() -> Iterator[Site]:
    pages = _pages_of(debian_folder(*SQLITE))
    for name in ("c3ref", "syntax", "releaselog"):
        yield _site(f"sqlite-{name}", pages, re.compile(rf"{name}/[^/]+\.html").fullmatch)


def _flat() -> Iterator[Site]:
    for name, (package, folder, targets) in FLAT.items():
        yield _site(name, _pages_of(debian_folder(package, folder)), re.compile(targets).fullmatch)


def _openjdk() -> Iterator[Site]:
    """The template of each page is named in its `<body class>`."""
    folder = debian_folder(*OPENJDK)
    pages = _pages_of(folder)
    template = re.compile(rb'<body class="([a-z-]+)')
    heads = {page: template.search((folder / page).read_bytes()[:20_000]) for page in pages}
    templates = {page: match[1].decode() for page, match in heads.items() if match}
    for name in ("class-declaration", "package-declaration"):
        members = {page for page, found in templates.items() if found == f"{name}-page"}
        yield _site(f"openjdk-{name}", pages, members.__contains__)


def _trac() -> Iterator[Site]:
    yield _site("trac-wiki", [*(f"wiki/{page}" for page in TRAC_PAGES), *TRAC_OTHERS], re.compile(r"wiki/.+").fullmatch)


def _packages() -> Iterator[Site]:
    """A page per package of this machine's Debian, in Datasette's spelling: bytes other than letters, digits, _ and
    - as ~XX.
    """
    try:
        done = subprocess.run(["apt-cache", "pkgnames"], capture_output=True, text=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        raise SiteUnavailableError("apt-cache names no packages") from None
    names = random.Random(0).sample(sorted(done.stdout.split()), 5_000)
    spelt = [re.sub(r"[^\w-]", lambda found: f"~{ord(found[0]):02X}", name, flags=re.ASCII) for name in names]
    rows = [f"packages/package/{name}" for name in spelt]
    others = [f"packages/package?_next={name}" for name in spelt[::50]]
    yield _site(
        "datasette-packages",
        [*rows, *others, "packages", "packages/package", "packages/package.csv?_size=max"],
        rows.__contains__,
    )


def sites() -> Iterator[Site]:
    for make in (_sqlite, _flat, _openjdk, _packages, _trac):
        try:
            yield from make()
        except SiteUnavailableError as error:
            print(f"left out: {error}")


def figures_of(site: Site) -> list[Figure]:
    recalls, blind, warned = [], [], []
    for seed in range(REPEATS):
        chance = random.Random(seed)
        sample = chance.sample(site.targets, max(LEAST_SAMPLE, len(site.targets) // 10))
        rest = set(site.targets) - set(sample)
        known = chance.sample(site.others, len(site.others) // 10)
        expression = generalise(sample)
        narrowed = generalise(sample, known)
        recalls.append(sum(map(expression.matches, rest)) / len(rest))
        recalls.append(sum(map(narrowed.matches, rest)) / len(rest))
        blind.append(sum(map(expression.matches, site.others)))
        warned.append(sum(map(narrowed.matches, site.others)))
    others = len(site.others)
    mean = statistics.mean(recalls[::2])
    return [
        Figure(f"{site.name}: targets matched, mean", mean, "share", f">= {BAR}", mean >= BAR),
        Figure(
            f"{site.name}: targets matched, worst", min(recalls[::2]), "share", f">= {BAR}", min(recalls[::2]) >= BAR
        ),
        Figure(f"{site.name}: the same with negatives, mean", statistics.mean(recalls[1::2]), "share", "", True),
        Figure(f"{site.name}: the same with negatives, worst", min(recalls[1::2]), "share", "", True),
        Figure(f"{site.name}: wrong of {others}, no negatives", statistics.mean(blind), "URLs", "", True),
        Figure(f"{site.name}: wrong of {others}, a tenth known", statistics.mean(warned), "URLs", "", True),
    ]


def run() -> list[Figure]:
    return [figure for site in sites() for figure in [*figures_of(site), _speed(site)]]


def _speed(site: Site) -> Figure:
    began = time.process_time()
    generalise(site.targets)
    seconds = time.process_time() - began
    return Figure(f"{site.name}: generalise {len(site.targets)} URLs", seconds, "s", "< 1 s", seconds < 1)


if __name__ == "__main__":
    for figure in run():
        print(
            f"{figure.name:60} {figure.value:10.4f} {figure.unit:6} {figure.bar:8} {'' if figure.passed else 'MISSED'}"
        )
