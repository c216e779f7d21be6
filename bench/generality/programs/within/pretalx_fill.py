"""Fills pretalx with an event, its speakers and its talks, by JSON, and publishes the programme."""

import datetime as dt
import hashlib
import json
import sys

import django

django.setup()

from django.db import transaction  # noqa: E402
from django_scopes import scope, scopes_disabled  # noqa: E402
from pretalx.event.models import Event  # noqa: E402
from pretalx.event.utils import create_organiser_with_team  # noqa: E402
from pretalx.person.models import SpeakerProfile, User  # noqa: E402
from pretalx.schedule.models import Room  # noqa: E402
from pretalx.submission.models import Submission, Track  # noqa: E402

ROOMS, A_DAY = 6, 14
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ37890"


def code(text):
    """As pretalx makes them, but the same on every machine."""
    digest = hashlib.sha256(text.encode()).digest()
    return "".join(LETTERS[each % len(LETTERS)] for each in digest[:6])


talks = json.load(sys.stdin)
first = dt.date(2025, 7, 14)
days = len(talks) // (ROOMS * A_DAY) + 1
with transaction.atomic():
    admin = User.objects.create_user(name="Admin", email="admin@example.com", password="a-bench-of-programs")
    organiser, team = create_organiser_with_team(name="Archive", slug="archive", users=[admin])
    with scopes_disabled():
        event = Event.objects.create(
            name="Packages in Practice",
            slug="packages",
            organiser=organiser,
            is_public=True,
            date_from=first,
            date_to=first + dt.timedelta(days=days),
            timezone="UTC",
            email="event@example.com",
            locale_array="en",
            locale="en",
        )
    with scope(event=event):
        event.build_initial_data()
        rooms = [Room.objects.create(event=event, name=f"Room {'ABCDEF'[at]}", position=at) for at in range(ROOMS)]
        tracks, people, kind = {}, {}, event.submission_types.first()
        for at, told in enumerate(talks):
            if told["track"] not in tracks:
                tracks[told["track"]] = Track.objects.create(event=event, name=told["track"], color="#334455")
            if told["address"] not in people:
                person = User.objects.create_user(
                    name=told["speaker"], email=told["address"], locale="en", code=code(told["address"])
                )
                SpeakerProfile.objects.create(user=person, event=event, biography=told["biography"])
                people[told["address"]] = person
            talk = Submission.objects.create(
                event=event,
                code=code(told["title"]),
                title=told["title"],
                submission_type=kind,
                track=tracks[told["track"]],
                abstract=told["abstract"],
                description=told["description"],
                content_locale="en",
            )
            talk.speakers.add(people[told["address"]])
            talk.accept()
            talk.confirm()
            slot = talk.slots.first()
            day, place = divmod(at, ROOMS * A_DAY)
            hour, room = divmod(place, ROOMS)
            slot.start = dt.datetime.combine(first, dt.time(8), dt.UTC) + dt.timedelta(days=day, minutes=40 * hour)
            slot.end = slot.start + dt.timedelta(minutes=30)
            slot.room = rooms[room]
            slot.save()
        event.release_schedule("1.0")
