"""Names for columns, from what the page itself says beside a value: what the markup declares, labels, heads of columns,
headings, words of classes; and where nothing is said, from the kind of element.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from patterns.records.attributes import KEPT
from patterns.records.places import Place
from patterns.records.steps import PROSE, TEXT

_SAY_NOTHING = frozenset(
    {"active", "base", "bg", "bottom", "btn", "center", "centre", "clear", "current", "dark", "default", "even"}
    | {"first", "flex", "float", "fluid", "full", "grid", "hidden", "inline", "last", "layout", "lg", "light", "md"}
    | {"middle", "muted", "odd", "primary", "pull", "secondary", "selected", "sm", "top", "visible", "wide", "xl", "xs"}
    | {"block", "body", "box", "cell", "clearfix", "col", "column", "container", "content", "data", "div"}
    | {"element", "field", "fields", "group", "heading", "holder", "inner", "item", "items", "label"}
    | {"left", "line", "list", "main", "outer", "page", "panel", "part", "right", "row", "rows", "section"}
    | {"span", "table", "text", "value", "values", "wrap", "wrapper", "article", "link", "links", "p", "a"}
    | {"by", "of", "in", "on", "at", "the", "and", "or", "from", "to", "for", "with", "is", "small"}
    | {"large", "medium", "big", "bold", "info", "tbody", "td", "tr", "ul", "li", "card", "hero", "ltr"}
    | {"rtl", "external", "internal", "reference"}
)
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

DECLARED, LABELLED, TOLD, STANDING_UNDER, CALLED, GUESSED = range(6)
"""How sure a name is: declared in the markup or the head, a label, told by metadata, a heading, a class, a guess."""


@dataclass(frozen=True)
class Name:
    words: str
    surety: int


def names_along(way: Sequence[Place], *, in_row: bool = False, caption: str = "", of_rows: bool = False) -> list[Name]:
    """What the value at the end of this way might be called: what is declared or written just before it, then what is
    near it, the nearest first, then guesses. `caption` is what a link says on all pages. Rows are called what stands
    over them rather than by their class."""
    if way[-1].step.tag == TEXT and len(way) > 1:
        way, caption = way[:-1], way[-1].hint
    nearby = list(_nearby(way, caption))
    surest = STANDING_UNDER if of_rows else LABELLED
    sure = [name for name, distance in nearby if name.surety <= surest and distance < (len(way) if of_rows else _NEAR)]
    guesses = [Name(word, GUESSED) for word in _guesses(way, in_row)]
    return list(dict.fromkeys([*sure, *(name for name, _ in nearby), *guesses]))


def _nearby(way: Sequence[Place], caption: str) -> Iterator[tuple[Name, int]]:
    for distance, place in enumerate(reversed(way)):
        step = place.step
        told = [(words, DECLARED) for words in place.declared]
        if not distance:
            told.append((caption, LABELLED))
        hint = place.hint if as_name(place.hint) else ""
        told += [(place.opening, LABELLED), (step.label, LABELLED), (hint, LABELLED), (step.section, STANDING_UNDER)]
        if not distance and step.tag in _PLAIN:
            told.append((_DEFAULTS[step.tag], GUESSED))
        if not step.mark.startswith("#"):
            told.append((step.mark, CALLED))
        told += [(words, CALLED) for words in sorted(place.classes, key=len, reverse=True)]
        for words, surety in told:
            if word := as_name(words, any_word=surety <= LABELLED):
                yield Name(word, surety), distance


def _guesses(way: Sequence[Place], in_row: bool) -> Iterator[str]:
    for place in reversed(way):
        default = (_DEFAULTS | _IN_ROWS if in_row else _DEFAULTS).get(place.step.tag)
        if default:
            yield default
    yield "text"


def as_name(words: str, *, any_word: bool = False) -> str:
    """Small letters, digits and underscores; nothing if the words say nothing, unless `any_word` will do."""
    parts = "".join(c if c.isalnum() else " " for c in _divided(words)).lower().split()
    name = "_".join(parts[:_MOST_WORDS])[:_LONGEST].rstrip("_")
    if not name or len(parts) > _MOST_WORDS or not (any_word or _says_something(parts)):
        return ""
    return f"_{name}" if name[0].isdigit() else name


def _says_something(parts: Iterable[str]) -> bool:
    """Numbers alone, as of columns of a grid, and single letters say nothing."""
    return any(part not in _SAY_NOTHING and not part.isdecimal() and (len(part) > 1 or part > "z") for part in parts)


def _divided(words: str) -> str:
    """`datePublished` is two words."""
    found = ""
    for before, letter in zip(" " + words, words, strict=False):
        found += f" {letter}" if letter.isupper() and before.islower() else letter
    return found


def told_by(attribute: str) -> Iterator[Name]:
    """What an attribute that its author named says that it is: `data-price`."""
    if attribute.startswith(KEPT) and (word := as_name(attribute.removeprefix(KEPT), any_word=True)):
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
