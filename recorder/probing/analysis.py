"""Which answers lead to target pages [V06 §4.3]: only the largest 30% are looked at, and of each group of their links a
random 30% is followed, drawn by a seed. Links of the site's template are left aside.

Once some links of a group are known to lead to targets, others like them in the same place are taken to do so, too.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from urllib.parse import unquote_plus

from recorder.forms.form import Form
from recorder.forms.informativeness import Answer
from recorder.forms.ranking import largest, links_to_follow, template_links
from recorder.forms.submission import Submission
from recorder.mapping.site_view import SiteView
from recorder.patterns.classes.page_class import PageClass
from recorder.patterns.navigation.pagination import turns_a_page
from recorder.patterns.navigation.pattern import LinkStep
from recorder.patterns.pages.link_groups import group_links
from recorder.patterns.pages.links import Link
from recorder.patterns.repeats.plain_addresses import names_of
from recorder.patterns.urls.expressions import generalise
from recorder.patterns.urls.url import Url, plain_address, without_repeated
from recorder.probing.probe_fetcher import KeptPage, ProbeFetcher
from recorder.probing.probe_sender import ProbeReply
from recorder.probing.search_ids import SearchId, search_ids, without_search_ids
from recorder.probing.unheeded import heeds
from recorder.visiting.page_reader import ReadPage

MOST_FOLLOWED = 12
"""Most links of one answer that are followed: three links of ten groups say no more than one of each."""

COMPARED = 2
"""Most links of a kind that are also followed without the query in their address, and most of those that say that they
turn the page that are followed whatever else there is.
"""

IN_VAIN = 5
"""Views of answers ("only books", "page 2") that say more of the same names and are no targets, after which no others
of these names are looked at: as many as are fetched of a class of addresses while mapping.
"""

LOOKED_INTO = 3
"""Most answers, the best ones, whose other links are followed to find their pagination."""

_UNHEEDED = "what is listed unasked"


@dataclass
class Analyst:
    """Judges the answers of one form."""

    site: SiteView
    fetcher: ProbeFetcher
    form: Form
    unasked: ReadPage | None
    """The page with the form."""
    like_sample: PageClass
    fetched: dict[str, KeptPage] = field(default_factory=dict)
    """The pages that links of answers led to, by their addresses, or with the sessions that these need."""
    _looked_at: dict[str, bool] = field(default_factory=dict)
    _heeds: dict[ProbeReply, bool] = field(default_factory=dict)
    _like_targets: list[tuple[frozenset[str], LinkStep]] = field(default_factory=list)
    _views: dict[frozenset[str], Counter[bool]] = field(default_factory=lambda: defaultdict(Counter))
    """How many pages that ask the same and say this more are targets, and how many are not."""

    def template(self, replies: Iterable[ProbeReply]) -> frozenset[str]:
        """Links that have nothing to do with the query: those on nearly all that came, once for however many queries.
        Where all answers list exactly the same, these links are an answer, too.
        """
        form_page = frozenset(link.url for link in self.unasked.links) if self.unasked else frozenset()
        heeding = (reply.page for reply in self._heeding(replies) if reply.page)
        linked = list(dict.fromkeys(frozenset(link.url for link in page.links) for page in heeding))
        listed = [urls - form_page for urls in linked]
        alike = any(listed) and all(each == listed[0] for each in listed)
        return form_page if alike else template_links(form_page, linked)

    def _heeding(self, replies: Iterable[ProbeReply]) -> list[ProbeReply]:
        """Those that heed the question; all, if none does."""
        known = list(replies)
        for reply in known:
            if reply not in self._heeds:
                self._heeds[reply] = reply.page is None or heeds(reply.page, self.unasked)
        return [reply for reply in known if self._heeds[reply]] or known

    async def answers(self, replies: Sequence[ProbeReply]) -> list[Answer]:
        """The answer to every query; whether it is good is known of those that were looked at."""
        template = self.template(replies)
        ids = search_ids([reply.page.links if reply.page else () for reply in replies])
        prints = {
            reply.query: _fingerprint(reply, template, known, self.form)
            for reply, known in zip(replies, ids, strict=True)
        }
        heeding = self._heeding(replies)
        prints |= dict.fromkeys({reply.query for reply in replies} - {reply.query for reply in heeding}, _UNHEEDED)
        self._looked_at[_UNHEEDED] = False
        for reply in largest(heeding, lambda reply: reply.kept.size):
            if prints[reply.query] not in self._looked_at:
                self._looked_at[prints[reply.query]] = await self._is_good(reply, template)
        return [
            Answer(reply.query, said, self._opinion(reply, said, template), reply.kept.size)
            for reply in replies
            for said in (prints[reply.query],)
        ]

    def _opinion(self, reply: ProbeReply, said: str, template: frozenset[str]) -> bool | None:
        """Whether it is good, None where it was not looked at; an answer that lists nothing needs no look."""
        if said in self._looked_at:
            return self._looked_at[said]
        lists = reply.page is not None and any(link.url not in template for link in reply.page.links)
        return None if lists else False

    def target_links(self, page: ReadPage, template: frozenset[str]) -> set[str]:
        """The addresses of the links that are known, or taken, to lead to targets, plain as `links` has them."""
        return {plain.url for plain, _ in self._targets(page, template)}

    def target_places(self, page: ReadPage, template: frozenset[str]) -> Counter[str]:
        """The places of those, and how many are there."""
        return Counter(place for _, place in {(plain.url, plain.place) for plain, _ in self._targets(page, template)})

    def links(self, page: ReadPage) -> tuple[Link, ...]:
        """Where a page leads, to targets without what was asked and which page of answers it is."""
        return tuple(map(self._plain_on(page), page.links))

    def _targets(self, page: ReadPage, template: frozenset[str]) -> Iterator[tuple[Link, Link]]:
        """Links that lead to targets, plain and as they are written."""
        plain_of = self._plain_on(page)
        for link in page.links:
            if link.url not in template and self._leads_to_target(plain := plain_of(link)):
                yield plain, link

    def _plain_on(self, page: ReadPage) -> Callable[[Link], Link]:
        said = frozenset(Url(page.url).parameters)

        def plain(link: Link) -> Link:
            told = self.site.canonical(without_repeated(link.url, said, self._target_names.__contains__))
            if told == link.url:
                return link
            unsaid = link._replace(url=told)
            return unsaid if self._leads_to_target(unsaid) else link

        return plain

    @cached_property
    def _target_names(self) -> frozenset[str]:
        """The names of parameters that say which target it is."""
        return frozenset[str]().union(*map(names_of, self.site.targets()))

    def is_target(self, reply: ProbeReply, template: frozenset[str]) -> bool:
        """Whether the answer is a target page itself, as when a search with one hit redirects there. One that leads to
        targets from places where no target does is a list, however similar.
        """
        if reply.page is None or not self._is_alike(reply.page):
            return False
        return _is_sent_on(reply) or self.target_places(reply.page, template).keys() <= self.site.target_places()

    def _is_alike(self, page: ReadPage) -> bool:
        return self.like_sample.score(page.tree) >= self.like_sample.threshold

    async def look_further(self, reply: ProbeReply, template: frozenset[str]) -> None:
        """Follow the other links of a good answer, first of all those that say so: they may be its pagination."""
        if reply.page:
            leading = {link for _, link in self._targets(reply.page, frozenset())}
            others = [link for link in reply.page.links if link not in leading]
            turning = (link for link in turning_links(reply.page) if link.url not in template)
            await self._follow(reply, others, template, surely=turning)

    async def _is_good(self, reply: ProbeReply, template: frozenset[str]) -> bool:
        if reply.page is None:
            return False
        if _is_sent_on(reply) and self._is_alike(reply.page):
            return True
        if not self.target_links(reply.page, template):
            await self._follow(reply, reply.page.links, template)
        return bool(self.target_links(reply.page, template)) or self._is_alike(reply.page)

    async def _follow(
        self, reply: ProbeReply, links: Iterable[Link], template: frozenset[str], surely: Iterable[Link] = ()
    ) -> None:
        assert reply.page is not None
        page = _path(reply.page.url)
        ignored = self.site.is_ignored
        worth = (link for link in links if not ignored(link.url) and not self._is_in_vain(reply.page, link.url))
        drawn = links_to_follow(group_links(worth), template=template)
        # Further pages of an answer mostly have its own path: they must not be lost among many groups.
        ranked = sorted(drawn, key=lambda link: _path(link.url) != page)
        followed = list({link.url: link for link in (*islice(surely, COMPARED), *ranked)}.values())[:MOST_FOLLOWED]
        wanted = dict.fromkeys((*(link.url for link in followed), *_without_the_query(reply, followed)))
        unknown = [url for url in wanted if self._key(reply, url) not in self.fetched and not ignored(url)]
        self.site.add_answer(reply.kept.page_id, reply.page)
        for url in unknown:
            if (key := self._key(reply, url)) == url:
                self.fetched[url] = kept = await self.fetcher.page(url)
                self.site.add_page(url, kept.page_id, kept.page)
            else:
                self.fetched[key] = kept = await self.fetcher.send(Submission("GET", url), key, reply.session)
                if kept.page is not None:
                    self.site.add_answer(kept.page_id, kept.page)
        if unknown:
            await self.site.judge_anew()
        for url in unknown:
            self._views[_said_more(reply.page, url)][self._is_known_target(url)] += 1
        self._infer(self.links(reply.page))

    def _is_in_vain(self, answer: ReadPage, url: str) -> bool:
        """Whether it asks the same again and says more, as links do that were never targets."""
        more = _said_more(answer, url)
        return bool(more) and not self._views[more][True] and self._views[more][False] >= IN_VAIN

    def page_behind(self, reply: ProbeReply, url: str) -> ReadPage | None:
        """The page that a link of the answer led to, if it was followed."""
        kept = self.fetched.get(self._key(reply, url))
        return kept.page if kept else None

    def _key(self, reply: ProbeReply, url: str) -> str:
        """The address; where that forgets the query, with the session of the answer."""
        apart = reply.session and reply.page is not None and Url(url).levels == Url(reply.page.url).levels
        return f"{url} in {reply.session}" if apart else url

    def _infer(self, links: Sequence[Link]) -> None:
        """Generalise from the links that were followed to others like them."""
        known = {link.url for link in links if self._is_known_target(link.url)}
        places = frozenset(link.place for link in links if link.url in known)
        for group in group_links(link for link in links if link.url in known):
            self._like_targets.append((places, LinkStep(generalise(group.urls).text)))

    def _leads_to_target(self, link: Link) -> bool:
        if self._is_known_target(link.url):
            return True
        if not self.site.is_open(link.url):
            return False
        return any(link.place in places and step.matches(link.url) for places, step in self._like_targets)

    def _is_known_target(self, url: str) -> bool:
        """Whether it is known to lead to one, whatever its address, or that of where it is sent on, says besides."""
        plain = self.site.canonical(url)
        return self.site.is_target(plain) or self.site.is_target(self.site.canonical(self.site.final(plain)))


def turning_links(page: ReadPage) -> Iterator[Link]:
    """The links of an answer that say that they turn its page."""
    return (link for link in page.links if turns_a_page(page.url, link))


def _is_sent_on(reply: ProbeReply) -> bool:
    return reply.page is not None and reply.page.url != reply.kept.asked.url


def _without_the_query(reply: ProbeReply, links: Iterable[Link]) -> Iterator[str]:
    """Some of these addresses without the query: it may be there only to be highlighted."""
    typed = (value.lower() for _, values in reply.query.filled for value in values)
    said = {part for value in typed for part in (value, *value.split())}
    found: Counter[frozenset[str]] = Counter()
    for link in links:
        names = frozenset(name for name, value in Url(link.url).parameters if unquote_plus(value).lower() in said)
        found[names] += 1
        if names and found[names] <= COMPARED:
            yield plain_address(link.url, names)


def _fingerprint(reply: ProbeReply, template: frozenset[str], known: Iterable[SearchId], form: Form) -> str:
    """What the answer lists, without search ids; where it lists nothing, what it says."""
    if reply.page is None:
        return f"no page: {reply.kept.outcome}"
    said = reply.said(form)
    ids = [each for each in known if each.value not in said]
    listed = sorted(without_search_ids(url, ids) for url in {link.url for link in reply.page.links} - template)
    return "\n".join(listed) or reply.page.fingerprint


def _said_more(answer: ReadPage, url: str) -> frozenset[str]:
    """The names of what an address says besides all that the answer's says; none where it does not say that."""
    said, more = ({each for each in Url(one).parameters if each[1]} for one in (answer.url, url))
    asks_the_same = _path(url) == _path(answer.url) and said <= more
    return frozenset(name for name, _ in more - said) if asks_the_same else frozenset()


def _path(url: str) -> str:
    return url.partition("?")[0]
