"""Names for columns, from what the page itself says beside a value: what the markup declares, labels, heads of columns,
headings, words of classes; and where nothing is said, from the kind of element.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import category, normalize

from recorder.patterns.records.attributes import KEPT
from recorder.patterns.records.class_words import meanings
from recorder.patterns.records.places import Place
from recorder.patterns.records.walk import PROSE, TEXT
from recorder.patterns.records.word_tokens import JOINING

_DEFAULTS = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "title"),
    **dict.fromkeys((PROSE, "p", "dd"), "text"),
    **dict.fromkeys(("pre", "code"), "code"),
    "dt": "term",
    "time": "date",
    "img": "image",
    "a": "link",
    "blockquote": "quotation",
    "address": "address",
    "iframe": "embedded",
    "video": "video",
    "audio": "audio",
    "source": "media",
}
_IN_ROWS = dict.fromkeys(("h2", "h3", "h4", "h5", "h6"), "heading") | {"a": "name"}
_PLAIN = frozenset({"h1", "time"})
"""These say better what they are than a class further up."""
_NEAR = 3
"""What is declared or labelled so many places up counts before what stands nearer."""
_ENDINGS = {"href": "_url", "src": "_url", "datetime": "_datetime"} | dict.fromkeys(
    ("content", "value", "alt", "title", "aria-label", "class"), ""
)
_MOST_WORDS = 6
_LONGEST = 48
_FAINT = 3
_MARKS = frozenset({"Mn", "Mc"})
"""Parts of letters, in many scripts."""

DECLARED, LABELLED, TOLD, STANDING_UNDER, CALLED, GUESSED = range(6)
"""How sure a name is: declared in the markup or the head, a label, told by metadata, a heading, a class, a guess."""


@dataclass(frozen=True)
class Name:
    words: str
    surety: int


def names_along(
    way: Sequence[Place], *, in_row: bool = False, caption: str = "", unit: str = "", of_rows: bool = False
) -> list[Name]:
    """What the value at the end of this way might be called: what is declared or written just before it, then what is
    near it, the nearest first, then guesses. `caption` is what a link says on all pages, `unit` what is counted. Rows
    are called what stands over them rather than by their class."""
    if way[-1].step.tag == TEXT and len(way) > 1:
        way, caption = way[:-1], way[-1].hint
    nearby = list(_nearby(way, caption, unit))
    surest = STANDING_UNDER if of_rows else LABELLED
    sure = [name for name, distance in nearby if name.surety <= surest and distance < (len(way) if of_rows else _NEAR)]
    guesses = [Name(word, GUESSED) for word in _guesses(way, in_row)]
    return list(dict.fromkeys([*sure, *(name for name, _ in nearby), *guesses]))


def _nearby(way: Sequence[Place], caption: str, unit: str) -> Iterator[tuple[Name, int]]:
    for distance, place in enumerate(reversed(way)):
        step = place.step
        here = not distance
        hint = "" if place.hint.casefold() in JOINING else place.hint
        faint = is_faint(hint)
        told = [(words, DECLARED) for words in place.declared]
        told += [(caption if here else "", LABELLED), (place.opening, LABELLED), (step.label, LABELLED)]
        told += [("" if faint else hint, LABELLED), (step.section, STANDING_UNDER)]
        if here and step.tag in _PLAIN:
            told.append((_DEFAULTS[step.tag], GUESSED))
        marks = [] if step.mark.startswith("#") else [step.mark]
        marks += sorted(place.classes, key=len, reverse=True)
        told += [(words, CALLED) for mark in marks for words in meanings(mark)]
        told += [(hint if faint else "", GUESSED), (unit if here else "", GUESSED)]
        for words, surety in told:
            if word := as_name(words):
                yield Name(word, surety), distance


def is_faint(label: str) -> bool:
    """A preposition or the like, of any language: better than nothing, but a class may say more."""
    return len(label) <= _FAINT and label.islower()


def _guesses(way: Sequence[Place], in_row: bool) -> Iterator[str]:
    for place in reversed(way):
        default = (_DEFAULTS | _IN_ROWS if in_row else _DEFAULTS).get(place.step.tag)
        if default:
            yield default
    yield "text"


def as_name(words: str) -> str:
    """Small letters, digits and underscores; nothing if there are too many words for a name."""
    parts = (
        "".join(c if c.isalnum() or category(c) in _MARKS else " " for c in _divided(_composed(words))).lower().split()
    )
    name = _cut("_".join(parts[:_MOST_WORDS]))
    if not any(map(str.isalnum, name)) or len(parts) > _MOST_WORDS:
        return ""
    return f"_{name}" if not (name[0].isalpha() or name[0] == "_") else name


def _composed(words: str) -> str:
    """With accents in their letters, and without joiners, which are no letters and divide no words."""
    return "".join(c for c in normalize("NFC", words) if category(c) != "Cf")


def _cut(name: str) -> str:
    """Short enough, and no letter without the marks that make it what it is."""
    end = _LONGEST
    while end < len(name) and category(name[end]) in _MARKS:
        end += 1
    return name[:end].rstrip("_")


def _divided(words: str) -> str:
    """`datePublished` is two words."""
    found = ""
    for before, letter in zip(" " + words, words, strict=False):
        found += f" {letter}" if letter.isupper() and before.islower() else letter
    return found


def told_by(attribute: str) -> Iterator[Name]:
    """What an attribute that its author named says that it is: `data-price`."""
    if attribute.startswith(KEPT) and (word := as_name(attribute.removeprefix(KEPT))):
        yield Name(word, TOLD)


def ending(attribute: str) -> str:
    """What is put behind the name of a value that stands in an attribute."""
    return "" if attribute.startswith(KEPT) else _ENDINGS.get(attribute, f"_{attribute}")


def unlike(choices: Iterable[Sequence[str]], taken: Iterable[str] = ()) -> list[str]:
    """One name for each: the first choice where it is free, else with another choice before it, else with a number.

    Where several want the same name, the first in the order given gets it alone."""
    used = {name.casefold() for name in taken}
    found = []
    for names in choices:
        name = next(_variants(list(names), used))
        used.add(name.casefold())
        found.append(name)
    return found


def _variants(names: list[str], used: set[str]) -> Iterator[str]:
    first = names[0]
    others = (other for other in names[1:] if other not in first)
    candidates = [first, *(other if first in other else f"{other}_{first}" for other in others)]
    yield from (name for name in candidates if name.casefold() not in used)
    number = 2
    while f"{first}_{number}".casefold() in used:
        number += 1
    yield f"{first}_{number}"
