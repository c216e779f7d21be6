"""Manuals that Sphinx made of reStructuredText, in the themes of several projects."""

from bench.generality.site import Site
from bench.generality.static.folder import Pages, package, site

_PYTHON = package("python3.11-doc", "usr/share/doc/python3.11/html")
_CMAKE = package("cmake-doc", "usr/share/doc/cmake-data/html")
_LINUX = package("linux-doc-6.1", "usr/share/doc/linux-doc-6.1/html")
_DJANGO = package("python-django-doc", "usr/share/doc/python-django-doc/html")
_SCIPY = package("python-scipy-doc", "usr/share/doc/python-scipy-doc/html")
_LLVM = package("llvm-15-doc", "usr/share/doc/llvm-15-doc/html")
_SEARCH = package("groonga-doc", "usr/share/doc/groonga-doc")
_SIGN_ON = package("lemonldap-ng-doc", "usr/share/doc/lemonldap-ng/pages/documentation/current")

SITES: tuple[Site, ...] = (
    site(
        "python-modules",
        "sphinx",
        Pages(
            _PYTHON,
            "index.html",
            r"library/[^/]+\.html",
            neither=r"library/(?:"
            r"allos|archiving|binary|concurrency|crypto|custominterp|datatypes|debug|development|distribution|fileformats|"
            r"filesys|frameworks|functional|i18n|index|internet|intro|ipc|language|markup|mm|modules|netdata|numeric|"
            r"persistence|python|security_warnings|superseded|text|tk|unix|windows)\.html",
            reason="Chapters lie in the folder of the modules, and are made alike.",
        ),
    ),
    site("cmake-variables", "sphinx", Pages(_CMAKE, "index.html", r"variable/[^/]+\.html")),
    site("cmake-modules", "sphinx", Pages(_CMAKE, "index.html", r"module/[^/]+\.html")),
    site("cmake-commands", "sphinx", Pages(_CMAKE, "index.html", r"command/[^/]+\.html")),
    site(
        "linux-sensors",
        "sphinx",
        Pages(
            _LINUX,
            "index.html",
            r"hwmon/[^/]+\.html",
            neither=r"hwmon/(?:hwmon-kernel-api|pmbus-core|submitting-patches|sysfs-interface|userspace-tools)\.html",
            reason="Chapters for developers lie beside the drivers.",
        ),
    ),
    site(
        "linux-video-calls",
        "sphinx",
        Pages(_LINUX, "index.html", r"userspace-api/media/v4l/(?:vidioc|func)-[^/]+\.html"),
    ),
    site("search-commands", "sphinx", Pages(_SEARCH, "en/html/index.html", r"en/html/reference/commands/\w+\.html")),
    site("sign-on-applications", "sphinx", Pages(_SIGN_ON, "start.html", r"applications/[^/]+\.html")),
    site("django-releases", "sphinx", Pages(_DJANGO, "index.html", r"releases/[\d.]+\.html")),
    site("scipy-members", "sphinx", Pages(_SCIPY, "index.html", r"reference/generated/[^/]+\.html")),
    site("llvm-instructions", "sphinx", Pages(_LLVM, "index.html", r"AMDGPU/[^/]+\.html")),
)
