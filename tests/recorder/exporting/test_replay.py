"""A web archive of ours in the hands of pywb, which replays archives: it gives back the very bytes that are stored."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from recorder.store.database import open_store
from tests.recorder.conftest import RecordedShop, in_a_process

PYWB = Path(sys.prefix) / "replay" / "bin"
"""In an environment of its own, made by `make slow`."""
PATIENCE = 60


@contextmanager
def replayed(folder: Path, archive: Path) -> Iterator[str]:
    """The address under which pywb serves the archive."""
    manager = [PYWB / "wb-manager"]
    subprocess.run([*manager, "init", "shop"], cwd=folder, check=True, capture_output=True)
    subprocess.run([*manager, "add", "shop", archive], cwd=folder, check=True, capture_output=True)
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = str(trial.getsockname()[1])
    command = [PYWB / "wayback", "--bind", "127.0.0.1", "--port", port]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}/shop"
        try:
            wait_for(address)
            yield address
        finally:
            process.terminate()


def wait_for(address: str) -> None:
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            urlopen(address, timeout=5).close()
            return
        except (URLError, TimeoutError):
            if time.monotonic() > ends:
                raise
            time.sleep(0.2)


@pytest.mark.slow
def test_every_target_is_replayed_as_it_is_stored(shop: RecordedShop, tmp_path: Path) -> None:
    if not (PYWB / "wayback").exists():
        pytest.skip("NOT RUN, so neither passed nor failed: pywb is not here; `make slow` gets it")
    archive = tmp_path / "shop.warc.gz"
    done = in_a_process("export", "--db", shop.database, "--format", "warc", archive)
    assert done.code == 0, done.err
    with open_store(shop.database, read_only=True) as store:
        recording = store.recordings.find(None)
        targets = {target.url: store.pages.body(target.page_id) for target in store.targets.list(recording.id)}
    assert len(targets) > 100
    with replayed(tmp_path, archive) as address:
        for url, body in targets.items():
            # `id_` asks for what is in the archive; otherwise pywb puts its banner into the page.
            with urlopen(f"{address}/id_/{url}", timeout=30) as answer:
                assert answer.read() == body, url
