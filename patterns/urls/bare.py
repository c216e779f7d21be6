"""Addresses as people say them, without a scheme: `example.org/x`. What they may stand for; nobody is asked."""

import re

from recorder.patterns.urls.address import is_loopback

_BARE = re.compile(
    r"(?P<host>\w[\w.-]*\.\w[\w-]*\.?|localhost|\w[\w-]*(?=:[0-9])|\[[0-9a-f:.]+\])(?::[0-9]+)?(?:[/?#].*)?",
    re.IGNORECASE | re.DOTALL,
)


def meant_by(typed: str) -> tuple[str, ...]:
    """The addresses that `typed` may stand for, the likeliest first. On this machine hardly anything is encrypted."""
    typed = typed.strip()
    found = _BARE.fullmatch(typed)
    if found is None:
        return (typed,)
    return (f"http://{typed}",) if is_loopback(found["host"].lower()) else (f"https://{typed}", f"http://{typed}")


def beside(typed: str, page: str) -> str:
    """`typed` as an address of the site of `page`."""
    typed = typed.strip()
    return f"{page.partition('://')[0]}://{typed}" if _BARE.fullmatch(typed) else typed
