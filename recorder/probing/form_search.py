"""All forms of a site: which are looked into, in which order and for how many probes; what became of each is stored.

Only forms that are plainly searches are submitted, unless the person who owns the site says otherwise; none that
changes something, ever. A form found behind a form is handled in turn.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest
from urllib.parse import urlsplit

from recorder.fetching.scope import Scope
from recorder.forms.form import Form
from recorder.forms.generic_request import fold
from recorder.forms.plan import BUDGET, FIRST_TERMS
from recorder.forms.submission import default_button, way_of
from recorder.forms.terms import DocumentFrequencies, PageText, choose_terms, key_of, pairs_of, terms_of, years_of
from recorder.forms.verdict import FormVerdict, judge
from recorder.mapping.mapper import Mapper
from recorder.patterns.navigation.pattern import FormStep, Path
from recorder.patterns.pages.documents import Document
from recorder.probing.choices import MOST_PROBES, FormChoice, FormOverrides
from recorder.probing.form_paths import without_lesser
from recorder.probing.form_rows import field_rows, form_row
from recorder.probing.probe_fetcher import ProbeFetcher
from recorder.probing.prober import Probed, Prober, probe_rows
from recorder.runtime.events import FormJudged
from recorder.store.database import Store
from recorder.visiting.visitor import Visitor

DEEPEST = 2
"""How many forms may stand one behind the other."""

MOST_ALIKE = 2
"""A site may have one and the same form in a hundred places, each for a part of it: so many of them that lead to
targets say all there is to say.
"""

MOST_IN_VAIN = 120
"""So many probes of theirs that led nowhere make the rest of them not worth asking."""

_RARE_FIRST, _COMMON_WORDS = 2, 2
_NEARLY_ALL = 0.6

COMMON_AMONG = 60
"""So many targets are read to know which words many of them have."""

SAID_OF_IT = 50
"""So many links to a page have said all that links say of it."""

READ_AGAIN = 300
"""So many pages are counted to know which words are rare on the site."""


_DIGITS = re.compile("[0-9]+")


@dataclass(frozen=True)
class MetForm:
    """A form, and whether it may be submitted."""

    form: Form
    verdict: FormVerdict

    @classmethod
    def of(cls, form: Form, choice: FormChoice, overrides: FormOverrides) -> "MetForm":
        """Nobody can allow a form that plainly changes something."""
        verdict = judge(form)
        if choice is FormChoice.NONE:
            return cls(form, replace(verdict, safe=False, reason="no form was to be submitted"))
        if form.signature in overrides.refused:
            return cls(form, replace(verdict, safe=False, reason="refused by you"))
        if verdict.safe or verdict.kind != "unknown":
            return cls(form, verdict)
        if form.signature in overrides.allowed:
            return cls(form, replace(verdict, safe=True, reason=f"{verdict.reason}; allowed by you"))
        if choice is FormChoice.ALL:
            return cls(form, replace(verdict, safe=True, reason=f"{verdict.reason}; all forms were allowed"))
        return cls(form, verdict)


@dataclass
class FormSearch:
    """Looks for forms that lead to targets, on the pages that a mapping has seen."""

    store: Store
    recording_id: int
    mapper: Mapper
    visitor: Visitor
    scope: Scope
    samples: Sequence[str]
    choice: FormChoice = FormChoice.SEARCH
    most_probes: int = MOST_PROBES
    form_overrides: FormOverrides = field(default_factory=FormOverrides)
    forms: int = 0
    """How many were found."""
    _probes: int = 0
    _fruitful: Counter[object] = field(default_factory=Counter)
    _in_vain: Counter[object] = field(default_factory=Counter)
    _known: set[str] = field(default_factory=set)
    _frequencies: DocumentFrequencies = field(default_factory=DocumentFrequencies)
    _common: tuple[list[str], list[str], list[str]] | None = None
    _texts: dict[str, PageText] = field(default_factory=dict)

    async def paths(self) -> list[Path]:
        """The paths through forms, as many as lead to targets."""
        met = self._met()
        self.forms = len(met)
        if not any(each.verdict.safe for each in met):
            for each in met:
                self._save(each)
            return []
        fetcher = ProbeFetcher(
            self.store, self.mapper.run_id, self.visitor, self.mapper.retry_after, self.mapper.announce
        )
        await self.mapper.apart(self._count_words)
        found: list[Path] = []
        for each in met:
            self._known.add(each.form.signature)
        for each in met:
            found += await self._paths_through(each, fetcher, found)
        return without_lesser(found)

    def _met(self) -> list[MetForm]:
        """Every form once, as it stands on the page nearest to the entry page, the nearest first. Of those that are
        sent to one place, the one that asks most: a smaller one may then turn out to be a part of it.
        """
        site = self.mapper.site
        entry = site.final(site.entry)
        order = sorted(
            self.mapper.forms, key=lambda url: (url != entry, site.is_target(url), site.depths.get(url, 0), url)
        )
        forms = {_merged(form): form for url in reversed(order) for form in reversed(self.mapper.forms[url])}
        rank = {url: number for number, url in enumerate(order)}
        nearest = {form.action: rank[form.url] for form in reversed(list(forms.values()))}
        unlike = sorted(
            forms.values(), key=lambda form: (nearest[form.action], -len(form.fields), form.url, form.signature)
        )
        return [MetForm.of(form, self.choice, self.form_overrides) for form in unlike]

    async def _paths_through(
        self, met: MetForm, fetcher: ProbeFetcher, found: Iterable[Path], visits: Sequence[Form] = (), depth: int = 1
    ) -> list[Path]:
        form_id = self._save(met)
        if not met.verdict.safe or self.mapper.stop.requested:
            return []
        reason = self._why_not(met.form, found)
        if reason:
            self._save(met, reason=reason)
            return []
        left = BUDGET if self._is_wished(met.form) else min(BUDGET, self.most_probes - self._probes)
        by_hand = self.form_overrides.by_hand(met.form)
        terms = await self._terms(met.form)
        probed = await Prober(self.mapper, fetcher).probe(met.form, terms, left, visits, by_hand)
        self._probes += len(probed.replies)
        if not probed.paths and depth < DEEPEST:
            probed = await self._through_the_next(probed, fetcher, depth)
        if probed.paths:
            self._fruitful[_questions(met.form)] += 1
        else:
            self._in_vain[_questions(met.form)] += len(probed.replies)
        self._save(met, probed)
        await self.store.probes.save(self.mapper.run_id, form_id, probe_rows(probed))
        return list(probed.paths)

    def _why_not(self, form: Form, found: Iterable[Path]) -> str:
        """Why a search is not tried although it might be."""
        way = way_of(form, form.buttons[pressed] if (pressed := default_button(form)) is not None else None)
        if way is not None and not self.scope.contains(way[1]):
            return f"it is sent outside the site, to {urlsplit(way[1]).netloc}"
        if self._is_wished(form):
            return ""
        if self._probes >= self.most_probes:
            return f"the {self.most_probes} probes of this recording were spent"
        if any(_asks_as_much(path.steps[0], form) for path in found):
            return "another form asks the same and more"
        if self._fruitful[_questions(form)] >= MOST_ALIKE or self._in_vain[_questions(form)] >= MOST_IN_VAIN:
            return "forms that ask the same were tried elsewhere on the site"
        return ""

    def _is_wished(self, form: Form) -> bool:
        """A person wants this one to be tried: that others were tried instead, or too many of them, is no reason."""
        return form.signature in self.form_overrides.filled or form.signature in self.form_overrides.allowed

    async def _through_the_next(self, probed: Probed, fetcher: ProbeFetcher, depth: int) -> Probed:
        """Forms that stand on the answers: the second step of a search."""
        behind: dict[str, dict[int, Form]] = {}
        for number, reply in enumerate(probed.replies):
            for form in reply.page.forms if reply.page else ():
                if form.signature not in self._known:
                    behind.setdefault(form.signature, {})[number] = form
        self._known |= behind.keys()
        for where in behind.values():
            first, *others = where.values()
            self.forms += 1
            paths = await self._paths_through(
                MetForm.of(first, self.choice, self.form_overrides), fetcher, (), others, depth + 1
            )
            if paths:
                queries = {probed.replies[number].query for number in where}
                answers = tuple(replace(each, good=each.query in queries) for each in probed.answers)
                step = fold(probed.form, answers, {}, in_browser=probed.in_browser)
                if step is not None:
                    onward = tuple(replace(path, steps=(step, *path.steps)) for path in paths)
                    return replace(probed, step=step, paths=onward, answers=answers)
        return probed

    def _save(self, met: MetForm, probed: Probed | None = None, reason: str = "") -> int:
        row = form_row(met.form, met.verdict, probed, reason)
        page_id = self.mapper.page_ids.get(met.form.url)
        fields = field_rows(met.form, probed.step if probed else None)
        form_id = self.store.forms.save(self.recording_id, replace(row, page_id=page_id), fields).result()
        self.mapper.listen(FormJudged(form_id, row.action, row.verdict, row.reason))
        return form_id

    async def _terms(self, form: Form) -> tuple[str, ...]:
        """Those of the sample and the form page, and a few years for boxes that take no words; then, if none of them
        finds anything, names of two words, and the terms of other targets.
        """
        return await self.mapper.apart(self._chosen_terms, form)

    def _chosen_terms(self, form: Form) -> tuple[str, ...]:
        sites = self.mapper.site
        here = self._text(form.url)
        texts = [self._text(sites.final(url)) for url in self.samples]
        others = [self._text(url) for url in sorted(sites.targets & self.mapper.page_ids.keys())[:3]]
        terms = [term for text in (*texts, *others) for term in choose_terms(text, here, self._frequencies)]
        named, said, years = self._common_words()
        words = [word for pair in zip_longest(named, said) for word in pair if word]
        years = years or list(islice(years_of(texts[0].text), _COMMON_WORDS))
        chosen = list(dict.fromkeys([*terms[:_RARE_FIRST], *words, *years, *terms[_RARE_FIRST:]]))
        pairs = [pair for text in texts for pair in pairs_of(text, self._frequencies)]
        return (*chosen[:FIRST_TERMS], *dict.fromkeys(pairs), *chosen[FIRST_TERMS:])

    def _common_words(self) -> tuple[list[str], list[str], list[str]]:
        """The words that come most often in the titles of targets and in their texts, but not in nearly all, and such
        years. A rare term finds one or two targets; an answer of many shows how its pages are turned, and which fields
        narrow it.
        """
        if self._common is None:
            urls = sorted(self.mapper.site.targets & self.mapper.page_ids.keys())[:COMMON_AMONG]
            texts = [self._read(url) for url in urls]
            titles, bodies = ([text.title for text in texts], [text.text for text in texts])
            self._common = _most_common(titles), _most_common(bodies), _most_common(bodies, years_of)
        return self._common

    def _text(self, url: str) -> PageText:
        """KeptPage: forms are many, and the pages whose words they are tried with are few."""
        if url not in self._texts:
            self._texts[url] = replace(self._read(url), called=tuple(islice(self._called(url), SAID_OF_IT)))
        return self._texts[url]

    def _called(self, url: str) -> Iterator[str]:
        """What links to a page say."""
        site = self.mapper.site
        return (link.text for page in site.inbound.get(url, ()) for link in site.links[page] if link.url == url)

    def _read(self, url: str) -> PageText:
        page_id = self.mapper.page_ids.get(url)
        stored = self.store.pages.get(page_id) if page_id else None
        body = self.store.pages.body(page_id) if page_id else None
        document = Document.parse(body or b"", content_type=stored.content_type if stored else "", url=url)
        return PageText.of(document)

    def _count_words(self) -> None:
        """How common words are on the pages seen: those of the template ask for everything."""
        site = self.mapper.site
        seen = [url for url in site.links if url in self.mapper.page_ids]
        for url in seen[:: max(1, len(seen) // READ_AGAIN)]:
            self._frequencies.add(self._read(url).text, like_sample=site.is_target(url))


def _asks_as_much(step: object, form: Form) -> bool:
    """Whether a form that is known to lead to targets asks all that `form` asks, of the same page of the site."""
    if not isinstance(step, FormStep) or not form.action:
        return False
    asked = {each.name for each in form.fields if each.kind != "hidden"}
    known = {each.name for each in step.parameters}
    return step.url.partition("?")[0] == form.action.partition("?")[0] and asked <= known


def _most_common(texts: Sequence[str], pieces_of: Callable[[str], Iterable[str]] = terms_of) -> list[str]:
    written: dict[str, str] = {}
    often: Counter[str] = Counter()
    for text in texts:
        terms = {key_of(term): term for term in pieces_of(text)}
        written |= terms
        often.update(terms.keys())
    found = (key for key, count in often.most_common() if 1 < count <= _NEARLY_ALL * len(texts))
    return [written[key] for key in islice(found, _COMMON_WORDS)]


def _questions(form: Form) -> object:
    """What a form asks, wherever it is sent."""
    return form.method, tuple((each.kind, each.name) for each in form.fields if each.kind != "hidden")


def _merged(form: Form) -> str:
    """The same for a form that stands on every page of a kind and is sent to that page: reviews of book 40, of 41."""
    return _DIGITS.sub("0", form.signature)
