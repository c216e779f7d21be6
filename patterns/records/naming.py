"""Names for columns, from what the page itself says beside a value: what the markup declares, labels, heads of columns,
headings, words of classes; and where nothing is said, from the kind of element.

Authors name classes for meaning ("price"), for looks ("col-md-6", "lessindent", "text-muted") or not at all
("css-1a2b3c"). The words of looks and layout are few, those of CSS and of grids; meaning is whatever is not made of
them. They are looked for in compounds too, and block, element and modifier are told apart where they are written so.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from unicodedata import category, normalize

from recorder.patterns.records.attributes import KEPT
from recorder.patterns.records.places import Place
from recorder.patterns.records.vocabularies import PROSE, TEXT, says_whose_turn
from recorder.patterns.records.wordings import JOINING

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
_SAYING_NOTHING = frozenset({"text", "link", "code", "term", "list", "value", "name_link", "text_link"})
_IN_ROWS = dict.fromkeys(("h2", "h3", "h4", "h5", "h6"), "heading") | {"a": "name"}
_PLAIN = frozenset({"h1", "time"})
"""Tags that say better what a value is than a class further up."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_OF_THE_PAGE = frozenset({"html", "body"})
"""Their classes say what page it is, and nothing of a value on it."""
_NEAR = 3
"""Fewest places up where what is declared or labelled no longer counts before what stands nearer."""
_ENDINGS = {"href": "_url", "src": "_url", "datetime": "_datetime"} | dict.fromkeys(
    ("content", "value", "alt", "title", "aria-label", "class"), ""
)
_MOST_WORDS = 6
_LONGEST = 48
_LONGEST_FAINT = 3
_MARKS = frozenset({"Mn", "Mc"})
"""Parts of letters, in many scripts."""
_PICTURES = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Unicode's variation selectors: they are marks, but stand behind signs as well."""

_FILE = tomllib.loads((files("recorder.patterns.records") / "class_words.toml").read_text("utf-8"))
_SILENT, _OF_LOOKS_TOO, _BOXES, _TOOLS = (
    frozenset(" ".join(_FILE[name].values()).split()) for name in ("looks", "beside", "boxes", "tools")
)
_MANY_ALIKE = 5
_SHORTEST_GLUED = 3
_LONGEST_GLUED = 24
_OF_UTILITIES = frozenset(":[]/=@%!&<>*#{}")
"""`md:flex`, `w-1/2`: no name of anything."""
_BLOCK = re.compile(r"(?P<block>.+?)(?:__(?P<element>.+?))?(?:--(?P<modifier>.+))?")
_MODULE = re.compile(
    r"(?P<block>[^\W\d_][^\W_]*)_(?P<element>[^\W\d_][\w-]*?)__(?P<modifier>)(?![a-z]+\d{0,2}$)[\w-]{1,8}"
)
"""`Card_price__1oKxz`: a file, a name in it, and what a tool has made up behind it. What is a word is no such thing."""
_DIVIDED = re.compile(r"[\W_]+")
_HUMPS = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_COUNTED = re.compile(r"[a-z]+\d{1,2}|\d+[a-z]{0,2}")

DECLARED, LABELLED, TOLD, STANDING_UNDER, CALLED, GUESSED = range(6)
"""How sure a name is: declared in the markup or the head, a label, told by metadata, a heading, a class, a guess."""


@dataclass(frozen=True)
class Name:
    words: str
    surety: int


def names_along(
    way: Sequence[Place],
    *,
    in_row: bool = False,
    caption: str = "",
    unit: str = "",
    of_rows: bool = False,
    spaces: Container[str] = (),
) -> list[Name]:
    """What the value at the end of this way might be called: what is declared or written just before it, then what is
    near it, the nearest first, then guesses. `caption` is what a link says on all pages, `unit` what is counted. Rows
    are called what stands over them rather than by their class. `spaces`: words before the names that classes are."""
    if way[-1].step.tag == TEXT and len(way) > 1:
        way, caption = way[:-1], way[-1].hint
    nearby = list(_nearby(way, caption, unit, spaces))
    surest = STANDING_UNDER if of_rows else LABELLED
    sure = [name for name, distance in nearby if name.surety <= surest and distance < (len(way) if of_rows else _NEAR)]
    guesses = [Name(word, GUESSED) for word in _guesses(way, in_row)]
    return list(dict.fromkeys([*sure, *(name for name, _ in nearby), *guesses]))


def _nearby(way: Sequence[Place], caption: str, unit: str, spaces: Container[str]) -> Iterator[tuple[Name, int]]:
    beside, headings = _is_remark(way), set[str]()
    for distance, place in enumerate(reversed(way)):
        step = place.step
        here = not distance
        hint = "" if place.hint.casefold() in JOINING else place.hint
        faint = is_faint(hint)
        told = [(words, DECLARED) for words in _declared(place, way[: -1 - distance])]
        told += [(caption if here else "", LABELLED), (place.opening, LABELLED)]
        told.append((step.label, STANDING_UNDER if headings - {step.label} else LABELLED))
        told += [("" if faint else hint, LABELLED), (step.section, LABELLED if step.tag == "dd" else STANDING_UNDER)]
        if here and step.tag in _PLAIN:
            told.append((_DEFAULTS[step.tag], GUESSED))
        marks = [] if step.mark.startswith("#") else [step.mark]
        marks += () if step.tag in _OF_THE_PAGE else sorted(place.classes, key=len, reverse=True)
        if not (beside and step.tag in _HEADINGS):  # what a heading is called says nothing of remarks in it
            told += [(words, CALLED) for mark in marks for words in meanings(mark, spaces)]
        told += [(hint if faint else "", GUESSED), (unit if here else "", GUESSED)]
        if step.section and step.tag != "dd":
            headings.add(step.section)  # what labels several of these is no label of what one of them says
        for words, surety in told:
            if word := as_name(words):
                yield Name(word, surety), distance


def _declared(place: Place, above: Sequence[Place]) -> Iterator[str]:
    """What the markup says it is."""
    thing = next((words for each in reversed(above) for words in each.declared), "")
    return (of_thing(words, thing) for words in place.declared)


def of_thing(word: str, thing: str) -> str:
    """What a thing of the record is called is who or what that is: `author`, its `name`. What a page is mainly about
    is the record itself.
    """
    return thing if word == "name" and thing and not thing.startswith("mainEntity") else word


def _is_remark(way: Sequence[Place]) -> bool:
    """Whether it goes beside a heading, in small letters."""
    return any(place.step.tag == "small" for place in way)


def is_faint(label: str) -> bool:
    """A preposition or the like, of any language: better than nothing, but a class may say more."""
    return len(label) <= _LONGEST_FAINT and label.islower()


def _guesses(way: Sequence[Place], in_row: bool) -> Iterator[str]:
    beside = _is_remark(way)
    for place in reversed(way):
        if beside and place.step.tag in _HEADINGS:
            continue
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
    if not any(map(str.isalpha, name)) or len(parts) > _MOST_WORDS:
        return ""
    return f"_{name}" if not (name[0].isalpha() or name[0] == "_") else name


def _composed(words: str) -> str:
    """With accents in their letters, and without what is no letter and divides no words: joiners, and which picture of
    a sign is meant.
    """
    return "".join(c for c in normalize("NFC", words) if category(c) != "Cf" and c not in _PICTURES)


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


def says_nothing(name: str) -> bool:
    """Whether it is only what kind of element stands there: `text_2`. An example tells a reader more."""
    return name.rstrip("0123456789").rstrip("_") in _SAYING_NOTHING


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


def spaces_of(words: Iterable[str]) -> frozenset[str]:
    """What very many classes begin with is the name of a tool or of a part of the page: `shop-price`, `shop-maker`."""
    found = Counter(parts[0] for word in set(words) if len(parts := _parts(word)) > 1)
    return frozenset(word for word, count in found.items() if count >= _MANY_ALIKE)


def meanings(word: str, spaces: Container[str] = ()) -> Iterator[str]:
    """What a word of a class, an id or the like says, the shortest first; nothing, if it is of looks alone."""
    if _OF_UTILITIES & set(word) or says_whose_turn(word):
        return
    found = _MODULE.fullmatch(word) or _BLOCK.fullmatch(word)
    if found is None:
        return
    block, element, modifier = (_parts(each or "") for each in found.group("block", "element", "modifier"))
    if _TOOLS & set(block[:1]):
        return
    if len(block) > 1 and block[0] in spaces and _says_something(block[1:]):
        block = block[1:]
    for parts in (element, [*block, *element], modifier, [*block, *element, *modifier]):
        if _says_something(parts):
            yield from dict.fromkeys((" ".join(_unboxed(parts)), " ".join(parts)))


def _says_something(parts: Sequence[str]) -> bool:
    """Numbers alone, as of columns of a grid, single letters and words of looks say nothing."""
    telling = [part for part in parts if not _is_silent(part)]
    return any(part not in _OF_LOOKS_TOO for part in telling) or len(telling) == len(parts) == 1


def _parts(word: str) -> list[str]:
    """Its words in small letters, without what a tool has made up."""
    written = [part for part in _DIVIDED.split(word) if part and not _is_made_up(part)]
    return [part.lower() for each in written for part in _HUMPS.sub(" ", each).split()]


def _is_made_up(part: str) -> bool:
    """Letters and digits in confusion: `1a2b3c`, `bdVaJa`."""
    if not part.isascii() or len(part) < 4 or part.isdigit():
        return False
    if any(map(str.isdigit, part)):
        return not _COUNTED.fullmatch(part.lower())
    humps = _HUMPS.sub(" ", part).split()
    return len(humps) > 2 and len(part) < 3 * len(humps)


def _unboxed(parts: Sequence[str]) -> Sequence[str]:
    while len(parts) > 1 and parts[-1] in _BOXES and _says_something(parts[:-1]):
        parts = parts[:-1]
    while len(parts) > 1 and parts[0] in _BOXES and _says_something(parts[1:]):
        parts = parts[1:]
    return parts


def _is_silent(part: str) -> bool:
    if part.isdecimal() or (len(part) == 1 and part <= "z") or part in _SILENT:
        return True
    return len(part) <= _LONGEST_GLUED and part.isascii() and _is_glued(part.strip("0123456789"))


@lru_cache(maxsize=4096)
def _is_glued(part: str) -> bool:
    """Made of words of looks alone: `lessindent`, `col2`."""
    if part in _SILENT:
        return True
    cuts = range(_SHORTEST_GLUED, len(part) - _SHORTEST_GLUED + 1)
    halves = ((part[:cut], part[cut:]) for cut in cuts)
    starts = (end for start, end in halves if start in _SILENT or start in _OF_LOOKS_TOO)
    return any(end in _OF_LOOKS_TOO or _is_glued(end) for end in starts)
