"""A share of `bench form_safety`: forms that change something, on a site that the program records and crawls."""

from collections.abc import Iterable

import pytest

from bench.form_safety import SEARCHES, Posed, counted, misleading, real_of_corpus, searches

FORMS = 12


def some(forms: Iterable[Posed]) -> list[Posed]:
    found = list(forms)
    return found[:: len(found) // FORMS][:FORMS]


@pytest.mark.slow
def test_what_changes_something_is_not_sent_and_searches_are() -> None:
    found = counted("changing", (*some(misleading()), *some(real_of_corpus()), *searches()[:6]))
    assert found.looked_at == {"changing": 2 * FORMS, SEARCHES: 6}
    assert found.sent["changing"] == 0
    assert found.sent[SEARCHES] > 0
