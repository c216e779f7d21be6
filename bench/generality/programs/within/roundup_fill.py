"""Fills a tracker of Roundup with issues, one message each: `roundup_fill.py TRACKER`, issues by JSON."""

import json
import sys

from roundup import date, instance

database = instance.open(sys.argv[1]).open("admin")
people, keywords = {}, {}


def person(name):
    if name not in people:
        people[name] = database.user.create(username=f"user{len(people)}", realname=name, roles="User")
    return people[name]


for told in json.load(sys.stdin):
    who, when = person(told["author"]), date.Date(told["when"])
    if told["keyword"] not in keywords:
        keywords[told["keyword"]] = database.keyword.create(name=told["keyword"])
    message = database.msg.create(author=who, content=told["text"], date=when, summary=told["title"])
    database.issue.create(
        title=told["title"],
        assignedto=person(told["assigned"]),
        keyword=[keywords[told["keyword"]]],
        messages=[message],
        status=database.status.lookup(told["status"]),
        priority=database.priority.lookup(told["priority"]),
    )
database.commit()
database.close()
