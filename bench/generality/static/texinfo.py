"""Manuals written in Texinfo: one template for every page, whatever it is about."""

from bench.generality.site import Site
from bench.generality.static.folder import Pages, package, site

_OCTAVE = package("octave-doc", "usr/share/doc/octave/octave.html")
_MUSIC = package("lilypond-doc-html", "usr/share/doc/lilypond/html/Documentation")
_SCHEME = package("mit-scheme-doc", "usr/share/doc/mit-scheme-doc/html")
_MAXIMA = package("maxima-doc", "usr/share/doc/maxima-doc/html")

SITES: tuple[Site, ...] = (
    site(
        "octave-nodes",
        "texinfo",
        Pages(
            _OCTAVE,
            "index.html",
            r"(?!XREF|index)[^/]+\.html",
            neither=r"[A-Z][\w-]+-Index\.html",
            reason="Indexes are nodes too.",
        ),
    ),
    site("music-engravers", "texinfo", Pages(_MUSIC, "internals/index.html", r"internals/[^/]+_005fengraver\.html")),
    site("music-terms", "texinfo", Pages(_MUSIC, "music-glossary/index.html", r"music-glossary/[^/]+\.html")),
    site(
        "scheme-sections",
        "texinfo",
        Pages(
            _SCHEME,
            "index.html",
            r"mit-scheme-ref/[^/]+\.html",
            neither=r".*/(?:Acknowledgements|[A-Z]\w+-Index)\.html",
            reason="Indexes are nodes too.",
        ),
    ),
    site("maxima-sections", "texinfo", Pages(_MAXIMA, "maxima_toc.html", r"maxima_\d+\.html")),
)
