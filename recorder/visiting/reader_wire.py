"""The protocol between the two processes: frames of bytes, and read pages as plain values and back.

Values go as `marshal`, which is read a good ten times as fast as a pickle of the same links. Both ends are the same
program on the same machine, and nothing of it is stored.
"""

import marshal
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from recorder.fetching.scope import Scope
from recorder.patterns.pages.links import Link
from recorder.patterns.pages.trees import Forest
from recorder.patterns.pages.volatility import Volatility
from recorder.visiting.page_reader import ReadPage

READY = b""
"""The first answer of the process: pages may come."""

TOO_LARGE = b""
"""The answer for a page that there is not enough memory for."""

_LENGTH = 4


@dataclass(frozen=True)
class Task:
    """The first frame to the process: whose pages it reads, and the most it may spend on one."""

    scope: Scope
    with_forms: bool
    volatility: Volatility
    seconds: int
    memory: int

    def packed(self) -> bytes:
        return pickle.dumps(self)

    @staticmethod
    def unpacked(data: bytes) -> "Task":
        task = pickle.loads(data)  # comes from our own parent process
        assert isinstance(task, Task)
        return task


def framed(data: bytes) -> bytes:
    """With its length in front, as it is sent."""
    return len(data).to_bytes(_LENGTH) + data


def frames(buffer: bytearray) -> Iterator[bytes]:
    """Takes whole frames off the beginning of a buffer."""
    while len(buffer) >= _LENGTH and len(buffer) >= (end := _LENGTH + int.from_bytes(buffer[:_LENGTH])):
        yield bytes(buffer[_LENGTH:end])
        del buffer[:end]


def next_frame(source: BinaryIO) -> bytes | None:
    """Waits for one; None when the other end is gone."""
    length = source.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    size = int.from_bytes(length)
    data = source.read(size)
    return data if len(data) == size else None


def packed_request(url: str, body: bytes, content_type: str) -> bytes:
    return marshal.dumps((url, body, content_type))


def unpacked_request(data: bytes) -> tuple[str, bytes, str]:
    url, body, content_type = marshal.loads(data)  # comes from our own parent process
    return url, body, content_type


def packed_page(page: ReadPage) -> bytes:
    nodes = list(page.tree.nodes())
    words = page.url, page.title, page.text, page.encoding, page.fingerprint, page.structure, page.heading
    return marshal.dumps(
        (
            (*words, page.canonical),
            list(map(tuple, page.links)),  # marshal takes no subclass
            [node.label for node in nodes],
            [len(node.children) for node in nodes],
            pickle.dumps(page.forms) if page.forms else b"",
            tuple(page.traits),
            tuple(page.translations),
            tuple(page.declared),
        )
    )


def unpacked_page(data: bytes, forest: Forest) -> ReadPage:
    """The page; its tree grows in `forest` on demand."""
    words, links, labels, counts, forms, *sets = marshal.loads(data)  # comes from our own child process
    url, title, text, encoding, fingerprint, structure, heading, canonical = words
    traits, translations, declared = map(frozenset, sets)
    return ReadPage(
        url,
        title,
        text,
        encoding,
        tuple(map(Link._make, links)),
        lambda: forest.grown(labels, counts),
        fingerprint,
        structure,
        pickle.loads(forms) if forms else (),  # comes from our own child process
        traits,
        heading,
        canonical,
        translations,
        declared,
    )
