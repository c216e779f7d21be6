"""What divides the pages that were found is told, and nothing else; a name says which addresses it means."""

from random import Random

import pytest

from recorder.patterns.classes.groups import EVERYTHING, GroupChoice, groups_beside, groups_of, meant, name_meant

HOST = "http://h"


def words(stream: Random, count: int = 1) -> str:
    return "-".join("".join(stream.choices("aeioklmnrst", k=stream.randint(3, 8))) for _ in range(count))


def urls(form: str, count: int, seed: int = 0) -> list[str]:
    stream = Random(f"{seed}{form}")
    return [HOST + form.format(words(stream)) for _ in range(count)]


def told(found: list[str]) -> dict[str, int]:
    return {group.name: group.pages for group in groups_of(found)}


GLOSSARY = [
    url
    for language in ("de", "fr")
    for kind, count in (("term", 90), ("tool", 60))
    for url in urls(f"/{language}/{kind}-{{}}.html", count)
]


def test_kinds_and_languages_are_told_each_for_itself() -> None:
    assert told(GLOSSARY) == {"term-*": 180, "tool-*": 120, "de": 150, "fr": 150}
    assert [group.by for group in groups_of(GLOSSARY)] == ["first word", "first word", "folder", "folder"]
    assert all(set(group.examples) <= set(GLOSSARY) for group in groups_of(GLOSSARY))


@pytest.mark.parametrize(
    ("found", "names"),
    [
        (urls("/x/{}-review.html", 30) + urls("/x/{}-interview.html", 20), {"*-review": 30, "*-interview": 20}),
        (urls("/p?lang=de&q={}", 9) + urls("/p?lang=en&q={}", 8), {"lang=de": 9, "lang=en": 8}),
        (urls("/{}", 50) + urls("/de/{}", 40), {"de": 40}),
        ([url.replace("//h", f"//{n}.h") for n in ("a", "b") for url in urls("/{}", 20)], {"a.h": 20, "b.h": 20}),
    ],
)
def test_whatever_divides_them(found: list[str], names: dict[str, int]) -> None:
    assert told(found) == names


@pytest.mark.parametrize("seed", range(3))
def test_words_of_titles_numbers_and_days_divide_nothing(seed: int) -> None:
    stream = Random(seed)
    titles = [f"{HOST}/blog/{words(stream, 4)}.html" for _ in range(200)]
    titles += [f"{HOST}/blog/{first}-{words(stream, 3)}.html" for first in ("the", "how") for _ in range(15)]
    assert told(titles) == {}
    assert told([f"{HOST}/book/{number}" for number in range(100)]) == {}
    assert told([*urls("/a/{}", 40), f"{HOST}/b/one"]) == {}
    assert told([]) == {}
    days = [f"{HOST}/{stream.randint(2019, 2024)}/{stream.randint(1, 12):02}/{words(stream)}" for _ in range(300)]
    assert set(told(days)) == set(map(str, range(2019, 2025)))


def test_two_places_that_divide_alike_are_told_once() -> None:
    found = [*urls("/terms/term-{}", 20), *urls("/tools/tool-{}", 20)]
    assert set(told(found)) in ({"terms", "tools"}, {"term-*", "tool-*"})


def test_a_choice_is_of_addresses_seen_or_not() -> None:
    without = GroupChoice(without=("tool-*", "fr"))
    assert without.why_not(f"{HOST}/de/tool-saw.html") == "tool-*"
    assert without.leaves_out(f"{HOST}/fr/term-saw.html")
    assert not without.leaves_out(f"{HOST}/de/term-tool.html")
    only = GroupChoice(only=("lang=de",))
    assert only.leaves_out(f"{HOST}/p?lang=en")
    assert not only.leaves_out(f"{HOST}/p?lang=de&id=3")
    assert GroupChoice(unlike=(f"{HOST}/a",)).leaves_out(f"{HOST}/a")


def test_a_language_is_left_out_where_it_stands_and_nowhere_else() -> None:
    again = GroupChoice(translated=("/1 fr", "?lang =fr"))
    assert again.why_not(f"{HOST}/fr/term-saw.html") == again.why_not(f"{HOST}/p?lang=fr&id=3")
    assert again.why_not(f"{HOST}/fr/term-saw.html").startswith("fr (")
    assert not again.leaves_out(f"{HOST}/en/dialects/fr/term-saw.html")
    assert not again.leaves_out(f"{HOST}/p?author=fr")


def test_a_view_is_left_out_where_it_stands_and_nowhere_else() -> None:
    again = GroupChoice(views=("/2+ history", "/0 print"))
    assert again.why_not(f"{HOST}/wiki/saw/history/").startswith("history (")
    assert again.leaves_out(f"{HOST}/print/saw") and again.leaves_out(f"{HOST}/wiki/tools/saw/history")
    assert not again.leaves_out(f"{HOST}/wiki/history"), "an article of that name"
    assert not again.leaves_out(f"{HOST}/history/saw")
    assert not again.leaves_out(f"{HOST}/shop/print/saw")


def test_a_choice_divides_what_was_found() -> None:
    without = GroupChoice(without=("tool-*", "fr"))
    assert not EVERYTHING.leaves_out(f"{HOST}/a")
    taken = {group.name: group.taken for group in groups_of(GLOSSARY, without)}
    assert taken == {"term-*": True, "tool-*": False, "de": True, "fr": False}


def test_names_are_understood_without_their_marks() -> None:
    assert name_meant("tool", GLOSSARY) == name_meant("tool-*", GLOSSARY) == "tool-*"
    assert name_meant("de/", GLOSSARY) == name_meant("de", GLOSSARY) == "de"
    assert name_meant("de", [f"{HOST}/p?lang=de"]) == "lang=de"
    assert name_meant("nothing", GLOSSARY) == name_meant("*", GLOSSARY) == ""
    assert name_meant("x", [f"{HOST}/x-a", f"{HOST}/a-x"]) == "", "x-* or *-x"


def test_what_cannot_be_meant_is_said() -> None:
    sample = f"{HOST}/de/term-one.html"
    assert meant(GroupChoice(without=("tool",)), GLOSSARY, [sample]) == (GroupChoice(without=("tool-*",)), "")
    assert meant(GroupChoice(only=("all",)), GLOSSARY, [sample]) == (EVERYTHING, "")
    for asked, why in ((GroupChoice(without=("term",)), "sample"), (GroupChoice(only=("fr",)), "sample")):
        choice, said = meant(asked, GLOSSARY, [sample])
        assert choice == EVERYTHING
        assert why in said
    choice, said = meant(GroupChoice(without=("tool", "nothing")), GLOSSARY, [sample])
    assert choice == GroupChoice(without=("tool-*",))
    assert "called nothing" in said


def test_a_page_that_is_not_meant_stands_for_its_group_where_no_sample_is_of_it() -> None:
    sample = f"{HOST}/de/term-one.html"
    assert groups_beside([f"{HOST}/de/tool-saw.html"], GLOSSARY, [sample]) == ("tool-*",)
    assert groups_beside([f"{HOST}/fr/term-saw.html"], GLOSSARY, [sample]) == ("fr",)
    assert groups_beside([f"{HOST}/de/term-saw.html"], GLOSSARY, [sample]) == ()
