"""Texts that say several things in words of the template: cut where the template's words are, and nowhere else."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.records.wording_learning import learn_wording
from tests.effort import Effort

PEOPLE = ("Jane Doe", "Max Mustermann", "Ann Lee Roe", "Bob Smith", "Dov Katz", "Ngô Thị Bình", "李 雷")
MONTHS = ("January", "February", "March", "April", "June", "July")
PLACES = ("News", "Sport", "Arts and Letters")
TEXTS = 30


def thing(number: int) -> dict[str, str]:
    draw = Random(number)
    return {
        "date": f"{draw.randint(1, 28)} {draw.choice(MONTHS)} {draw.randint(2011, 2024)}",
        "day": f"{draw.randint(1, 28)} de {draw.choice(['mayo', 'junio', 'enero'])} de {draw.randint(2011, 2024)}",
        "by": draw.choice(PEOPLE),
        "in": draw.choice(PLACES),
        "many": str(draw.randint(2, 300)),
        "few": str(draw.randint(2, 40)),
        "tenths": f"{draw.randint(1, 9)}.{draw.randint(0, 9)}",
    }


def said(form: str, *, goes_on: bool = False) -> dict[str, list[str]] | None:
    """What the values of texts of this form are, by their labels."""
    texts = [form.format(**thing(number)) for number in range(TEXTS)]
    wording = learn_wording(texts, goes_on=goes_on)
    if wording is None:
        return None
    return {excerpt.part.label: [excerpt.of(text) for text in texts] for excerpt in wording.excerpts()}


WORDED = {
    "Posted on {date} by {by} in {in}": {"posted on": "{date}", "by": "{by}", "in": "{in}"},
    "Price: {few} EUR | Stock: {many}": {"price": "{few} EUR", "stock": "{many}"},
    "Page {few} of {many}": {"page": "{few}", "of": "{many}"},
    "{many} points by {by} | {few} comments": {"points": "{many} points", "by": "{by}", "comments": "{few} comments"},
    "{by} ({many} posts)": {"": "{by}", "posts": "{many} posts"},
    "{by} wrote on {date}": {"": "{by}", "wrote on": "{date}"},
    "Publicado el {day} por {by}": {"publicado el": "{day}", "por": "{by}"},
    "Posted by {by}": {"posted by": "{by}"},
    "in {in}": {"in": "{in}"},
    "作者 {by} 发表于 {date}": {"作者": "{by}", "发表于": "{date}"},
    "लेखक: {by} | मूल्य: {many}": {"लेखक": "{by}", "मूल्य": "{many}"},
    "Rated {tenths} stars": {"rated": "{tenths} stars"},
    "{many} views · {few} likes · {by}": {"views": "{many} views", "likes": "{few} likes", "": "{by}"},
}


@pytest.mark.parametrize("form", WORDED)
def test_values_between_words_of_the_template(form: str) -> None:
    assert said(form) == {
        label: [value.format(**thing(number)) for number in range(TEXTS)] for label, value in WORDED[form].items()
    }


@pytest.mark.parametrize(
    "form",
    [
        "{many} comments",  # one value with its unit
        "{few} x {many} cm",
        "{few} ft {many} in",
        "{many} EUR",
        "The {by} Cycle",
        "{by} Prize {many}",
        "{date}",
        "{day}",
        "public {in}",
        "{by} ({in})",
        "{by}\nPosted on {date}",
        "It was good to see this. Posted on {date} by {by}, and many more words came after that.",
    ],
)
def test_what_is_one_value_stays_whole(form: str) -> None:
    assert said(form) is None


def test_words_that_end_a_text_say_what_comes_after_it() -> None:
    assert said("Posted on {date} by", goes_on=True) == {"posted on": [thing(n)["date"] for n in range(TEXTS)]}
    assert said("{many} points by", goes_on=True) == {"points": [f"{thing(n)['many']} points" for n in range(TEXTS)]}


def test_a_text_in_other_words_stays_whole_in_the_first_of_the_values() -> None:
    wording = learn_wording(["Posted on {date} by {by} in {in}".format(**thing(n)) for n in range(TEXTS)])
    assert wording is not None
    excerpts = list(wording.excerpts())
    assert [each.of("A draft") for each in excerpts] == ["A draft", "", ""]
    assert [each.of("Posted on 3 May in News") for each in excerpts] == ["3 May", "", "News"]


WORDS = [f"{start}{vowel}{end}" for start in "bdfglmprst" for vowel in "aeiou" for end in ("n", "ck", "ll", "sh")]


@given(st.integers(0, 10_000), st.integers(5, 60))
def test_prose_is_never_cut(seed: int, count: int) -> None:
    """Even with function words that most sentences have."""
    draw = Random(seed)

    def sentence() -> str:
        words = draw.choices([*WORDS, *["the", "of", "a", "in"] * 12], k=draw.randint(6, 40))
        return " ".join(words).capitalize()

    assert learn_wording([sentence() for _ in range(count)]) is None


@given(
    st.lists(st.sampled_from(["Maker", "Sold by", "Seen on", "Place of origin", "色"]), min_size=2, unique=True),
    st.sampled_from([" | ", " · ", ", ", " "]),
    st.integers(0, 10_000),
)
def test_labelled_values_are_those_that_were_written(labels: Sequence[str], between: str, seed: int) -> None:
    draw = Random(seed)
    rows = [[" ".join(draw.sample(WORDS, draw.randint(1, 3))) for _ in labels] for _ in range(12)]
    texts = [between.join(f"{label}: {value}" for label, value in zip(labels, row, strict=True)) for row in rows]
    wording = learn_wording(texts)
    assert wording is not None
    assert [[each.of(text) for each in wording.excerpts()] for text in texts] == rows
    assert [each.part.label for each in wording.excerpts()] == [label.casefold() for label in labels]


def test_texts_made_to_be_slow_are_not() -> None:
    forms = ["".join(f"w{chr(97 + n)}x {n * page} " for n in range(26)) for page in range(1, 300)]
    effort = Effort()
    assert learn_wording(forms) is None
    assert learn_wording(["by " * 400 + str(page) for page in range(300)]) is None
    assert effort.millions < 40
