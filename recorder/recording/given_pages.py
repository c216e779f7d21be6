"""The pages that a person has named: samples, pages that are not meant, the entry page, and those on a way that was
recorded by hand. They are fetched before all others; what cannot be done without them is refused here.
"""

from recorder.fetching.scope import Scope
from recorder.mapping.mapper import Mapper
from recorder.recording.options import RecordOptions
from recorder.runtime.events import Listener, Note
from recorder.visiting.site_errors import UnusablePageError


async def look_at_the_given_pages(options: RecordOptions, mapper: Mapper, listen: Listener) -> None:
    """Without the samples and the entry page there is nothing to map; a page that is not meant may be gone."""
    final = mapper.site.final
    for sample in options.samples:
        await mapper.require(sample, "sample page")
    for page in options.unlike:
        if not await mapper.has(page):
            listen(Note(f"{page} could not be had: {mapper.troubles[page][1]}. It says nothing of others."))
        if final(page) in map(final, options.samples):
            raise UnusablePageError("page given with --unlike", page, "", "it leads to a sample page")
    await mapper.look_for_sitemaps()
    await mapper.require(options.entry, "entry page")
    await mapper.take_in_sitemaps()
    scope = Scope.of(options.entry, options.scope)
    for page in options.steps.pages if options.steps else ():
        if not (scope.contains(page) and await mapper.has(page)):
            listen(Note(f"{page}, on the way that was recorded, could not be had."))
    for sample in options.samples:
        if final(sample) == final(options.entry):
            raise UnusablePageError("sample page", sample, "", "it leads to the entry page itself")
    stranger = options.fetching.session is None
    for sample in filter(mapper.view.asks_to_log_in, options.samples if stranger else ()):
        hint = "If it is behind a log-in, give your own session: `recorder session open`, then --session FILE."
        listen(Note(f"The sample page {sample} leads to one that asks for a password.", hint))
