"""References that Doxygen made, each with what its project switched on: flat and in folders, with and without trees,
with names and with numbers for names.
"""

from bench.generality.site import Site
from bench.generality.static.folder import Pages, package, site

_EIGEN = package("libeigen3-doc", "usr/share/doc/libeigen3-dev/html")
_SFML = package("libsfml-doc", "usr/share/doc/libsfml-dev/html")
_WX = package("wx3.2-doc", "usr/share/doc/wx3.2-doc/html")
_OGRE = package("ogre-1.12-doc", "usr/share/doc/ogre-1.12-doc/api/html")
_FINANCE = package("quantlib-refman-html", "usr/share/doc/quantlib-refman-html/html")
_GTKMM = package("libgtkmm-4.0-doc", "usr/share/doc/libgtkmm-4.0-doc/reference/html")
_FLTK = package("fltk1.3-doc", "usr/share/doc/fltk1.3-doc/HTML")
_LIBSTDCXX = package("libstdc++-12-doc", "usr/share/doc/gcc-12-base/libstdc++/user")
_CLASSES = r"(?:.*/)?(?:class|struct)(?!es\.)[^/]*(?<!-members)(?<!_source)\.html"

SITES: tuple[Site, ...] = (
    site("eigen-classes", "doxygen", Pages(_EIGEN, "index.html", _CLASSES)),
    site("eigen-chapters", "doxygen", Pages(_EIGEN, "index.html", r"(?:unsupported/)?group__[^/]*\.html")),
    site("sfml-classes", "doxygen", Pages(_SFML, "index.html", _CLASSES)),
    site("sfml-headers", "doxygen", Pages(_SFML, "index.html", r"[A-Za-z0-9_]+_8hpp_source\.html")),
    site("wx-classes", "doxygen", Pages(_WX, "index.html", _CLASSES)),
    site("wx-overviews", "doxygen", Pages(_WX, "index.html", r"overview_[a-z0-9_]+\.html")),
    site("ogre-classes", "doxygen", Pages(_OGRE, "index.html", _CLASSES)),
    site("finance-classes", "doxygen", Pages(_FINANCE, "index.html", _CLASSES)),
    site("gtkmm-classes", "doxygen", Pages(_GTKMM, "index.html", _CLASSES)),
    site("fltk-classes", "doxygen", Pages(_FLTK, "index.html", _CLASSES)),
    site("fltk-members", "doxygen", Pages(_FLTK, "index.html", r"(?:class|struct)[^/]*-members\.html")),
    site(
        "libstdcxx-classes",
        "doxygen",
        Pages(_LIBSTDCXX, "index.html", r"a\d+\.html", begins=r"<title>[^<]*(?:Class|Struct)(?: Template)? Reference"),
    ),
)
