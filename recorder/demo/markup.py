"""Small pieces of HTML, everything escaped. What they are composed to is the pages' business."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

Crumb = tuple[str, str]
"""The path and the title of a page that another page belongs to."""


@cache
def fixed(name: str) -> str:
    """The middle of a page that is always the same, from the folder `pages`."""
    return (files("recorder.demo") / "pages" / f"{name}.html").read_text("utf-8").rstrip("\n")


def link(href: str, text: str) -> str:
    """An ordinary link."""
    return f'<a href="{escape(href)}">{escape(text)}</a>'


def items(rows: Iterable[str]) -> str:
    """List items, each already HTML."""
    return "\n".join(f"<li>{row}</li>" for row in rows)


def paragraphs(texts: Iterable[str]) -> str:
    """Plain texts as paragraphs."""
    return "\n".join(f"<p>{escape(text)}</p>" for text in texts)


def hidden(fields: Mapping[str, str]) -> str:
    """Hidden controls."""
    return "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in fields.items()
    )


def options(choices: Iterable[tuple[str, str]], chosen: str = "") -> str:
    """The (value, label) choices of a select."""
    return "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(label)}</option>'
        for value, label in choices
    )


def optional(condition: object, markup: str) -> str:
    """`markup` only if there is something to show."""
    return markup if condition else ""


def breadcrumbs(crumbs: Sequence[Crumb]) -> str:
    """The way from the front page to here."""
    if not crumbs:
        return ""
    *parents, (_, here) = crumbs
    trail = [link("/", "Home"), *(link(path, text) for path, text in parents), escape(here)]
    return f'<p class="breadcrumbs">{" › ".join(trail)}</p>'
