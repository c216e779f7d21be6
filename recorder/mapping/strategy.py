"""What a way of mapping has to answer: which pages to fetch next, by what the ones fetched turned out to be."""

from collections.abc import Mapping
from typing import Protocol


class Strategy(Protocol):
    """Decides over a `SiteMap` it was made with; keeps the map's `targets`."""

    round_share: float
    """How much may be fetched before the pages seen are judged anew, as a share of what was fetched before."""
    used_hubs: set[str]
    """The pages that lead to targets, as far as the strategy tells hubs apart."""

    def learn(self, verdicts: Mapping[str, bool]) -> None:
        """Take in the verdict ("is a target") on every page fetched so far."""

    def next_urls(self, limit: int) -> list[str]:
        """About `limit` known URLs to fetch next; none when enough has been seen."""
