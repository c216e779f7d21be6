"""HTML and SVG from nested calls. A plain string is text of somebody and is escaped; only what `tag` made is markup, so
that no word of a site can become any.
"""

from collections.abc import Iterable
from html import escape

from recorder.runtime.plain_text import one_line, shortened

_VOID = frozenset({"br", "img", "meta", "line", "rect", "circle", "path"})
_LONGEST = 400
"""Most characters of one text that are shown: a title may have ten thousand."""


class Html(str):
    """Finished markup."""

    __slots__ = ()


Child = str | Iterable[str] | None


def tag(name: str, *children: Child, **attributes: str | float) -> Html:
    """An element. `class_` stands for class, and `stroke_width` for stroke-width, as Python knows no such names."""
    given = "".join(f' {_named(key)}="{escape(str(value))}"' for key, value in attributes.items())
    if name in _VOID and not children:
        return Html(f"<{name}{given}>" if name in ("br", "img", "meta") else f"<{name}{given}/>")
    return Html(f"<{name}{given}>{join(*children)}</{name}>")


def join(*children: Child) -> Html:
    return Html("".join(_content(child) for child in children))


def link(url: str, text: str = "") -> Html:
    """Only to the web: an address of another scheme is shown as text; a password in one is left out."""
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    bare = f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"
    if scheme not in ("http", "https"):
        return tag("span", text or bare)
    return tag("a", text or bare, href=bare, rel="noreferrer noopener nofollow")


def table(heads: Iterable[str], rows: Iterable[Iterable[Child]]) -> Html:
    """Numbers are written as texts, with `number` as the class of their cells where they begin with a digit."""
    head = tag("tr", [tag("th", each) for each in heads])
    body = [tag("tr", [_cell(each) for each in row]) for row in rows]
    return tag("div", tag("table", tag("thead", head), tag("tbody", body)), class_="wide")


def _cell(child: Child) -> Html:
    is_number = isinstance(child, str) and not isinstance(child, Html) and child.replace(",", "").isdigit()
    return tag("td", child, class_="number") if is_number else tag("td", child)


def _named(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _content(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    if isinstance(child, str):
        words = shortened(one_line(child), _LONGEST)
        return escape(f"{' ' * child.startswith(' ')}{words}{' ' * (child.endswith(' ') and bool(words))}")
    return "".join(_content(each) for each in child)
