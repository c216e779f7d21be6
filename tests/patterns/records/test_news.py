"""The labelling rule for news, and what counts as one passage."""

from patterns.pages.documents import Document
from patterns.pages.trees import Forest
from patterns.records.matching import match
from patterns.records.ne_patterns import compose_all
from patterns.records.news import Article, Passage, label_article, passages_of
from patterns.records.page_nodes import PageNode
from patterns.similarity.rtdm import Comparison

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
