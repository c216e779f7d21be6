"""Prices whose parts stand in elements of their own: the cents, as in `£12<sup>99</sup>`, or the currency, as in
`<b>€</b> 12.99`. Which element says a price is not known here.
"""

import re
from collections.abc import Callable, Sequence
from itertools import islice

from lxml import etree

from recorder.patterns.records.sightings import NEARLY_ALL, Instance
from recorder.patterns.records.values import NumberFormat
from recorder.patterns.records.words import children_of, inner_text, says_something, words_of

_WHOLE_PRICE = re.compile(r"\s*[^\w\s]\s?\d[\d,. ]*")
_CENTS = re.compile(r"\s*\d\d\s*")
_CURRENCY = re.compile(r"\D{1,4}")


def has_cents(instances: Sequence[Instance]) -> bool:
    """In elements of their own."""
    return _nearly_all(_is_price_with_cents, instances)


def has_currency(instances: Sequence[Instance]) -> bool:
    """In elements of their own."""
    return _nearly_all(_is_price_with_currency, instances)


def _nearly_all(test: Callable[[etree._Element], object], instances: Sequence[Instance]) -> bool:
    """Asks no more of them than it takes to know: most places hold no prices, but much text."""
    failures = (instance for instance in instances if not test(instance.element))
    most = int(len(instances) * (1 - NEARLY_ALL))
    return next(islice(failures, most, None), None) is None


def _is_price_with_cents(element: etree._Element) -> object:
    is_price = len(element) == 1 and _WHOLE_PRICE.fullmatch(element.text or "")
    return is_price and _CENTS.fullmatch(inner_text(element[0]))


def _is_price_with_currency(element: etree._Element) -> object:
    parts = [words_of(child) for child in children_of(element) if says_something(child)] if len(element) < 3 else []
    if not any(map(_CURRENCY.fullmatch, parts)):
        return False
    from price_parser import Price

    words = words_of(element)
    return Price.fromstring(words).currency in parts and NumberFormat().read(words) is not None
