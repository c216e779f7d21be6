"""`python -m recorder.fetching.pdf_reader MOST SECONDS MEMORY`: the PDF on stdin as a web page of its title, its text
and what it says of itself, on stdout; or, on stderr, why there is none.

A process of its own, which the kernel ends when it works for too long: PDFs are programs of strangers. It needs pypdf.
"""

import logging
import resource
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import escape
from io import BytesIO

from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError

_FACTS = (("Author", "/Author"), ("Subject", "/Subject"), ("Keywords", "/Keywords"), ("Created", "/CreationDate"))


def main() -> int:
    most, seconds, memory = map(int, sys.argv[1:])
    logging.disable()  # of what pypdf finds odd
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    with suppress(ValueError, OSError):  # not every kernel knows this limit; that on time still holds
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        sys.stdout.write(as_html(sys.stdin.buffer.read(), most))
    except MemoryError:
        return _refused("takes too much memory to read")
    except (DependencyError, FileNotDecryptedError):
        return _refused("asks for a password")
    except Exception:  # noqa: BLE001 - whatever a damaged file leads pypdf into
        return _refused("is damaged")
    return 0


def _refused(why: str) -> int:
    sys.stderr.write(why)
    return 1


def as_html(pdf: bytes, most: int) -> str:
    """With no more than the first `most` characters of the text."""
    reader = PdfReader(BytesIO(pdf))
    if reader.is_encrypted:
        reader.decrypt("")  # many are to be read by everybody, and only not to be changed
    facts: Mapping[str, object] = reader.metadata or {}
    text = "\n\n".join(_pages(reader, most))
    title = " ".join(str(facts.get("/Title") or "").split()) or next(filter(None, map(str.strip, text.split("\n"))), "")
    said = {"Pages": str(len(reader.pages))}
    said |= {label: " ".join(str(facts.get(key) or "").split()) for label, key in _FACTS}
    if reader.metadata and (created := reader.metadata.creation_date):
        said["Created"] = created.date().isoformat()
    rows = "".join(f"<dt>{label}</dt><dd>{_plain(value)}</dd>\n" for label, value in said.items() if value)
    return (
        f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{_plain(title)}</title>\n<h1>{_plain(title)}</h1>\n'
        f"<dl>\n{rows}<dt>Text</dt><dd><pre>{_plain(text)}</pre></dd>\n</dl>\n"
    )


def _pages(reader: PdfReader, most: int) -> Iterator[str]:
    for page in reader.pages:
        if most <= 0:
            return
        text = page.extract_text().strip()[:most]
        most -= len(text)
        yield text


def _plain(text: str) -> str:
    """Without control characters, and without halves of characters, which no file can hold."""
    kept = "".join(character for character in text if character.isprintable() or character in "\n\t")
    return escape(kept.encode(errors="replace").decode())


if __name__ == "__main__":
    sys.exit(main())
