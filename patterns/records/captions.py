"""Labels that stand beside their values and are not marked as such: elements before the values, and words in one text.

Learnt from one place on many pages, like the rest of a `Vocabulary`.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import zip_longest

from recorder.patterns.records.lines import lines_of, may_have_lines
from recorder.patterns.records.steps import CAPTION_TAGS, heading_of, label_text
from recorder.patterns.records.template_words import (
    COMMON,
    MOSTLY,
    OFTEN,
    Instance,
    children_of,
    seen_often,
    tally,
)
from recorder.patterns.records.words import has_words


def learn_lines(instances: Sequence[Instance]) -> frozenset[str]:
    """The labels of the lines that these texts are made of; none, if they are not."""
    if sum(may_have_lines(each.element) for each in instances) < MOSTLY * len(instances):
        return frozenset()
    pages = len({instance.page for instance in instances})
    found = [(each.page, line) for each in instances for line in lines_of(each.element)]
    labels: set[str] = set()
    for declared, often in ((True, COMMON), (False, OFTEN)):
        pairs = [(page, line.label) for page, line in found if line.label and line.declared is declared]
        labels |= seen_often(*tally(pairs), pages, often) if pairs else set()
    labelled = sum(line.label in labels for _, line in found)
    return frozenset(labels) if len(labels) > 1 and labelled >= MOSTLY * len(found) else frozenset()


def learn_captions(instances: Sequence[Instance], pages: int) -> frozenset[tuple[str, str]]:
    """Kinds of elements that say what the element after them is, several under one parent: `<p class=name>Colour</p>
    <p class=value>red</p>`."""
    seen: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    heading: Counter[tuple[str, str]] = Counter()
    several: Counter[tuple[str, str]] = Counter()
    parents: Counter[tuple[str, str]] = Counter()
    for instance in instances:
        children = [(child, (child.tag, child.get("class", ""))) for child in children_of(instance.element)]
        here: dict[tuple[str, str], set[str]] = defaultdict(set)
        for (child, kind), after in zip_longest(children, [kind for _, kind in children[1:]]):
            if child.tag in CAPTION_TAGS and heading_of(child) is None:
                text = label_text(child)
                seen[kind].append((instance.page, text if has_words(text) else ""))
                here[kind].add(text)
                heading[kind] += after is not None and after != kind
        parents.update(here.keys())
        several.update(kind for kind, texts in here.items() if len(texts) > 1)
    return frozenset(
        kind
        for kind, pairs in seen.items()
        if heading[kind] >= 0.9 * len(pairs) and several[kind] >= MOSTLY * parents[kind]
        if _are_the_templates(pairs, pages)
    )


def _are_the_templates(pairs: Sequence[tuple[int, str]], pages: int) -> bool:
    words = seen_often(*tally(pairs), pages)
    return sum(text in words for _, text in pairs) >= 0.8 * len(pairs)
