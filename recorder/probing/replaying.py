"""A form that scripts send otherwise than it says, asked over HTTP by what the browser was seen to send, where that
brings the same answers: a browser takes a hundred times as long.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from recorder.forms.csrf_tokens import fresh_values
from recorder.forms.generic_request import expand, values_of
from recorder.forms.observed import Sent, observed_step
from recorder.forms.submission import Query
from recorder.patterns.navigation.pattern import FormStep
from recorder.patterns.similarity.rtdm import Comparison
from recorder.probing.asking import SAME, SAME_LINKS, TRIALS, ProbeReply, ProbeSender
from recorder.probing.probe_fetcher import ProbeFetcher
from recorder.probing.search_ids import SearchId, search_ids, without_search_ids
from recorder.store.frontier import request_key
from recorder.visiting.page_reader import ReadPage


@dataclass(frozen=True)
class Replayer:
    """For the form of one asker; `template` are the links that have nothing to do with what was asked."""

    asker: ProbeSender
    fetcher: ProbeFetcher
    comparison: Comparison
    template: Collection[str]

    async def replayed(
        self, step: FormStep, replies: Sequence[ProbeReply], good: Collection[Query]
    ) -> tuple[FormStep, Sequence[ProbeReply]]:
        """The step over HTTP with the answers it gives that way; both as they are where the answers are others."""
        wanted = [reply for reply in replies if reply.query in good]
        observed = observed_step(step, self.asker.form, [Sent(reply.query, reply.kept.asked) for reply in wanted])
        if observed is None:
            return step, replies
        again: dict[Query, ProbeReply] = {}
        for number, reply in enumerate(wanted):
            again[reply.query] = await self._ask(observed, reply.query)
            if number < TRIALS and not self._agree(reply.page, again[reply.query].page):
                return step, replies
        return observed, [again.get(reply.query, reply) for reply in replies]

    async def _ask(self, step: FormStep, query: Query) -> ProbeReply:
        form = self.asker.form
        fresh = fresh_values(step, await self.asker.form_now()) if step.fresh else {}
        asked = expand(step, values_of(step, form, query), fresh)
        key = request_key(form.url, "HTTP REPLAY", f"{form.signature} {query.filled} {query.button}")
        return ProbeReply(query, await self.fetcher.ask(asked, key))

    def _agree(self, shown: ReadPage | None, replayed: ReadPage | None) -> bool:
        """Whether both list the same, wherever on the page; where nothing is listed, whether both are one page."""
        if shown is None or replayed is None:
            return False
        ours, theirs = map(self._listed, (shown, replayed), search_ids([shown.links, replayed.links]))
        if ours or theirs:
            return len(ours & theirs) >= SAME_LINKS * len(ours | theirs)
        return self.comparison.at_least(shown.tree, replayed.tree, SAME)

    def _listed(self, page: ReadPage, known: Collection[SearchId]) -> set[str]:
        own = page.url.partition("?")[0]
        listed = (link.url for link in page.links if link.url not in self.template and not link.url.startswith(own))
        return {without_search_ids(url, known) for url in listed}
