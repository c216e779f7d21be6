"""What holds for every test: how hard Hypothesis searches. Nothing here replaces a part of the product.

`make test` tries few examples of each property, others from run to run, so that the search goes on. `.ci/run` tries
many, the same each time, so that a red run can be repeated. No example has a deadline: on a busy machine that would
fail tests that are right.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=200, derandomize=True, database=None)
settings.load_profile("thorough" if os.environ.get("CI") else "quick")
