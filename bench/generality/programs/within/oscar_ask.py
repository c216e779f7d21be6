"""What the shop's own search finds, of questions by JSON: as its form asks, without its pages."""

import json
import sys

import django

django.setup()

from oscar.core.loading import get_class  # noqa: E402

base_sqs = get_class("search.facets", "base_sqs")
print(json.dumps([[found.pk for found in base_sqs().auto_query(words)] for words in json.load(sys.stdin)]))
