"""The links of a site as a person looks at them: by folder, and in a folder by how their names are built. For showing
only; what mapping decides by is `patterns.navigation.url_classes`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from recorder.patterns.urls.url import Url
from recorder.runtime.events import LinkGroupSeen

_EXAMPLES = 8
_BRIEF = 40
"""More characters of a name that all members share say nothing more."""


class Fate(Enum):
    """What became of a link."""

    UNSEEN = "unseen"
    TARGET = "target"
    HUB = "hub"
    OTHER = "other"
    DEAD = "dead"


class Grouping:
    """Remembers where a URL belongs: while mapping, the same URLs are asked about round after round."""

    def __init__(self) -> None:
        self._group_of: dict[str, _Group] = {}

    def groups(self, urls: Iterable[str], fate_of: Callable[[str], Fate]) -> Iterator[LinkGroupSeen]:
        """The groups in the order of their folders, the largest of a folder first."""
        members: defaultdict[_Group, list[str]] = defaultdict(list)
        for url in urls:
            members[self._group(url)].append(url)
        for group in sorted(members, key=lambda group: (group.folder, -len(members[group]), group)):
            yield _seen(group.folder, members[group], fate_of)

    def _group(self, url: str) -> "_Group":
        if url not in self._group_of:
            self._group_of[url] = _Group.of(Url(url))
        return self._group_of[url]


class _Group(NamedTuple):
    """What URLs of one group have in common. Finer shapes would part the books of one shelf by their titles."""

    folder: str
    extension: str
    numbered: bool
    parameters: tuple[str, ...]

    @classmethod
    def of(cls, url: Url) -> "_Group":
        *folders, name = url.levels[1:] or ("",)
        stem, dot, extension = name.rpartition(".")
        parameters = tuple(sorted({name for name, _ in url.parameters}))
        numbered = any(character.isdigit() for character in (stem or extension))
        return cls("".join(f"{folder}/" for folder in folders), extension if dot else "", numbered, parameters)


def _seen(folder: str, urls: Sequence[str], fate_of: Callable[[str], Fate]) -> LinkGroupSeen:
    fates = [fate_of(url) for url in urls]
    dead = fates.count(Fate.DEAD)
    return LinkGroupSeen(
        folder=folder,
        name=_name(urls),
        known=len(urls),
        seen=len(urls) - fates.count(Fate.UNSEEN) - dead,
        targets=fates.count(Fate.TARGET),
        hubs=fates.count(Fate.HUB),
        dead=dead,
        examples=tuple(urls[:_EXAMPLES]),
    )


def _name(urls: Sequence[str]) -> str:
    """What the names of all have in common, with a star for the rest; the parameters one by one, by which groups of
    one page differ.
    """
    names = [url.partition("?")[0].rpartition("/")[2] for url in urls]
    asked = [dict(Url(url).parameters) for url in urls]
    said = [f"{name}={_common([each.get(name, '') for each in asked])}" for name in sorted(asked[0])]
    return _common(names) + (f"?{'&'.join(said)}" if said else "")


def _common(texts: Sequence[str]) -> str:
    """What is common to the beginnings and the ends."""
    if len(set(texts)) == 1:
        return texts[0]
    before = _common_beginning(texts)
    after = _common_beginning([text[len(before) :][::-1] for text in texts])[::-1]
    return f"{before[:_BRIEF]}*{after[-_BRIEF:]}"


def _common_beginning(names: Sequence[str]) -> str:
    """Of all names: that of the first and the last in their order."""
    first, last = min(names), max(names)
    differ = (place for place, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(differ, min(len(first), len(last)))]
