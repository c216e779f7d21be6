"""The posts of a journal of Mezzanine, and what its own search finds of them, of questions by JSON."""

import json
import sys

import django

django.setup()

from mezzanine.blog.models import BlogPost  # noqa: E402

posts = [
    {
        "id": str(post.pk),
        "address": post.get_absolute_url().lstrip("/"),
        "slug": post.slug,
        "title": post.title,
        "publish_date": f"{post.publish_date:%Y-%m-%d}",
        "user": post.user.first_name,
        "categories": ", ".join(each.title for each in post.categories.all()),
        "content": post.content,
    }
    for post in BlogPost.objects.select_related("user").prefetch_related("categories")
]
answers = [[str(found.pk) for found in BlogPost.objects.search(words)] for words in json.load(sys.stdin)]
print(json.dumps({"posts": posts, "answers": answers}))
