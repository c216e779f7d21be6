"""The labelling rule for news, and what counts as one passage."""

import pytest

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.articles import Article, Passage, label_article, passages_of
from recorder.patterns.records.matching import Consumed, Match, PageNode, match
from recorder.patterns.records.ne_patterns import compose_all
from recorder.patterns.similarity.rtdm import Comparison
from tests.effort import Effort

LONG = " ".join(f"w{n}" for n in range(101))


def test_the_body_is_the_longest_passage_of_more_than_a_hundred_words() -> None:
    assert label_article([Passage(1, "w1"), Passage(2, LONG), Passage(3, f"{LONG} more")]) == Article(
        "w1", f"{LONG} more"
    )
    assert label_article([Passage(1, "w1"), Passage(2, LONG.removesuffix(" w100"))]) is None


def test_the_title_shares_words_with_the_body_and_is_near() -> None:
    assert label_article([Passage(1, "w1 w2"), Passage(8, "w1 w3"), Passage(9, "other"), Passage(10, LONG)]) == Article(
        "w1 w3", LONG
    )
    assert label_article([Passage(1, " ".join(["w1"] * 21)), Passage(2, LONG), Passage(3, "w1")]) == Article("", LONG)


def test_a_heading_goes_before_a_caption_that_is_nearer() -> None:
    assert label_article([Passage(1, "w1", headed=True), Passage(9, "w2 w3"), Passage(10, LONG)]) == Article("w1", LONG)


def test_the_title_of_the_page_tells_which_heading_is_the_article_s() -> None:
    passages = [Passage(1, "w1 news", headed=True), Passage(2, "w2 today", headed=True), Passage(3, LONG)]
    assert label_article(passages, "w1 news - The Portal") == Article("w1 news", LONG)
    assert label_article(passages, "The Portal") == Article("w2 today", LONG)


def test_words_in_links_make_no_body() -> None:
    assert label_article([Passage(1, f"{LONG} {LONG}", linked=150), Passage(2, LONG)]) == Article("", LONG)
    assert label_article([Passage(1, LONG, linked=1)]) is None


def test_two_characters_are_a_word_where_no_spaces_stand_between_words() -> None:
    body = "".join(chr(0x4E00 + n) for n in range(202))
    title, too_long = body[:40], body[:42]
    assert label_article([Passage(1, too_long), Passage(2, title), Passage(9, body)]) == Article(title, body)
    assert label_article([Passage(1, title), Passage(2, body[:200])]) is None
    assert label_article([Passage(1, body, linked=1)]) is None


def test_a_line_with_the_words_of_the_page_s_title_is_the_title_wherever_it_stands() -> None:
    """As where the heading is in one box with the text, or with a menu."""
    body = Passage(2, f"w1 news of the day\nby w9\n{LONG}")
    assert label_article([Passage(1, "Menu\nw2"), body], "w1 news of the day | The Portal") == Article(
        "w1 news of the day", body.text
    )


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Apples are out - The Portal", "Apples are out"),
        ("Up-to-date: news", "Up-to-date: news"),
        (" | ", ""),
        ("", ""),
    ],
)
def test_the_page_s_own_title_has_to_do_where_no_other_is_found(said: str, title: str) -> None:
    assert label_article([Passage(1, "other"), Passage(2, LONG)], said) == Article(title, LONG)


def test_paragraphs_side_by_side_are_one_passage() -> None:
    pages = [
        Document.parse(f"<h1>Title {n}</h1><div><p>one <b>{n}</b><p>two {n}</div><p>aside {n}".encode())
        for n in range(3)
    ]
    forest = Forest()
    pattern = compose_all([forest.tree(page, texts=True) for page in pages], forest, Comparison())
    found = match(pattern, PageNode.of(pages[1]))
    assert found is not None
    texts = [passage.text for passage in passages_of(found)]
    assert any(text.endswith("two 1") and "\n" in text for text in texts)
    assert "Title 1" in texts and "aside 1" in texts


def test_the_paragraphs_of_one_box_are_one_passage_though_a_wildcard_took_the_whole_page() -> None:
    """Menus, controls, comments and headings beside them are others; quotations and lists are part of it."""
    menu = "<ul><li><a href=x>One <b>two</b></a><li><a href=y>Three</a></ul><select><option>May</select>"
    text = "<article>be<b>g</b>ins <i>so</i> <b>and</b><br>so<p>goes on<blockquote><p>quoted</blockquote>"
    text += "<ul><li>listed</ul>ends</article>"
    comments = "<div><div><p>First</div><div><p>Second</div></div>"
    page = f"<title>No passage</title><div><nav>{menu}</nav><h1>The heading</h1>{text}{comments}</div>"
    forest = Forest()
    documents = [Document.parse(page.encode()), Document.parse(b"<title>x</title><p>other")]
    pattern = compose_all([forest.tree(each, texts=True) for each in documents], forest, Comparison())
    found = match(pattern, PageNode.of(documents[0]))
    assert found is not None
    passages = passages_of(found)
    assert [(each.text, each.headed, each.linked) for each in passages] == [
        ("One two\nThree", False, 3),
        ("The heading", True, 0),
        ("begins so and so\ngoes on\nquoted\nlisted\nends", False, 0),
        ("First", False, 0),
        ("Second", False, 0),
    ]
    assert [each.position for each in passages] == list(range(5))


@pytest.mark.parametrize(
    "html", ["<div>" + "line<br>" * 20_000, "<blockquote>x" * 2_000, "<b>x" * 2_000, "<p>x<ul><li>y" * 10_000]
)
def test_long_and_deep_pages_take_no_longer_than_they_are(html: str) -> None:
    document = Document.parse(f"<body>{html}".encode())
    whole = Consumed(1, "*", PageNode.of(document).children)
    effort = Effort()
    words = sum(len(each.terms) for each in passages_of(Match(0, (whole,))))
    assert effort.millions < 100
    assert words == len(document.text.split())
