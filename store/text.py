"""Text that SQLite can keep. Pages are allowed to be broken; a write must not fail for it."""


def storable(cell: object) -> object:
    """The cell itself, but for text with lone surrogates, as scripts on pages make them: UTF-8 has no such thing.
    Pairs become the character they stand for, halves the replacement character."""
    if not isinstance(cell, str) or cell.isascii():
        return cell
    try:
        cell.encode()
    except UnicodeEncodeError:
        return cell.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return cell
