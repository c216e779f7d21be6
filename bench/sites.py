"""What nobody here wrote, from packages, unpacked into a cache, for benchmarks and slow tests: real documentation sites
from Debian's, the test pages of other programs from those of Python and Node.

Packages are asked for by name, from whichever registry this machine's own tools are set up for.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

CACHE = Path(os.environ.get("RECORDER_BENCH_CACHE", Path.home() / ".cache" / "recorder-bench"))
_PATIENCE = 900
"""Seconds for a command that downloads or builds something, on a slow line."""


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


def python_source(name: str, version: str) -> Path:
    """The source distribution of a Python package, downloaded and unpacked once."""
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"]
    return _unpacked(f"{name}-{version}", [*pip, f"{name}=={version}", "--dest"])


def node_package(name: str, version: str) -> Path:
    """A package of Node, downloaded and unpacked once."""
    return _unpacked(f"{name}-{version}", ["npm", "pack", "--silent", f"{name}@{version}", "--pack-destination"])


def _unpacked(called: str, download: Sequence[str]) -> Path:
    """The one folder in an archive, which a command downloads into the folder named after its words."""
    home = CACHE / "sources" / called
    if not home.is_dir():
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent) as part:
            run_tool([*download, part])
            [archive] = Path(part).iterdir()
            with tarfile.open(archive) as packed:
                packed.extraction_filter = getattr(tarfile, "data_filter", None)  # Python has it from 3.11.4 on
                packed.extractall(Path(part) / "unpacked")
            [folder] = (Path(part) / "unpacked").iterdir()
            folder.rename(home)
    return home


def run_tool(command: Sequence[str | Path]) -> str:
    """What a command of this machine prints. A registry that never answers must not hold up a whole run."""
    said = " ".join(map(str, command[:4]))
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE)
    except FileNotFoundError as error:
        raise SiteUnavailableError(f"this machine has no {error.filename}") from None
    except subprocess.TimeoutExpired:
        raise SiteUnavailableError(f"{said}: it had not ended after {_PATIENCE} s") from None
    if done.returncode:
        raise SiteUnavailableError(f"{said}: {done.stderr.strip()[-300:]}")
    return done.stdout
