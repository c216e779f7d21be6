"""The topics of a forum of django-machina, and what its own search finds of them, of questions by JSON."""

import json
import sys

import django

django.setup()

from haystack.inputs import AutoQuery  # noqa: E402
from haystack.query import SearchQuerySet  # noqa: E402
from machina.core.db.models import get_model  # noqa: E402

Topic, Post = (get_model("forum_conversation", name) for name in ("Topic", "Post"))


def found(values):
    results = SearchQuerySet().models(Post).load_all()
    if values.get("q"):
        words = AutoQuery(values["q"])
        results = results.filter(topic_subject=words) if values.get("search_topics") else results.filter(content=words)
    if values.get("search_poster_name"):
        results = results.filter(poster_name=AutoQuery(values["search_poster_name"]))
    return sorted({str(each.object.topic_id) for each in results if each.object})


topics = [
    {
        "id": str(topic.pk),
        "address": f"forum/forum/{topic.forum.slug}-{topic.forum_id}/topic/{topic.slug}-{topic.pk}/",
        "subject": topic.subject,
        "poster": topic.poster.username,
        "forum": topic.forum.name,
        "created": f"{topic.created:%Y-%m-%d}",
    }
    for topic in Topic.objects.select_related("forum", "poster").order_by("pk")
]
print(json.dumps({"topics": topics, "answers": [found(values) for values in json.load(sys.stdin)]}))
