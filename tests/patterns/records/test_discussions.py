"""What a discussion is about stands in columns of its own; lists of other things stay lists."""

from tests.patterns.records.test_columns import made_of
from tests.patterns.records.test_markup import Item


def post(number: int, turn: int, item: Item) -> str:
    """Each its author, its time and its text; the link to it says when it was written."""
    text = f"{item['text']}" if not turn else f"Answer {turn} to what was said here before, by somebody else {number}."
    return (
        f"<div class=post id=p{number}x{turn}><b class=author>{item['maker'] if not turn else f'Ann {number % 7}'}</b>"
        f"<a class=when href='#p{number}x{turn}'><time>{1 + turn} May {1950 + number}</time></a>"
        f"<div class=said><p>{text}</p></div></div>"
    )


def thread(number: int, item: Item) -> str:
    return f"<div class=posts>{''.join(post(number, turn, item) for turn in range(1 + number % 4))}</div>"


def test_the_first_post_of_a_thread_is_the_record() -> None:
    for number, item, record in made_of(thread):
        assert (record["author"], record["said"]) == (item["maker"], item["text"])
        posts = record["post"]
        assert isinstance(posts, list)
        assert len(posts) == 1 + number % 4


def test_reviews_of_what_a_page_itself_tells_are_only_reviews() -> None:
    def markup(number: int, item: Item) -> str:
        return f"<p class=story>{item['text']} {item['more']} {item['text']}</p>{thread(number, item)}"

    for _, _, record in made_of(markup):
        assert {"author", "said"}.isdisjoint(record)
        assert record["post"]


def test_the_first_of_many_things_with_pages_of_their_own_is_only_one_of_many() -> None:
    def markup(number: int, item: Item) -> str:
        things = (
            f"<div class=thing><a class=name href=/things/{number}/{turn}>{item['size']} {number}/{turn}</a>"
            f"<p class=about>{item['text']} {turn}</p></div>"
            for turn in range(1 + number % 4)
        )
        return f"<div class=things>{''.join(things)}</div>"

    for _, _, record in made_of(markup):
        assert {"name", "about"}.isdisjoint(record)
        assert record["thing"]
