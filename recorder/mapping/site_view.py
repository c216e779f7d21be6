"""What a mapping knows of its site, as far as probing forms asks for it: pages, forms, and what a URL is. Chooses and
fetches nothing.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Set
from typing import Any

from recorder.forms.form import Form
from recorder.mapping.judge import Judge, LearntClass
from recorder.patterns.classes.page_class import PageClass
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import Link
from recorder.store.pages import Pages
from recorder.visiting.page_reader import ReadPage

Apart = Callable[..., Awaitable[Any]]
"""Runs a long computation off the event loop."""


class SiteView:
    """The pages seen so far, and the stored page of every URL that was fetched."""

    def __init__(self, site: SiteMap, judge: Judge, stored: Pages, apart: Apart) -> None:
        self._site = site
        self._judge = judge
        self._stored = stored
        self._apart = apart
        self._forms: dict[str, tuple[Form, ...]] = {}
        self.page_ids: dict[str, int] = {}
        self.listed: set[str] = set()
        """The targets that answers of forms list, if the pattern leads there."""

    def add_page(self, url: str, page_id: int, page: ReadPage | None) -> None:
        """Take in what was stored for a URL; `page` is None where none came."""
        self.page_ids[url] = page_id
        if page is None:
            self._site.dead.add(url)
            return
        if page.forms:
            self._forms.setdefault(page.url, page.forms)
        if page.url not in self._site.links:
            self._judge.add(url, page)
            self.page_ids.setdefault(page.url, page_id)
        self._site.add(page.url, page.links, requested=url)

    def add_answer(self, page_id: int, answer: ReadPage) -> None:
        """Take in the links of what is no page of its own: an answer to a form, or a further page of one."""
        self._site.add(f"{answer.url}#answer-{page_id}", answer.links)

    async def judge_anew(self) -> None:
        """Bring what is known of targets up to date with the pages taken in since."""
        verdicts = await self._apart(self._judge.verdicts, self._site)
        self._site.targets -= {url for url, verdict in verdicts.items() if not verdict}
        self._site.targets |= {url for url, verdict in verdicts.items() if verdict}

    async def page_class(self) -> PageClass:
        """The sample's class as learnt so far."""
        lesson: LearntClass = await self._apart(self._judge.lesson)
        return lesson.page_class

    def ids_of(self, urls: Iterable[str]) -> list[int]:
        """Of stored pages."""
        return [self.page_ids[url] for url in urls if url in self.page_ids]

    def canonical(self, url: str) -> str:
        """The address without parameters that make no other page."""
        return self._judge.idle.plain(url)

    def final(self, url: str) -> str:
        """Where the redirects of an address end."""
        return self._site.final(url)

    def asks_to_log_in(self, url: str) -> bool:
        """Whether it led on to another page, which asks for a password."""
        arrived = self._site.final(url)
        forms = self._forms.get(arrived, ()) if arrived != url else ()
        return any(field.kind == "password" for form in forms for field in form.fields)

    def is_target(self, url: str) -> bool:
        return self._site.is_target(url)

    def is_ignored(self, url: str) -> bool:
        """Whether a person does not want links of this class followed."""
        return self._site.ignores(url)

    def new_to_the_map(self, links: Collection[Link]) -> Set[str]:
        """The addresses that no page is known to lead to, samples apart: from the entry page, these may be out of
        reach. Only for such addresses is a browser worth its time.
        """
        samples = self._judge.samples_in(self._site)
        inbound = self._site.inbound
        return {link.url for link in links if inbound.get(link.url, {}).keys() <= samples}

    def is_open(self, url: str) -> bool:
        """Whether it may still be followed, and to a page that is wanted."""
        closed = self._site.fetched(url) or url in self._site.dead or self._site.ignores(url)
        return not closed and not self._judge.choice.leaves_out(url)

    def stored_urls(self) -> list[str]:
        """The pages seen, in their order."""
        return [url for url in self._site.links if url in self.page_ids]

    def stored_targets(self) -> list[str]:
        return sorted(self._site.targets & self.page_ids.keys())

    def targets(self) -> list[str]:
        """The plain addresses of all pages that are taken for targets, seen or not."""
        return sorted(set(map(self.canonical, self._site.targets)))

    def document(self, url: str) -> Document:
        """A stored page; an empty one where nothing is stored."""
        page_id = self.page_ids.get(url)
        stored, body = self._stored.with_body(page_id) if page_id else (None, None)
        return Document.parse(body or b"", content_type=stored.content_type if stored else "", url=url)

    def anchor_texts(self, url: str) -> Iterator[str]:
        """What links to a page say."""
        site = self._site
        return (link.text for page in site.inbound.get(url, ()) for link in site.links[page] if link.url == url)

    def target_places(self) -> set[str]:
        """Where targets link to other targets."""
        site = self._site
        return {link.place for url in site.targets for link in site.links.get(url, ()) if site.is_target(link.url)}

    def forms(self) -> list[tuple[Form, ...]]:
        """The forms of each page that has any, the pages nearest to the entry page first, targets after others."""
        site = self._site
        entry = site.final(site.entry)
        order = sorted(self._forms, key=lambda url: (url != entry, site.is_target(url), site.depths.get(url, 0), url))
        return [self._forms[url] for url in order]
