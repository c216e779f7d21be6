"""All forms of a site: which are probed, in which order and with how many probes. What becomes of each is stored, as
rows and in words.

Only forms that are plainly searches are submitted, unless the person who owns the site says otherwise; none that
changes something, ever. A form found behind a form is probed in turn.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from urllib.parse import urlsplit

from recorder.fetching.answers import OutcomeKind
from recorder.fetching.scope import Scope
from recorder.forms.form import Field, Form
from recorder.forms.generic_request import fold
from recorder.forms.plan import BUDGET, FIRST_TERMS
from recorder.forms.submission import default_button, is_sent, way_of
from recorder.forms.verdict import FormVerdict
from recorder.mapping.site_view import Apart, SiteView
from recorder.patterns.navigation.pattern import FormStep, Parameter, Path
from recorder.probing.choices import MOST_PROBES, FormChoice, FormOverrides, permission
from recorder.probing.form_paths import without_lesser
from recorder.probing.probe_fetcher import ProbeFetcher
from recorder.probing.probe_terms import ProbeTerms
from recorder.probing.prober import Probed, Prober
from recorder.runtime.events import FormJudged, Listener
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Stop
from recorder.store.database import Store
from recorder.store.forms import FieldRow, FormRow
from recorder.store.probes import ProbeRow

DEEPEST = 2
"""Most forms that a path leads through."""

MOST_ALIKE = 2
"""Most forms with the same fields that are probed until they lead to targets: a site may have one in a hundred places,
each for a part of it.
"""

MOST_IN_VAIN = 120
"""Most probes of forms with the same fields that may lead nowhere before the others are left out."""

_DIGITS = re.compile("[0-9]+")

LEFT_ALONE, NOT_TRIED, LEADS_NOWHERE, LEADS_TO_TARGETS = "left alone", "not tried", "leads nowhere", "leads to targets"


@dataclass
class FormSearch:
    """Looks for forms that lead to targets, on the pages that a mapping has seen."""

    store: Store
    recording_id: int
    site: SiteView
    fetcher: ProbeFetcher
    terms: ProbeTerms
    scope: Scope
    stop: Stop
    listen: Listener
    apart: Apart
    choice: FormChoice = FormChoice.SEARCH
    most_probes: int = MOST_PROBES
    form_overrides: FormOverrides = field(default_factory=FormOverrides)
    forms: int = 0
    """How many forms were found."""
    untried: int = 0
    """How many searches were not tried because the probes were spent on others."""
    barred: int = 0
    """How many searches robots.txt asks robots not to send."""
    _probes: int = 0
    _fruitful: Counter[object] = field(default_factory=Counter)
    _in_vain: Counter[object] = field(default_factory=Counter)
    _known: set[str] = field(default_factory=set)

    async def paths(self) -> list[Path]:
        """The paths through forms, as many as lead to targets."""
        forms = self._searches_first()
        self.forms = len(forms)
        if not any(self._verdict(form).safe for form in forms):
            for form in forms:
                self._save(form)
            return []
        await self.apart(self.terms.count_words)
        self._known |= {form.signature for form in forms}
        found: list[Path] = []
        waiting = [(_fields(form), self._kind(form)) for form in forms]
        for number, form in enumerate(forms):
            alike = {fields for fields, kind in waiting[number:] if kind == waiting[number][1]}
            found += await self._paths_through(form, found, sharing=len(alike))
        return without_lesser(found)

    def _searches_first(self) -> list[Form]:
        """Every form once: those that search before those of options, the nearest first. Of those that are sent to one
        address, one that is not filled in already, as on an answer, comes first, then the one with most fields: a
        smaller one may turn out to be a part of it.
        """
        by_page = self.site.forms()
        forms = self._each_once(chain.from_iterable(by_page))
        rank = {form.url: number for number, on_page in enumerate(by_page) for form in on_page}
        nearest = {form.action: rank[form.url] for form in reversed(forms)}
        searching = {form.action for form in forms if self._kind(form) == "search"}
        return sorted(
            forms,
            key=lambda form: (
                form.action not in searching,
                nearest[form.action],
                (sum(each.is_typed and bool(each.value) for each in form.fields), -len(form.fields)),
                form.url,
                form.signature,
            ),
        )

    def _each_once(self, forms: Iterable[Form]) -> list[Form]:
        """Of those that are alike the first, or the first that may be sent: what is alike may have another button."""
        found, sent = dict[str, Form](), set[str]()
        for form in forms:
            merged = _merged(form)
            if merged in sent:
                continue
            if may_be_sent := bool(self._kind(form)):
                sent.add(merged)
            if may_be_sent or merged not in found:
                found[merged] = form
        return list(found.values())

    def _kind(self, form: Form) -> str:
        """Empty for a form that is left alone."""
        verdict = self._verdict(form)
        return verdict.kind if verdict.safe else ""

    def _share(self, form: Form, sharing: int) -> int:
        """The probes of a form: as many for each of its kind that waits. Fewer than its first terms teach nothing."""
        if self._is_wished(form):
            return BUDGET
        left = self.most_probes - self._probes
        return min(BUDGET, left, max(left // sharing, FIRST_TERMS))

    def _verdict(self, form: Form) -> FormVerdict:
        return permission(form, self.choice, self.form_overrides)

    async def _paths_through(
        self,
        form: Form,
        found: Iterable[Path],
        visits: Sequence[Form] = (),
        depth: int = 1,
        sharing: int = 1,
    ) -> list[Path]:
        form_id = self._save(form)
        if not self._verdict(form).safe or self.stop.requested:
            return []
        reason = self._why_not(form, found)
        if reason:
            self._save(form, reason=reason)
            return []
        by_hand = self.form_overrides.by_hand(form)
        terms = await self.apart(self.terms.of_form, form)
        prober = Prober(self.site, self.fetcher, self.stop, self.listen)
        probed = await prober.probe(form, terms, self._share(form, sharing), visits, by_hand)
        self._probes += len(probed.replies)
        self.barred += {reply.kept.outcome for reply in probed.replies} == {OutcomeKind.ROBOTS}
        if not probed.paths and depth < DEEPEST:
            probed = await self._through_the_next(probed, depth)
        if probed.paths:
            self._fruitful[_fields(form)] += 1
        else:
            self._in_vain[_fields(form)] += len(probed.replies)
        self._save(form, probed)
        await self.store.probes.save(self.fetcher.run_id, form_id, probe_rows(probed))
        return list(probed.paths)

    def _why_not(self, form: Form, found: Iterable[Path]) -> str:
        """Why a search is not tried although it might be."""
        way = way_of(form, form.buttons[pressed] if (pressed := default_button(form)) is not None else None)
        if way is not None and not self.scope.contains(way[1]):
            return f"it is sent outside the site, to {urlsplit(way[1]).netloc}"
        if self._is_wished(form):
            return ""
        if self._probes >= self.most_probes:
            self.untried += self._probes > 0
            return f"all {many(self.most_probes, 'probe')} of this recording were spent"
        if any(_asks_as_much(path.steps[0], form) for path in found):
            return "another form asks the same and more"
        if self._fruitful[_fields(form)] >= MOST_ALIKE or self._in_vain[_fields(form)] >= MOST_IN_VAIN:
            return "forms that ask the same were tried elsewhere on the site"
        return ""

    def _is_wished(self, form: Form) -> bool:
        """Whether a person wants this one to be tried: no probes of others are then a reason against it."""
        return form.signature in self.form_overrides.filled or form.signature in self.form_overrides.allowed

    async def _through_the_next(self, probed: Probed, depth: int) -> Probed:
        """Probe forms on the answers: the second step of a search."""
        behind: dict[str, dict[int, Form]] = {}
        for number, reply in enumerate(probed.replies):
            for form in reply.page.forms if reply.page else ():
                if form.signature not in self._known:
                    behind.setdefault(form.signature, {})[number] = form
        self._known |= behind.keys()
        for where in behind.values():
            first, *others = where.values()
            self.forms += 1
            paths = await self._paths_through(first, (), others, depth + 1)
            if paths:
                queries = {probed.replies[number].query for number in where}
                answers = tuple(replace(each, good=each.query in queries) for each in probed.answers)
                step = fold(probed.form, answers, {}, in_browser=probed.in_browser)
                if step is not None:
                    onward = tuple(replace(path, steps=(step, *path.steps)) for path in paths)
                    return replace(probed, step=step, paths=onward, answers=answers)
        return probed

    def _save(self, form: Form, probed: Probed | None = None, reason: str = "") -> int:
        row = form_row(form, self._verdict(form), probed, reason)
        page_id = self.site.page_ids.get(form.url)
        fields = field_rows(form, probed.step if probed else None)
        form_id = self.store.forms.save(self.recording_id, replace(row, page_id=page_id), fields).result()
        self.listen(FormJudged(form_id, row.action, row.verdict, row.reason))
        return form_id


def _asks_as_much(step: object, form: Form) -> bool:
    """Whether a form that leads to targets has all fields of `form`, and is sent to the same address."""
    if not isinstance(step, FormStep) or not form.action:
        return False
    asked = {each.name for each in form.fields if each.kind != "hidden"}
    known = {each.name for each in step.parameters}
    return step.url.partition("?")[0] == form.action.partition("?")[0] and asked <= known


def _fields(form: Form) -> object:
    """The fields of a form, wherever it is sent."""
    return form.method, tuple((each.kind, each.name) for each in form.fields if each.kind != "hidden")


def _merged(form: Form) -> str:
    """Equal for the forms on every page of a kind that are sent to that page: reviews of book 40, of book 41."""
    return _DIGITS.sub("0", form.signature)


def form_row(form: Form, verdict: FormVerdict, probed: Probed | None, reason: str = "") -> FormRow:
    """`reason` is why it was not tried although it might have been."""
    step = probed.step if probed and probed.paths else None
    return FormRow(
        signature=form.signature,
        url=form.url,
        method=form.method,
        action=form.action,
        enctype=form.enctype,
        verdict=_word(verdict, probed),
        reason=reason or _reason(verdict, probed),
        generic_url=step.url if step else None,
        generic_body=step.body if step else None,
    )


def field_rows(form: Form, step: FormStep | None) -> tuple[FieldRow, ...]:
    """`free` marks those that a person gives values for when crawling."""
    asked = {each.name: each for each in step.parameters} if step else {}
    return tuple(_field_row(field, asked.get(key)) for field, key in zip(form.fields, form.keys, strict=True))


def _field_row(field: Field, asked: Parameter | None) -> FieldRow:
    return FieldRow(
        name=field.name,
        kind=field.kind,
        label=field.label or field.hint,
        options=tuple(option.value for option in field.options),
        required=asked.required if asked else field.required,
        free=asked is not None,
        value=", ".join(field.chosen),
        example=asked.example if asked else "",
    )


def _word(verdict: FormVerdict, probed: Probed | None) -> str:
    if not verdict.safe:
        return LEFT_ALONE
    if probed is None:
        return NOT_TRIED
    return LEADS_TO_TARGETS if probed.paths else LEADS_NOWHERE


def _reason(verdict: FormVerdict, probed: Probed | None) -> str:
    if probed is None:
        return verdict.reason
    way = f"asked {'in the browser' if probed.in_browser else 'over HTTP'}"
    return "; ".join(filter(None, (verdict.reason, way, probed.remark)))


def probe_rows(probed: Probed) -> list[ProbeRow]:
    """The probes of one form."""
    good = {answer.query: answer.good for answer in probed.answers}
    names = [each.name or each.label for each in probed.form.fields]
    return [
        ProbeRow(
            field_values={
                names[number]: list(reply.query.sends(probed.form, number))
                for number, each in enumerate(probed.form.fields)
                if is_sent(each) or reply.query.said(number) is not None
            },
            method=reply.kept.asked.method,
            url=reply.kept.asked.url,
            request_body=(reply.kept.asked.body or b"").decode("utf-8", "replace"),
            page_id=reply.kept.page_id or None,
            replayed=not reply.kept.rendered,
            size=reply.kept.size,
            analysed=good.get(reply.query) is not None and reply.page is not None,
            outcome=reply.kept.outcome,
            hit=good.get(reply.query) is True,
            seconds=reply.kept.seconds,
        )
        for reply in probed.replies
    ]
