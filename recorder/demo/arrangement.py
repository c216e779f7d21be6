"""How the site is arranged: what its owner can change without touching a single book. A value, no behaviour."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Arrangement:
    """The present state of the house. Every field is one way to drift away from what was recorded."""

    redesigned: bool = False
    book_folder: str = "book"
    page_parameter: str = "page"
    lists_empty: bool = False
    lists_need_script: bool = False
    robots_forbid_books: bool = False
    search_method: str = "get"
    word_field: str = "q"
    search_needs_language: bool = False
