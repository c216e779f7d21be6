"""The words to try in a text box: the terms of the sample page and the form page that are least frequent [V06 §4.2].

Most terms occur once, so ties decide, and they are settled by what is known of the site. A word on most pages is part
of the template or a function word and asks for everything. A word of the sample's title, headings or URL, or of what
links call it, names what the page is about, and a search that looks at titles only answers no other. A third of the
terms are therefore names of the sample, those first that other pages have too; the rest is the paper's order. The same
pages always give the same terms in the same order, the most promising first.

Forms of one word ("bridge", "bridges") are one term where the page declares a language that nltk's Snowball stemmers
know. A box that wants a whole name answers no single word of it: `pairs_of` finds names of two words (nltk's
collocations). Both work without a corpus, and nothing is downloaded. nltk takes a third of a second to import, so it is
imported when a form is tried: a recording without any does without it.

Scripts without spaces are cut by rules, without a dictionary: runs of Chinese characters into pairs, katakana and short
kanji runs whole, Thai and its neighbours before leading vowels. A piece may be half a word; searches of such sites look
for parts of words.
"""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from recorder.patterns.pages.documents import Document

if TYPE_CHECKING:
    from nltk.stem.snowball import SnowballStemmer

COUNT = 15
"""How many terms the paper found to be enough."""

_NAMES_SHARE = 3
"""One term in so many is a name of the sample."""
_COMMON = 0.5
"""Least share of the pages that have a common word."""
_LEAST_PAGES = 4
"""Least pages that tell which words are common."""
_MOST_KNOWN = 200_000
"""Most words that are counted over the pages of a site."""
_MOST_PAIRS = 2
_LEAST_TOGETHER = 2
"""Least times that a page says a name of two words, its title and what links call it included."""
_LETTERS = range(3, 31)

_STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nb": "norwegian", "nl": "dutch", "nn": "norwegian", "no": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish",
}  # fmt: skip
"""Snowball's languages, by the code that a page declares."""

_LISTS = tomllib.loads((files("recorder.forms") / "function_words.toml").read_text("utf-8"))
FUNCTION_WORDS = frozenset(" ".join(_LISTS.values()).casefold().split())
"""Case folded. What is a function word in one language is left out in all: it is rarely worth asking."""
CHINESE_PARTICLES = (
    "的了是在不和有我们你他她它这那就也都与及或而但被把让从对于等着过吗呢吧啊个之其以为会能可要到说没很么"
    "样哪谁什並與這會們個為過來對從還沒說"
)
"""Particles between Chinese words: a run of characters without spaces can be cut at them."""

# `\w` lacks the vowel signs of Indic, Thai and Arabic scripts, and the joiners inside their words.
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed"
_INDIC = "\u0900-\u0963\u0971-\u0dff\u0e00-\u0e3a\u0e40-\u0e4e\u0e80-\u0ece\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3"
_TOKENS = re.compile(rf"[\w{_MARKS}{_INDIC}\u200c\u200d]+")
_RUNS = re.compile(
    "(?P<han>[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〆\U00020000-\U0003ffff]+)"
    "|(?P<katakana>[\u30a1-\u30faー]+)"
    "|(?P<hiragana>[\u3040-\u309f]+)"
    "|(?P<hangul>[\uac00-\ud7af]+)"
    "|(?P<southeast>[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+)"
    "|(?P<other>[^\uac00-\ud7af\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〆"
    "\U00020000-\U0003ffff]+)"
)
_PARTICLES = re.compile(f"[{CHINESE_PARTICLES}]+")
_LEADING_VOWEL = re.compile("(?=[\u0e40-\u0e44\u0ec0-\u0ec4])")
_LEAST_SIGNS, _MOST_SIGNS = 4, 12
_WORD = re.compile(r"[^\d_]+\d{0,2}")
_YEAR = re.compile(r"(?<![\w.,-])[12][0-9]{3}(?![0-9]|[.,][0-9])")


@dataclass(frozen=True)
class PageText:
    """What a page says, and where it says it."""

    text: str
    title: str = ""
    headings: tuple[str, ...] = ()
    url: str = ""
    called: tuple[str, ...] = ()
    """What links to it say."""
    language: str = ""
    """The code of the language it declares."""

    @classmethod
    def of(cls, document: Document) -> "PageText":
        """The text of a parsed page."""
        headings = (" ".join("".join(map(str, each.itertext())).split()) for each in document.root.iter(*_HEADINGS))
        language = re.split("[-_]", document.root.get("lang", "").strip().lower())[0]
        return cls(document.text, document.title, tuple(filter(None, headings)), document.url, language=language)

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """Every term of its text, in order and as written."""
        return tuple(terms_of(self.text))

    @cached_property
    def names(self) -> frozenset[str]:
        """The keys of the terms of title, headings, path and links."""
        try:
            path = unquote(urlsplit(self.url).path)
        except ValueError:  # "http://[": no URL
            path = ""
        said = (self.title, *self.headings, *self.called, path.replace("_", " "))
        return frozenset(map(key_of, terms_of(" ".join(said))))

    def stem(self, key: str) -> str:
        """What the forms of one word have in common, in the language of the page."""
        return _stem(self.language, key) if self.language in _STEMMERS else key


_HEADINGS = ("h1", "h2", "h3")


class DocumentFrequencies:
    """How many of the pages seen have a term: of all pages, and of those known to be like the sample."""

    def __init__(self) -> None:
        self._all = _Counted()
        self._alike = _Counted()

    def add(self, text: str, *, like_sample: bool = False) -> None:
        """Count a page that was seen; the exemplars of the sample's class are `like_sample`."""
        keys = {key_of(term) for term in terms_of(text)}
        self._all.add(keys)
        if like_sample:
            self._alike.add(keys)

    def pages_with(self, term: str) -> int:
        """How many of the pages seen have it."""
        return self._all.pages_with[key_of(term)]

    def is_common(self, term: str) -> bool:
        """Whether most pages have it, or most of the sample's class: a function word, or a word of a template."""
        key = key_of(term)
        return self._all.is_common(key) or self._alike.is_common(key)


class _Counted:
    def __init__(self) -> None:
        self.pages = 0
        self.pages_with: Counter[str] = Counter()

    def add(self, keys: Iterable[str]) -> None:
        self.pages += 1
        full = len(self.pages_with) >= _MOST_KNOWN
        self.pages_with.update(key for key in keys if not full or key in self.pages_with)

    def is_common(self, key: str) -> bool:
        return self.pages >= _LEAST_PAGES and self.pages_with[key] > _COMMON * self.pages


def choose_terms(
    sample: PageText, form_page: PageText, seen: DocumentFrequencies | None = None, count: int = COUNT
) -> tuple[str, ...]:
    """At most `count` terms, as they are written on the pages, the most promising first."""
    known = seen or DocumentFrequencies()
    said = [(sample.stem(key_of(term)), term) for term in (*sample.terms, *form_page.terms)]
    frequency = Counter(stem for stem, _ in said)
    written: dict[str, str] = {}
    for stem, term in said:  # as a name has it, or else as it comes first
        if stem not in written or (key_of(term) in sample.names and key_of(written[stem]) not in sample.names):
            written[stem] = term
    position = {stem: number for number, stem in enumerate(written)}
    key = {stem: key_of(term) for stem, term in written.items()}
    own = {sample.stem(key_of(term)) for term in sample.terms}

    def by_paper(stem: str) -> tuple[int, bool, int, bool, int]:
        # What only the form page says are mostly its own labels: no words of the pages that are looked for.
        pages, is_name = known.pages_with(key[stem]), key[stem] in sample.names
        return frequency[stem], stem not in own, pages, not is_name, position[stem]

    def by_use(stem: str) -> tuple[int, int]:
        return -known.pages_with(key[stem]), position[stem]

    worth_asking = [stem for stem in written if not known.is_common(key[stem])]
    names = sorted((stem for stem in worth_asking if key[stem] in sample.names), key=by_use)
    ordered = sorted(worth_asking, key=by_paper)
    common = sorted((stem for stem in written if known.is_common(key[stem])), key=by_paper)
    return tuple(written[stem] for stem in [*_taken_in_turn(names, ordered, count), *common][:count])


def pairs_of(sample: PageText, seen: DocumentFrequencies, count: int = _MOST_PAIRS) -> tuple[str, ...]:
    """Names of two words that the sample says again and again: "Terry Pratchett"."""
    from nltk.collocations import BigramAssocMeasures, BigramCollocationFinder

    finder = BigramCollocationFinder.from_documents(
        _TOKENS.findall(unicodedata.normalize("NFC", text)) for text in (sample.text, sample.title, *sample.called)
    )
    finder.apply_freq_filter(_LEAST_TOGETHER)
    finder.apply_word_filter(lambda word: _terms_in(word) != (word,) or seen.is_common(word))
    finder.apply_ngram_filter(lambda first, second: first == second)  # of which no likelihood can be told
    return tuple(map(" ".join, finder.nbest(BigramAssocMeasures.likelihood_ratio, count)))


def _taken_in_turn(names: list[str], ordered: list[str], count: int) -> Iterator[str]:
    """A name, then two in the paper's order, until a third of what is wanted are names; nothing twice."""
    left = iter(names[: count // _NAMES_SHARE])
    given: set[str] = set()
    rest = (key for key in ordered if key not in given)
    while chosen := [*islice(left, 1), *islice(rest, _NAMES_SHARE - 1)]:
        yield from (key for key in dict.fromkeys(chosen) if key not in given)
        given.update(chosen)


@lru_cache(maxsize=65_536)
def key_of(term: str) -> str:
    """What makes two spellings one term: capitals, width and stretching aside; accents are part of a word."""
    return unicodedata.normalize("NFKC", term.replace("\u0640", "")).casefold()


@lru_cache(maxsize=65_536)
def _stem(language: str, key: str) -> str:
    stem: str = _stemmer(language).stem(key)
    return stem


@cache
def _stemmer(language: str) -> "SnowballStemmer":
    from nltk.stem.snowball import SnowballStemmer

    return SnowballStemmer(_STEMMERS[language])


def terms_of(text: str) -> Iterator[str]:
    """The terms of a text, in order: no function words, no numbers, nothing too short or too long to search for."""
    for token in _TOKENS.findall(unicodedata.normalize("NFC", text)):
        yield from _terms_in(token)


def years_of(text: str) -> Iterator[str]:
    """The numbers of a text that may be years: of all numbers those that people search by."""
    return (found[0] for found in _YEAR.finditer(text))


@lru_cache(maxsize=65_536)  # the words of a site come again on page after page
def _terms_in(token: str) -> tuple[str, ...]:
    runs = (run for piece in token.replace("_", " ").split() for run in _RUNS.finditer(piece))
    pieces = (piece for run in runs for piece in _CUTS[run.lastgroup or "other"](run[0]) if _WORD.fullmatch(piece))
    return tuple(piece for piece in pieces if key_of(piece) not in FUNCTION_WORDS)


def _words(run: str) -> Iterable[str]:
    return (run,) if len(run) in _LETTERS else ()


def _pairs(run: str) -> Iterable[str]:
    """Short runs are words; longer ones are cut at particles, and then into pairs that do not overlap."""
    for piece in _PARTICLES.split(run) if len(run) > 3 else (run,):
        if len(piece) in (2, 3):
            yield piece
        else:
            yield from (piece[at : at + 2] for at in range(0, len(piece) - 1, 2))


def _whole(run: str) -> Iterable[str]:
    return (run,) if 2 <= len(run) <= _MOST_SIGNS else ()


def _signs(run: str) -> Iterable[str]:
    """Pieces that begin where a syllable does, each of a few signs."""
    piece = ""
    for syllables in _LEADING_VOWEL.split(run):
        if len(piece) >= _LEAST_SIGNS:
            yield piece[:_MOST_SIGNS]
            piece = ""
        piece += syllables
    if len(piece) >= 2:
        yield piece[:_MOST_SIGNS]


_CUTS: dict[str, Callable[[str], Iterable[str]]] = {
    "other": _words,
    "han": _pairs,
    "katakana": _whole,
    "hangul": _whole,
    "hiragana": lambda _: (),  # endings and particles
    "southeast": _signs,
}
