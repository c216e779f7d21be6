"""A configuration for Browsertrix Crawler: the entry page as seed, and the expressions of the pattern as its scope, so
that the archive holds the targets, the pages on the way to them, and no others.

Browsertrix follows links of any page in scope, wherever they stand; a pattern knows which page they are on, too. So the
scope may hold more than the pattern, never less.
"""

import json
from collections.abc import Iterator

from recorder.exporting.pattern_at_hand import PatternAtHand
from recorder.patterns.navigation.pattern import FormStep, LinkStep, Path


def browsertrix_configuration(at_hand: PatternAtHand) -> tuple[str, tuple[str, ...]]:
    """The text of the file, in YAML, and what it lacks."""
    followed = [path for path in at_hand.pattern.paths if all(isinstance(step, LinkStep) for step in path.steps)]
    seeds = [(at_hand.entry, _expressions(followed), _depth(followed))] if followed else []
    seeds += _asked(at_hand)
    lines = [
        "# For Browsertrix Crawler, made by recorder:",
        "# docker run -v $PWD:/crawls webrecorder/browsertrix-crawler crawl --config /crawls/FILE",
        f"collection: {json.dumps(_collection(at_hand.recording.name))}",
        "generateWACZ: true",
        "robots: true",
        "seeds:",
        *(line for seed in seeds for line in _seed(*seed)),
    ]
    return "\n".join(lines) + "\n", tuple(_lacks(at_hand))


def _seed(url: str, expressions: list[str], depth: int) -> Iterator[str]:
    """Every text of JSON is one of YAML."""
    yield f"  - url: {json.dumps(url)}"
    yield "    scopeType: custom"
    yield f"    depth: {depth}"
    yield "    include:"
    yield from (f"      - {json.dumps(expression)}" for expression in expressions)


def _expressions(paths: list[Path]) -> list[str]:
    """Of whole addresses: Browsertrix looks for them anywhere in one."""
    steps = (step for path in paths for step in path.steps if isinstance(step, LinkStep))
    return list(dict.fromkeys(f"^(?:{step.regex})$" for step in steps))


def _depth(paths: list[Path]) -> int:
    """-1: as deep as a chain of pages goes."""
    steps = [step for path in paths for step in path.steps if isinstance(step, LinkStep)]
    return -1 if any(step.repeat for step in steps) else max((len(path.steps) for path in paths), default=0)


def _asked(at_hand: PatternAtHand) -> list[tuple[str, list[str], int]]:
    """What a form was asked with success while recording is a seed of its own, if its address says what is asked."""
    seeds = []
    for path in at_hand.pattern.paths:
        first, *rest = path.steps
        if _is_address(first) and all(isinstance(step, LinkStep) for step in rest):
            onward = Path(tuple(rest))
            seeds.append((_example(first), _expressions([onward]), _depth([onward])))
    return seeds


def _is_address(step: object) -> bool:
    return isinstance(step, FormStep) and step.method == "GET" and not step.in_browser and not step.fresh


def _example(step: object) -> str:
    from urllib.parse import quote_plus

    assert isinstance(step, FormStep)
    url = step.url
    for asked in step.parameters:
        value = asked.example or (asked.default[0] if asked.default else "")
        url = url.replace("*", quote_plus(value), 1)
    return url


def _lacks(at_hand: PatternAtHand) -> Iterator[str]:
    for number, path in enumerate(at_hand.pattern.paths, 1):
        forms = [step for step in path.steps if isinstance(step, FormStep)]
        if not forms:
            continue
        if len(forms) > 1 or not _is_address(path.steps[0]):
            yield f"Path {number} is left out: Browsertrix fills in no forms."
        else:
            yield f"Path {number} is there with one question, {_example(forms[0])}: add a seed for each of yours."


def _collection(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
