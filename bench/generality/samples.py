"""The samples of a site: which of its records a recording begins with. Drawn by chance, the same chance every time."""

import random
from collections.abc import Sequence

from bench.generality.site import Site, Truth

SAMPLES = 6
"""Most samples of a site. With one sample a site that works by luck looks like one that works; of a site that fails
with one sample in three, six miss that once in eleven times.
"""


def samples(site: Site, truth: Truth) -> Sequence[str]:
    """Identities. The record that stands on the entry page is left out: the two addresses must differ."""
    able = sorted(identity for identity, address in truth.records.items() if address != site.entry)
    drawn = random.Random(f"samples of {site.name}").sample(able, min(SAMPLES, len(able)))
    return tuple(drawn)
