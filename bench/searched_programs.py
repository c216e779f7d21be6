"""Programs that nobody here wrote, whose own search is exhausted: where it is asked, and what its answers lead to. The
recordings are by hand, as of a catalogue that only its search leads to: what a recording learns is measured elsewhere.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from bench.generality.programs import SITES
from bench.generality.site import Site
from bench.hidden_catalogue import LINKED, Sample, write_pattern
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.patterns.pages.documents import Document

_CUT = 0.2


@dataclass(frozen=True)
class SearchedProgram:
    """`question`: what is asked, with `*` for the words, which the parameter `box` takes; `record`: an expression for
    the addresses of records.
    """

    name: str
    question: str
    box: str
    record: str

    @property
    def site(self) -> Site:
        return next(site for site in SITES if site.name == self.name)

    def write(self, database: Path, base: str, addresses: Sequence[str]) -> None:
        """A recording that has seen a few of the records at these addresses."""
        box = Parameter(self.box, "", "search", required=True, example="the", default=("",))
        form = FormStep("GET", f"{base}{self.question}", None, (box,), page=base)
        steps = (form, LinkStep(f"^{re.escape(base)}{self.record}$"))
        step = max(1, len(addresses) // LINKED)
        samples = [_sample(f"{base}{address}") for address in addresses[::step][:LINKED]]
        # What is a record, its address tells: pages of one program may differ more than those of a catalogue.
        write_pattern(database, base, NavigationPattern((PatternPath(steps, LINKED, LINKED),)), samples, _CUT)


def _sample(url: str) -> Sample:
    with urlopen(url, timeout=60) as answer:
        body, kind = answer.read(), answer.headers["Content-Type"]
    page = Document.parse(body, content_type=kind, url=url)
    return Sample(url, page.title, body, page.text)


SEARCHED = (
    SearchedProgram("datasette-packages", "debian/package?_search=*", "_search", "debian/package/[^/?#]+"),
    SearchedProgram("datasette-languages", "world/language?_search=*", "_search", "world/language/[^/?#]+"),
    SearchedProgram("trac-tickets", "search?q=*&noquickjump=1&ticket=on", "q", "ticket/[0-9]+"),
    SearchedProgram("trac-wiki", "search?q=*&noquickjump=1&wiki=on", "q", "wiki/[^?#]+"),
    SearchedProgram("mezzanine-posts", "search/?q=*", "q", "blog/[^?#]+/"),
    SearchedProgram(
        "hyperkitty-messages",
        "search?q=*&mlist=changes@lists.example.com",
        "q",
        "list/changes@lists.example.com/message/[^/?#]+/",
    ),
    SearchedProgram("oscar-goods", "search/?q=*", "q", "catalogue/[^/?#]+_[0-9]+/"),
    SearchedProgram(
        "roundup-issues",
        "issue?@columns=title,id,activity,status&@sort=-activity&@pagesize=50&@startwith=0&@search_text=*",
        "@search_text",
        "issue[0-9]+",
    ),
    SearchedProgram("omega-library", "?DB=default&P=*", "P", "doc/library/[^/?#]+\\.html"),
    SearchedProgram("devpi-versions", "+search?query=*", "query", "bench/dev/[^/?#]+/[^/?#+]+"),
    SearchedProgram(
        "mediawiki-packages", "index.php?title=Special:Search&fulltext=1&search=*", "search", "index.php/[^?#:]+"
    ),
)
