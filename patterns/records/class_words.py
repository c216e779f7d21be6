"""What the words of a class say of a value, if they say anything: not how it looks, where it stands or what tool made
it.

Authors name elements for their meaning ("price"), for their looks ("col-md-6", "lessindent", "text-muted") or not at
all ("css-1a2b3c"). The words of looks and layout are few, those of CSS and of grids; meaning is whatever is not made of
them. They are looked for in compounds too, and block, element and modifier are told apart where they are written so.
What it comes to in one name, and how it ranks beside labels, is for `patterns.records.naming`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

_WORDS_OF_LOOKS = (
    # where it stands
    "above after before below beside bottom center centre corner down edge end first front horizontal last left lower "
    "middle mid next outside over prev previous right side start top under upper vertical "
    # how large it is
    "auto big bigger deep double extra fit fixed fluid full half huge large larger less lg long max md medium min mini "
    "more narrow nowrap one quarter short sm small smaller third three thirds tiny two wide wider xl xs xxl xxs "
    # how it looks
    "align aligned animate animated animation background bg black blue bold border bordered bordering btn button caps "
    "centered centred circle clear clearfix clickable dark default even fancy flat flex float floated font fw gray "
    "green grey hidden hide highlight highlighted hover hr indent indented inline italic justified justify leading "
    "light lighter ltr margin muted none normal odd opacity orange outline outlined overflow padded padding pointer "
    "primary purple radius red relative responsive rounded rtl scroll secondary semibold shadow show shown sized solid "
    "spaced spacer spacing static sticky stretch striped strong styled styles tertiary thick thin tracking transition "
    "truncate underline underlined uppercase lowercase visible wash white yellow zebra "
    # what it stands in
    "absolute article aside bar base block body box boxes boxed card cell cells clamp col cols colset column columns "
    "container content contents data div divider element el elem field fields footer frame gap grid gridded group "
    "groups gutter header heading holder info inner inset item items layout line link links list lists main meta nest "
    "nested node object outer page pane panel para paragraph part placeholder root row rows section sections shell "
    "slot span split stack stacked strip tab table tables tbody td text tile tr ul li value values viewport widget "
    "wrap wrapped wrapper wrapping "
    # what state it is in
    "active allow closed collapse collapsed collapsible current disabled empty enabled external expanded focus has "
    "inactive initialized internal invisible is js lazy loaded loading no non not on open opened print ready reference "
    "selected self toggle toggled with without "
    # short forms of all that, and of tools
    "abs amp bs ck css elementor emotion fa fl fr ft gh glyphicon jsx mb mdc mdl ml mr mt mui mw mx my ng pb pl pr pt "
    "px py sc svelte tw uk vue wp wysiwyg "
    # what joins words
    "a and at by for from in is of or p the to"
)
_SILENT = frozenset(_WORDS_OF_LOOKS.split())
_WORDS_OF_LOOKS_TOO = (
    "area color colour component height hero icon image img kind label level module position size style theme "
    "unit weight width"
)
_FAINT = frozenset(_WORDS_OF_LOOKS_TOO.split())
"""They say something alone: what is called so, or its own looks. Beside words of looks they are of looks, too."""
_WORDS_OF_BOXES = "block box cell col column container div el elem element holder inner js outer row span wrap wrapper"
_BOXES = frozenset(_WORDS_OF_BOXES.split())
"""Around what is meant: `price-box`."""
_SHORTEST_GLUED = 3
_LONGEST_GLUED = 24
_OF_UTILITIES = frozenset(":[]/=@%!&<>*#{}")
"""`md:flex`, `w-1/2`: no name of anything."""
_BLOCK = re.compile(r"(?P<block>.+?)(?:__(?P<element>.+?))?(?:--(?P<modifier>.+))?")
_DIVIDED = re.compile(r"[\W_]+")
_HUMPS = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_COUNTED = re.compile(r"[a-z]+\d{1,2}|\d+[a-z]{0,2}")


def meanings(word: str) -> Iterator[str]:
    """What a word of a class, an id or the like says, the shortest first; nothing, if it is of looks alone."""
    if _OF_UTILITIES & set(word):
        return
    found = _BLOCK.fullmatch(word)
    if found is None:
        return
    block, element, modifier = (_parts(each or "") for each in found.group("block", "element", "modifier"))
    for parts in (element, [*block, *element], modifier, [*block, *element, *modifier]):
        if says_something(parts):
            yield from dict.fromkeys((" ".join(_unboxed(parts)), " ".join(parts)))


def says_something(parts: Sequence[str]) -> bool:
    """Numbers alone, as of columns of a grid, single letters and words of looks say nothing."""
    telling = [part for part in parts if not _is_silent(part)]
    return any(part not in _FAINT for part in telling) or len(telling) == len(parts) == 1


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
    while len(parts) > 1 and parts[-1] in _BOXES and says_something(parts[:-1]):
        parts = parts[:-1]
    while len(parts) > 1 and parts[0] in _BOXES and says_something(parts[1:]):
        parts = parts[1:]
    return parts


def _is_silent(part: str) -> bool:
    if part.isdecimal() or (len(part) == 1 and part <= "z") or part in _SILENT:
        return True
    return len(part) <= _LONGEST_GLUED and part.isascii() and _is_glued(part.rstrip("0123456789"))


@lru_cache(maxsize=4096)
def _is_glued(part: str) -> bool:
    """Made of words of looks alone: `lessindent`, `col2`."""
    if part in _SILENT:
        return True
    cuts = range(_SHORTEST_GLUED, len(part) - _SHORTEST_GLUED + 1)
    return any((part[:cut] in _SILENT or part[:cut] in _FAINT) and _is_glued_end(part[cut:]) for cut in cuts)


def _is_glued_end(part: str) -> bool:
    return part in _FAINT or _is_glued(part)
