"""PDFs as pages: where the sample of a recording is one, each becomes a web page of its text as it arrives, so that all
that is known of pages holds for it. Read by pypdf, an extra, in a process of its own, bounded in time and memory.
"""

import asyncio
import sys
from importlib.util import find_spec

from recorder.fetching.answers import FetchError, OutcomeKind
from recorder.fetching.options import MEGABYTE

_SECONDS = 30
_PATIENCE = 4 * _SECONDS
"""Longest wait for that much computing on a busy machine."""
_MEMORY = 1024 * MEGABYTE
_MOST = 2_000_000
"""Characters of text."""


def is_pdf(start: bytes) -> bool:
    return start.startswith(b"%PDF-")


async def as_page(pdf: bytes, seconds: int = _SECONDS) -> bytes:
    """HTML with its title, its text and what it says of itself."""
    if find_spec("pypdf") is None:
        raise FetchError(OutcomeKind.NOT_HTML, "a PDF, which needs pypdf: pip install 'recorder[pdf]'")
    command = (sys.executable, "-P", "-m", "recorder.fetching.pdf_reader", *map(str, (_MOST, seconds, _MEMORY)))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        page, why = await asyncio.wait_for(process.communicate(pdf), _PATIENCE)
    except TimeoutError:
        page, why = b"", b""
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode == 0:
        return page
    told = why.decode(errors="replace") if process.returncode == 1 else f"takes more than {seconds} s to read"
    raise FetchError(OutcomeKind.NOT_HTML, f"a PDF that {told}")
