"""Settings of an archive of HyperKitty without Mailman: those of its own tests, for one list."""

import os
from pathlib import Path

from hyperkitty.tests.settings_test import *  # noqa: F403

_HOME = Path(os.environ["BENCH_HOME"])
DEBUG = TESTING = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "hyperkitty_urls"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": _HOME / "archive.db"}}
HAYSTACK_CONNECTIONS = {
    "default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": str(_HOME / "index")}
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
HYPERKITTY_BATCH_MODE = True
FILTER_VHOST = False
COMPRESS_ENABLED = COMPRESS_OFFLINE = False
COMPRESS_PRECOMPILERS = (("text/x-scss", "true {infile} {outfile}"),)
STATIC_URL = "/static/"
WSGI_APPLICATION = None
