"""The mails and threads of an archive of HyperKitty, and what its own search finds, of questions by JSON."""

import json
import sys

import django

django.setup()

from haystack.query import SearchQuerySet  # noqa: E402
from hyperkitty.models import Email, Thread  # noqa: E402

mails = [
    {
        "id": each.message_id_hash,
        "subject": each.subject,
        "sender": each.sender_name,
        "date": f"{each.date:%Y-%m-%d}",
        "content": each.content,
    }
    for each in Email.objects.order_by("pk")
]
threads = [
    {"id": each.thread_id, "subject": each.subject, "date": f"{each.starting_email.date:%Y-%m-%d}"}
    for each in Thread.objects.order_by("pk")
]


def found(words):
    results = SearchQuerySet().auto_query(words).models(Email).load_all()
    return [each.object.message_id_hash for each in results if each.object]


answers = [found(words) for words in json.load(sys.stdin)]
print(json.dumps({"mails": mails, "threads": threads, "answers": answers}))
