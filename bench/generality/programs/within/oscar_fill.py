"""Fills a shop of django-oscar: categories, and products with prices, by JSON."""

import json
import sys

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from oscar.apps.catalogue.categories import create_from_breadcrumbs  # noqa: E402
from oscar.core.loading import get_model  # noqa: E402

Product, ProductClass, ProductCategory = (
    get_model("catalogue", name) for name in ("Product", "ProductClass", "ProductCategory")
)
Partner, StockRecord = (get_model("partner", name) for name in ("Partner", "StockRecord"))
Country = get_model("address", "Country")

with transaction.atomic():
    kind = ProductClass.objects.create(name="Package", requires_shipping=False, track_stock=True)
    partner = Partner.objects.create(name="Archive")
    Country.objects.create(iso_3166_1_a2="FR", name="France", printable_name="France", is_shipping_country=True)
    for told in json.load(sys.stdin):
        product = Product.objects.create(
            product_class=kind, title=told["title"], upc=told["upc"], description=told["description"]
        )
        ProductCategory.objects.create(product=product, category=create_from_breadcrumbs(told["category"]))
        StockRecord.objects.create(
            product=product,
            partner=partner,
            partner_sku=told["upc"],
            price=told["price"],
            price_currency="EUR",
            num_in_stock=told["stock"],
        )
call_command("rebuild_index", "--noinput", verbosity=0)
