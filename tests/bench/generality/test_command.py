"""The command over an invented site, in each of its halves."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bench.generality.command import main
from bench.generality.site import Site, Truth
from bench.sites import SiteUnavailableError
from tests.bench.generality.herbarium import HERBARIUM, PLANTS

TUNING, UNSEEN = HERBARIUM, replace(HERBARIUM, name="vivarium")


def _gone() -> AbstractContextManager[str]:
    raise SiteUnavailableError("no such package: secret-fen")


_UNSEEN_OPTIONS = [("--unseen", "--sites", "herbarium"), ("--sites", "vivarium"), ("--unseen", "--html", "x")]


def _run(capsys: pytest.CaptureFixture[str], cache: Path, sites: Sequence[Site], *words: str) -> tuple[int, str, str]:
    code = main([*words], sites, cache)
    return code, *capsys.readouterr()


def test_the_list_tells_the_half_and_sets_nothing_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = _run(capsys, tmp_path, [TUNING, UNSEEN], "--list", "--json")
    told = json.loads(out)
    assert code == 0
    assert [(each["name"], each["half"], each["pages"]) for each in told] == [
        ("herbarium", "tuning", None),
        ("vivarium", "unseen", None),
    ]


def test_a_site_of_the_tuning_half_is_told_by_name_and_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.html"
    code, out, heard = _run(capsys, tmp_path, [TUNING, UNSEEN], "--samples", "1", "--html", str(drawn))
    assert code == 0
    assert "herbarium" in out
    assert "vivarium" not in out
    assert "herbarium like" in heard
    assert "<svg" in drawn.read_text()
    _, listed, _ = _run(capsys, tmp_path, [TUNING], "--list")
    assert listed.splitlines()[1].split()[-2:] == ["36", "tuning"]


def test_of_the_unseen_half_nothing_is_told_but_totals(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    gone = replace(UNSEEN, name="secret-fen", serve=_gone)
    told = "".join(map(str, _run(capsys, tmp_path, [TUNING, UNSEEN, gone], "--unseen", "--samples", "1")))
    told += "".join(map(str, _run(capsys, tmp_path, [UNSEEN], "--unseen", "--samples", "1", "--json")))
    told += "".join(path.read_text() for path in (tmp_path / "generality-results").iterdir())
    assert "1 recordings of 1 sites" in told
    assert "NOT RUN: 1 sites" in told
    assert not [word for word in ("vivarium", "secret", "herbarium", "127.0.0.1", "plant") if word in told]


@pytest.mark.slow
def test_what_goes_wrong_with_a_site_of_the_unseen_half_names_nothing(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    @contextmanager
    def complaining() -> Iterator[str]:
        subprocess.run(["sh", "-c", "echo secret-vivarium >&2"], check=True)
        with HERBARIUM.serve() as base:
            yield base

    truth = Truth(HERBARIUM.truth().records, {"secret-vivarium": None}.__getitem__)
    code = main(["--unseen", "--samples", "1"], [replace(UNSEEN, serve=complaining, truth=lambda: truth)], tmp_path)
    told = "".join(capfd.readouterr())
    assert code == 1
    assert "NOT RUN: 1 sites" in told
    assert "vivarium" not in told


@pytest.mark.parametrize("words", _UNSEEN_OPTIONS)
def test_what_would_show_the_unseen_half_is_refused(words: Sequence[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main([*words], [TUNING, UNSEEN], tmp_path)


@pytest.mark.slow
def test_the_pages_of_a_mirror_are_judged_without_the_site(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _run(capsys, tmp_path, [TUNING], "--samples", "1")
    gone = replace(TUNING, serve=_gone)
    code, out, heard = _run(capsys, tmp_path, [gone, UNSEEN], "--judged", "--samples", "2", "--json")
    assert code == 0
    rows = json.loads(out)["rows"]
    assert [row["site"] for row in rows] == ["herbarium"] * 2
    assert [row["f1"] for row in rows] == [1, 0]
    assert [row["failure"] for row in rows] == ["", "its mirror has no page of this sample yet"]
    assert heard.count("herbarium like") == 2
    _, out, _ = _run(capsys, tmp_path, [replace(gone, name="herbarium-2")], "--judged", "--json")
    assert json.loads(out)["not_run"] == {"herbarium-2": "it has no mirror yet: record it first"}


def test_a_mirror_is_filled_once_by_a_walk_and_judged_without_a_recording(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    linked = {name: f"plant/{name}" for name in sorted(PLANTS)[:8]}
    files = replace(TUNING, is_program=False, truth=lambda: replace(TUNING.truth(), records=linked))
    code, out, told = _run(capsys, tmp_path, [files, TUNING, UNSEEN], "--fill")
    assert code == 0
    assert out.startswith("1 mirrors filled, 0 in part: 10 addresses")
    assert told.startswith("herbarium: 10 addresses")
    _, out, told = _run(capsys, tmp_path, [files], "--fill")
    assert (out[:17], told) == ("0 mirrors filled,", "")
    _, out, _ = _run(capsys, tmp_path, [replace(files, serve=_gone)], "--judged", "--samples", "1", "--json")
    assert json.loads(out)["rows"][0]["judged_f1"] > 0


def test_of_the_unseen_half_a_walk_tells_no_name(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    gone = replace(UNSEEN, name="secret-fen", serve=_gone, is_program=False)
    main(["--unseen", "--fill"], [replace(UNSEEN, is_program=False), gone], tmp_path)
    told = "".join(capfd.readouterr())
    assert "1 mirrors filled" in told
    assert "NOT RUN: 1 sites" in told
    assert not [word for word in ("vivarium", "secret", "127.0.0.1", "plant") if word in told]


@pytest.mark.parametrize("word", ["--hold", "--answers"])
def test_what_is_only_judged_is_no_figure_to_hold_and_answers_nothing(word: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["--judged", word], [TUNING], tmp_path)
