"""The talks and speakers of an event in pretalx."""

import json

import django

django.setup()

from django_scopes import scopes_disabled  # noqa: E402
from pretalx.person.models import SpeakerProfile  # noqa: E402
from pretalx.submission.models import Submission  # noqa: E402

with scopes_disabled():
    talks = [
        {
            "id": talk.code,
            "title": talk.title,
            "track": str(talk.track.name),
            "speaker": ", ".join(each.name for each in talk.speakers.all()),
            "abstract": talk.abstract,
            "room": str(talk.slots.last().room.name),
            "start": f"{talk.slots.last().start:%Y-%m-%d %H:%M}",
        }
        for talk in Submission.objects.order_by("pk").prefetch_related("speakers", "slots")
    ]
    speakers = [
        {"id": each.user.code, "name": each.user.name, "biography": each.biography}
        for each in SpeakerProfile.objects.select_related("user").order_by("pk")
    ]
print(json.dumps({"talks": talks, "speakers": speakers}))
