"""The sites that the bench of static sites is asked for by name."""

import pytest

from bench.static_sites import CASES, main


def test_a_site_that_it_does_not_know_is_refused_with_those_it_knows() -> None:
    with pytest.raises(SystemExit, match=rf"No site nowhere\. There are: .*{CASES[0].name}"):
        main(["nowhere", CASES[0].name])
