"""`python -m bench.fuzzing.guided DOOR …`: a door under atheris, whose inputs are led by what lines of ours they reach.
It begins with whole ones and puts pieces into them.

It ends its process, and with it whatever it found: so it has one of its own, and leaves the input behind in a file.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_LONGEST, _SLOW, _MEGABYTES = 4_096, 10, 2_048
"""Most bytes of an input, seconds it may take, and memory of the process."""
_SHOWN = 800
_BESIDES = ("protego", "tomllib")
"""Parsers of others that are followed, beside our own lines."""


def fuzzed(door: str, seconds: int, chance: int) -> tuple[int, str]:
    """How many inputs were tried in that time, and what was found."""
    with tempfile.TemporaryDirectory() as folder:
        command = (
            sys.executable,
            "-m",
            "bench.fuzzing.guided",
            door,
            f"-max_total_time={seconds}",
            f"-seed={chance + 1}",
        )
        ended = subprocess.run([*command, folder], capture_output=True, text=True, errors="replace")
        tried = re.findall(r"^#(\d+)", ended.stderr, re.MULTILINE)
        found = "" if ended.returncode == 0 else _told(Path(folder), ended.stdout + ended.stderr)
    return int(tried[-1]) if tried else 0, found


def _told(folder: Path, said: str) -> str:
    left = [repr(file.read_bytes()[:_SHOWN]) for file in sorted(folder.glob("found-*"))]
    about = re.findall(r"^(?:.*(?:Error|Exception|ERROR|File \"(?!.*site-packages)).*)$", said, re.MULTILINE)
    return "\n".join((*about[-6:], *left)) or said[-_SHOWN:]


def main(words: list[str]) -> None:
    import atheris

    door, *options, folder = words
    with atheris.instrument_imports(include=["recorder", *_BESIDES]):
        from bench.fuzzing.doors import DOORS, REFUSED

    def take(content: bytes) -> None:
        with suppress(*REFUSED):
            DOORS[door].takes(content)

    inputs = DOORS[door].inputs
    assert inputs is not None
    begun, words_file = Path(folder) / "begun", Path(folder) / "pieces"
    begun.mkdir()
    for number, whole in enumerate((*inputs.wholes, *inputs.pieces)):
        (begun / str(number)).write_bytes(whole)
    words_file.write_text("\n".join(_quoted(inputs.pieces)))
    bounds = (f"-max_len={_LONGEST}", f"-timeout={_SLOW}", f"-rss_limit_mb={_MEGABYTES}", f"-dict={words_file}")
    atheris.Setup([sys.argv[0], *options, *bounds, f"-artifact_prefix={folder}/found-", str(begun)], take)
    atheris.Fuzz()


def _quoted(pieces: tuple[bytes, ...]) -> Iterator[str]:
    """As a dictionary of libFuzzer has them."""
    for piece in pieces:
        if 0 < len(piece) <= 64:
            yield '"' + "".join(f"\\x{byte:02x}" for byte in piece) + '"'


if __name__ == "__main__":
    main(sys.argv[1:])
