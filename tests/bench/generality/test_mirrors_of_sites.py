"""Sites that nobody here made lead to the same decisions over HTTP and over their mirrors: the same pages in the same
order, the same verdicts, the same pattern, the same crawl.
"""

from pathlib import Path

import pytest

from bench.generality.catalogue import all_sites
from bench.generality.site import Site
from bench.sites import SiteUnavailableError
from tests.bench.generality.comparing import three_ways, walked

SITES = ("exim-chapters", "ant-tasks", "sqlite-syntax", "pypiserver-projects")


@pytest.mark.slow
@pytest.mark.parametrize("site", [site for site in all_sites() if site.name in SITES], ids=lambda site: site.name)
def test_a_real_site_is_recorded_alike_over_http_and_over_its_mirror(site: Site, tmp_path: Path) -> None:
    try:
        over_http, filling, mirrored = three_ways(site, tmp_path)
    except SiteUnavailableError as error:
        pytest.skip(f"NOT RUN, so neither passed nor failed: {error}")
    assert over_http == filling
    assert over_http == mirrored
    assert over_http == walked(site, tmp_path / "walked")
