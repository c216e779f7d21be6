"""Settings of a shop of django-oscar, as its handbook gives them."""

import os
from pathlib import Path

from oscar.defaults import *  # noqa: F403

_HOME = Path(os.environ["BENCH_HOME"])
SECRET_KEY = "bench"
DEBUG = False
ALLOWED_HOSTS = ["*"]
SITE_ID = 1
ROOT_URLCONF = "oscar_urls"
STATIC_URL, MEDIA_URL = "/static/", "/media/"
MEDIA_ROOT = _HOME / "media"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
OSCAR_SHOP_NAME = "Parcels"
OSCAR_DEFAULT_CURRENCY = "EUR"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": _HOME / "shop.db", "ATOMIC_REQUESTS": True}}
HAYSTACK_CONNECTIONS = {
    "default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": str(_HOME / "index")}
}
AUTHENTICATION_BACKENDS = ("oscar.apps.customer.auth_backends.EmailBackend",)
INSTALLED_APPS = [
    *("django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"),
    *("django.contrib.messages", "django.contrib.staticfiles", "django.contrib.sites", "django.contrib.flatpages"),
    *("oscar.config.Shop", "oscar.apps.analytics.apps.AnalyticsConfig", "oscar.apps.checkout.apps.CheckoutConfig"),
    *("oscar.apps.address.apps.AddressConfig", "oscar.apps.shipping.apps.ShippingConfig"),
    *("oscar.apps.catalogue.apps.CatalogueConfig", "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig"),
    *("oscar.apps.communication.apps.CommunicationConfig", "oscar.apps.partner.apps.PartnerConfig"),
    *("oscar.apps.basket.apps.BasketConfig", "oscar.apps.payment.apps.PaymentConfig"),
    *("oscar.apps.offer.apps.OfferConfig", "oscar.apps.order.apps.OrderConfig"),
    *("oscar.apps.customer.apps.CustomerConfig", "oscar.apps.search.apps.SearchConfig"),
    *("oscar.apps.voucher.apps.VoucherConfig", "oscar.apps.wishlists.apps.WishlistsConfig"),
    *("oscar.apps.dashboard.apps.DashboardConfig", "oscar.apps.dashboard.reports.apps.ReportsDashboardConfig"),
    *("oscar.apps.dashboard.users.apps.UsersDashboardConfig", "oscar.apps.dashboard.orders.apps.OrdersDashboardConfig"),
    *("oscar.apps.dashboard.catalogue.apps.CatalogueDashboardConfig",),
    *("oscar.apps.dashboard.offers.apps.OffersDashboardConfig",),
    *("oscar.apps.dashboard.partners.apps.PartnersDashboardConfig",),
    *("oscar.apps.dashboard.pages.apps.PagesDashboardConfig",),
    *("oscar.apps.dashboard.ranges.apps.RangesDashboardConfig",),
    *("oscar.apps.dashboard.reviews.apps.ReviewsDashboardConfig",),
    *("oscar.apps.dashboard.vouchers.apps.VouchersDashboardConfig",),
    *("oscar.apps.dashboard.communications.apps.CommunicationsDashboardConfig",),
    *("oscar.apps.dashboard.shipping.apps.ShippingDashboardConfig",),
    *("widget_tweaks", "haystack", "treebeard", "sorl.thumbnail", "django_tables2"),
]
MIDDLEWARE = (
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "oscar.apps.basket.middleware.BasketMiddleware",
    "django.contrib.flatpages.middleware.FlatpageFallbackMiddleware",
)
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.template.context_processors.media",
                "django.template.context_processors.static",
                "django.contrib.messages.context_processors.messages",
                "oscar.apps.search.context_processors.search_form",
                "oscar.apps.checkout.context_processors.checkout",
                "oscar.apps.communication.notifications.context_processors.notifications",
                "oscar.core.context_processors.metadata",
            ],
        },
    }
]
