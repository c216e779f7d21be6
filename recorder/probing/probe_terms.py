"""The terms that a site's forms are tried with: words and years of its target pages, and of the page of the form."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest

from recorder.forms.form import Form
from recorder.forms.plan import FIRST_TERMS
from recorder.forms.terms import DocumentFrequencies, PageText, choose_terms, key_of, pairs_of, terms_of, years_of
from recorder.mapping.site_view import SiteView

COMMON_AMONG = 60
"""Most targets that are read to find the words common to many of them."""

MOST_ANCHOR_TEXTS = 50
"""Most links to a page whose texts are read."""

COUNTED = 300
"""Pages, roughly, whose words are counted to know which are rare on the site."""

_OTHER_TARGETS = 3
"""Most targets beside the samples that give terms."""

_RARE_FIRST = 2
"""Rare terms that are tried before common words."""

_COMMON_WORDS = 2
"""Most common words of each sort."""

_NEARLY_ALL = 0.6
"""Largest share of the targets that a common word may be on: one on nearly all is the template's."""


@dataclass
class ProbeTerms:
    """Of one site, with the samples under their final addresses."""

    site: SiteView
    samples: Sequence[str]
    _frequencies: DocumentFrequencies = field(default_factory=DocumentFrequencies)
    _common: tuple[list[str], list[str], list[str]] | None = None
    _texts: dict[str, PageText] = field(default_factory=dict)

    def count_words(self) -> None:
        """How common words are on the pages seen: those of the template ask for everything."""
        seen = self.site.stored_urls()
        for url in seen[:: max(1, len(seen) // COUNTED)]:
            self._frequencies.add(self._read(url).text, like_sample=self.site.is_target(url))

    def of_form(self, form: Form) -> tuple[str, ...]:
        """Those of the sample and the form page, and a few years for boxes that take no words; then, if none of them
        finds anything, names of two words, and the terms of other targets.
        """
        here = self._text(form.url)
        texts = [self._text(url) for url in self.samples]
        others = [self._text(url) for url in self.site.stored_targets()[:_OTHER_TARGETS]]
        terms = [term for text in (*texts, *others) for term in choose_terms(text, here, self._frequencies)]
        named, said, years = self._common_words()
        words = [word for pair in zip_longest(named, said) for word in pair if word]
        years = years or list(islice(years_of(texts[0].text), _COMMON_WORDS))
        chosen = list(dict.fromkeys([*terms[:_RARE_FIRST], *words, *years, *terms[_RARE_FIRST:]]))
        pairs = [pair for text in texts for pair in pairs_of(text, self._frequencies)]
        return (*chosen[:FIRST_TERMS], *dict.fromkeys(pairs), *chosen[FIRST_TERMS:])

    def _common_words(self) -> tuple[list[str], list[str], list[str]]:
        """The words most common in the titles of targets and in their texts, but not on nearly all, and such years. A
        rare term finds one or two targets; a long answer shows its pagination, and which fields narrow it.
        """
        if self._common is None:
            texts = [self._read(url) for url in self.site.stored_targets()[:COMMON_AMONG]]
            titles, bodies = [text.title for text in texts], [text.text for text in texts]
            self._common = _most_common(titles), _most_common(bodies), _most_common(bodies, years_of)
        return self._common

    def _text(self, url: str) -> PageText:
        """Cached: forms are many, and the pages whose words they are tried with are few."""
        if url not in self._texts:
            anchors = tuple(islice(self.site.anchor_texts(url), MOST_ANCHOR_TEXTS))
            self._texts[url] = replace(self._read(url), called=anchors)
        return self._texts[url]

    def _read(self, url: str) -> PageText:
        return PageText.of(self.site.document(url))


def _most_common(texts: Sequence[str], pieces_of: Callable[[str], Iterable[str]] = terms_of) -> list[str]:
    written: dict[str, str] = {}
    often: Counter[str] = Counter()
    for text in texts:
        terms = {key_of(term): term for term in pieces_of(text)}
        written |= terms
        often.update(terms.keys())
    found = (key for key, count in often.most_common() if 1 < count <= _NEARLY_ALL * len(texts))
    return [written[key] for key in islice(found, _COMMON_WORDS)]
