"""The robots.txt files of some 4,000 well-known sites, as Protego's source distribution carries them: does the program
read them as RFC 9309 says? What that is, is written down here a second time, as literally as can be.

Each file is asked about the addresses that its own rules are about.
"""

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import quote, unquote_to_bytes

from bench.conformance.suite import Suite
from bench.sites import python_source
from recorder.fetching.robots import MAX_BYTES, parse

_PACKAGE = ("protego", "0.7.0")
_ASKED_OF_EACH = 25
_AGENTS = ("recorder", "Googlebot")
_SITE = "http://site.example"
_TOKEN = re.compile(r"[a-zA-Z_-]+")
_KEPT = "/%*$?&=:;,@!'()+~.-_"

_INDEX = "where index.html is allowed its folder is, as Google reads it"
_EXCUSES = {
    "www.talbots.com": "“User Agent” is taken for what it is meant to be",
    "www.santabanta.com: Googlebot": "what is said to Google is said to Googlebot",
    "www.telstra.com.au": _INDEX,
    "www.toyoko-inn.com": _INDEX,
}

Rule = tuple[str, bool]
"""The pattern of a path, and whether it allows."""


def real_robots() -> Suite:
    """Raises `SiteUnavailableError` where the files cannot be had."""
    files = sorted((python_source(*_PACKAGE) / "tests" / "test_data").iterdir())
    cases, otherwise = 0, {}
    for file in files:
        text = file.read_bytes()[:MAX_BYTES].decode("utf-8-sig", "replace")
        ours, rules = parse(text), {agent: _rules(text, agent.lower()) for agent in _AGENTS}
        for agent in _AGENTS:
            for url in islice(_addresses(text), _ASKED_OF_EACH):
                cases += 1
                wanted = _allows(rules[agent], url.removeprefix(_SITE))
                if ours.can_fetch(url, agent) is not wanted:
                    otherwise[f"{file.name}: {agent}, {url}"] = "forbidden" if wanted else "allowed"
    return Suite(f"robots.txt of {len(files):,} sites", 1, cases, otherwise, _EXCUSES)


def _records(text: str) -> Iterator[tuple[str, str]]:
    for line in re.split(r"\r\n|\r|\n", text):
        name, colon, value = line.partition("#")[0].partition(":")
        if colon:
            yield name.strip().lower(), value.strip()


def _addresses(text: str) -> Iterator[str]:
    """About which the rules of a file are: as they are written, and longer."""
    seen: dict[str, None] = {}
    for name, value in _records(text):
        if name in ("allow", "disallow") and value.startswith("/"):
            path = quote(value.rstrip("$").replace("*", "x"), safe=_KEPT)
            seen |= dict.fromkeys((_SITE + path, f"{_SITE}{path}x/y"))
    yield from seen or {f"{_SITE}/": None}


def _rules(text: str, agent: str) -> list[Rule]:
    """Those of the groups that name the robot, all together; of those for everybody if none does (RFC 9309, 2.2.1)."""
    groups: dict[str, list[Rule]] = {}
    names: list[str] = []
    begun = False
    for name, value in _records(text):
        if name == "user-agent":
            names = [] if begun else names
            begun = False
            found = _TOKEN.match(value)
            names.append("*" if value.split()[:1] == ["*"] else found[0].lower() if found else "")
            groups.setdefault(names[-1], [])
        elif name in ("allow", "disallow"):
            begun = True
            for each in names:
                groups[each].append((value, name == "allow"))
    return groups.get(agent, groups.get("*", []))


def _allows(rules: list[Rule], path: str) -> bool:
    """The rule with the most octets decides, one that allows before one that does not (RFC 9309, 2.2.2)."""
    if path == "/robots.txt":
        return True
    matching = [(len(_octets(pattern)), allows) for pattern, allows in rules if pattern and _matches(pattern, path)]
    return max(matching, default=(0, True))[1]


def _matches(pattern: str, path: str) -> bool:
    ends = pattern.endswith("$")
    parts = map(re.escape, _octets(pattern.removesuffix("$")).split(b"*"))
    return re.match(b".*".join(parts) + (b"$" if ends else b""), _octets(path), re.DOTALL) is not None


def _octets(text: str) -> bytes:
    return unquote_to_bytes(text)
