"""Names from what the site says elsewhere: a link from a value that asks for all with this value, `?priority=minor` at
"minor"; a choice in a form that offers just what stands in a column; the head of a list over the same value. Knows
neither pages nor forms.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import SplitResult, parse_qsl, urlsplit

from recorder.patterns.records.candidates import Candidate
from recorder.patterns.records.layouts import STEADY
from recorder.patterns.records.listed import Listed
from recorder.patterns.records.naming import CALLED, TOLD, Name, as_name
from recorder.patterns.records.places import Place

Choices = Mapping[str, frozenset[str]]
"""What forms offer to choose from, by the names of their fields."""


@dataclass(frozen=True)
class SaidElsewhere:
    """What forms of the site offer, and what its lists say of the records."""

    choices: Choices = field(default_factory=dict)
    lists: Listed = field(default_factory=dict)


NOTHING = SaidElsewhere()

_FEWEST = 2
"""Values that a column needs to be told by them: what all records have in common may be offered anywhere."""

_SHORTEST = 3
"""Letters of a parameter that says what it asks for: `q`, `s` and `id` do not."""


def with_asked_names(candidates: Sequence[Candidate], own: Sequence[str], said: SaidElsewhere) -> list[Candidate]:
    """`own`: the addresses of the pages."""
    links = {each.way: each for each in candidates if each.attribute == "href" and each.way}
    offered = {as_name(name): frozenset(map(_plain, offers)) for name, offers in said.choices.items()}
    kinds = _kinds_of({way: _folders(link, own) for way, link in links.items()})
    heads = [{as_name(head): _plain(cell) for head, cell in said.lists.get(url, {}).items()} for url in own]
    return [
        _asked(each, links.get(each.way), kinds.get(each.way, ""), offered, heads)
        if not each.attribute and each.way
        else each
        for each in candidates
    ]


_Heads = Sequence[Mapping[str, str]]
"""Of each page, what lists say of it."""


def _asked(candidate: Candidate, link: Candidate | None, kind: str, offered: Choices, heads: _Heads) -> Candidate:
    by_link = _by_link(candidate, link) if link else ()
    names = [*_by_head(candidate, heads), *by_link, *_by_choice(candidate, offered)]
    return replace(
        candidate, asked=tuple(Name(name, TOLD) for name in names), leads_to=Name(kind, CALLED) if kind else None
    )


Way = tuple[Place, ...]


def _kinds_of(folders: Mapping[Way, Sequence[str]]) -> dict[Way, str]:
    """What kind of page each link leads to: the last of the folders it leads into that others do not: `stored` says
    nothing of `/author/stored/7` beside `/shelf/stored/3`.
    """
    shared = Counter(name for each in set(map(tuple, folders.values())) for name in each)
    rather = {way: [*names, *(name for name in names if shared[name] == 1)] for way, names in folders.items()}
    kinds = {way: as_name(names[-1]) for way, names in rather.items() if names}
    return {way: kind for way, kind in kinds.items() if kind.isalpha()}


def _folders(link: Candidate, own: Sequence[str]) -> Sequence[str]:
    """Those in the address right before what differs from page to page: `/speaker/17/`; none if it is one of the
    folders that the page itself is in.
    """
    if any(url.startswith(address) for url, found in zip(own, link.values, strict=True) for address in found):
        return ()
    addresses = [_split(address).path.strip("/").split("/") for values in link.values for address in values]
    folders = {tuple(parts[:-1]) for parts in addresses}
    return folders.pop() if len(folders) == 1 and len({parts[-1] for parts in addresses}) >= _FEWEST else ()


def _by_link(candidate: Candidate, link: Candidate) -> Iterator[str]:
    """The parameter that has the text of a link as its value, on nearly all pages."""
    pairs = [
        (_plain(text), address)
        for texts, addresses in zip(candidate.values, link.values, strict=True)
        if len(texts) == len(addresses)
        for text, address in zip(texts, addresses, strict=True)
    ]
    if len({text for text, _ in pairs}) >= _FEWEST:
        found = Counter(name for text, address in pairs for name in _parameters(text, address))
        yield from (name for name, count in found.most_common(1) if count >= STEADY * len(pairs))


def _parameters(text: str, address: str) -> set[str]:
    asked = parse_qsl(_split(address).query)
    found = {as_name(name) for name, value in asked if _plain(value).lstrip("~!=") == text}
    return {name for name in found if len(name) >= _SHORTEST}


def _split(address: str) -> SplitResult:
    """Of an address that is none, nothing."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _by_head(candidate: Candidate, heads: _Heads) -> Iterator[str]:
    """The head under which lists say the same of nearly all records that they list."""
    pairs = [(_plain(values[0]), said) for values, said in zip(candidate.values, heads, strict=True) if values and said]
    if len({value for value, _ in pairs}) >= _FEWEST:
        found = Counter(head for value, said in pairs for head, cell in said.items() if head and cell == value)
        yield from (head for head, count in found.most_common(1) if count >= STEADY * len(pairs))


def _by_choice(candidate: Candidate, offered: Choices) -> Iterator[str]:
    """The one choice that offers nearly all that stands here; of several those that offer least."""
    said = [_plain(value) for values in candidate.values for value in values]
    if len(set(said)) < _FEWEST:
        return
    fitting = {name: offers for name, offers in offered.items() if name and _are_mostly_in(said, offers)}
    fewest = min(map(len, fitting.values()), default=0)
    best = [name for name, offers in fitting.items() if len(offers) == fewest]
    if len(best) == 1:
        yield best[0]


def _are_mostly_in(said: Sequence[str], offers: frozenset[str]) -> bool:
    return sum(value in offers for value in said) >= STEADY * len(said)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def choices_of(fields: Iterable[tuple[str, str, Sequence[str]]]) -> Choices:
    """From the name, the label and the options of fields: under what people read, if that is a name. A few options,
    such as yes and no, tell nothing."""
    found: dict[str, frozenset[str]] = {}
    for name, label, options in fields:
        if len(options) > _FEWEST:
            best = label if as_name(label) else name
            found[best] = found.get(best, frozenset()) | frozenset(options)
    return found
