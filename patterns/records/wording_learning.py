"""Learning the words that texts of many pages have in common, where they cut those texts into values.

Only words that come equally often and in the same order nearly everywhere are the template's, so a text that somebody
wrote is left whole; and so is what is one value: a number with its unit, a date in words. Where such texts stand is not
known here.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from statistics import median

from recorder.patterns.records.values import ValueKind, kind_of
from recorder.patterns.records.wordings import (
    ENCLOSING,
    JOINING,
    LONGEST,
    STRONG,
    Literal,
    Wording,
    WordingPart,
    Words,
    WordToken,
    divides,
    found_at,
    is_a_word,
    pieces_of,
    tokens_of,
)
from recorder.patterns.records.words import has_words

_MOSTLY = 0.95
_FEWEST = 5
_FEWEST_DIFFERENT = 3
"""Fewest texts, and fewest different ones, that show which words belong to the template."""
_MOST_LOOKED_AT = 100
_MOST_WORDS = 60
_WORDS_OF_A_VALUE = 12
_LEAST_SHARE = 0.1
"""Least share of a text that the template says."""
_LONGEST_UNIT = 2
_LEAST_DIFFERENT = 0.2
_SHORT = 3
"""Letters of a word such as "in" or "von", if it is no article."""
_BY = frozenset({"By", "Von", "Par", "Por", "Di", "Da", "Af", "Av", "Od", "От"})
_LONGEST_LABEL = 4
_SENTENCE = re.compile(r"\w{4,}[.!?]\s+\w|[。！？]\w")
_MOST_LITERALS = 12
_ENOUGH_DATES = 40
_MOST_IN_DATES = 3


def learn_wording(texts: Sequence[str], *, goes_on: bool = False) -> Wording | None:
    """The wording that these share, if it cuts them into values. `goes_on`: an element follows, which their last words
    may say something about."""
    texts = texts[:: -(-len(texts) // _MOST_LOOKED_AT)] if texts else ()
    if not _may_be_worded(texts, goes_on):
        return None
    words = _template_words([tokens_of(text) for text in texts])
    if len(words) > _MOST_LITERALS:
        return None
    words = _outside_dates(words, texts[:: -(-len(texts) // _ENOUGH_DATES)])
    plain = tuple(map(Literal, words))
    said = [pieces for text in texts if (pieces := _strictly(plain, text)) is not None]
    if not words or len(said) < _MOSTLY * len(texts) or not _is_a_template(plain, said):
        return None
    numeric = [_is_numeric([pieces[gap] for pieces in said]) for gap in range(len(words) + 1)]
    ends = sum(bool(pieces[-1]) for pieces in said) <= (1 - _MOSTLY) * len(said)
    literals = tuple(
        _shared_out(each, _divider(plain, number, texts), numeric[number], ends and each is plain[-1], goes_on)
        for number, each in enumerate(plain)
    )
    wording = _with_parts(literals, said, numeric, goes_on)
    return wording if wording and _is_worth_it(wording, said, texts, goes_on) else None


def _may_be_worded(texts: Sequence[str], goes_on: bool) -> bool:
    if len(texts) < _FEWEST or len(set(texts)) < _FEWEST_DIFFERENT:
        return False
    if (kind := kind_of(texts)) is ValueKind.DATE or (kind is ValueKind.NUMBER and not goes_on):
        return False
    long = sum(len(text) > LONGEST or len(text.split()) > _MOST_WORDS for text in texts)
    sentences = sum("\n" in text or _SENTENCE.search(text) is not None for text in texts)
    return max(long, sentences) <= (1 - _MOSTLY) * len(texts)


def _template_words(read: Sequence[Sequence[WordToken]]) -> list[Words]:
    """Runs of words that come equally often and in one order in nearly all texts."""
    places = [_places(tokens) for tokens in read]
    seen = Counter(key for each in places for key in each)
    enough = _MOSTLY * len(read)
    usual = {key for key, count in seen.items() if count >= enough}
    unsteady = {word for word, nth in seen if (word, nth) not in usual and seen[word, nth] > len(read) - enough}
    usual = {key for key in usual if key[0] not in unsteady}
    ordered = sorted(usual, key=lambda key: (median(each[key] for each in places if key in each), key))
    kept: list[tuple[str, int]] = []
    for key in ordered:
        if not kept or _in_order(places, kept[-1], key) >= enough:
            kept.append(key)
    runs: list[list[str]] = []
    for number, key in enumerate(kept):
        if number and _in_order(places, kept[number - 1], key, by=1) >= enough:
            runs[-1].append(key[0])
        else:
            runs.append([key[0]])
    return _without_idle_brackets([tuple(run) for run in runs])


def _places(tokens: Sequence[WordToken]) -> dict[tuple[str, int], int]:
    """Where each word stands that may be the template's, by the word and how many of it came so far."""
    counts = Counter[str]()
    found = {}
    for place, token in enumerate(tokens):
        if token.word in STRONG + ENCLOSING or is_a_word(token.word):
            counts[token.word] += 1
            found[token.word, counts[token.word]] = place
    return found


def _in_order(
    places: Sequence[dict[tuple[str, int], int]], one: tuple[str, int], other: tuple[str, int], by: int | None = None
) -> int:
    """In how many texts one comes before the other; right before it, if it is to be by one."""
    pairs = [(each[one], each[other]) for each in places if one in each and other in each]
    return sum(first < second if by is None else first + by == second for first, second in pairs)


def _without_idle_brackets(words: list[Words]) -> list[Words]:
    """Brackets that no word stands beside cut nothing: "Title (Subtitle)". Of "5 (3 reserved)" they do."""
    after = [*words, ()][1:]
    return [
        each
        for each, following in zip(words, after, strict=True)
        if any(word not in ENCLOSING for word in each)
        or (following and following[0] not in ENCLOSING and each == ("(",))
    ]


def _outside_dates(words: list[Words], texts: Sequence[str]) -> list[Words]:
    """Without those between the parts of a date: "3 de mayo de 2021"."""
    for first in range(len(words)):
        for last in range(min(first + _MOST_IN_DATES, len(words)), first, -1):
            if _are_in_dates(words, first, last, texts):
                return _outside_dates(words[:first] + words[last:], texts)
    return words


def _are_in_dates(words: Sequence[Words], first: int, last: int, texts: Sequence[str]) -> bool:
    whole, without = tuple(map(Literal, words)), tuple(map(Literal, [*words[:first], *words[last:]]))
    dates = []
    for text in texts:
        pieces, around = pieces_of(whole, text), pieces_of(without, text)
        if pieces and around and pieces[first] and pieces[last]:
            dates.append(around[first])
    return len(dates) >= _MOSTLY * len(texts) and kind_of(dates) is ValueKind.DATE


def _is_a_template(literals: Sequence[Literal], said: Sequence[Sequence[str]]) -> bool:
    """Whether the template says enough, and the values are no passages."""
    own = sum(is_a_word(word) or word in STRONG for literal in literals for word in literal.words)
    lengths = [[len(piece.split()) for piece in pieces] for pieces in said]
    if own < _LEAST_SHARE * median(own + sum(each) for each in lengths):
        return False
    return all(median(column) <= _WORDS_OF_A_VALUE for column in zip(*lengths, strict=True))


def _is_numeric(values: Sequence[str]) -> bool:
    filled = [value for value in values if value]
    return (
        bool(filled) and all(any(map(str.isdecimal, text)) for text in filled) and kind_of(filled) is ValueKind.NUMBER
    )


def _shared_out(literal: Literal, divider: int | None, numeric: bool, is_last: bool, goes_on: bool) -> Literal:
    """Which of its words belong to the value before, and which to the one after."""
    words = literal.words
    if numeric and divider is None:
        divider = _end_of_unit(words, is_last, goes_on)
    about = divider or 0
    unit = about if numeric and (about <= _LONGEST_UNIT or not is_last) else 0
    return Literal(words, unit, about)


def _end_of_unit(words: Words, is_last: bool, goes_on: bool) -> int:
    """Right after a number: all but the last, "3 points by", unless no more follows: "3 points"."""
    return len(words) if is_last and (not goes_on or len(words) == 1) else len(words) - 1


def _divider(plain: Sequence[Literal], number: int, texts: Sequence[str]) -> int | None:
    """Before which of its words the literal is divided by punctuation in most texts, the strongest or the last."""
    words = plain[number].words
    strong = [place for place, word in enumerate(words) if word in STRONG]
    weak = [place for place, word in enumerate(words) if word in ENCLOSING]
    counts = Counter[int]()
    for text in texts:
        tokens = tokens_of(text)
        places = found_at(plain, tokens)
        start = places[number]
        if start is None:
            continue
        for place in range(len(words) + 1):
            before, after = start + place - 1, start + place
            if before >= 0 and after < len(tokens) and divides(text[tokens[before].end : tokens[after].start]):
                counts[place] += 1
    weak += [place for place, count in counts.items() if count >= _MOSTLY * len(texts)]
    return max(strong or weak, default=None)


def _with_parts(
    literals: tuple[Literal, ...], said: Sequence[Sequence[str]], numeric: Sequence[bool], goes_on: bool
) -> Wording | None:
    parts = []
    labels = 0
    for gap in range(len(literals) + 1):
        values = [pieces[gap] for pieces in said]
        if len(set(values)) < 2 or sum(map(has_words, values)) <= (1 - _MOSTLY) * len(values):
            continue
        before = _label(literals[gap - 1].words[literals[gap - 1].about :]) if gap else ""
        unit = _label(literals[gap].words[: literals[gap].unit]) if gap < len(literals) else ""
        labels += bool(before)
        parts.append(WordingPart(gap, before or unit))
    is_cut = labels > 0 or (goes_on and parts and parts[-1].gap < len(literals)) or _are_listed(literals, parts)
    return Wording(literals, tuple(parts)) if is_cut and not _is_a_measure(literals, parts, numeric) else None


def _is_worth_it(wording: Wording, said: Sequence[Sequence[str]], texts: Sequence[str], goes_on: bool) -> bool:
    """Several values are, unless a name between them is taken for a label: "Lantern Prize 2004"; and one alone, if
    nothing but a label is cut off."""
    part = wording.parts[0]
    if not part.gap:
        first = wording.literals[0]
        return bool(first.about) or not all(word[0].isupper() for word in _written(wording.literals, 0, 0, texts))
    if len(wording.parts) > 1:
        return True
    if part.gap < len(wording.literals):
        after = wording.literals[part.gap]
        if not goes_on and after.unit < len(after.words):
            return False
    return _is_label(list(_written(wording.literals, part.gap - 1, -1, texts)), {pieces[part.gap] for pieces in said})


def _is_label(written: Sequence[str], different: Collection[str]) -> bool:
    """Whether this is a label and not what few different texts happen to begin with: "public class", "public
    interface"; nor an article."""
    usual, _ = Counter(written).most_common(1)[0]
    if usual.endswith(":"):
        return True
    if len(usual) <= _SHORT:
        return (usual.islower() and usual not in JOINING) or usual in _BY
    return len(different) >= max(_FEWEST, _LEAST_DIFFERENT * len(written))


def _written(literals: Sequence[Literal], number: int, word: int, texts: Sequence[str]) -> Iterator[str]:
    """The first or last word of a literal as each text has it, with the colon after it."""
    for text in texts:
        tokens = tokens_of(text)
        place = found_at(literals, tokens)[number]
        if place is not None:
            last = tokens[place : place + len(literals[number].words)][word]
            colon = ":" if text[last.end :].lstrip().startswith((":", "：")) else ""
            yield text[last.start : last.end] + colon


def _are_listed(literals: Sequence[Literal], parts: Sequence[WordingPart]) -> bool:
    """Several values between strong dividers, or one of them with its unit."""
    divided = any(word in STRONG for literal in literals for word in literal.words)
    return len(parts) > 1 and (divided or any(part.label for part in parts))


def _is_a_measure(literals: Sequence[Literal], parts: Sequence[WordingPart], numeric: Sequence[bool]) -> bool:
    """Numbers with a word after each and nothing between them: "5 ft 7 in"."""
    together = all(len(literal.words) == 1 and not literal.about for literal in literals[:-1])
    return len(parts) > 1 and parts[0].gap == 0 and together and all(numeric[part.gap] for part in parts)


def _label(words: Sequence[str]) -> str:
    return " ".join([word for word in words if is_a_word(word)][-_LONGEST_LABEL:])


def _strictly(literals: tuple[Literal, ...], text: str) -> list[str] | None:
    tokens = tokens_of(text)
    return None if None in found_at(literals, tokens) else pieces_of(literals, text)
