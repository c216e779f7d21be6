"""`python -m recorder.visiting.reader_worker`: reads pages, one after the other, for as long as somebody holds the
other end of its input.

A page that takes too long ends the process, by a limit of the kernel; one that takes too much memory is refused. The
process ends with its parent, whatever it is doing then. Fetches and stores nothing.
"""

import os
import resource
import select
import socket
import time
from contextlib import suppress
from threading import Thread

from recorder.runtime.gc_tuning import collect_garbage_seldom
from recorder.visiting.page_reader import Reader
from recorder.visiting.reader_wire import READY, TOO_LARGE, Task, framed, next_frame, packed_page, unpacked_request


def main() -> None:
    parent = socket.socket(fileno=os.dup(0))
    Thread(target=_end_with_the_parent, daemon=True).start()
    with parent.makefile("rb") as source:
        told = next_frame(source)
        if told is None:
            return
        task = Task.unpacked(told)
        reader = Reader(task.scope, with_forms=task.with_forms, volatility=task.volatility)
        collect_garbage_seldom()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(ValueError, OSError):  # not every kernel knows this limit; that on time still holds
            resource.setrlimit(resource.RLIMIT_AS, (task.memory, task.memory))
        parent.sendall(framed(READY))
        while (request := next_frame(source)) is not None:
            _allow_seconds(task.seconds)
            parent.sendall(framed(_read(reader, request)))


def _read(reader: Reader, request: bytes) -> bytes:
    try:
        return packed_page(reader.read(*unpacked_request(request)))
    except (MemoryError, SyntaxError):  # the latter is what lxml raises where its parser is refused memory
        return TOO_LARGE


def _allow_seconds(seconds: int) -> None:
    """Let the kernel end this process after that much more computing: no code of ours could, inside a parser."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + seconds, resource.RLIM_INFINITY))


def _end_with_the_parent() -> None:
    """End the process at once: nobody waits for its page any more."""
    ends = select.poll()
    ends.register(0, 0)  # wakes up for nothing but a hang-up
    ends.poll()
    os._exit(0)


if __name__ == "__main__":
    main()
