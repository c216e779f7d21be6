"""Pages of a few invented templates: one frame, bodies of very different length, optional parts. With the template's
name.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest, Tree

NAV = "<header><a>home</a><form><input><button></button></form></header><nav><ul><li><a>x</a></li></ul></nav>"
FOOT = "<footer><p><a>about</a> <a>imprint</a></p></footer>"


@dataclass
class Press:
    """Prints pages into one forest, folded."""

    seed: int = 0

    def __post_init__(self) -> None:
        self.forest = Forest()
        self._random = random.Random(self.seed)

    def page(self, template: str) -> Tree:
        body = (TEMPLATES | ALIKE)[template](self._random)
        return self.folded(f"<html><head><title>t</title></head><body>{NAV}<main>{body}</main>{FOOT}</body></html>")

    def folded(self, html: str) -> Tree:
        return self.forest.fold(self.forest.tree(Document.parse(html.encode())))


def _maybe(rng: random.Random, html: str, chance: float = 0.5) -> str:
    return html if rng.random() < chance else ""


def _prose(rng: random.Random) -> str:
    """What a person writes into a template: now and then something else."""
    return f"<p>text {''.join(_maybe(rng, f'<{tag}>x</{tag}>', 0.15) for tag in ('em', 'code', 'a', 'sup'))}</p>"


def _book(rng: random.Random) -> str:
    rows = "".join("<tr><th>k</th><td>v</td></tr>" for _ in range(rng.randint(2, 9)))
    return (
        f"<h1>b</h1><div><img></div><table><tbody>{rows}</tbody></table>"
        + _maybe(rng, "<blockquote><p>praise</p></blockquote>")
        + _prose(rng) * rng.randint(1, 30)
        + _maybe(rng, "<aside><h2>s</h2><ul><li><a>r</a></li></ul></aside>", 0.8)
    )


def _author(rng: random.Random) -> str:
    works = "<li><a>w</a><span>y</span></li>" * rng.randint(1, 40)
    return f"<h1>a</h1><figure><img><figcaption>f</figcaption></figure><dl><dt>b</dt><dd>d</dd></dl><ol>{works}</ol>"


def _listing(rng: random.Random) -> str:
    items = "<article><h3><a>t</a></h3><p>s</p></article>" * rng.randint(3, 50)
    return f"<h1>l</h1><section>{items}</section>" + _maybe(rng, "<div><a>2</a><strong>3</strong></div>")


def _help(rng: random.Random) -> str:
    return "<h1>h</h1>" + "".join(rng.choice(["<p>p</p>", "<pre>c</pre>", "<h2>h</h2>"]) for _ in range(12))


def _changes(rng: random.Random) -> str:
    """What was changed in a book, in its frame."""
    return _book(rng) + "<p><del>o</del><ins>n</ins></p>" * rng.randint(1, 3)


TEMPLATES: dict[str, Callable[[random.Random], str]] = {
    "book": _book,
    "author": _author,
    "listing": _listing,
    "help": _help,
}
ALIKE = {"changes": _changes}
"""Hardly to be told from another template."""
