"""One page, which loads nothing and shows every recording."""

import re

from bench.generality.report_page import page
from tests.bench.generality.some_rows import row


def test_every_recording_is_a_point_of_every_plot() -> None:
    rows = [row(f1=0.5, told=True), row(sample="betula", precision=0.25), row("pond", estimate=90.0)]
    shown = page(rows)
    assert shown.count("<svg") == 6
    assert shown.count("<circle") == 5 * len(rows) + 1
    assert shown.count('class="told"') == 5


def test_points_stay_inside_their_plot() -> None:
    shown = page([row(f1=0.0, targets=1, pages_to_learn=0), row(targets=20_000, pages_to_learn=1_500)])
    assert all(0 <= float(x) <= 560 for x in re.findall(r'<circle[^>]* cx="([^"]+)"', shown))
    assert all(0 <= float(y) <= 320 for y in re.findall(r'<circle[^>]* cy="([^"]+)"', shown))


def test_what_a_site_says_of_itself_is_no_markup() -> None:
    shown = page([row(f1=0.5, failure="Traceback\n<script>x</script>", wrong=("http://a.example/<b>",))])
    assert "<script" not in shown
    assert "<b>" not in shown


def test_nothing_is_loaded() -> None:
    assert not re.search(r"(src|href|url)\s*[=(]", page([row()]))
