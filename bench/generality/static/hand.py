"""Manuals written by hand, or by a program of their own project."""

from bench.generality.site import Site
from bench.generality.static.folder import Pages, package, site

_SQLITE = package("sqlite3-doc", "usr/share/doc/sqlite3")
_POSTFIX = package("postfix-doc", "usr/share/doc/postfix/html")
_ANT = package("ant-doc", "usr/share/doc/ant/manual")
_APACHE = package("apache2-doc", "usr/share/doc/apache2-doc/manual")
_TOMCAT = package("tomcat10-docs", "usr/share/tomcat10-docs/docs")
_CPP = package("cppreference-doc-en-html", "usr/share/cppreference/doc/html/en")
_GIT = package("git-doc", "usr/share/doc/git-doc")
_PROLOG = package("swi-prolog-doc", "usr/share/swi-prolog/doc")
_GAP = package("gap-doc", "usr/share/gap/doc")
_STL = package("stl-manual", "usr/share/doc/stl-manual/html")
_GRASS = package("grass-doc", "usr/share/doc/grass-doc/html")
_MOD_PERL = package("libapache2-mod-perl2-doc", "usr/share/doc/libapache2-mod-perl2-doc")
_EXPLORER = package("dx-doc", "usr/share/doc/dx/html")

SITES: tuple[Site, ...] = (
    site(
        "sqlite-functions",
        "by hand",
        Pages(
            _SQLITE,
            "index.html",
            r"c3ref/[^/]+\.html",
            neither=r"c3ref/(?:intro|funclist|objlist|constlist)\.html",
            reason="Lists of the interface lie in its folder.",
        ),
    ),
    site(
        "stl-functions",
        "by hand",
        Pages(_STL, "index.html", r"[^/]+\.html", begins=r"(?i)component type</b>:\s*function"),
    ),
    site(
        "stl-types",
        "by hand",
        Pages(_STL, "index.html", r"[^/]+\.html", begins=r"(?i)component type</b>:\s*type"),
    ),
    site("grass-modules", "by hand", Pages(_GRASS, "index.html", r"(?:db|ps|[a-z]3?)\.[\w.]+\.html")),
    site("grass-topics", "by hand", Pages(_GRASS, "index.html", r"topic_\w+\.html")),
    site("mod-perl-api", "by hand", Pages(_MOD_PERL, "index.html", r"docs/2\.0/api/.*[^/]\.html")),
    site(
        "explorer-modules", "by hand", Pages(_EXPLORER, "index.htm", r"pages/refgu\d+\.htm", begins=r">\s*Category\s*<")
    ),
    site("sqlite-syntax", "by hand", Pages(_SQLITE, "index.html", r"syntax/[^/]+\.html")),
    site(
        "sqlite-releases",
        "by hand",
        Pages(
            _SQLITE,
            "index.html",
            r"releaselog/[^/]+\.html",
            neither=r"releaselog/current\.html",
            reason="The latest release once more.",
        ),
    ),
    site("postfix-man-pages", "man2html", Pages(_POSTFIX, "index.html", r"[a-z-_]+\.[158]\.html")),
    site("postfix-howtos", "by hand", Pages(_POSTFIX, "index.html", r"[A-Z_0-9]+_README\.html")),
    site("ant-tasks", "by hand", Pages(_ANT, "index.html", r"Tasks/[^/]+\.html")),
    site(
        "apache-modules",
        "xslt",
        Pages(
            _APACHE,
            "en/index.html",
            r"[a-z-]+/mod/(\w+)\.html",
            usual="en/",
            neither=r"[a-z-]+/mod/(?:directives|overrides|quickreference)\.html",
            reason="Lists of directives lie beside the modules.",
        ),
    ),
    site("tomcat-elements", "xslt", Pages(_TOMCAT, "index.html", r"config/[^/]+\.html")),
    site("cpp-members", "mediawiki", Pages(_CPP, "index.html", r"cpp/container/[^/]+/[^/]+\.html")),
    site("cpp-headers", "mediawiki", Pages(_CPP, "index.html", r"cpp/header/[^/]+\.html")),
    site("git-commands", "asciidoc", Pages(_GIT, "index.html", r"git-[^/]+\.html")),
    site("prolog-sections", "latex2html", Pages(_PROLOG, "Manual/index.html", r"Manual/[^/]+\.html")),
    site("gap-chapters", "gapdoc", Pages(_GAP, "ref/chap0.html", r"(ref/chap[1-9]\d*)(?:_mj)?\.html")),
)
