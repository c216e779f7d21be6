"""Fills a journal of Mezzanine with posts, by JSON."""

import json
import sys
from datetime import datetime

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.db import transaction  # noqa: E402
from mezzanine.blog.models import BlogCategory, BlogPost  # noqa: E402
from mezzanine.generic.models import AssignedKeyword, Keyword  # noqa: E402


def author(name):
    return User.objects.get_or_create(username=name.replace(" ", "-")[:100], defaults={"first_name": name[:60]})[0]


with transaction.atomic():
    for told in json.load(sys.stdin):
        post = BlogPost.objects.create(
            title=told["title"],
            content=told["content"],
            publish_date=datetime.fromisoformat(told["when"]),
            user=author(told["author"]),
            status=2,
            allow_comments=False,
        )
        post.categories.add(BlogCategory.objects.get_or_create(title=told["category"])[0])
        for word in told["keywords"]:
            keyword = Keyword.objects.get_or_create(title=word)[0]
            AssignedKeyword.objects.create(content_object=post, keyword=keyword)
