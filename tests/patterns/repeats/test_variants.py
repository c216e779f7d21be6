"""Pages that say again what another target says at a plainer address are told from those that say something else."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes.groups import GroupChoice
from recorder.patterns.pages.links import Link
from recorder.patterns.repeats.plain_addresses import PlainAddresses, Spelling, plain_address, spelling_of
from recorder.patterns.repeats.variants import Variants
from recorder.patterns.repeats.views import view_of
from recorder.patterns.urls.url import Url

SITE = "http://wiki.example"
FRAME = "home search log in about this wiki"
WORDS = [f"word{number}" for number in range(2000)]


def article(seed: int, words: int = 80) -> str:
    return f"{FRAME} {' '.join(Random(seed).sample(WORDS, words))}"


def site_of(pages: dict[str, str], sample: str = f"{SITE}/wiki/Sample") -> Variants:
    found = Variants([sample])
    for url, text in pages.items():
        found.add(url, text)
    return found


def again(seen: Variants, alike: list[str]) -> frozenset[str]:
    return seen.among(alike, alike).urls


def articles(count: int) -> dict[str, str]:
    return {f"{SITE}/wiki/Page{number}": article(number) for number in range(count)}


def test_old_versions_say_again_what_the_page_says() -> None:
    pages = articles(6)
    old = {f"{url}?version=1": f"{text} version one saved by anonymous" for url, text in pages.items()}
    assert again(site_of(pages | old), [*pages, *old]) == set(old)


def test_what_lists_add_to_addresses_says_nothing_in_any_folder_of_a_sort() -> None:
    """Lots of sales: few of any one sale were seen with it and without."""
    lots = {f"{SITE}/sale-{n}/lot-{n}.htm": article(n) for n in range(6)}
    again = {f"{url}?from=artist": text for url, text in list(lots.items())[:2]}
    found = site_of(lots | again, f"{SITE}/sale-1/lot-1.htm").among([*lots, *again], [*lots])
    assert found.urls == set(again)
    assert found.idle.plain(f"{SITE}/sale-77/lot-9.htm?from=artist") == f"{SITE}/sale-77/lot-9.htm"


def test_what_the_compared_ones_are_holds_for_those_whose_plain_page_was_not_seen() -> None:
    pages = articles(4)
    old = {f"{url}?version=1": text for url, text in pages.items()}
    seen = dict(list(pages.items())[:2])
    older = {url.replace("=1", "=2"): text for url, text in old.items()}
    found = site_of(seen | old | older).among([*seen, *old, *older], [*seen, *old, *older])
    stand = [f"{url}?version=1" for url in pages if url not in seen]
    assert found.urls == {*old, *older}.difference(stand)
    assert [found.idle.plain(url) for url in pages] == [*seen, *stand]


def test_an_anchor_within_a_route_is_the_page_of_the_route() -> None:
    pages = {f"{SITE}/#/wiki/Page{number}": article(number) for number in range(6)}
    anchors = {f"{url}?id=history": text for url, text in pages.items()}
    assert again(site_of(pages | anchors, f"{SITE}/#/wiki/Sample"), [*pages, *anchors]) == set(anchors)


def test_further_pages_of_a_list_say_something_else() -> None:
    first, second, third = f"{SITE}/list", f"{SITE}/list?page=2", f"{SITE}/list?page=3"
    pages = {first: article(1), second: article(2), third: article(3), f"{SITE}/list?page=1": article(1)}
    assert again(site_of(pages), list(pages)) == {f"{SITE}/list?page=1"}


def test_a_translation_says_something_else() -> None:
    pages = articles(5)
    translated = {f"{url}?lang=fr": article(100 + number) for number, url in enumerate(pages)}
    assert again(site_of(pages | translated), [*pages, *translated]) == set()


def test_a_parameter_of_the_sample_is_part_of_what_is_meant() -> None:
    pages = articles(5)
    old = {f"{url}?version=1": f"{text} {article(number, 30)}" for number, (url, text) in enumerate(pages.items(), 90)}
    assert again(site_of(pages | old, f"{SITE}/wiki/Page3?version=1"), [*pages, *old]) == set()


def test_what_a_sample_says_of_the_way_that_led_to_it_is_not_meant_if_pages_say_just_the_same_without() -> None:
    """As copied from the address bar of a browser. Such pages are one record, by its plain address."""
    plain = articles(9)
    found = {f"{url}?q=word&hit={number}": text for number, (url, text) in enumerate(plain.items()) if number > 2}
    sample = f"{SITE}/wiki/Page3?q=word&hit=3"
    told = site_of(plain | found, sample).among([*plain, *found], [*plain, *found])
    assert told.urls == {f"{SITE}/wiki/Page3", *found} - {sample}
    assert told.idle.plain(f"{SITE}/wiki/Page3") == sample
    assert told.idle.plain(f"{SITE}/wiki/Page1?q=other&hit=7") == f"{SITE}/wiki/Page1"
    assert told.idle.plain(f"{SITE}/wiki/New") == f"{SITE}/wiki/New"
    assert told.idle.plain(f"{SITE}/wiki/Old?q=word&hit=8") == f"{SITE}/wiki/Old"


def test_that_pages_call_another_address_their_own_speaks_for_what_addresses_say_of_it() -> None:
    pages = {f"{SITE}/wiki/Page{n}?list={way}&hit={n}": article(n) for n in range(6) for way in "abc"}
    site = Variants([f"{SITE}/wiki/Page3?list=a&hit=3"])
    for url, text in pages.items():
        site.add(url, text, canonical=url.partition("?")[0])
    found = site.among(list(pages), list(pages))
    assert found.urls == {url for url in pages if "list=a" not in url}
    assert found.idle.plain(f"{SITE}/wiki/Page3?list=d&hit=9") == f"{SITE}/wiki/Page3?list=a&hit=3"
    assert found.idle.plain(f"{SITE}/wiki/New") == f"{SITE}/wiki/New"
    assert found.idle.plain(f"{SITE}/wiki/New?list=d&hit=9") == f"{SITE}/wiki/New", "the first one that was met"


def test_one_parameter_more_than_another_one() -> None:
    pages = {f"{SITE}/show?id={number}": article(number) for number in range(5)}
    printed = {f"{url}&print=1": text for url, text in pages.items()}
    found = site_of(pages | printed, f"{SITE}/show?id=3")
    assert again(found, [*pages, *printed]) == set(printed)
    assert again(found, list(pages)) == set()


def test_without_a_plainer_page_that_is_alike_there_is_nothing_to_say_again() -> None:
    pages = articles(4)
    old = {f"{url}?version=1": text for url, text in pages.items()}
    assert again(site_of(pages | old), list(old)) == set()


@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["", "?a=1", "?b=2", "?a=1&b=2"]), st.text()), max_size=20)
)
def test_variants_are_some_of_the_pages_and_the_plainest_never_is_one(pages: list[tuple[int, str, str]]) -> None:
    urls = {f"{SITE}/{number}{query}": text for number, query, text in pages}
    found = again(site_of(urls), list(urls))
    assert found <= {url for url in urls if "?" in url}


def test_what_was_searched_for_changes_nothing_of_the_page() -> None:
    """Highlighted words may make of a page what looks like another kind: only the plain ones are known as targets."""
    plain = {f"{SITE}/wiki?id=Page{number}": article(number) for number in range(6)}
    found = {f"{url}&hit=word{number}": plain[url] for number, url in enumerate(plain)}
    edited = {f"{url}&do=edit": f"{FRAME} {number} save preview" for number, url in enumerate(plain)}
    shown = {f"{url}&do=show": text for url, text in plain.items()}
    seen = site_of(plain | found | edited | dict(list(shown.items())[:2]), f"{SITE}/wiki?id=Page0")
    idle = seen.among([*plain, *found, *list(shown)[:2]], list(plain)).idle
    assert idle.plain(f"{SITE}/wiki?id=New&hit=word7&hit=word8") == f"{SITE}/wiki?id=New"
    link, other = Link(f"{SITE}/wiki?id=New&hit=word7", "html/a"), Link(f"{SITE}/wiki", "html/a")
    assert idle.plain_links([link, other]) == {link: Link(f"{SITE}/wiki?id=New", "html/a")}
    assert idle.plain(f"{SITE}/wiki?do=edit&id=New") == f"{SITE}/wiki?do=edit&id=New"
    assert idle.plain(f"{SITE}/other/wiki?id=New&hit=word7") == f"{SITE}/other/wiki?id=New&hit=word7"


def test_what_is_idle_at_one_page_of_a_program_says_at_another_which_page_it_is() -> None:
    """`index.php?show=item&id=7&shelf=2` says nothing but `id=7`; `index.php?show=shelf&shelf=2` is a shelf."""
    front = f"{SITE}/index.php?show"
    plain = {f"{front}=item&id={number}": article(number) for number in range(6)}
    found = {f"{url}&shelf={number % 3}": plain[url] for number, url in enumerate(plain)}
    shelves = {f"{front}=shelf&shelf={number}": article(90 + number) for number in range(9)}
    seen = site_of(plain | found | shelves, f"{front}=item&id=0")
    told = seen.among([*plain, *found], list(plain))
    assert told.urls == set(found)
    assert told.idle.plain(f"{front}=item&id=77&shelf=5") == f"{front}=item&id=77"
    assert told.idle.plain(f"{front}=shelf&shelf=5") == f"{front}=shelf&shelf=5"


def test_an_address_written_in_several_ways_is_one() -> None:
    """Small letters or capitals, parameters in this order or that: as the sample is written, or most are."""
    pages = {f"{SITE}/View.asp?id={number}&t=B": article(number) for number in range(9)}
    loud = {f"{SITE}/VIEW.ASP?ID={number}&t=B": article(number) for number in range(3, 11)}
    turned = {f"{SITE}/view.asp?t=B&id={number}": article(number) for number in range(5, 12)}
    told = site_of(pages | loud | turned, f"{SITE}/View.asp?id=0&t=B")
    found = told.among([*pages, *loud, *turned], [*pages, *loud, *turned])
    assert found.urls == {*loud, *turned}
    assert found.idle.plain(f"{SITE}/vIEW.asp?T=B&Id=77#top") == f"{SITE}/View.asp?id=77&t=B#top"
    assert found.idle.plain(f"{SITE}/View.asp?id=77&t=b") == f"{SITE}/View.asp?id=77&t=b"
    assert found.idle.plain(f"{SITE}/View.asp?id=77") == f"{SITE}/View.asp?id=77"
    assert found.idle.plain(f"{SITE}/View.asp?ID=1&ID=2&t=B") == f"{SITE}/View.asp?ID=1&ID=2&t=B"
    link = Link(f"{SITE}/VIEW.ASP?ID=7&t=B", "html/a")
    assert found.idle.plain_links([link]) == {link: Link(f"{SITE}/View.asp?id=7&t=B", "html/a")}


def test_capitals_say_nothing_where_pages_say_the_same_without_them() -> None:
    acts = {f"{SITE}/acts/2022/a{number}f/Title": article(number) for number in range(9)}
    loud = {f"{SITE}{url.removeprefix(SITE).upper()}": text for url, text in list(acts.items())[:6]}
    found = site_of(acts | loud, f"{SITE}/acts/2022/a8f/Title").among([*acts, *loud], [*acts, *loud])
    assert found.urls == set(loud)
    assert found.idle.plain(f"{SITE}/acts/2022/A7F/Title") == f"{SITE}/acts/2022/a7f/Title"
    assert found.idle.plain(f"{SITE}/ACTS/2022/B7") == found.idle.plain(f"{SITE}/acts/2022/b7")


def test_capitals_that_make_another_page_stay() -> None:
    small = {f"{SITE}/{letter}": article(number) for number, letter in enumerate("abcdefgh")}
    capital = {f"{SITE}/{letter}": article(90 + number) for number, letter in enumerate("ABCDEFGH")}
    found = site_of(small | capital).among([*small, *capital], [*small, *capital])
    assert not found.urls
    assert not found.idle.caseless


NAMES = st.lists(st.sampled_from(["id", "ID", "t", "Ref", "ref"]), min_size=1, max_size=4)


@given(NAMES, st.randoms(use_true_random=False))
def test_a_spelling_changes_no_value_and_is_the_same_for_all(names: list[str], chance: Random) -> None:
    kept = Spelling(f"{SITE}/View.asp", tuple(names))
    said = [(name, str(number)) for number, name in enumerate(names)]
    other = "&".join(f"{name.swapcase()}={value}" for name, value in chance.sample(said, len(said)))
    url = PlainAddresses(spellings=frozenset({kept})).plain(f"{SITE}/VIEW.ASP?{other}")
    assert spelling_of(url) == kept
    assert PlainAddresses(spellings=frozenset({kept})).plain(url) == url
    assert sorted((name.casefold(), value) for name, value in Url(url).parameters) == sorted(
        (name.casefold(), value) for name, value in said
    )


def test_where_letters_make_another_page_every_spelling_stays() -> None:
    small = {f"{SITE}/view?id={number}": article(number) for number in range(9)}
    capital = {f"{SITE}/view?ID={number}": article(50 + number) for number in range(9)}
    assert not again(site_of(small | capital, f"{SITE}/view?id=0"), [*small, *capital])
    assert not site_of(small | capital).among([*small, *capital], [*small]).idle.spellings


def test_what_is_idle_is_so_in_the_numbered_folder_of_every_record() -> None:
    plain = {f"{SITE}/{number}/how-to": article(number) for number in range(1, 6)}
    answers = {f"{url}?show={number}": text for number, (url, text) in enumerate(plain.items())}
    told = site_of(plain | answers, f"{SITE}/1/how-to").among([*plain, *answers], list(plain))
    assert told.urls == set(answers)
    assert told.idle.plain(f"{SITE}/77/why?show=5") == f"{SITE}/77/why"
    assert told.idle.plain(f"{SITE}/tag/why?show=5") == f"{SITE}/tag/why?show=5"


def test_an_address_without_parameters_keeps_its_route() -> None:
    assert plain_address(f"{SITE}/a?q=1&p=2&q=3#/b?q=4", {"q"}) == f"{SITE}/a?p=2#/b?q=4"
    assert plain_address(f"{SITE}/a?q=1", {"q"}) == f"{SITE}/a"
    assert plain_address(f"{SITE}/a", {"q"}) == f"{SITE}/a"
    assert plain_address(f"{SITE}/a?p=1;q=2;r=3", {"q"}) == f"{SITE}/a?p=1;r=3"


def translated(language: str, address: str = SITE + "/item?id={id}&lang={language}", count: int = 6) -> dict[str, str]:
    """The same records, with the words of the frame in another language."""
    said = {"en": "home search author year", "de": "start suche autor jahr", "pt": "inicio pesquisa autores ano"}
    addresses = [address.format(id=number, language=language) for number in range(count)]
    return {url: f"{said[language]} {article(number)}" for number, url in enumerate(addresses)}


IN_LANGUAGES = (
    "/item?id={id}&lang={language}", "/{language}/item/{id}", "/no.{id}.{language}.html", "/n{id}.html.{language}",
)  # fmt: skip


@pytest.mark.parametrize("address", [SITE + path for path in IN_LANGUAGES])
def test_records_in_other_languages_than_the_samples_say_the_same_again(address: str) -> None:
    sample = address.format(id=1, language="en")
    ours, german, others = (translated(language, address) for language in ("en", "de", "pt"))
    seen = dict(list(ours.items())[:3])
    pages = seen | german | others
    assert again(site_of(pages, sample), list(pages)) == {*german, *others}


def test_translations_share_names_and_numbers_with_their_originals_alone() -> None:
    """The words differ, but for a few that no other record has."""
    ours = translated("en")
    german = {url: f"{article(number + 99)} {article(number, 8)}" for number, url in enumerate(translated("de"))}
    assert again(site_of(ours | german, f"{SITE}/item?id=1&lang=en"), [*ours, *german]) == set(german)


def test_translations_that_say_it_in_other_words_stay() -> None:
    sample = f"{SITE}/item?id=1&lang=en"
    ours, german = translated("en"), {url: article(number + 99) for number, url in enumerate(translated("de"))}
    assert again(site_of(ours | german, sample), [*ours, *german]) == set()


def projects(tab: str, numbers: range = range(6)) -> dict[str, str]:
    """One part each of these projects: all parts of one name its people, and little else that is the same."""
    said = f"&tab={tab}" if tab else ""
    seed = sum(map(ord, tab or "summary"))
    return {f"{SITE}/view.do?id={n}{said}": f"{article(n, 12)} {article(n * 999 + seed)}" for n in numbers}


def in_tabs(sample: str, *parts: dict[str, str], tabs: tuple[str, ...]) -> Variants:
    """A site whose pages link to these tabs of their record."""
    found = Variants([sample])
    for part in parts:
        for url, text in part.items():
            record = url.partition("&")[0]
            found.add(url, text, links=[f"{record}&tab={tab}" for tab in tabs])
    return found


def test_tabs_of_a_record_are_parts_of_it_and_the_one_of_the_sample_is_kept() -> None:
    summary, bare = projects("summary"), projects("")
    people, money = projects("people", range(3)), projects("money", range(3))
    tabs = ("summary", "people", "money")
    seen = in_tabs(f"{SITE}/view.do?id=1&tab=summary", summary, bare, people, money, tabs=tabs)
    found = seen.among([*summary, *bare, *people, *money], list(summary))
    assert found.urls == {*bare, *people, *money}
    assert found.idle.plain(f"{SITE}/view.do?id=77") == f"{SITE}/view.do?id=77&tab=summary"
    assert found.idle.plain(f"{SITE}/view.do?tab=people&id=77") == f"{SITE}/view.do?tab=summary&id=77"
    for other in (
        "/view.do?id=7&tab=summary",
        "/print.do?id=7",
        "/view.do?tab=people",
        "/view.do?id=7&tab=people&page=2",
    ):
        assert found.idle.plain(SITE + other) == SITE + other


def test_tabs_are_parts_of_a_record_whose_own_address_says_none() -> None:
    summary, people, notes = projects(""), projects("people", range(3)), projects("notes", range(3))
    seen = in_tabs(f"{SITE}/view.do?id=1", summary, people, notes, tabs=("people", "notes"))
    found = seen.among([*summary, *people, *notes], list(summary))
    assert found.urls == {*people, *notes}
    assert found.idle.plain(f"{SITE}/view.do?tab=people&id=77") == f"{SITE}/view.do?id=77"
    assert found.idle.plain(f"{SITE}/view.do?tab=money&id=77") == f"{SITE}/view.do?tab=money&id=77"


def test_tabs_are_parts_of_a_record_that_the_path_names() -> None:
    summary, people = (
        {url.replace("view.do?id=", "p/").replace("&", "?"): text for url, text in projects(tab).items()}
        for tab in ("", "people")
    )
    site = Variants([f"{SITE}/p/1"])
    for url, text in (summary | people).items():
        site.add(url, text, links=[f"{url.partition('?')[0]}?tab=people"])
    found = site.among([*summary, *people], list(summary))
    assert found.urls == set(people)
    assert found.idle.plain(f"{SITE}/p/77?tab=people") == f"{SITE}/p/77"


def test_a_program_that_shows_the_same_for_printing_leads_to_the_one_of_the_sample() -> None:
    records = {f"{SITE}/unit.aspx?id={n}": article(n) for n in range(6)}
    printed = {f"{SITE}/print.aspx?id={n}": " ".join(article(n).split()[7:]) for n in range(2)}
    people = {f"{SITE}/person.aspx?id={n}": article(n + 50) for n in range(6)}
    pages = records | printed | people
    found = site_of(pages, f"{SITE}/unit.aspx?id=1").among(list(pages), list(pages))
    assert found.urls == set(printed)
    assert found.idle.plain(f"{SITE}/print.aspx?id=77") == f"{SITE}/unit.aspx?id=77"
    assert found.idle.plain(f"{SITE}/person.aspx?id=77") == f"{SITE}/person.aspx?id=77"


def test_pages_that_no_page_of_the_record_links_to_are_no_tabs_of_it() -> None:
    summary, people = projects("summary"), projects("people")
    seen = in_tabs(f"{SITE}/view.do?id=1&tab=summary", summary, people, tabs=())
    assert again(seen, [*summary, *people]) == set()


def test_tabs_that_say_no_more_of_their_own_record_than_of_others_stay() -> None:
    summary = projects("summary")
    others = {url.replace("summary", "news"): article(n + 500) for n, url in enumerate(summary)}
    seen = in_tabs(f"{SITE}/view.do?id=1&tab=summary", summary, others, tabs=("summary", "news"))
    assert again(seen, [*summary, *others]) == set()


def test_translations_that_say_which_they_are_go_where_no_name_says_a_language() -> None:
    """The default language has no code: `/item-3.html` beside `/item-3.en.html`."""
    own, other = ([f"{SITE}/item-{n}{end}.html" for n in range(6)] for end in (".en", ""))
    found = Variants(own[:1])
    for n, pair in enumerate(zip(own, other, strict=True)):
        for url in pair:
            found.add(url, article(n + 99 * (url in other)), translations=frozenset(pair))
    repeats = found.among([*own, *other], own)
    assert repeats.urls == set(other)
    choice = GroupChoice(translated=tuple(sorted(map(" ".join, repeats.editions))))
    assert [choice.leaves_out(f"{SITE}/item-77{end}.html") for end in (".en", "")] == [False, True]


def test_languages_that_samples_say_are_meant() -> None:
    pages = translated("en") | translated("de") | translated("pt")
    found = Variants([f"{SITE}/item?id=1&lang=en", f"{SITE}/item?id=1&lang=de"])
    for url, text in pages.items():
        found.add(url, text)
    assert found.among(list(pages), list(pages)).urls == set(translated("pt"))


def shelved(shelf: str, count: int = 6) -> dict[str, str]:
    return {f"{SITE}/item?id={n}&shelf={shelf}": article(n) for n in range(count)}


def test_where_no_address_is_plain_that_of_the_samples_sort_is_kept() -> None:
    """What stands on another shelf alone stays there."""
    old, new, token = (
        shelved("old"),
        shelved("new"),
        {f"{url}&check={n}7f": said for n, (url, said) in enumerate(shelved("new").items())},
    )
    pages = new | token | old
    found = site_of(pages, f"{SITE}/item?id=1&shelf=old").among(list(pages), list(pages))
    assert found.urls == {*new, *token}
    assert found.idle.plain(f"{SITE}/item?id=3&shelf=new&check=9") == f"{SITE}/item?id=3&shelf=old"
    elsewhere = f"{SITE}/item?shelf=new&id=77"
    assert found.idle.plain(f"{elsewhere}&check=1") == elsewhere
    assert found.idle.plain(f"{SITE}/item?id=77&shelf=top") == elsewhere, "the first one that was met"
    assert found.idle.plain(f"{SITE}/shelf?shelf=top&page=2") == f"{SITE}/shelf?shelf=top&page=2"


def test_days_of_one_place_are_pages_of_their_own() -> None:
    """They share most of what sets the place apart."""
    days = {"mon": 1, "tue": 2, "wed": 3, "thu": 4}
    pages = {
        f"{SITE}/at?place={n}&day={day}": f"{article(n)} {article(500 + d, 8)}"
        for n in range(6)
        for day, d in days.items()
    }
    assert again(site_of(pages, f"{SITE}/at?place=1&day=mon"), list(pages)) == set()


def posts(*topics: int) -> dict[str, str]:
    """Each topic at its own address, and at that of each of its posts."""
    return {f"{SITE}/topic?{how}": article(n) for n in topics for how in (f"f=1&t={n}", f"p={n}1", f"p={n}2")}


def own_address(url: str) -> str:
    """Where a forum links to from the title of a topic."""
    return url if "t=" in url else f"{SITE}/topic?f=1&t={url.partition('p=')[2][:-1]}"


def test_topics_at_the_addresses_of_their_posts_are_told_by_what_they_say() -> None:
    pages = posts(*range(6))
    site = Variants([f"{SITE}/topic?f=1&t=1"])
    for number, (url, text) in enumerate(pages.items()):
        site.add(url, f"{text} read {number} times", title=text[:9], links=[own_address(url)])
    alone = f"{SITE}/topic?p=991"
    site.add(alone, article(99), title="its topic was not seen", links=[own_address(alone)])
    pages[alone] = article(99)
    assert site.among(list(pages), list(pages)).urls == {url for url in pages if "p=" in url}


def test_topics_are_told_by_what_they_say_where_all_pages_call_the_entry_page_their_own() -> None:
    pages = posts(*range(6))
    site = Variants([f"{SITE}/topic?f=1&t=1"])
    for url, text in pages.items():
        site.add(url, text, title=text[:9], links=[own_address(url)], canonical=f"{SITE}/")
    assert again(site, list(pages)) == {url for url in pages if "p=" in url}


def test_pages_that_do_not_name_the_record_they_show_may_be_all_there_is_of_others() -> None:
    pages = posts(*range(6)) | {f"{SITE}/topic?p=991": article(99)}
    site = Variants([f"{SITE}/topic?f=1&t=1"])
    for url, text in pages.items():
        site.add(url, text, title=text[:49])
    assert again(site, list(pages)) == {url for url in pages if "p=" in url} - {f"{SITE}/topic?p=991"}


def test_pictures_that_have_nothing_but_a_number_are_no_twins() -> None:
    pages = {f"{SITE}/photo{album}{n}": f"album {album} photo {n} of 9" for album in "abcdefg" for n in range(1, 10)}
    site = Variants([f"{SITE}/photoa1"])
    for url, text in pages.items():
        site.add(url, text, title=text[:7])
    assert again(site, list(pages)) == set()


def test_records_that_say_little_under_one_title_are_no_twins() -> None:
    pages = {f"{SITE}/gauge{n}": f"gauge level station {n} {n}9" for n in range(12)}
    site = Variants([f"{SITE}/gauge1"])
    for url, text in pages.items():
        site.add(url, text, title="Gauges")
    assert site.among(list(pages), list(pages)).urls == set()


def edition(version: str, count: int = 6, address: str = f"{SITE}/{{version}}/{{name}}") -> dict[str, str]:
    """The same pages, which say of which version they are."""
    return {address.format(version=version, name=f"Page{n}"): f"{article(n)} {version}" for n in range(count)}


@pytest.mark.parametrize("address", [f"{SITE}/{{version}}/{{name}}", f"{SITE}/{{name}}?v={{version}}"])
def test_older_versions_say_again_what_that_of_the_sample_says(address: str) -> None:
    ours, older = edition("12.3", address=address), edition("v11", address=address) | edition("latest", address=address)
    found = site_of(ours | older, list(ours)[1]).among([*ours, *older], list(ours))
    assert found.urls == set(older)
    assert {value.lstrip("=") for _, value in found.editions} == {"v11", "latest"}


def test_a_page_that_only_an_older_version_has_goes_with_it() -> None:
    ours, older = edition("12.3"), edition("12.2", 9)
    assert again(site_of(ours | older, list(ours)[1]), [*ours, *older]) == set(older)


def test_a_few_pages_that_say_the_same_in_two_numbered_folders_are_no_version() -> None:
    ours, others = edition("2023", 4), edition("2024", 4)
    assert again(site_of(ours | others, list(ours)[1]), [*ours, *others]) == set()


def test_pages_of_one_name_that_say_something_else_are_no_version() -> None:
    ours = edition("2023")
    others = {f"{SITE}/2024/Page{n}": article(n + 50) for n in range(6)}
    assert again(site_of(ours | others, list(ours)[1]), [*ours, *others]) == set()


def views(pages: dict[str, str], tail: str) -> dict[str, str]:
    """A view of each page: what it says of the record in a few words, with as many of its own."""
    return {
        f"{url}/{tail}": f"{FRAME} {' '.join(text.split()[7:15])} {article(900 + number, 30)}"
        for number, (url, text) in enumerate(pages.items())
    }


@pytest.mark.parametrize("tail", ["history", "_plugin/files/", "T/"])
def test_views_at_the_address_of_a_record_and_the_same_words_are_of_that_record(tail: str) -> None:
    pages = articles(9)
    history = views(pages, tail)
    seen = dict(list(pages.items())[:6])
    found = site_of(seen | history).among([*seen, *history], list(seen))
    assert found.urls == set(history), "of the record that was not seen, too"
    assert found.views == {f"/2+ {tail.strip('/')}"}


@pytest.mark.parametrize("level", ["print", "7.x", "9"])
def test_views_and_versions_at_a_level_in_between(level: str) -> None:
    pages = articles(6)
    others = {url.replace("/wiki/", f"/wiki/{level}/"): text for url, text in pages.items()}
    found = site_of(pages | others).among([*pages, *others], list(pages))
    assert found.urls == set(others)
    assert found.views == {f"/1 {level}"}


def test_what_stands_below_a_record_and_says_something_else_stays() -> None:
    pages = articles(6)
    below = {f"{url}/notes": article(500 + number) for number, url in enumerate(pages)}
    assert again(site_of(pages | below), [*pages, *below]) == set()


def test_first_parts_are_no_views_where_the_other_parts_have_names_of_their_own() -> None:
    pages = articles(6)
    first = views(pages, "introduction")
    more = {f"{url}/part-{number}": article(700 + number) for number, url in enumerate(pages)}
    assert again(site_of(pages | first | more), [*pages, *first, *more]) == set()
    history, notes = views(pages, "history"), {f"{url}/notes": article(700 + n) for n, url in enumerate(pages)}
    assert again(site_of(pages | history | notes), [*pages, *history, *notes]) == set(history)


@pytest.mark.parametrize("tail", ["2", "page/2"])
def test_further_pages_and_pages_below_one_record_are_no_views(tail: str) -> None:
    pages = articles(6)
    every = pages | views(pages, tail) | views(articles(1), "history")
    assert again(site_of(every), list(every)) == set()


def test_a_thread_that_is_opened_at_one_of_its_posts_is_the_thread() -> None:
    """The forum's lists lead to the last post of each: of a long thread that is on a further page."""
    threads = {f"{SITE}/topic/{n}/title-{n}": article(n) for n in range(9)}
    short = {f"{url}/{n + 2}": threads[url] for n, url in enumerate(list(threads)[:6])}
    long = {f"{url}/{n + 31}": article(n + 60) for n, url in enumerate(list(threads)[6:])}
    every = threads | short | long
    found = site_of(every, f"{SITE}/topic/0/title-0").among([*every], [*threads])
    assert found.urls == {*short, *long}
    assert not view_of(f"{SITE}/topic/77", found.views)


def test_records_below_a_page_with_all_of_them_are_no_views_of_it() -> None:
    answers = {f"{SITE}/questions/{n}": article(n) for n in range(9)}
    every = answers | {f"{SITE}/questions": " ".join(answers.values())}
    assert again(site_of(every, f"{SITE}/help"), list(every)) == set()


def test_views_are_meant_where_a_sample_is_one() -> None:
    pages = articles(6)
    history = views(pages, "history")
    assert again(site_of(pages | history, f"{SITE}/wiki/Page3/history"), [*pages, *history]) == set()


def test_addresses_that_pages_call_their_own_are_known_before_they_are_seen() -> None:
    site = Variants([f"{SITE}/match/0-rovers"])
    for n in range(6):
        text, long = article(n), f"{SITE}/match/{n}-rovers"
        for url in [long, f"{SITE}/match/{n}"][n > 3 :]:
            site.add(url, text, canonical=long if url != long else "")
    pages = [f"{SITE}/match/{n}{rest}" for n in range(6) for rest in ("", "-rovers")[: 1 if n > 3 else 2]]
    found = site.among(pages, pages)
    assert found.named == {f"{SITE}/match/{n}": f"{SITE}/match/{n}-rovers" for n in range(4)}
    assert found.unseen == {f"{SITE}/match/{n}": f"{SITE}/match/{n}-rovers" for n in (4, 5)}
