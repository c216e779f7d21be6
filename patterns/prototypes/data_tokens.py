"""Which of the tokens that follow one beginning are data, and which the site's own words [LINKS III].

A feature near 1/n says data. Decisions the paper leaves open:

- A token that many links share is compared with them too: a folder is on more hubs than the pages in it, while the
  number of a book is on no more than the link to the book.
- Where the hubs have shown all the names there are, those that many different tokens follow are folders, however few
  hubs have them: tables, departments.
- A word that stands in many folders, whatever their names, says what kind of page it is: `index.html`, `reviews`.
- Names of parameters are words of the site's programs (`parameters` knows the exceptions).
"""

from collections.abc import Mapping, Sequence
from statistics import median

from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.inner_words import InnerWords
from recorder.patterns.prototypes.tokens import Part, Token
from recorder.patterns.urls.ladders import unseen_share

LITERAL_SHARE = 0.2
"""Least F_P or F_V of a word of the site: popular data stays well below."""
FOLDER_SHARE = 0.1
_FOLDER_RATIO = 3
"""Least ratio of a rarer folder's feature to the median F_L of the links in it."""
_NEWS = 0.02
_MANY = 10

Families = Mapping[Token, list[str]]
"""The links that agree up to and including a token, by that token."""


def data_of(hubset: Hubset, families: Families, words: InnerWords, at: int) -> Families:
    """Those whose tokens are data; `at` is the position of the tokens, `words` those inside them that say kinds."""
    hubs = {token: len(hubset.hubs_with(links)) for token, links in families.items() if _may_vary(token)}
    rare = {token for token, standing in hubs.items() if standing < max(2, LITERAL_SHARE * hubset.size)}
    all_seen = not hubs or unseen_share(hubs.values()) <= _NEWS
    many = max(_MANY, len(families)) if all_seen else None
    return {
        token: families[token]
        for token in hubs
        if _is_page_of_kind(token, hubset, families[token], words, at)
        or (token in rare and not (token.part is Part.SEGMENT and _is_folder(token, hubset, families[token], at, many)))
    }


def _may_vary(token: Token) -> bool:
    return token.part not in (Part.ORIGIN, Part.NAME) and bool(token.text or token.part is Part.VALUE)


def _is_page_of_kind(token: Token, hubset: Hubset, links: Sequence[str], words: InnerWords, at: int) -> bool:
    """Whether it names one of many pages of a kind, by a word in it; however popular, it is no word itself."""
    name = token.text or ""
    if token.part is not Part.SEGMENT or not (words.heads or words.tails) or name in hubset.recurring:
        return False
    ends = any(len(hubset.tokens[link]) == at + 1 for link in links)
    return ends and words.says_kind(words.affix(name))


def _is_folder(token: Token, hubset: Hubset, links: Sequence[str], at: int, many: int | None) -> bool:
    """Whether a word that few hubs have is the site's own all the same. `many`: how many different tokens follow
    the names of a closed list. Digits identify items (ids, page numbers, years), not kinds.
    """
    word = token.text or ""
    if word in hubset.recurring:
        return True
    usual = median(len(hubset.hubs_of[link]) for link in links)
    if len(hubset.hubs_with(links)) >= max(2, FOLDER_SHARE * hubset.size, _FOLDER_RATIO * usual):
        return True
    return many is not None and not word.isdecimal() and _followers(hubset, links, at) >= many


def _followers(hubset: Hubset, links: Sequence[str], at: int) -> int:
    """How many different tokens come next."""
    return len({hubset.tokens[link][at + 1] for link in links if len(hubset.tokens[link]) > at + 1})
