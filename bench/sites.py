"""Real documentation sites from Debian packages, unpacked into a cache, for benchmarks and slow tests."""

import os
import subprocess
from pathlib import Path

CACHE = Path(os.environ.get("RECORDER_BENCH_CACHE", Path.home() / ".cache" / "recorder-bench"))


class SiteUnavailableError(Exception):
    """A package could not be had on this machine; the check that needs it did not run."""


def debian_folder(package: str, folder: str) -> Path:
    """The folder `folder` of Debian package `package`, downloaded and unpacked once."""
    home = CACHE / package
    if not (home / folder).is_dir():
        home.mkdir(parents=True, exist_ok=True)
        _download(package, home)
        archive = next(home.glob("*.deb"))
        subprocess.run(["dpkg-deb", "-x", archive, home], check=True)
        archive.unlink()
    return home / folder


def _download(package: str, home: Path) -> None:
    for command in (
        ["apt-get", "download", "-q", package],
        ["apt-get", "update", "-q"],
        ["apt-get", "download", "-q", package],
    ):
        try:
            done = subprocess.run(command, cwd=home, capture_output=True, text=True)
        except FileNotFoundError:
            raise SiteUnavailableError(f"{package}: this machine has no apt-get to download it with") from None
        if any(home.glob("*.deb")):
            return
    raise SiteUnavailableError(f"{package}: {done.stderr.strip() or 'apt-get download brought nothing'}")
