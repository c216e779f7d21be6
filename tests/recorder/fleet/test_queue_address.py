import pytest

from recorder.cli.commands import fleet
from recorder.fleet.connecting import queue_place
from recorder.fleet.queue_address import VARIABLE, queue_given, said, without_secrets
from recorder.runtime.errors import RecorderError, UsageError
from tests.recorder.conftest import Command

SECRET = "hush-hush"
WITH_PASSWORD = f"postgresql://me:{SECRET}@127.0.0.1:1/fleet"


def test_a_password_on_the_command_line_is_refused_and_not_repeated(recorder: Command) -> None:
    for queue in (WITH_PASSWORD, f"host=127.0.0.1 password={SECRET}"):
        done = recorder("fleet", "status", "--queue", queue)
        assert done.code == 2
        assert VARIABLE in done.err and SECRET not in done.err + done.out


def test_a_password_of_the_environment_is_in_no_error(monkeypatch: pytest.MonkeyPatch, recorder: Command) -> None:
    monkeypatch.setenv(VARIABLE, WITH_PASSWORD)
    assert queue_given(None) == WITH_PASSWORD
    done = recorder("fleet", "status")
    assert done.code == 1
    assert "127.0.0.1:1/fleet" in done.err and SECRET not in done.err


def test_an_address_that_cannot_be_read_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, f"host=a passwort={SECRET}")
    with pytest.raises(UsageError) as caught:
        queue_given(None)
    assert SECRET not in str(caught.value) + caught.value.hint


def test_commands_that_workers_start_are_told_no_secret() -> None:
    given = {"PATH": "/bin", VARIABLE: WITH_PASSWORD, "PGPASSWORD": SECRET}
    assert without_secrets(given) == {"PATH": "/bin"}


def test_where_it_is_can_be_said() -> None:
    assert said(WITH_PASSWORD) == "127.0.0.1:1/fleet"
    assert said("dbname=x") == "this machine/x"


def test_a_fleet_must_be_named() -> None:
    with pytest.raises(RecorderError, match="Which fleet"), queue_place(None, None):
        pass


def test_what_is_missing_is_said_in_one_message(monkeypatch: pytest.MonkeyPatch, recorder: Command) -> None:
    fleet.require_extra()
    monkeypatch.setattr(fleet, "_NEEDED", ("no_such_package",))
    for words in (("fleet",), ("fleet", "run", "x.csv", "--to", "y")):
        done = recorder(*words)
        assert done.code == 2
        assert "no_such_package" in done.err and "recorder[fleet]" in done.err
