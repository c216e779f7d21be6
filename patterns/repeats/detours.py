"""Addresses that say how somebody came to a record, in the path: `/sea/boats/item/7`, `/picture/7/album/3`, where pages
call `/item/7` and `/picture/7` their own (`rel=canonical`). How these are made is learnt from the pages seen, so that a
record that was met is not asked for at other addresses. Addresses only.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import takewhile
from string import ascii_letters, digits

from recorder.patterns.repeats.comparison import FEWEST
from recorder.patterns.repeats.plain_addresses import Detour
from recorder.patterns.urls.tokens import escape

_TOKEN = re.compile(r"[0-9]+|[a-zA-Z]+|[^0-9a-zA-Z]")
_MARK = re.compile(r"([/?&=:;,])")
_ALNUM = ascii_letters + digits
_LEVEL, _NUMBER, _ANYTHING = "[^/?#&=]+", "[0-9]+", "[^#]+"


def detours(named: Iterable[tuple[str, str]], own: Callable[[str], str], seen: Collection[str]) -> frozenset[Detour]:
    """Those by which pages call addresses their own; `own` says which each calls so of all pages `seen`, and none may
    contradict.
    """
    kinds: dict[object, list[Sequence[str]]] = defaultdict(list)
    for url, address in named:
        if cut := _cut(url, address):
            before, _, after = map(_levels, cut)
            kinds[tuple(before[1::2]), tuple(after[1::2])].append(cut)
    found = (_detour(cuts) for cuts in kinds.values() if len({(cut[0], cut[2]) for cut in cuts}) >= FEWEST)
    return frozenset(each for each in found if all(each.own(url) in {"", own(url)} for url in seen))


def _cut(url: str, own: str) -> tuple[str, str, str] | None:
    """An address before, in and behind what it has more than its own one, where that is one piece after a mark."""
    tokens, fewer = _TOKEN.findall(url), _TOKEN.findall(own)
    head = _common([tokens, fewer])
    end = len(tokens) - len(fewer) + head
    if end <= head or tokens[end:] != fewer[head:]:
        return None
    while head and tokens[head].isalnum() and tokens[head - 1] == tokens[end - 1]:
        head, end = head - 1, end - 1
    return (
        None if tokens[head].isalnum() else ("".join(tokens[:head]), "".join(tokens[head:end]), "".join(tokens[end:]))
    )


def _detour(cuts: Iterable[Sequence[str]]) -> Detour:
    before, between, after = zip(*cuts, strict=True)
    if len({tuple(_levels(text)[1::2]) for text in between}) == 1:
        return Detour(_shape(before), _shape(between), _shape(after))
    marks = "|".join(map(escape, sorted({text[0] for text in between})))
    return Detour(_shape(before), f"(?:{marks}){_ANYTHING}", _shape(after))


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
