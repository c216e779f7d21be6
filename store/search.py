"""Full-text search over the target pages that are present now. What a person types is words, never query syntax."""

from dataclasses import dataclass

from recorder.store.access import Access
from recorder.store.rows import Rows, storable

# Control characters no page text contains, so that the caller can mark the match its own way.
MATCH_BEGINS = "\x02"
MATCH_ENDS = "\x03"


@dataclass(frozen=True, slots=True)
class Hit:
    """`snippet`: some words around the match, which stands between MATCH_BEGINS and MATCH_ENDS."""

    page_id: int
    url: str
    title: str
    snippet: str


_HIT = Rows(
    Hit,
    page_id="targets.id",
    url="targets.url",
    title="targets.title",
    snippet=f"snippet(target_text, -1, '{MATCH_BEGINS}', '{MATCH_ENDS}', '…', 16)",
)


def search(access: Access, recording_id: int, words: str, limit: int = 50, offset: int = 0) -> tuple[Hit, ...]:
    """Targets that contain all the words (a "quoted phrase" as one), the best first."""
    query = _quoted(words)
    if not query:
        return ()
    sql = (
        f"SELECT {_HIT.columns} FROM target_text JOIN targets ON targets.body_id = target_text.rowid"
        " WHERE target_text MATCH ? AND targets.recording_id = ? ORDER BY rank LIMIT ? OFFSET ?"
    )
    return _HIT.all(access.rows(sql, storable(query), recording_id, limit, offset))


def _quoted(words: str) -> str:
    """Each word, or phrase in quotes, as an FTS5 string; a last quote left open closes at the end."""
    from sqlite_utils import Database  # costs 0.1 s and more to import, which only a search should pay

    # A NUL would end the query for SQLite in the middle of a string.
    return Database(memory=True, execute_plugins=False).quote_fts(words.replace("\0", " "))
