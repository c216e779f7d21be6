"""What is installed is one importable name, `recorder`: files of a user's with the names of our folders do no harm."""

import json
import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib.metadata import version
from pathlib import Path
from shlex import quote

import pytest

ROOT = Path(__file__).parents[2]
TAKEN_NAMES = ("forms", "store", "patterns", "tui")


def run(*command: str | Path, cwd: Path) -> str:
    """A command that ends well, which knows nothing of this checkout."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the files git knows, as a release is: nothing left over from an earlier build gets into it."""
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    tracked = run("git", "ls-files", "-z", cwd=ROOT).split("\0")
    for name in filter(None, tracked):
        file = ROOT / name
        if file.is_symlink():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).symlink_to(file.readlink())
        elif file.exists():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes(file.read_bytes())
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def fresh_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it. What the wheel depends on is borrowed from ours, our checkout is not."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def test_a_wheel_holds_one_importable_name(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"recorder"}


def test_a_script_may_lie_beside_files_with_the_names_of_our_folders(fresh_python: Path, tmp_path: Path) -> None:
    for name in TAKEN_NAMES:
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('the {name}.py of the user was loaded')\n")
    script = tmp_path / "script.py"
    script.write_text(
        "import recorder\n"
        "from recorder import crawl, record, rows\n"
        "import recorder.tui.app, recorder.cli.commands.crawl\n"
        "print(recorder.__file__)\n"
    )
    loaded_from = Path(run(fresh_python, script, cwd=tmp_path).strip())
    assert ROOT not in loaded_from.parents
    assert "Usage" in run(fresh_python, "-m", "recorder", "--help", cwd=tmp_path)


def test_data_files_are_installed(wheel: Path) -> None:
    """Word lists, styles, templates: whatever lies beside the modules and is none."""
    tracked = run("git", "ls-files", "recorder", *TAKEN_NAMES, cwd=ROOT).split()
    data = {name for name in tracked if not name.endswith(".py") and not (ROOT / name).is_symlink()}
    wanted = {name if name.startswith("recorder/") else f"recorder/{name}" for name in data}
    assert any(name.endswith(".toml") for name in wanted)
    with zipfile.ZipFile(wheel) as archive:
        assert wanted - set(archive.namelist()) == set()


def test_a_release_says_what_it_is_made_of(tmp_path: Path) -> None:
    bills = [tmp_path / "one.json", tmp_path / "two.json"]
    for bill in bills:
        run("env", "SOURCE_DATE_EPOCH=1700000000", sys.executable, ROOT / ".ci" / "write_sbom.py", bill, cwd=tmp_path)
    assert bills[0].read_bytes() == bills[1].read_bytes()
    told = json.loads(bills[0].read_bytes())
    versions = {each["name"]: each["version"] for each in told["components"]}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {name: version(name) for line in wanted if (name := line.partition(">")[0])}.items() <= versions.items()
    assert not {"pytest", "mypy", "hypothesis", "psycopg"} & versions.keys()
    lock = (ROOT / "requirements.lock").read_text()
    for each in told["components"]:
        assert each["externalReferences"], each["name"]
        assert all(f"sha256:{found['hashes'][0]['content']}" in lock for found in each["externalReferences"])
    assert {below for each in told["dependencies"] for below in each["dependsOn"]} == versions.keys()


@pytest.mark.slow
def test_a_release_is_the_same_bytes_for_whoever_builds_it(tmp_path: Path) -> None:
    built = [_built(tmp_path / umask, umask) for umask in ("022", "077")]
    assert built[0] == built[1]


def _built(folder: Path, umask: str) -> bytes:
    """From files that were written at some other time than those of the other build, and that others may not read."""
    clone = f"umask {umask} && git clone -q {quote(str(ROOT))} source && cd source && echo 1 > recorder/leftover.py"
    make = f"make -s -o {quote(sys.prefix)}/ready VENV={quote(sys.prefix)} wheel"
    folder.mkdir()
    run("sh", "-c", f"{clone} && {make}", cwd=folder)
    [built] = (folder / "source" / "dist").glob("*.whl")
    return built.read_bytes()
