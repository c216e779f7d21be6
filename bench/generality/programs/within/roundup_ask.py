"""The issues of a tracker of Roundup, and what its own search finds of them: `roundup_ask.py TRACKER`, questions by
JSON.
"""

import json
import sys

from roundup import instance

database = instance.open(sys.argv[1]).open("admin")


def found(values):
    search = {name: told for name, told in values.items() if not name.startswith("@")}
    for name in {"status", "priority"} & set(search):
        search[name] = [database.getclass(name).lookup(search[name])]
    words = values.get("@search_text")
    hits = database.indexer.search(words.split(), database.issue) if words else None
    return database.issue.filter(hits, search)


def fields(number):
    held = database.issue.getnode(number)
    return {
        "title": held.title,
        "priority": database.priority.get(held.priority, "name"),
        "status": database.status.get(held.status, "name"),
        "assignedto": database.user.get(held.assignedto, "realname"),
        "keyword": ", ".join(database.keyword.get(each, "name") for each in held.keyword),
        "message": database.msg.get(held.messages[0], "content"),
    }


issues = {number: fields(number) for number in database.issue.list()}
print(json.dumps({"issues": issues, "answers": [found(values) for values in json.load(sys.stdin)]}))
