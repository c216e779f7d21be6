"""The links of a site as a person looks at them: by folder, and in a folder by how their names are built; and what a
mapping announces of them. For showing only: mapping decides by `patterns.navigation.url_classes`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from recorder.mapping.judge import Judge
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.urls.url import Url
from recorder.runtime.events import JudgedPage, LinkGroupSeen, PagesJudged, SiteSeen

_EXAMPLES = 8
"""Most URLs of a group that are shown."""

_BRIEF = 40
"""Most characters shown of what the names of a group begin or end with."""


class Fate(Enum):
    """What became of a link."""

    UNSEEN = "unseen"
    TARGET = "target"
    HUB = "hub"
    OTHER = "other"
    DEAD = "dead"


class Grouping:
    """Keeps the group of each URL and the name of each group: a mapping asks for the same URLs round after round."""

    def __init__(self) -> None:
        self._group_of: dict[str, _Group] = {}
        self._parameters: dict[str, dict[str, str]] = {}
        self._names: dict[_Group, tuple[tuple[int, str], str]] = {}
        """With the number of members that each was made of, and the last of them."""

    def groups(self, urls: Iterable[str], fate_of: Callable[[str], Fate]) -> Iterator[LinkGroupSeen]:
        """The groups in the order of their folders, the largest of a folder first."""
        members: defaultdict[_Group, list[str]] = defaultdict(list)
        for url in urls:
            members[self._group(url)].append(url)
        for group in sorted(members, key=lambda group: (group.folder, -len(members[group]), group)):
            yield _seen(group.folder, self._name(group, members[group]), members[group], fate_of)

    def _group(self, url: str) -> "_Group":
        if url not in self._group_of:
            parts = Url(url)
            self._group_of[url] = _Group.of(parts)
            self._parameters[url] = dict(parts.parameters)
        return self._group_of[url]

    def _name(self, group: "_Group", urls: Sequence[str]) -> str:
        """What the names of all have in common, with a star for the rest; the parameters one by one."""
        made_of, name = self._names.get(group, ((0, ""), ""))
        if made_of != (len(urls), urls[-1]):
            names = [url.partition("?")[0].rpartition("/")[2] for url in urls]
            asked = [self._parameters[url] for url in urls]
            said = [f"{one}={_common([each.get(one, '') for each in asked])}" for one in sorted(asked[0])]
            name = _common(names) + (f"?{'&'.join(said)}" if said else "")
            self._names[group] = (len(urls), urls[-1]), name
        return name


class _Group(NamedTuple):
    """What URLs of one group have in common. Finer shapes would separate the books of one shelf by their titles."""

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


class SiteProgress:
    """What a mapping announces of its site round by round: judgements that are new, and the link groups."""

    def __init__(self, site: SiteMap) -> None:
        self._site = site
        self._grouping = Grouping()
        self._told: dict[str, JudgedPage] = {}

    def news(self, judge: Judge, hubs: set[str]) -> tuple[PagesJudged, SiteSeen]:
        verdicts = judge.verdicts(self._site)
        pages = [JudgedPage(url, judge.similarity(url), is_target) for url, is_target in verdicts.items()]
        news = tuple(page for page in pages if self._told.get(page.url) != page)
        self._told |= {page.url: page for page in news}
        return PagesJudged(news, judge.lesson().page_class.threshold), self._groups(verdicts, hubs)

    def _groups(self, verdicts: dict[str, bool], hubs: set[str]) -> SiteSeen:
        def fate(url: str) -> Fate:
            if url in self._site.dead:
                return Fate.DEAD
            page = self._site.final(url)
            if page not in verdicts:
                return Fate.UNSEEN
            return Fate.TARGET if verdicts[page] else Fate.HUB if page in hubs else Fate.OTHER

        return SiteSeen(tuple(self._grouping.groups(self._site.inbound, fate)))


def _seen(folder: str, name: str, urls: Sequence[str], fate_of: Callable[[str], Fate]) -> LinkGroupSeen:
    fates = [fate_of(url) for url in urls]
    dead = fates.count(Fate.DEAD)
    return LinkGroupSeen(
        folder=folder,
        name=name,
        known=len(urls),
        seen=len(urls) - fates.count(Fate.UNSEEN) - dead,
        targets=fates.count(Fate.TARGET),
        hubs=fates.count(Fate.HUB),
        dead=dead,
        examples=tuple(urls[:_EXAMPLES]),
    )


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
