"""What holds for every test: how Hypothesis searches. Nothing here replaces a part of the product.

On CI the examples are the same each time, so that a red run can be repeated; elsewhere they differ from run to run, so
that the search goes on. No example has a deadline: on a busy machine that would fail tests that are right.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if os.environ.get("CI") else "search")
