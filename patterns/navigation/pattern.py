"""The navigation pattern: which links to follow, from the entry page to the target pages.

A `NavigationPattern` is a list of paths, the best first; a path is a list of steps. A link step is a regular
expression for the links to follow from the pages the step before it reached (the first step applies to the entry
page); a form step is a generic URL whose `*` are filled with a person's parameters. What the last step reaches are
the target pages.

This module only holds and follows patterns. It learns nothing (`pattern_learning`) and prints nothing (`notation`).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from recorder.patterns.navigation.bounded_matching import matcher
from recorder.patterns.pages.links import Link
from recorder.patterns.pages.sitemaps import WHERE_NAMED
from recorder.patterns.urls.tokens import escape
from recorder.patterns.urls.url import Url, without_repeated


class SlowRegexError(ValueError):
    """An expression that a person wrote goes back and forth for ever; the text says which, and on what."""


class Position(NamedTuple):
    """How far along a path a page stands: `step` steps of path number `path` lead to it; 0 is the entry page."""

    path: int
    step: int


@dataclass(frozen=True)
class LinkStep:
    """Follow the links that match `regex` and, if a `place` is given, stand there.

    `place` is a tag path or the beginning of one: `html/body/div/ul` covers every link inside such a list; or what
    stands for the sitemaps of the site. A step that
    `repeat`s is also followed from the pages it reached itself: a chain of result pages is one step.
    """

    regex: str
    place: str | None = None
    repeat: bool = False
    examples: tuple[str, ...] = ()

    def follows(self, link: Link) -> bool:
        """Whether this step leads along `link`."""
        return stands_at(link.place, self.place) and self.matches(link.url)

    def along(self, link: Link, said: frozenset[tuple[str, str]]) -> Link | None:
        """The link if this step leads along it, as it is written or without the parameters that were `said` already."""
        if self.follows(link):
            return link
        plain = link._replace(url=without_repeated(link.url, said, self.names))
        return plain if plain != link and self.follows(plain) else None

    def matches(self, url: str) -> bool:
        """Whether the expression matches the whole of `url`, the order of its parameters aside. `SlowRegexError` if it
        would take for ever.
        """
        text = Url(url).ordered if "&" in url or ";" in url else url
        try:
            return matcher(self.regex)(text)
        except TimeoutError:
            raise SlowRegexError(f"the regex {self.regex!r} takes for ever on {url[:200]}") from None

    def names(self, parameter: str) -> bool:
        """Whether the expression speaks of this parameter."""
        return re.search(rf"(?<![\w-]){re.escape(escape(parameter))}=", self.regex) is not None


@dataclass(frozen=True)
class Parameter:
    """One `*` of a form step, as a person meets it: what it is called, what it accepts, what worked."""

    name: str
    label: str = ""
    kind: str = "text"
    options: tuple[str, ...] = ()
    required: bool = False
    example: str = ""
    default: tuple[str, ...] = ()
    """What is sent for a parameter nobody gives; an empty one is left out altogether, like an unchecked box."""
    texts: tuple[str, ...] = ()
    """What a person reads for each of the options."""
    multiple: bool = False
    minimum: str = ""
    maximum: str = ""

    @property
    def was_hit(self) -> bool:
        """Whether it was seen to matter while recording; a person may fill in the others, too."""
        return self.required or bool(self.example and self.example not in self.default)


@dataclass(frozen=True)
class FormStep:
    """Submit a form: `url` (and `body`, for POST) with its `*` replaced by the user's parameters.

    The parameters stand in the order of their `*`. A literal asterisk is `%2A`. The `*` of a name in `fresh` is no
    parameter: its value belongs to one visit and is taken from the form as it stands on a page fetched for the purpose.
    `body` is written like a query whatever it is sent as.
    """

    method: str
    url: str
    body: str | None = None
    parameters: tuple[Parameter, ...] = ()
    enctype: str = "application/x-www-form-urlencoded"
    """How `body` is sent."""
    charset: str = "utf-8"
    fresh: tuple[str, ...] = ()
    page: str = ""
    """A page on which the form stood while recording."""
    form: str = ""
    """How to know the form again on a page (`forms.form.Form.signature`)."""
    in_browser: bool = False
    """Whether only a browser can submit it: `url` then says what is asked, not where to send it."""
    apart: bool = False
    """Whether each question needs a session of its own: the addresses of its answers forget what was asked."""


Step = LinkStep | FormStep


@dataclass(frozen=True)
class Path:
    """Steps from the entry page to target pages, with the evidence: targets reached and links followed while
    recording.
    """

    steps: tuple[Step, ...]
    targets: int = 0
    links: int = 0

    @property
    def begins_at_sitemap(self) -> bool:
        first = self.steps[0]
        return isinstance(first, LinkStep) and first.place == WHERE_NAMED


@dataclass(frozen=True)
class NavigationPattern:
    """All the paths that lead to target pages, the best first; each later one adds targets the ones before do not
    reach.
    """

    paths: tuple[Path, ...] = field(default=())

    def is_target(self, position: Position) -> bool:
        """Whether a page at `position` is what the pattern leads to."""
        return position.step == len(self.paths[position.path].steps)

    def leads_to(self, url: str) -> bool:
        """Whether a last step is along links to `url`."""
        last = (path.steps[-1] for path in self.paths)
        return any(step.matches(url) for step in last if isinstance(step, LinkStep))

    def repeats_at(self, position: Position) -> bool:
        """Whether a page at `position` may lead on to others at the same one."""
        step = self.paths[position.path].steps[position.step - 1] if position.step else None
        return isinstance(step, LinkStep) and step.repeat

    def next_links(self, position: Position, links: Iterable[Link], page: str = "") -> Iterator[tuple[Link, Position]]:
        """The links to follow from a page at `position`, for all paths that share it, and the position each one leads
        to. Links of what a form answers may say again what was asked, or which page of the answer it is: what repeats
        the address of the `page`, and the step says nothing of, is left out where it stands in the way.
        """
        steps = self._link_steps_from(position)
        said = frozenset(Url(page).parameters if self._is_answer(position) else ())
        for link in links:
            for reached, step in steps.items():
                if along := step.along(link, said):
                    yield along, reached

    def shared(self, position: Position) -> Position:
        """The first of the positions that the same link steps lead to: a page there is followed once for all of their
        paths.
        """
        return self._alike[position][0]

    def form_steps(self, position: Position) -> tuple[tuple[FormStep, Position], ...]:
        """The form step to submit from a page at `position`, if one comes next. Exported spiders ask for it."""
        steps = self.paths[position.path].steps
        following = steps[position.step] if position.step < len(steps) else None
        return ((following, Position(position.path, position.step + 1)),) if isinstance(following, FormStep) else ()

    def best_only(self) -> "NavigationPattern":
        """The paper's single path: the one that leads to the most target pages."""
        return NavigationPattern(self.paths[:1])

    def _is_answer(self, position: Position) -> bool:
        """Whether a form was asked on the way."""
        return any(isinstance(step, FormStep) for step in self.paths[position.path].steps[: position.step])

    def _link_steps_from(self, position: Position) -> dict[Position, LinkStep]:
        """By the position that each leads to."""
        found: dict[Position, LinkStep] = {}
        for path, step in self._alike[position]:
            following = self.paths[path].steps[step : step + 1]
            found |= {self.shared(Position(path, step + 1)): each for each in following if isinstance(each, LinkStep)}
        last = self.paths[position.path].steps[position.step - 1] if position.step else None
        if isinstance(last, LinkStep) and last.repeat:
            found[self.shared(position)] = last
        return found

    @cached_property
    def _alike(self) -> dict[Position, tuple[Position, ...]]:
        """For each position those that the same link steps lead to, itself included, and that are targets if it is one.
        The entry page is a position of each path, and what forms answer depends on what each path asks.
        """
        groups: defaultdict[object, list[Position]] = defaultdict(list)
        for number, path in enumerate(self.paths):
            written = [replace(step, examples=()) for step in path.steps if isinstance(step, LinkStep)]
            for count in range(len(path.steps) + 1):
                at = Position(number, count)
                apart = count == 0 or len(written) < len(path.steps)
                groups[at if apart else (*written[:count], self.is_target(at))].append(at)
        return {each: tuple(group) for group in groups.values() for each in group}


def stands_at(place: str, wanted: str | None) -> bool:
    """Whether a link at tag path `place` stands at or inside `wanted`."""
    return wanted is None or place == wanted or place.startswith(wanted + "/")
