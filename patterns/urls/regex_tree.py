"""The regex tree [SIGIR06 §4.3.2, Figures 6 and 7]: what kind of token a piece of a URL is, and the one regex for a
column of tokens.

    any        [^/?#&=]+
      word     \\w+
        alpha    [a-zA-Z]+
        digits   [0-9]+
        other    _ and letters outside ASCII
      mark     one leaf per delimiter character

Languages of siblings are disjoint and a parent is the union of its children, so every token has exactly one leaf,
and two nodes either nest or have no character in common. It knows nothing of levels or of how many examples there
are.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_TOKEN = re.compile(r"[a-zA-Z]+|[0-9]+|[^\W0-9a-zA-Z]+|\W")


@dataclass(frozen=True)
class Node:
    """One node of the tree: its name, the character class of its language, and the node above."""

    name: str
    characters: str
    parent: "Node | None" = None

    @property
    def ancestry(self) -> tuple["Node", ...]:
        """From the root down to this node."""
        return (*(self.parent.ancestry if self.parent else ()), self)


ANY = Node("any", "[^/?#&=]")
WORD = Node("word", r"\w", ANY)
ALPHA = Node("alpha", "[a-zA-Z]", WORD)
DIGITS = Node("digits", "[0-9]", WORD)
OTHER = Node("other", r"[^\W0-9a-zA-Z]", WORD)
MARK = Node("mark", r"[^\w/?#&=]", ANY)

_ENDS_A_LEVEL = "/?#&="

_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")

Token = str | None  # None is the paper's lambda: this URL has no token in the column


def escape(text: str) -> str:
    """`text` as a regex. `re.escape` also escapes `-`, `&`, `~`, `#`, which only makes URLs hard to read."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def tokenize(text: str) -> tuple[str, ...]:
    """Cut into the leftmost longest pieces that belong to one leaf."""
    return tuple(_TOKEN.findall(text))


def leaf_of(token: str) -> Node:
    first = token[0]
    if "a" <= first <= "z" or "A" <= first <= "Z":
        return ALPHA
    if "0" <= first <= "9":
        return DIGITS
    return OTHER if first.isalnum() or first == "_" else Node(first, escape(first), MARK)


def common_ancestor(nodes: Iterable[Node]) -> Node:
    """The deepest node that is above, or is, all of `nodes`."""
    paths: list[tuple[Node, ...]] = [node.ancestry for node in nodes]
    shared: list[Node] = [level[0] for level in zip(*paths, strict=False) if len(set(level)) == 1]
    return shared[-1]  # `any` is above them all


def characters_of(node: Node, text: str) -> str:
    """The node's character class. The delimiters that `any` leaves out are let in when `text`, what it has to match,
    has them.
    """
    if node not in (ANY, MARK):
        return node.characters
    ends = "".join(character for character in _ENDS_A_LEVEL if character not in text)
    return node.characters.replace(_ENDS_A_LEVEL, ends) if node is MARK or ends else r"[\s\S]"


def token_regex(tokens: Sequence[Token]) -> str:
    """TokenRegex [Figure 7]: the token itself where all agree, else the deepest common ancestor; `*` where some URL
    has none.
    """
    present = {token for token in tokens if token is not None}
    missing = None in tokens
    if len(present) == 1:
        token = escape(present.pop())
        return (f"{token}*" if len(token.removeprefix("\\")) == 1 else f"(?:{token})*") if missing else token
    node = common_ancestor(leaf_of(token) for token in present)
    return characters_of(node, "".join(present)) + ("*" if missing else "+")
