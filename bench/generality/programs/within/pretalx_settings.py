"""Settings of pretalx: its own, with one place for all it keeps."""

import os

os.environ["PRETALX_DATA_DIR"] = os.environ["BENCH_HOME"]
os.environ["PRETALX_SITE_URL"] = os.environ.get("BENCH_ADDRESS", "http://127.0.0.1:8000")
os.environ["PRETALX_DEBUG"] = "False"

from pretalx.settings import *  # noqa: F403

ALLOWED_HOSTS = ["*"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
