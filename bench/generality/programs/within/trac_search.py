"""What Trac's own search finds of one realm: `trac_search.py PROJECT REALM`, questions by JSON."""

import json
import sys

from trac.env import open_environment
from trac.search.web_ui import SearchModule
from trac.test import MockRequest

environment = open_environment(sys.argv[1])
realm = sys.argv[2]
answers = []
for values in json.load(sys.stdin):
    request = MockRequest(environment, authname="anonymous", method="GET", path_info="/search", args={})
    module = SearchModule(environment)
    terms = module._get_search_terms(values["q"])
    filters = [name for name in values if name != "q"]
    found = module._do_search(request, terms, filters)
    prefix = f"{request.href()}/{realm}/"
    answers.append([each[0][len(prefix) :] for each in found if each[0].startswith(prefix)])
print(json.dumps(answers))
