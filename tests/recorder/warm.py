"""`recorder` commands in processes of their own, forked from one that has loaded everything already: loading it anew is
most of what a short command costs. How a command begins in a fresh Python is for tests that start one.
"""

import os
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path

import recorder
from recorder.cli.application import COMMANDS, load_command
from recorder.cli.edge import main

_PROGRAM = str(Path(recorder.__file__).with_name("__main__.py"))
_FORKING = get_context("forkserver")
_FORKING.set_forkserver_preload([__name__])

if sys.argv[0] == "-c":  # in the process that is forked from
    for name in sorted(COMMANDS.keys() - {"tui", "demo"}):
        load_command(name)


def run_warm(arguments: list[str], patience: float) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command; it reads nothing from stdin."""
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder, "out"), Path(folder, "err")]
        process = _FORKING.Process(target=_run, args=(arguments, streams, dict(os.environ), Path.cwd()))
        process.start()
        process.join(patience)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"recorder {' '.join(arguments)} did not end in {patience:.0f} seconds")
        out, err = (stream.read_text("utf-8") for stream in streams)
        return process.exitcode, out, err


def _run(arguments: list[str], streams: list[Path], environment: dict[str, str], folder: Path) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, stream in enumerate(streams, 1):
        os.dup2(os.open(stream, os.O_WRONLY | os.O_CREAT), number)
    sys.argv = [_PROGRAM, *arguments]
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
