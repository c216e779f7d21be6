"""Addresses that say how somebody came to a record, in the path: `/sea/boats/item/7`, `/picture/7/album/3`, where pages
call `/item/7` and `/picture/7` their own (`rel=canonical`). How these are made is learnt from the pages seen, so that a
record that was met is not asked for at other addresses. Addresses only.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from string import ascii_letters, digits

from recorder.patterns.repeats.plain_addresses import Detour
from recorder.patterns.repeats.sayings import FEWEST
from recorder.patterns.urls.tokens import escape

_TOKEN = re.compile(r"[0-9]+|[a-zA-Z]+|[^0-9a-zA-Z]")
_MARK = re.compile(r"([/?&=:;,])")
_ALNUM = ascii_letters + digits
_NAME = re.compile(r"[?&]([^=&]*)")
_Cut = tuple[str, str, str, str]
_OWN, _ALL = (0, 2), (0, 1, 2)
_LEVEL, _NUMBER, _ANYTHING = "[^/?#&=]+", "[0-9]+", "[^#]+"


def detours(named: Iterable[tuple[str, str]], own: Callable[[str], str], seen: Collection[str]) -> frozenset[Detour]:
    """Those by which pages call addresses their own; `own` says which each calls so of all pages `seen`, and none may
    contradict.
    """

    def is_true(detour: Detour) -> bool:
        return all(detour.own(url) in {"", own(url)} for url in seen)

    found: set[Detour] = set()
    for group in _alike(filter(None, (_cut(*pair) for pair in named)), _OWN):
        any_way = _detour(group)
        found.update(filter(is_true, [any_way] if is_true(any_way) else map(_detour, _alike(group, _ALL))))
    return frozenset(found)


def _alike(cuts: Iterable[_Cut], which: Sequence[int]) -> Iterator[list[_Cut]]:
    """Those of enough records that have the same marks in these pieces."""
    kinds: dict[object, list[_Cut]] = defaultdict(list)
    for cut in cuts:
        kinds[tuple(tuple(_levels(cut[piece])[1::2]) for piece in which)].append(cut)
    return (group for group in kinds.values() if len({(before, after) for before, _, after, _ in group}) >= FEWEST)


def _cut(url: str, own: str) -> _Cut | None:
    """An address before, in and behind what it has more than its own one, where that is one piece after a mark, and
    parameters at the end perhaps.
    """
    tokens, fewer = _TOKEN.findall(url), _TOKEN.findall(own)
    head = _common([tokens, fewer])
    rest = fewer[head:]
    end = len(tokens) - len(rest)
    if end > head and tokens[end:] != rest and rest:
        ends = (at + len(rest) for at in range(head + 1, end) if tokens[at : at + len(rest)] == rest)
        end = next((at - len(rest) for at in ends if tokens[at] in ("?", "&")), end)
    if end <= head or tokens[end : end + len(rest)] != rest:
        return None
    behind = "".join(tokens[end + len(rest) :])
    while head and tokens[head].isalnum() and tokens[head - 1] == tokens[end - 1]:
        head, end = head - 1, end - 1
    if tokens[head].isalnum():
        return None
    after = "".join(tokens[end:])
    return "".join(tokens[:head]), "".join(tokens[head:end]), after.removesuffix(behind), behind


def _detour(cuts: Iterable[_Cut]) -> Detour:
    before, between, after, behind = zip(*cuts, strict=True)
    names = sorted({name for text in behind for name in _NAME.findall(text)})
    parameters = f"(?:[?&](?:{'|'.join(map(escape, names))})(?:=[^&#]*)?)*" if names else ""
    if len({tuple(_levels(text)[1::2]) for text in between}) == 1:
        return Detour(_shape(before), _shape(between), _shape(after), parameters)
    marks = "|".join(map(escape, sorted({text[0] for text in between})))
    return Detour(_shape(before), f"(?:{marks}){_ANYTHING}", _shape(after), parameters)


def _shape(texts: Iterable[str]) -> str:
    """Of texts with the same marks."""
    return "".join(map(_piece, zip(*map(_levels, texts), strict=True)))


def _common(texts: Sequence[Sequence[str]]) -> int:
    """How far they begin alike."""
    return sum(1 for _ in takewhile(lambda each: len(set(each)) == 1, zip(*texts, strict=False)))


def _levels(text: str) -> list[str]:
    """With the marks between them."""
    return _MARK.split(text)


def _piece(values: Sequence[str]) -> str:
    """What they have in common at their ends, up to a character that is no letter or digit."""
    if len(set(values)) == 1:
        return escape(values[0])
    start = len(values[0][: _common(values)].rstrip(_ALNUM))
    rest = [value[start:] for value in values]
    backwards = [value[::-1] for value in rest]
    end = len(backwards[0][: _common(backwards)].rstrip(_ALNUM))
    middle = [value[: len(value) - end] for value in rest]
    inner = _NUMBER if all(map(str.isdecimal, middle)) else _LEVEL
    return f"{escape(values[0][:start])}{inner}{escape(rest[0][len(rest[0]) - end :])}"
