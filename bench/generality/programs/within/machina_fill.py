"""Fills a forum of django-machina: forums, topics and posts, by JSON."""

import json
import sys
from datetime import datetime

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from machina.core.db.models import get_model  # noqa: E402

Forum = get_model("forum", "Forum")
Topic, Post = (get_model("forum_conversation", name) for name in ("Topic", "Post"))
Permission, GroupPermission, UserPermission = (
    get_model("forum_permission", name) for name in ("ForumPermission", "GroupForumPermission", "UserForumPermission")
)


def person(name):
    return User.objects.get_or_create(username=name[:150])[0]


with transaction.atomic():
    for codename in ("can_see_forum", "can_read_forum"):
        permission = Permission.objects.get(codename=codename)
        UserPermission.objects.create(permission=permission, anonymous_user=True, has_perm=True)
    forums = {}
    for told in json.load(sys.stdin):
        if told["forum"] not in forums:
            forums[told["forum"]] = Forum.objects.create(name=told["forum"], type=Forum.FORUM_POST)
        forum, when = forums[told["forum"]], datetime.fromisoformat(told["when"])
        topic = Topic.objects.create(
            forum=forum, subject=told["subject"], poster=person(told["poster"]), type=0, status=0, approved=True
        )
        for at, post in enumerate(told["posts"]):
            Post.objects.create(
                topic=topic,
                poster=person(post["poster"]),
                subject=told["subject"] if at == 0 else f"Re: {told['subject']}",
                content=post["content"],
                approved=True,
            )
        Post.objects.filter(topic=topic).update(created=when, updated=when)
        Topic.objects.filter(pk=topic.pk).update(created=when, updated=when, last_post_on=when)
call_command("rebuild_index", "--noinput", verbosity=0)
