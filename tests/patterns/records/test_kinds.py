"""What kind of place elements stand at."""

from lxml import etree

from recorder.patterns.records.kinds import is_full_of_links
from recorder.patterns.records.sightings import Instance


def test_a_link_inside_a_link_says_its_words_once() -> None:
    outer, inner = etree.Element("a"), etree.Element("a")
    outer.text, inner.text = "see ", "this"
    outer.append(inner)
    outer.tail = " and ten words more that are in no link, at last"
    place = etree.Element("p")
    place.append(outer)
    assert not is_full_of_links([Instance(0, place)])
    outer.tail = " and no more"
    assert is_full_of_links([Instance(0, place)])
