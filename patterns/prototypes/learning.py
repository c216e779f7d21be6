"""From a hubset to its ordered prototypes [LINKS III-IV]: a trie of token rows, in which a branch stays literal only
where its token is a word of the site (`branching`).

Links on nearly every hub are the template, and set aside first: a menu that names all departments makes the name of
each one frequent, though elsewhere it is data.

A link is of the first prototype in the finished list that matches it, those that it was learnt from no less.
"""

from collections.abc import Iterator

from recorder.patterns.prototypes.branching import Branching
from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.names import with_names
from recorder.patterns.prototypes.prototype import Prototype, Prototypes, in_order
from recorder.patterns.prototypes.tokens import Row, Token, hides, kinds, path_of
from recorder.patterns.prototypes.words import KindWords

_TEMPLATE_SHARE = 0.8
"""F_L from which a link is of the template: of a hundred hubs a few are error pages, or lack a part of the frame."""
_EXAMPLES = 3


def learn_prototypes(hubset: Hubset) -> Prototypes:
    """The same for the same hubs in whatever order."""
    least = max(_TEMPLATE_SHARE * hubset.size, 2)
    template = sorted(link for link, hubs in hubset.hubs_of.items() if len(hubs) >= least)
    framed = dict.fromkeys(hubset.tokens[link] for link in template)
    rows = (*framed, *in_order(set(_learnt(hubset.without(set(template)))).difference(framed)))
    telling = Prototypes(tuple(Prototype("", row, 0, 0, False, ()) for row in rows))
    links: dict[Row, list[str]] = {}
    for link in sorted(hubset.hubs_of):
        if found := telling.matching(link):
            links.setdefault(found.tokens, []).append(link)
    prototypes = with_names(
        Prototype("", row, len(hubset.hubs_with(under)), len(under), row in framed, tuple(under[:_EXAMPLES]))
        for row in rows
        if (under := links.get(row))
    )
    hidden = (_hidden(row, hubset.tokens[link]) for row, under in links.items() for link in under)
    return Prototypes(prototypes, frozenset().union(*map(_words_of, links)).difference(*hidden))


def _learnt(hubset: Hubset) -> Iterator[Row]:
    """No recursion: an address may have thousands of levels."""
    branching = Branching(hubset, KindWords.of_site(hubset))
    waiting: list[tuple[Row, dict[str, Row]]] = [((), dict(hubset.tokens))]
    while waiting:
        beginning, rows = waiting.pop()
        at = len(beginning)
        going_on = {link: row for link, row in rows.items() if len(row) > at}
        if len(going_on) < len(rows):
            yield beginning
        waiting += [((*beginning, token), under) for token, under in branching.branches(going_on, at).items()]


def _words_of(row: Row) -> Iterator[Token]:
    """What stays behind wildcards in a path says kinds, in whatever folders."""
    path = iter(path_of(row))
    any(token.is_wildcard for token in path)
    return (token for token in path if token.text or not hides(token))


def _hidden(row: Row, tokens: Row) -> Iterator[Token]:
    """What wildcards stand for."""
    return (word for mine, other in zip(path_of(row), tokens, strict=False) if hides(mine) for word in kinds(other))
