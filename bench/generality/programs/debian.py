"""Programs from Debian's packages, unpacked into the cache and run from there: nobody has to be root for it."""

import subprocess
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from bench.generality.programs.homes import home
from bench.sites import SiteUnavailableError, run_tool


def unpacked(name: str, *packages: str) -> Path:
    """A folder that holds what these packages hold, as if it were the root of a machine."""
    return home(f"debian/{name}", lambda folder: _unpack(folder, packages))


def copy_files(source: Path, target: Path) -> None:
    """All files but links that lead to places of a machine this is not."""
    copytree(
        source,
        target,
        dirs_exist_ok=True,
        ignore=lambda where, names: [name for name in names if not Path(where, name).exists()],
    )


def libraries(root: Path) -> dict[str, str]:
    """Variables for a program of `root`: where its libraries are, and its modules if it is written in Perl."""
    perl = [*(root / "usr/lib").glob("*/perl5/5.*"), root / "usr/share/perl5"]
    shared = [*(root / "usr/lib").glob("*-linux-gnu*"), *(root / "lib").glob("*-linux-gnu*")]
    return {"LD_LIBRARY_PATH": ":".join(map(str, shared)), "PERL5LIB": ":".join(map(str, perl))}


def _unpack(root: Path, packages: tuple[str, ...]) -> None:
    with TemporaryDirectory() as folder:
        done = subprocess.run(["apt-get", "download", "-q", *packages], cwd=folder, capture_output=True, text=True)
        archives = sorted(Path(folder).glob("*.deb"))
        if len(archives) < len(packages):
            raise SiteUnavailableError(f"{', '.join(packages)}: {done.stderr.strip()[-300:]}")
        for archive in archives:
            run_tool(["dpkg-deb", "-x", archive, root])
