"""References of GNOME's libraries, by gtk-doc and by the program that came after it."""

from bench.generality.site import Site
from bench.generality.static.folder import Pages, package, site

_GTK3 = package("libgtk-3-doc", "usr/share/doc/libgtk-3-doc/gtk3")
_GIO = package("libglib2.0-doc", "usr/share/gtk-doc/html/gio")
_GTK4 = package("libgtk-4-doc", "usr/share/doc/libgtk-4-doc/gtk4")
_ADWAITA = package("libadwaita-1-doc", "usr/share/doc/libadwaita-1")

SITES: tuple[Site, ...] = (
    site("gtk3-classes", "gtk-doc", Pages(_GTK3, "index.html", r"Gtk[^/]*\.html")),
    site(
        "gio-classes",
        "gtk-doc",
        Pages(
            _GIO,
            "index.html",
            r"G[A-Z][^/]*\.html",
            neither=r"gio-[^/]+\.html",
            reason="Groups of functions are described as classes are.",
        ),
    ),
    site("gtk4-classes", "gi-docgen", Pages(_GTK4, "index.html", r"class\.[^/]+\.html")),
    site("gtk4-signals", "gi-docgen", Pages(_GTK4, "index.html", r"signal\.[^/]+\.html")),
    site("gtk4-methods", "gi-docgen", Pages(_GTK4, "index.html", r"method\.[^/]+\.html")),
    site("adwaita-classes", "gi-docgen", Pages(_ADWAITA, "index.html", r"class\.[^/]+\.html")),
    site("adwaita-properties", "gi-docgen", Pages(_ADWAITA, "index.html", r"property\.[^/]+\.html")),
)
