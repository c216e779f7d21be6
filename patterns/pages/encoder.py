"""Text as a browser writes it in the encoding of a page: what a form sends, and what stands in the query of a link.

A character that the encoding lacks becomes a numeric reference such as `&#8364;`. How pages are read is `charset`'s
matter; browsers read more than they write.
"""

from urllib.parse import quote_plus, unquote_to_bytes

import webencodings
from w3lib.encoding import resolve_encoding
from webencodings.labels import LABELS

_BY_CODEC = {resolve_encoding(label): name for label, name in LABELS.items()}
"""The standard's name of an encoding, by the Python codec that a page was decoded with."""
_CODECS = {"shift_jis": "cp932", "euc-kr": "cp949", "big5": "cp950"}
"""The Python codecs that write what browsers write, where the one of the same name writes less."""
_NO_OUTPUT = ("utf-16", "replacement", "x-user-defined")
"""Encodings that pages may be in, but no form is sent in."""
_SPELLED = {"big5": "Big5", "shift_jis": "Shift_JIS"}
_LOWER_CASE = ("gb18030", "macintosh", "windows-", "x-")


def _encoding(charset: str) -> str:
    """The standard's name of an encoding; UTF-8 for one that is unknown or that no form is sent in."""
    found = webencodings.lookup(charset) or webencodings.lookup(_BY_CODEC.get(resolve_encoding(charset), ""))
    return "utf-8" if found is None or found.name.startswith(_NO_OUTPUT) else found.name


def codec_of(charset: str) -> str:
    name = _encoding(charset)
    return _CODECS.get(name) or webencodings.lookup(name).codec_info.name


def charset_label(charset: str) -> str:
    """The name a browser gives the encoding, where a form asks for it with a hidden `_charset_`."""
    name = _encoding(charset)
    return _SPELLED.get(name, name if name.startswith(_LOWER_CASE) else name.upper())


def encode(text: str, charset: str) -> bytes:
    """`text` in the charset, numeric references for what it lacks."""
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # U+FFFD for half a pair
    codec = codec_of(charset)
    if codec == "euc_jp":  # Python writes letters in three bytes that browsers know only how to read
        paired = "".join(f"&#{ord(each)};" if len(each.encode(codec, "replace")) > 2 else each for each in paired)
    return paired.encode(codec, "xmlcharrefreplace")


def with_network_line_ends(text: str) -> str:
    """CR LF for every line end, however it was written."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def component(text: str, charset: str = "utf-8") -> str:
    """One name or value, urlencoded."""
    return quote_plus(encode(with_network_line_ends(text), charset), safe="*").replace("~", "%7E")


def decoded(text: str, charset: str = "utf-8") -> str:
    """The name or value that `component` wrote; numeric references stay, since a person may have typed them."""
    return unquote_to_bytes(text.replace("+", " ")).decode(codec_of(charset), "replace")
