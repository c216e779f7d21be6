"""From one sample to its class: on invented sites with known truth, in any order, never against what the user said."""

import random

import pytest

from recorder.patterns.classes.class_learning import ClassLearner, Verdict
from recorder.patterns.classes.evidence import PANEL, Evidence, SeenPage, some_of
from recorder.patterns.classes.exemplars import purified, siblings_of_the_sample
from recorder.patterns.classes.memory import Memory
from recorder.patterns.classes.page_class import FALL_BACK, PageClass
from recorder.patterns.similarity.rtdm import Comparison
from tests.patterns.invented_pages import FOOT, NAV, Press

HOST = "http://h"
ENTRY = f"{HOST}/index.html"
SAMPLE = f"{HOST}/books/dune.html"
LIST = "html/body/main/ul/li/a"
ASIDE = "html/body/aside/a"


class Site:
    """Pages with their template, known under URLs, with the groups of the links that lead there."""

    def __init__(self, seed: int = 0) -> None:
        self.press = Press(seed)
        self.pages = {}
        self.add(ENTRY, "listing")
        self.add(SAMPLE, "book", LIST)

    def add(self, url, template, *groups):
        self.pages[url] = (template, self.press.page(template), groups)

    def add_many(self, count, form, template, *groups):
        for number in range(count):
            name = "".join(chr(ord("a") + int(digit)) for digit in f"{number:03}")
            self.add(HOST + form.format(name), template, *groups)

    def learner(self, order=None, **options) -> ClassLearner:
        learner = ClassLearner(**options)
        urls = sorted(self.pages)
        if order is not None:
            random.Random(order).shuffle(urls)
        for url in urls:
            _, tree, groups = self.pages[url]
            add = {ENTRY: learner.add_entry, SAMPLE: learner.add_sample}.get(url, learner.add)
            add(SeenPage(url, tree, frozenset(groups)))
        return learner

    def of(self, *templates) -> set[str]:
        return {url for url, (template, _, _) in self.pages.items() if template in templates}


def bookshop(seed=0) -> Site:
    site = Site(seed)
    site.add_many(12, "/books/{}.html", "book", LIST)
    site.add_many(10, "/authors/{}.html", "author", ASIDE)
    site.add_many(6, "/lists/{}.html", "listing")
    site.add_many(5, "/help-{}.html", "help")
    return site


@pytest.mark.parametrize("seed", range(4))
def test_all_pages_of_a_bookshop_are_judged_right(seed):
    site = bookshop(seed)
    learner = site.learner()
    assert learner.targets() == site.of("book")
    assert learner.page_class().is_clear
    assert set(learner.exemplars()) <= site.of("book")
    assert not set(learner.counterparts()) & site.of("book")


@pytest.mark.parametrize("order", range(4))
def test_order_of_arrival_changes_nothing(order):
    site = bookshop()
    one, other = site.learner(), site.learner(order)
    assert one.verdicts() == other.verdicts()
    assert one.page_class().threshold == other.page_class().threshold
    assert one.exemplars() == other.exemplars()


def test_the_model_judges_pages_it_never_saw_and_can_be_made_again():
    site = bookshop()
    learner = site.learner()
    learnt = learner.page_class()
    again = PageClass(
        tuple(site.pages[url][1] for url in learner.exemplars()),
        learnt.threshold,
        counterparts=tuple(site.pages[url][1] for url in learner.counterparts()),
    )
    for template in ("book", "author", "listing", "help"):
        for _ in range(10):
            page = site.press.page(template)
            assert learnt.accepts(page) == again.accepts(page) == (template == "book")
    assert len(learnt.evidence) == 2


def test_a_list_that_mixes_classes_is_purified():
    site = bookshop()
    site.add_many(6, "/book-list/{}.html", "listing", LIST)
    site.add_many(6, "/book-help/{}.html", "help", LIST)
    assert site.learner().targets() == site.of("book")


@pytest.mark.parametrize("form", ["/{}/{{}}.html", "/{}/{{}}/"])
def test_a_list_of_mostly_other_pages_says_less_than_the_folder_of_the_sample(form):
    site, book = Site(), form.format("books")
    sample = HOST + book.format("dune")
    site.pages[sample] = site.pages.pop(SAMPLE)
    site.add_many(14, form.format("authors").replace("{}", "by{}"), "author", LIST)
    site.add_many(2, book.replace("{}", "{}-x"), "book", LIST)
    site.add_many(12, book, "book")
    site.add_many(6, "/all-{}.html", "listing")
    site.add_many(5, "/help-{}.html", "help")
    assert learner_of(site, sample).targets() == site.of("book")


def test_pages_of_other_folders_join_as_a_group():
    site = bookshop()
    site.add_many(5, "/old-books/{}.html", "book")
    site.add_many(1, "/shelf-a/{}.html", "book")
    site.add_many(1, "/shelf-b/{}.html", "book")
    site.add_many(1, "/shelf-c/{}.html", "book")
    assert site.learner().targets() == site.of("book")


def test_pages_that_have_only_their_depth_in_common_join_as_templates():
    site = bookshop()
    for n, template in enumerate(["book"] * 5 + ["author"] * 5):
        site.add(f"{HOST}/shelf-{chr(97 + n)}/{'klmnopqrst'[n] * 3}.html", template)
    assert site.learner().targets() == site.of("book")


def test_a_few_pages_of_another_shape_in_the_samples_folder_are_judged_one_by_one():
    site = bookshop()
    site.add(f"{HOST}/books/a-b.html", "book")
    site.add(f"{HOST}/books/a-c.html", "author")
    assert site.learner().targets() == site.of("book")


def test_a_known_folder_helps_where_no_link_to_the_sample_is_known():
    site = Site()
    site.add_many(3, "/books/{}-x.html", "book")
    site.add_many(3, "/books/{}.html", "book")
    site.add_many(9, "/authors/{}.html", "author")
    assert site.learner().targets() == site.of("book")
    few = Site()
    few.add_many(4, "/books/{}-x.html", "book")
    few.add_many(9, "/authors/{}.html", "author")
    assert few.learner().targets() == few.of("book")


def gallery(ruled: int) -> tuple[Site, str]:
    """Twelve pages `Gtk…` like the sample and twelve `gtk3-…` in one list, of one template; some of the latter have a
    rule.
    """
    site = Site()
    site.pages[f"{HOST}/GtkButton.html"] = site.pages.pop(SAMPLE)
    site.add_many(12, "/Gtk{}.html", "book", LIST)
    site.pages = {url.replace("/Gtka", "/GtkA"): page for url, page in site.pages.items()}
    site.add_many(12 - ruled, "/gtk3-p{}.html", "book", LIST)
    for n in range(ruled):
        page = site.press.folded(frame_of(f"<main><h1>b</h1><div><img></div><hr>{PRAISE}</main>", ""))
        site.pages[f"{HOST}/gtk3-q{chr(97 + n)}.html"] = ("ruled", page, (LIST,))
    site.add_many(6, "/x{}.html", "author")
    return site, f"{HOST}/GtkButton.html"


PRAISE = "<table><tbody><tr><th>k</th><td>v</td></tr></tbody></table><p>t</p>"


def learner_of(site: Site, *samples: str) -> ClassLearner:
    learner = ClassLearner()
    for url, (_, tree, groups) in site.pages.items():
        add = learner.add_entry if url == ENTRY else learner.add_sample if url in samples else learner.add
        add(SeenPage(url, tree, frozenset(groups)))
    return learner


def test_another_name_alone_leaves_nothing_out():
    site, sample = gallery(ruled=0)
    assert learner_of(site, sample).targets() == site.of("book")


def test_where_structure_says_what_the_name_says_pages_of_that_name_are_out():
    site, sample = gallery(ruled=9)
    assert learner_of(site, sample).targets() == {url for url in site.of("book") if "/Gtk" in url}
    both = learner_of(site, sample, f"{HOST}/gtk3-paab.html")
    assert both.targets() == site.of("book", "ruled")


def test_a_name_leaves_nothing_out_for_a_difference_of_a_few_pages():
    site, sample = gallery(ruled=5)
    assert site.of("book") <= learner_of(site, sample).targets()


def test_alone_without_evidence_the_usual_cut_holds():
    site = Site()
    learner = site.learner()
    assert learner.page_class().threshold == FALL_BACK
    assert SAMPLE in learner.targets()
    assert ENTRY not in learner.targets()
    assert len(learner.page_class().evidence) == 1


@pytest.mark.parametrize("threshold", [0.0, 0.5, 0.8, 1.0])
def test_a_given_threshold_is_on_the_similarity_to_the_sample(threshold):
    site = bookshop()
    learner = site.learner(threshold=threshold)
    sample = site.pages[SAMPLE][1]
    alike = {u for u, (_, tree, _) in site.pages.items() if Comparison().similarity(tree, sample) >= threshold}
    assert learner.targets() == (alike | {SAMPLE}) - {ENTRY}
    assert learner.page_class().threshold == threshold
    assert learner.exemplars() == (SAMPLE,)
    assert learner.counterparts() == ()


def test_the_sample_is_inside_and_the_entry_outside_though_they_look_alike():
    site = bookshop()
    site.add(ENTRY, "book", LIST)
    assert SAMPLE in site.learner().targets()
    assert ENTRY not in site.learner().targets()
    both = site.learner()
    both.add_sample(SeenPage(ENTRY, site.pages[ENTRY][1]))
    assert ENTRY in both.targets()


@pytest.mark.parametrize("siblings", [0, 1, 9])
def test_a_sample_unlike_its_siblings_stays_inside(siblings):
    site = bookshop()
    site.add(SAMPLE, "help", LIST)
    site.add_many(siblings, "/list/{}.html", "listing", LIST)
    assert SAMPLE in site.learner().targets()
    assert ENTRY not in site.learner().targets()


def test_the_widest_jump_that_leaves_the_sample_alone_is_not_taken():
    press = Press()
    lone = press.folded(
        f"<html><body><main>{'<p><b></b><i></i></p><table><tr></tr></table><form></form>'}</main></body></html>"
    )
    pages = [SeenPage(f"{HOST}/{n}.html", press.page("book"), frozenset({LIST})) for n in range(10)]
    evidence = Evidence([*pages, SeenPage(SAMPLE, lone, frozenset({LIST}))], frozenset({SAMPLE}), None, Memory())
    siblings = siblings_of_the_sample(evidence)
    assert purified(evidence, siblings, siblings) >= {SAMPLE}


def test_without_an_entry_page_the_samples_folder_is_its_own():
    site = bookshop()
    learner = ClassLearner()
    for url, (_, tree, groups) in site.pages.items():
        (learner.add_sample if url == SAMPLE else learner.add)(SeenPage(url, tree, frozenset(groups)))
    assert site.of("book") <= learner.targets()
    assert not learner.targets() & site.of("author", "help")


def test_a_lonely_page_in_another_folder_is_out_however_near():
    site = bookshop()
    variants = {f"{HOST}/elsewhere-{n}/it.html": n for n in range(2)}
    for url in variants:
        site.add(url, "book")
    learner = site.learner()
    for url in variants:
        verdict = learner.verdict(url)
        assert not verdict.is_target
        assert verdict.score > learner.page_class().threshold


def test_a_group_told_apart_is_out_however_near():
    site = bookshop()
    press = site.press
    for n in range(8):
        html = (
            "<main><h1>b</h1><div><img></div><table><tbody><tr><th>k</th><td>v</td></tr></tbody></table><p>t</p></main>"
        )
        site.pages[f"{HOST}/films/{chr(97 + n)}.html"] = ("film", press.folded(frame_of(html)), ())
    learner = site.learner()
    assert not learner.targets() & site.of("film")


def frame_of(main: str, extra: str = "<video></video>") -> str:
    return f"<html><head><title>t</title></head><body>{NAV}{main}{extra}{FOOT}</body></html>"


def test_names_known_from_links_alone_tell_what_a_name_says():
    site, sample = gallery(ruled=9)
    site.pages = {url: page for url, page in site.pages.items() if "gtk3-p" not in url and url[-6] not in "cdefghi"}
    learner = learner_of(site, sample)
    before = learner.targets()
    learner.add_known({f"{HOST}/gtk3-{n}.html" for n in "rstuvwxyz"})
    assert learner.targets() <= before
    after = learner.page_class()
    learner.add_known({f"{HOST}/gtk3-r.html"})
    assert learner.page_class() is after


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("others", [["author", "help", "listing"], ["help", "help", "help"]])
def test_on_a_tiny_site_nothing_but_the_sample_is_a_target(seed, others):
    site = Site(seed)
    site.pages[SAMPLE] = ("book", site.press.page("book"), ("html/body/p/a",))
    for n, template in enumerate(others):
        site.pages[f"{HOST}/{'abc'[n]}.html"] = (template, site.press.page(template), ("html/body/p/a",))
    assert site.learner().targets() == {SAMPLE}


@pytest.mark.parametrize("seed", range(6))
def test_on_a_tiny_site_in_one_folder_nothing_but_the_sample_is_a_target(seed):
    site = Site(seed)
    site.pages[f"{HOST}/dune.html"] = ("book", site.press.page("book"), ())
    del site.pages[SAMPLE]
    for name, template in zip("abc", ["author", "help", "listing"], strict=True):
        site.pages[f"{HOST}/{name}.html"] = (template, site.press.page(template), ())
    assert learner_of(site, f"{HOST}/dune.html").targets() == {f"{HOST}/dune.html"}


def test_a_site_of_one_class_is_all_inside():
    site = Site()
    site.add_many(9, "/books/{}.html", "book", LIST)
    assert site.learner().targets() == site.of("book")


def test_nothing_is_learnt_without_a_sample():
    learner = ClassLearner()
    learner.add(SeenPage(ENTRY, Press().page("book")))
    with pytest.raises(ValueError, match="sample"):
        learner.targets()


def test_an_answer_is_kept_until_something_new_comes():
    site = bookshop()
    learner = site.learner()
    before = learner.page_class()
    learner.add(SeenPage(SAMPLE, site.pages[SAMPLE][1], frozenset({LIST})))
    assert learner.page_class() is before
    learner.add(SeenPage(f"{HOST}/books/new.html", site.press.page("book"), frozenset({LIST})))
    assert learner.page_class() is not before
    assert isinstance(learner.verdict(f"{HOST}/books/new.html"), Verdict)
    assert learner.verdict(f"{HOST}/books/new.html").is_target


def test_a_choice_among_many_is_stable():
    urls = [f"{HOST}/{n}" for n in range(200)]
    chosen = some_of(urls, PANEL)
    assert len(chosen) == PANEL
    assert some_of(reversed(urls), PANEL) == chosen
    assert len(chosen & some_of([*urls, f"{HOST}/one-more"], PANEL)) >= PANEL - 1


def test_siblings_never_include_the_entry_page():
    press = Press()
    pages = [SeenPage(url, press.page("book"), frozenset({LIST})) for url in (ENTRY, SAMPLE)]
    evidence = Evidence(pages, frozenset({SAMPLE}), ENTRY, Memory())
    assert siblings_of_the_sample(evidence) == {SAMPLE}
    assert evidence.nearness(frozenset({SAMPLE})).of(SAMPLE) == 1


@pytest.mark.parametrize("order", range(3))
@pytest.mark.parametrize("threshold", [None, 0.2])
def test_a_page_that_is_not_meant_is_outside_and_what_is_built_like_it(order, threshold):
    site = Site()
    site.add_many(12, "/books/{}.html", "book", LIST)
    site.add_many(6, "/books/b-{}.html", "author", LIST)
    unlike = min(site.of("author"))
    learner = site.learner(order, threshold=threshold)
    learner.add_unlike(SeenPage(unlike, site.pages[unlike][1]))
    assert learner.targets() == site.of("book")
    tree = site.press.page("author")
    assert not learner.page_class().accepts(tree, promised=True)


def test_a_sample_stays_inside_though_it_is_called_unlike():
    site = bookshop()
    learner = site.learner()
    learner.add_unlike(SeenPage(SAMPLE, site.pages[SAMPLE][1]))
    assert learner.targets() == site.of("book")
