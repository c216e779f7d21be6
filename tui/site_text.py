"""Text of a site on the screen. Titles, URLs, labels, options and errors are data: nothing in them is read as markup,
nothing in them reaches the terminal but what can be seen, and none of them is endless.
"""

from rich.text import Text

from recorder.runtime.plain_text import one_line

LONGEST = 500
"""More of one line nobody reads, and a title may have ten thousand characters."""


def shown(text: str, most: int = LONGEST) -> str:
    """One line of `text` without anything invisible, cut to `most` characters."""
    visible = "".join(filter(str.isprintable, one_line(text[: most * 4])))
    line = " ".join(visible.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def label(text: str, style: str = "") -> Text:
    """The same for widgets that would read a plain string as markup."""
    return Text(shown(text), style)
