"""Settings of a forum of django-machina, as its handbook gives them."""

import os
from pathlib import Path

from machina import MACHINA_MAIN_STATIC_DIR, MACHINA_MAIN_TEMPLATE_DIR

_HOME = Path(os.environ["BENCH_HOME"])
SECRET_KEY = "bench"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "machina_urls"
STATIC_URL, MEDIA_URL = "/static/", "/media/"
MEDIA_ROOT = _HOME / "media"
STATICFILES_DIRS = [MACHINA_MAIN_STATIC_DIR]
USE_TZ = True
LOGIN_URL = "/admin/login/"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": _HOME / "forum.db"}}
HAYSTACK_CONNECTIONS = {
    "default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": str(_HOME / "index")}
}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "machina_attachments": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}
MACHINA_FORUM_NAME = "Changes"
MACHINA_DEFAULT_AUTHENTICATED_USER_FORUM_PERMISSIONS = ["can_see_forum", "can_read_forum"]
INSTALLED_APPS = [
    *("django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"),
    *("django.contrib.messages", "django.contrib.staticfiles", "django.contrib.humanize"),
    *("mptt", "haystack", "widget_tweaks", "machina", "machina.apps.forum", "machina.apps.forum_conversation"),
    *("machina.apps.forum_conversation.forum_attachments", "machina.apps.forum_conversation.forum_polls"),
    *("machina.apps.forum_feeds", "machina.apps.forum_moderation", "machina.apps.forum_search"),
    *("machina.apps.forum_tracking", "machina.apps.forum_member", "machina.apps.forum_permission"),
]
MIDDLEWARE = (
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "machina.apps.forum_permission.middleware.ForumPermissionMiddleware",
)
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [MACHINA_MAIN_TEMPLATE_DIR],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.template.context_processors.media",
                "django.template.context_processors.static",
                "django.contrib.messages.context_processors.messages",
                "machina.core.context_processors.metadata",
            ],
        },
    }
]
