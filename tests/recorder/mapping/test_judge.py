"""What a mapping knows of links, brought to the learning of the class."""

import pytest

from recorder.mapping.judge import Judge
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.trees import Tree
from recorder.visiting.page_reader import ReadPage
from tests.patterns.classes.test_branches import ENTRY, HOST, MANY_KINDS, Manual
from tests.patterns.invented_sites import LIST, links


def read(url: str, tree: Tree) -> ReadPage:
    return ReadPage(url, "", url, "utf-8", (), lambda: tree, url, url)


@pytest.mark.parametrize("seed", range(3))
def test_lists_in_one_place_are_told_apart_by_the_pages_they_stand_on(seed: int) -> None:
    manual = Manual(seed, MANY_KINDS, "howto")
    judge, site = Judge(ENTRY, [manual.sample], None), SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [f"{HOST}/{folder}/index.html" for folder in MANY_KINDS]))
    for folder in MANY_KINDS:
        site.add(f"{HOST}/{folder}/index.html", links(LIST, sorted(manual.of(folder))))
    for url, tree in manual.trees.items():
        judge.add(url, read(url, tree))
        site.add(url, site.links.get(url, ()))
    verdicts = judge.verdicts(site)
    assert {url for url, is_target in verdicts.items() if is_target} == manual.of("howto")
    assert judge.similarity(manual.sample) >= judge.lesson().page_class.threshold
