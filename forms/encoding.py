"""What a browser makes of names and values when it sends them: urlencoded, multipart or plain, in the form's charset.

After the HTML standard, section "Form submission": line ends become CR LF, and a character the charset lacks becomes a
numeric reference such as `&#8364;`. What is sent, and where, is `forms.submission`.
"""

import codecs
import hashlib
from collections.abc import Iterable
from urllib.parse import quote_plus, unquote_to_bytes

from w3lib.encoding import resolve_encoding

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
PLAIN = "text/plain"

Entry = tuple[str, str]
"""A name and a value, in the order they are sent in."""

_NARROWER = {"gbk": "gbk", "gb2312": "gbk", "big5": "cp950", "big5hkscs": "cp950"}
"""Browsers read these wider than they write them."""
_LABELS = {
    "cp932": "Shift_JIS",
    "cp949": "EUC-KR",
    "cp950": "Big5",
    "big5hkscs": "Big5",
    "gb18030": "gb18030",
    "mac-roman": "macintosh",
}
_AS_UTF8 = ("utf-16", "utf-32", "utf-7", "hz", "iso2022_kr")


def codec_of(charset: str) -> str:
    """The Python codec for the charset of a form; UTF-8 for one that is unknown or that no form is sent in."""
    name = _NARROWER.get(charset.strip().lower()) or resolve_encoding(charset) or charset
    try:
        name = codecs.lookup(name).name
        "\u0100".encode(name, "xmlcharrefreplace")
    except (LookupError, UnicodeError, ValueError):  # unknown, a NUL in it, or no text encoding
        return "utf-8"
    return "utf-8" if name.startswith(_AS_UTF8) else name


def charset_label(charset: str) -> str:
    """The name a browser gives the charset, where a form asks for it with a hidden `_charset_`."""
    codec = codec_of(charset)
    if codec.startswith("cp125") or codec == "cp874":
        return f"windows-{codec[2:]}"
    return _LABELS.get(codec, codec.replace("_", "-").upper())


def encode(text: str, charset: str) -> bytes:
    """`text` in the charset, numeric references for what it lacks."""
    return _paired(text).encode(codec_of(charset), "xmlcharrefreplace")


def _paired(text: str) -> str:
    """Half a surrogate pair cannot be sent by anybody; browsers send U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def with_network_line_ends(text: str) -> str:
    """CR LF for every line end, however it was written."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def urlencoded(entries: Iterable[Entry], charset: str = "utf-8") -> str:
    """`name=value&name=value`: blanks as `+`, and nothing unescaped but letters, digits and `*-._`."""
    return "&".join(f"{component(name, charset)}={component(value, charset)}" for name, value in entries)


def component(text: str, charset: str = "utf-8") -> str:
    """One name or value as it stands in an urlencoded text."""
    return quote_plus(encode(with_network_line_ends(text), charset), safe="*").replace("~", "%7E")


def decoded(text: str, charset: str = "utf-8") -> str:
    """The name or value that `component` wrote; numeric references stay, since a person may have typed them."""
    return unquote_to_bytes(text.replace("+", " ")).decode(codec_of(charset), "replace")


def entries_of(text: str, charset: str = "utf-8") -> tuple[Entry, ...]:
    """The names and values of an urlencoded text."""
    pieces = (piece.partition("=") for piece in text.split("&") if piece)
    return tuple((decoded(name, charset), decoded(value, charset)) for name, _, value in pieces)


def plain(entries: Iterable[Entry], charset: str = "utf-8") -> bytes:
    """One `name=value` a line: ambiguous, but some forms ask for it."""
    lines = (f"{with_network_line_ends(f'{name}={value}')}\r\n" for name, value in entries)
    return encode("".join(lines), charset)


def multipart(entries: Iterable[Entry], charset: str = "utf-8", files: Iterable[str] = ()) -> tuple[bytes, str]:
    """The body, and its boundary: made from what is sent, so that the same query gives the same bytes.

    `files` names the boxes for files; none is ever chosen.
    """
    kept = frozenset(files)
    parts = [_part(name, value, charset, is_file=name in kept) for name, value in entries]
    boundary = f"----FormBoundary{hashlib.sha256(b''.join(parts)).hexdigest()[:24]}"
    opening = f"--{boundary}\r\n".encode()
    return b"".join(opening + part for part in parts) + f"--{boundary}--\r\n".encode(), boundary


def _part(name: str, value: str, charset: str, *, is_file: bool) -> bytes:
    safe = with_network_line_ends(name).replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
    head = b'Content-Disposition: form-data; name="' + encode(safe, charset) + b'"'
    if is_file:
        return head + b'; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n'
    return head + b"\r\n\r\n" + encode(with_network_line_ends(value), charset) + b"\r\n"
