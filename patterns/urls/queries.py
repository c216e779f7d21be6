"""The query of a URL as text: its parameters one by one, in order, or without some of them.

Mostly `&` stands between them; programs in Perl, and others, write `;`. It knows nothing of what they mean.
"""

from collections.abc import Collection, Iterator


def pieces(query: str) -> list[str]:
    """The parameters as they are written, name and value."""
    return [piece for piece in query.split(separator_of(query)) if piece]


def by_name(mark: str, query: str) -> Iterator[tuple[str, str]]:
    """In the order of their names, each as `mark` and its name, and what follows; those of one name are one."""
    found: dict[str, str] = {}
    for piece in pieces(query):
        name = piece.partition("=")[0]
        found[name] = f"{found[name]}&{piece}" if name in found else piece[len(name) :]
    return ((mark + name, found[name]) for name in sorted(found))


def in_order(query: str) -> str:
    """The parameters in the order of their names, with `&` between them, behind a question mark if there are any."""
    ordered = sorted(pieces(query), key=lambda piece: piece.partition("=")[0])
    return f"?{'&'.join(ordered)}" if ordered else ""


def without(query: str, names: Collection[str]) -> str:
    """The query as it is written, but for the parameters of these names."""
    return separator_of(query).join(piece for piece in pieces(query) if piece.partition("=")[0] not in names)


def separator_of(query: str) -> str:
    """What stands between the parameters. A `;` may stand in a value, too."""
    if ";" not in query or "&" in query:
        return "&"
    return ";" if all("=" in piece for piece in query.split(";") if piece) else "&"
