from pathlib import Path

import pytest

from recorder.cli.commands.fleet.options import commands_with_options
from recorder.fleet.site_list import BadSitesError, CommandOptions, options_for, read_sites
from recorder.runtime.errors import UsageError

COMMANDS = (
    CommandOptions("record", {"--delay": True, "--forms": True, "--exhaustive": False}),
    CommandOptions("crawl", {"--delay": True, "--limit": True, "--only-new": False}),
)


def listed(folder: Path, text: str) -> Path:
    file = folder / "sites.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_columns_stand_in_any_order_and_others_are_kept(tmp_path: Path) -> None:
    file = listed(tmp_path, "City,LIKE,Entry\nUlm,a.example/1|a.example/2,a.example\n")
    (site,) = read_sites(file, COMMANDS)
    assert (site.entry, site.samples) == ("a.example", ("a.example/1", "a.example/2"))
    assert (site.name, site.host, site.extra) == ("a.example", "a.example", {"City": "Ulm"})


def test_a_table_of_a_spreadsheet_with_semicolons_and_a_mark_at_its_head(tmp_path: Path) -> None:
    (tmp_path / "sites.csv").write_bytes("\ufeffentry;like\r\nhttp://a.example/;http://a.example/1\r\n\r\n".encode())
    assert [site.name for site in read_sites(tmp_path / "sites.csv", COMMANDS)] == ["a.example"]


def test_all_bad_rows_are_named_at_once_with_their_lines(tmp_path: Path) -> None:
    text = (
        "entry,like,name,every,options,params,relearn\n"
        "http://a.example/,,,,,,\n"
        '"http://b.example/",http://b.example/1,"two\nlines",,,,\n'
        "mailto:x,http://c.example/1,,,,,\n"
        "http://d.example/,http://d.example/1,,now and then,,,\n"
        "http://e.example/,http://e.example/1,,,--db x,,\n"
        "http://f.example/,http://f.example/1,,,,none.csv,\n"
        "http://g.example/,http://g.example/1,,,,,perhaps\n"
        "http://h.example/,http://h.example/1,,,--delay,,\n"
        "http://i.example/,http://i.example/1,,,,,,too many\n"
        "http://j.example/,http://j.example/1,,,,,\n"
        "http://j.example/,http://j.example/2,,,,,\n"
    )
    with pytest.raises(BadSitesError) as caught:
        read_sites(listed(tmp_path, text), COMMANDS)
    told = [line.strip().partition(":")[0] for line in caught.value.message.splitlines()[1:]]
    assert sorted(told) == sorted(f"line {number}" for number in (2, 3, 5, 6, 7, 8, 9, 10, 11, 13))
    assert caught.value.message.startswith("10 rows of")


def test_two_spellings_of_a_site_are_one(tmp_path: Path) -> None:
    text = "entry,like\nhttp://A.example,http://a.example/1\nhttp://a.example:80/,HTTP://a.example/1\n"
    assert len(read_sites(listed(tmp_path, text), COMMANDS)) == 1


def test_what_a_query_file_holds_goes_along(tmp_path: Path) -> None:
    (tmp_path / "words.csv").write_text("word\nsea\n")
    (site,) = read_sites(listed(tmp_path, "entry,like,params\na.example,a.example/1,words.csv\n"), COMMANDS)
    assert site.params == "word\nsea\n"


def test_a_list_sends_no_files_from_elsewhere_to_its_sites(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("word\nhush\n")
    (tmp_path / "lists").mkdir()
    file = listed(tmp_path / "lists", "entry,like,params\na.example,a.example/1,../secret\n")
    with pytest.raises(BadSitesError, match="not in the folder"):
        read_sites(file, COMMANDS)


@pytest.mark.parametrize("text", ["", "entry\nx\n", "entry,like,like\na,b,c\n", "entry,like\n", "x" * 140_000])
def test_a_list_without_its_columns_or_without_rows_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError):
        read_sites(listed(tmp_path, text), COMMANDS)


def test_each_command_gets_its_own_options() -> None:
    words = ("--delay", "2", "--limit=5", "--exhaustive", "--only-new")
    record, crawl = COMMANDS
    assert options_for(record, words, COMMANDS) == ("--delay", "2", "--exhaustive")
    assert options_for(crawl, words, COMMANDS) == ("--delay", "2", "--limit=5", "--only-new")


def test_rows_may_give_the_options_of_the_real_commands_but_not_what_the_fleet_gives() -> None:
    record, crawl = commands_with_options()
    assert record.takes_value["--render"] and not record.takes_value["--exhaustive"]
    assert crawl.takes_value["--limit"]
    assert not {"--db", "--json", "--like", "--params-from", "--log-format"} & {*record.takes_value, *crawl.takes_value}
