"""Manuals written in DocBook, several of them in many languages side by side."""

from bench.generality.site import Site
from bench.generality.static.folder import Pages, package, site

_POSTGRES = package("postgresql-doc-15", "usr/share/doc/postgresql-doc-15/html")
_EXIM = package("exim4-doc-html", "usr/share/doc/exim4-doc-html/spec_html")
_HANDBOOK = package("debian-handbook", "usr/share/doc/debian-handbook/html")
_INSTALLER = package("installation-guide-amd64", "usr/share/doc/installation-guide-amd64")
_BOOST = package("libboost1.81-doc", "usr/share/doc/libboost1.81-doc/doc/html")
_SHELL = package("abs-guide", "usr/share/doc/abs-guide/html")
_CSOUND = package("csound-doc", "usr/share/doc/csound-doc/html")
_SHOREWALL = package("shorewall-doc", "usr/share/doc/shorewall-doc")

SITES: tuple[Site, ...] = (
    site(
        "postgres-commands",
        "docbook",
        Pages(
            _POSTGRES,
            "index.html",
            r"sql-[a-z-]+\.html",
            neither=r"sql-(?:commands|expressions|keywords-appendix|syntax.*)\.html",
            reason="Chapters about the language are named like its commands.",
        ),
    ),
    site("postgres-catalogs", "docbook", Pages(_POSTGRES, "index.html", r"(?:catalog|view)-pg-[a-z-]+\.html")),
    site("exim-chapters", "docbook", Pages(_EXIM, "index.html", r"ch-[a-z_0-9-]+\.html")),
    site(
        "handbook-sections",
        "publican",
        Pages(_HANDBOOK, "en-US/index.html", r"[a-z]{2}-[A-Z]{2}/(sect\.[^/]+)\.html", usual="en-US"),
    ),
    site(
        "installer-sections",
        "docbook",
        Pages(_INSTALLER, "en/index.html", r"[a-zA-Z_]+/((?:ch|ap)\w+s\d+)\.html", usual="en"),
    ),
    site(
        "boost-members",
        "boostbook",
        Pages(_BOOST, "index.html", r"boost/(?:.*/)?[^/]+\.html"),
    ),
    site(
        "sound-opcodes",
        "docbook",
        Pages(_CSOUND, "index.html", r"(?!GEN|Command)\w+\.html", begins=r"class=\"refentry\""),
    ),
    site("sound-generators", "docbook", Pages(_CSOUND, "index.html", r"GEN\w+\.html")),
    site(
        "firewall-man-pages",
        "docbook",
        Pages(_SHOREWALL, "html/index.html", r"(?:html/)?manpages/(shorewall[^/]*)\.html"),
    ),
    site("shell-chapters", "docbook", Pages(_SHELL, "index.html", r"(?!index|part)[a-z0-9-]+\.html")),
)
