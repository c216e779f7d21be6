"""Settings of a journal of Mezzanine: its own template of a project, with addresses that name the day."""

import os
from pathlib import Path

from mezzanine.project_template.project_name.settings import *  # noqa: F403

SECRET_KEY = NEVERCACHE_KEY = "bench"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "mezzanine_urls"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": Path(os.environ["BENCH_HOME"]) / "blog.db"}}
STATIC_URL = "/static/"
TIME_ZONE, USE_TZ = "UTC", True
BLOG_URLS_DATE_FORMAT = "day"
BLOG_POST_PER_PAGE = 8
SITE_TITLE = "Changes"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
