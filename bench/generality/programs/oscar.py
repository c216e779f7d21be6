"""The shop of django-oscar, with packages of Debian as its goods: the price is the size, in euros for a hundred
kilobytes.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from html import escape
from pathlib import Path

from bench.generality.programs import django
from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.packages import Package, packages
from bench.generality.programs.homes import SCRIPTS, home
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth
from bench.programs import program


@contextmanager
def _serve() -> Iterator[str]:
    with django.served(_python(), "oscar", _home(), "catalogue/") as base:
        yield base


def _python() -> Path:
    return program("oscar-4", "python", "django-oscar==4.2.1", "sorl-thumbnail", "whoosh")


def _home() -> Path:
    return home("oscar", lambda folder: django.fill(_python(), "oscar", folder, [_good(each) for each in _packages()]))


def _packages() -> list[Package]:
    return packages(3000)[::5]


def _good(package: Package) -> dict[str, object]:
    return {
        "title": package.name,
        "upc": f"{package.name}-{package.version}"[:64],
        "description": f"<p>{escape(package.summary)}</p><p>{escape(package.text)}</p>",
        "category": f"{package.section.title()} > {package.source[0].upper()}"
        if _is_large(package)
        else package.section,
        "price": round(max(package.size, 1) / 100, 2),
        "stock": len(package.text) % 40,
    }


def _is_large(package: Package) -> bool:
    return package.section in {"libs", "libdevel", "python", "perl"}


def _truth() -> Truth:
    with closing(sqlite3.connect(_home() / "shop.db")) as database:
        database.row_factory = sqlite3.Row
        rows = {str(row["id"]): dict(row) for row in database.execute(_ALL)}
    shown = Addresses(
        r"catalogue/[^/]+_(?P<id>\d+)/", {key: key for key in rows}, about=r"catalogue/[^/]+_\d+/reviews/.*"
    )
    said = words(f"{each.summary} {each.text}" for each in _packages())
    asked = (
        ("common word", said.common),
        ("rare word", said.rare),
        ("two words", said.two),
        ("no hits", NOTHING),
        ("other script", "библиотека"),
        ("phrase", f'"{said.phrase}"'),
        ("second field", f"{said.common} -{said.two.split()[0]}"),
    )
    found = django.manage(_python(), "oscar", _home(), str(SCRIPTS / "oscar_ask.py"), told=[text for _, text in asked])
    assert isinstance(found, list)
    return Truth(
        {key: f"catalogue/{row['slug']}_{key}/" for key, row in rows.items()},
        shown.identity,
        shown.neither,
        "what customers say of a thing, and the form to say it with",
        tuple(
            Query(sort, {"q": text}, frozenset(map(str, answer)))
            for (sort, text), answer in zip(asked, found, strict=True)
        ),
        {
            key: {name: str(row[name]) for name in ("title", "upc", "price", "num_in_stock", "description")}
            for key, row in list(rows.items())[:: len(rows) // 60 + 1]
        },
    )


_ALL = (
    "SELECT catalogue_product.*, partner_stockrecord.price, partner_stockrecord.num_in_stock FROM catalogue_product "
    "JOIN partner_stockrecord ON partner_stockrecord.product_id = catalogue_product.id ORDER BY catalogue_product.id"
)


SITES = (Site("oscar-goods", "shop", "django-oscar", "catalogue/", _serve, _truth, is_program=True),)
