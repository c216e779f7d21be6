"""A person's own session: a club shows its members what it shows nobody else; nothing is done in their name, no secret
leaves the fetching, and the end of the session is no drift.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from recorder.fetching.cookies import Cookie
from recorder.fetching.own_session import Stored, load_session, save_state
from recorder.fetching.scope import Scope
from recorder.fetching.session_secrets import HIDDEN, SessionSecrets
from recorder.fetching.session_signs import SessionStanding, changes_something, is_exit, signs_of
from recorder.runtime.errors import UsageError
from tests.recorder.club import MEMBERS, PASSWORD, Club
from tests.recorder.conftest import Command, in_a_process

FAST = ("--render", "never")


@pytest.fixture
def club() -> Iterator[Club]:
    with Club() as club:
        yield club


def cookies_txt(club: Club, folder: Path) -> Path:
    file = folder / "session.txt"
    file.write_text(f"# Netscape HTTP Cookie File\n#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t{club.let_in()}\n")
    file.chmod(0o600)
    return file


def storage_state(club: Club, folder: Path) -> Path:
    cookie = {"name": "sid", "value": club.let_in(), "domain": "127.0.0.1", "path": "/", "expires": -1}
    file = folder / "session.json"
    save_state({"cookies": [{**cookie, "httpOnly": True, "secure": False}], "origins": []}, file)
    return file


def recorded(recorder: Command, club: Club, folder: Path, session: Path) -> Path:
    database = folder / "club.db"
    done = recorder(
        "record", club.base, "--like", f"{club.base}/member/3", "--db", database, "--session", session, *FAST
    )
    assert done.code == 0, done.err
    assert f"--session {session}" in done.err
    return database


@pytest.mark.parametrize("kind", [cookies_txt, storage_state])
def test_what_members_see_is_collected_and_nothing_is_done_in_their_name(
    recorder: Command, club: Club, tmp_path: Path, kind: object
) -> None:
    session = kind(club, tmp_path)  # type: ignore[operator]
    database = recorded(recorder, club, tmp_path, session)
    done = recorder("crawl", "--db", database, "--session", session, *FAST, "--json")
    assert (done.code, done.json["targets"], done.json["drift"]) == (0, MEMBERS, None)
    assert club.harm == []
    assert club.asked["/logout"] == club.asked["/bye"] == 0


def test_a_sample_behind_a_log_in_is_told_from_the_page_that_asks(
    recorder: Command, club: Club, tmp_path: Path
) -> None:
    ask = ("record", club.base, "--like", f"{club.base}/member/3", "--db", tmp_path / "club.db", *FAST)
    told = recorder(*ask).err
    assert "leads to one that asks for a password. If it is behind a log-in, give your own session" in told
    assert "asks for a password" not in recorder(*ask, "--fresh", "--session", cookies_txt(club, tmp_path)).err


def test_no_secret_is_in_anything_that_is_kept_told_or_exported(recorder: Command, club: Club, tmp_path: Path) -> None:
    session = cookies_txt(club, tmp_path)
    database = recorded(recorder, club, tmp_path, session)
    told = [recorder("crawl", "--db", database, "--session", session, *FAST, "--log-format", "json", "--json")]
    told.append(recorder("extract", "--db", database))
    told += [recorder(*words, "--db", database) for words in (("show",), ("show", "--json"), ("runs",), ("targets",))]
    told += [recorder("why", f"{club.base}/member/5", "--db", database), recorder("session", "show", session)]
    for form, what in (("jsonl", "records"), ("csv", "pages"), ("warc", "pages")):
        told.append(recorder("export", tmp_path / f"out.{form}", "--db", database, "--format", form, "--what", what))
    assert [done.code for done in told] == [0] * len(told), told
    with closing(sqlite3.connect(database)) as opened:
        kept = [zlib.decompress(body) for (body,) in opened.execute("SELECT zlib FROM bodies")]
        said = "\n".join(opened.iterdump()).encode()
    files = [file.read_bytes() for file in tmp_path.iterdir() if file != session]
    secret = club.secret.encode()
    assert secret in session.read_bytes()
    assert any(HIDDEN.encode() in body for body in kept), "the club writes the secret into every page"
    assert not [each for each in (*kept, *files, said) if secret in each]
    assert not [done for done in told if club.secret in done.out + done.err]


def test_the_end_of_a_session_stops_the_run_and_is_no_drift(recorder: Command, club: Club, tmp_path: Path) -> None:
    session = cookies_txt(club, tmp_path)
    database = recorded(recorder, club, tmp_path, session)
    crawl = ("crawl", "--db", database, "--session", session, *FAST)
    club.ends_after = club.shown + 10
    done = recorder(*crawl, "--json")
    assert (done.code, done.json["drift"], done.json["errors"], done.json["gone"]) == (3, None, 0, 0)
    assert 0 < done.json["targets"] < MEMBERS
    assert "your session with 127.0.0.1 has ended" in done.err
    assert recorder(*crawl).code == 3, "it has not come back by itself"
    club.let_in()
    done = recorder(*crawl, "--json")
    assert (done.code, done.json["targets"], done.json["errors"]) == (0, MEMBERS, 0)


def test_a_mapping_without_a_living_session_is_stopped_before_it_learns_the_log_in(
    recorder: Command, club: Club, tmp_path: Path
) -> None:
    session = cookies_txt(club, tmp_path)
    club.sessions.clear()
    ask = ("record", club.base, "--like", f"{club.base}/member/3", "--db", tmp_path / "a.db", "--session", session)
    done = recorder(*ask, *FAST)
    assert done.code == 3
    assert "has ended" in done.err
    club.let_in()
    assert recorder(*ask, *FAST).code == 0


def test_without_a_sign_on_the_entry_page_a_page_that_was_shown_is_the_witness(
    recorder: Command, tmp_path: Path
) -> None:
    with Club(public_door=True, signs=False) as club:
        session = cookies_txt(club, tmp_path)
        database = recorded(recorder, club, tmp_path, session)
        club.ends_after = club.shown + 10
        done = recorder("crawl", "--db", database, "--session", session, *FAST, "--json")
        assert (done.code, done.json["drift"], done.json["gone"]) == (3, None, 0), done


def test_a_recording_made_with_a_session_is_not_crawled_without(recorder: Command, club: Club, tmp_path: Path) -> None:
    database = recorded(recorder, club, tmp_path, cookies_txt(club, tmp_path))
    done = recorder("crawl", "--db", database, *FAST)
    assert done.code == 2
    assert "session open" in done.err


def test_forms_that_are_no_searches_are_not_allowed_with_a_session(
    recorder: Command, club: Club, tmp_path: Path
) -> None:
    session = cookies_txt(club, tmp_path)
    sample = f"{club.base}/member/3"
    done = recorder(
        "record", club.base, "--like", sample, "--db", tmp_path / "a.db", "--session", session, "--forms", "all"
    )
    assert done.code == 2
    assert not club.asked


@pytest.mark.parametrize(
    "text", ["", "a,b\n1,2\n", "{", '{"cookies": [{"name": "a"}]}', '{"cookies": 7}', "\x00\x01", "[]", '{"a": "b"}']
)
def test_what_is_no_session_is_refused_without_being_quoted(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd"
    file.write_text(text)
    with pytest.raises(UsageError) as raised:
        load_session(file)
    assert raised.value.__cause__ is None
    assert str(file) in raised.value.message


def test_cookies_past_their_time_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "cookies.txt"
    file.write_text("a.example\tTRUE\t/\tTRUE\t1000000000\told\tx\n.a.example\tTRUE\t/\tTRUE\t4000000000\tnew\ty\n")
    (kept,) = load_session(file).cookies
    assert kept == (Cookie("new", "y", "a.example", "/", wide=True, secure=True), 4000000000.0)
    assert "y" not in repr(kept[0]).partition("of")[0]
    file.write_text("a.example\tTRUE\t/\tTRUE\t1000000000\told\tx\n")
    with pytest.raises(UsageError, match="has ended"):
        load_session(file)


def test_of_a_file_with_many_sites_only_the_sites_own_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "cookies.txt"
    file.write_text(
        "\n".join(f"{host}\tTRUE\t/\tFALSE\t0\tn\tv" for host in ("a.example", "id.a.example", "b.example"))
    )
    taken = load_session(file).of(Scope.of("https://www.a.example/"))
    assert [cookie.domain for cookie, _ in taken.cookies] == ["a.example", "id.a.example"]


def test_a_file_is_written_for_its_owner_alone_whatever_was_there(tmp_path: Path) -> None:
    file = tmp_path / "session.json"
    file.write_text("{}")
    file.chmod(0o644)
    save_state({"cookies": [], "origins": []}, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["session.json"]


@pytest.mark.parametrize(
    ("path", "ends", "changes"),
    [
        ("/logout", True, False),
        ("/users/sign_out", True, False),
        ("/index.php?title=Special:UserLogout&returnto=Main", True, False),
        ("/konto/abmelden.html", True, False),
        ("/%D0%B2%D1%8B%D1%85%D0%BE%D0%B4", True, False),
        ("/blog/how-to-log-out-of-your-account", False, False),
        ("/search?q=logout", False, False),
        ("/posts/5/delete", False, True),
        ("/cart/add/17", False, True),
        ("/list?action=remove&id=3", False, True),
        ("/add/ress/book", False, False),
        ("/search?q=delete", False, False),
    ],
)
def test_addresses_that_end_a_session_or_change_something(path: str, ends: bool, changes: bool) -> None:
    url = f"https://a.example{path}"
    assert (is_exit(url), changes_something(url)) == (ends, changes)


def page(body: str, url: str = "https://a.example/x") -> Page:
    return Page(Request(url), url, 200, "text/html", (("Set-Cookie", "a=b"),), body.encode(), (), False, 0.0)


@pytest.mark.parametrize(
    ("body", "standing"),
    [
        ("<a href=/u/7?do=exit>Wyloguj się</a><input type=password>", SessionStanding.LOGGED_IN),
        ("<button>ログアウト</button>", SessionStanding.LOGGED_IN),
        ("<form action=/logout><input type=submit value=Go></form>", SessionStanding.LOGGED_IN),
        ("<a href=/n/1>Minister: how to log out of a bad deal before the year is over</a>", SessionStanding.UNKNOWN),
        ("<form><input name=a><input TYPE=Password></form>", SessionStanding.LOGGED_OUT),
        ("<p>nothing", SessionStanding.UNKNOWN),
    ],
)
def test_what_a_page_says_of_its_reader(body: str, standing: SessionStanding) -> None:
    assert signs_of(page(body)).standing is standing


def test_secrets_are_taken_out_in_all_the_ways_they_are_written() -> None:
    secrets = SessionSecrets([Stored("https://a.example", {"auth": json.dumps({"token": "eyJ0b2tlbiI6InNlY3JldCJ9"})})])
    cookies = {
        Cookie("sid", "a+b/c==<d>&efghijkl", "a.example", http_only=True),
        Cookie("theme", "dark", "a.example"),
        Cookie("csrftoken", "0123456789abcdef0123", "a.example"),
    }
    secrets.hear(frozenset(cookies))
    body = (
        "a+b/c==<d>&efghijkl a%2Bb%2Fc%3D%3D%3Cd%3E%26efghijkl a+b/c==&lt;d&gt;&amp;efghijkl eyJ0b2tlbiI6InNlY3JldCJ9"
    )
    told = secrets.out_of(page(f"{body} dark 0123456789abcdef0123 äö"))
    assert isinstance(told, Page)
    assert told.body.decode() == f"{HIDDEN} {HIDDEN} {HIDDEN} {HIDDEN} dark 0123456789abcdef0123 äö"
    assert told.headers == ()
    failed = Outcome(
        Request("https://a.example/a+b/c==<d>&efghijkl"), OutcomeKind.EMPTY, "a+b/c==<d>&efghijkl", url="x"
    )
    assert "efghijkl" not in repr(secrets.out_of(failed))


def test_where_there_is_no_display_a_person_is_told_what_to_do(
    recorder: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    done = recorder("session", "open", "http://127.0.0.1:9/", "--to", tmp_path / "s.json")
    assert done.code == 1
    assert "no display" in done.err
    assert "cookies.txt" in done.err
    other = tmp_path / "thesis.txt"
    other.write_text("forty pages")
    assert recorder("session", "open", "http://127.0.0.1:9/", "--to", other).code == 2
    assert other.read_text() == "forty pages"


@pytest.mark.slow
def test_a_person_logs_in_on_a_real_screen(club: Club, tmp_path: Path) -> None:
    """Xvfb is the screen, and xdotool the hands."""
    missing = [name for name in ("Xvfb", "xvfb-run", "xdotool") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"no {', '.join(missing)} here (Debian: xvfb, xdotool): nobody can be shown a browser")
    file, person = tmp_path / "session.json", Path(__file__).with_name("logging_in_by_hand.py")
    command = ["xvfb-run", "-a", sys.executable, str(person), club.base, str(file), PASSWORD]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [cookie.value for cookie, _ in load_session(file).cookies] == [club.secret]
    shown = in_a_process("session", "show", file)
    assert "127.0.0.1: 1 cookie" in shown.out
    assert club.secret not in shown.out + shown.err + done.stdout + done.stderr
