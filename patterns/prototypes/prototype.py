"""Prototypes, and the ordered list of them by which a link is classified without downloading it [LINKS II, IV]."""

from dataclasses import dataclass

from patterns.prototypes.tokens import Token, text_of, tokens_of


@dataclass(frozen=True)
class Prototype:
    """A link with wildcards, and what it was learnt from: `links` different ones on `hubs` hubs.

    `template`: the link belongs to the frame of the site and stands on nearly all hubs, whatever they show.
    """

    name: str
    tokens: tuple[Token, ...]
    hubs: int
    links: int
    template: bool
    examples: tuple[str, ...]

    @property
    def pattern(self) -> str:
        """As a person reads it: a URL with `*`."""
        return text_of(self.tokens)

    def matches(self, tokens: tuple[Token, ...]) -> bool:
        return len(tokens) == len(self.tokens) and all(
            own.accepts(other) for own, other in zip(self.tokens, tokens, strict=True)
        )


@dataclass(frozen=True)
class Prototypes:
    """In order, the more specific first: a link belongs to the first that matches it."""

    ordered: tuple[Prototype, ...]

    def classify(self, url: str) -> Prototype | None:
        """The class of a normalised URL; None for one that is like no link the hubs had."""
        tokens = tokens_of(url)
        return next((prototype for prototype in self.ordered if prototype.matches(tokens)), None)
