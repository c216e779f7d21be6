from collections import Counter

from bench.generality.programs import SITES
from bench.generality.programs.addresses import Addresses, Parameters
from bench.generality.programs.words import words


def test_every_site_has_a_name_of_its_own() -> None:
    assert [name for name, sites in Counter(site.name for site in SITES).items() if sites > 1] == []


def test_a_record_is_known_by_its_path() -> None:
    shown = Addresses(r"ticket/(?P<id>\d+)", {"7": "seven"}, {"version"}, r"raw/.*")
    assert shown.identity("ticket/7") == "seven"
    assert shown.identity("ticket/7?version=2#comment") == "seven"
    assert shown.identity("ticket/7?format=csv") is None
    assert shown.identity("ticket/8") is None
    assert shown.neither("ticket/7?format=csv")
    assert shown.neither("raw/7")
    assert not shown.neither("ticket/7")
    assert not shown.neither("ticket/8?format=csv")


def test_a_record_is_known_by_its_parameters() -> None:
    shown = Parameters(r"", lambda given: given.get("h"), {"a1": "a1"}, lambda given: given.get("a") == "patch")
    assert shown.identity("?p=x;a=commit;h=a1") == "a1"
    assert shown.identity("?p=x&h=b2") is None
    assert shown.identity("log?h=a1") is None
    assert shown.neither("?a=patch;h=a1")


def test_words_are_as_common_as_they_are_said_to_be() -> None:
    texts = [f"apple pear number{at}" if at % 5 else f"quince jelly cooking {at} apple" for at in range(60)]
    texts += ["zanzibar story", "zanzibar tale", "grape harvest season weather"]
    said = words(texts)
    assert said.rare == "zanzibar"
    assert said.common in {"quince", "jelly", "cooking"}
    assert any(said.phrase in text for text in texts)
    one, other = said.two.split()
    assert any(one in text and other in text for text in texts)
