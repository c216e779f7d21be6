"""Which record an address shows. Knows no program: what is known of one is told by patterns of its paths."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

ABOUT = "raw files, exports, histories and forms of a record, which are about it and are not its page"


@dataclass(frozen=True)
class Addresses:
    """Records at paths: `record` matches a whole path (decoded, no leading slash), its group `id` says whose it is."""

    record: str
    known: Mapping[str, str]
    """Identities, by what `id` may hold."""
    views: Collection[str] = ()
    """Parameters that leave the record what it is; with others it is a page about the record."""
    about: str = "(?!)"
    """Paths of pages about records that are not them."""

    def identity(self, address: str) -> str | None:
        found, named = self._cut(address)
        return self.known.get(found["id"]) if found and named <= {*self.views} else None

    def neither(self, address: str) -> bool:
        found, named = self._cut(address)
        if found and found["id"] in self.known:
            return not named <= {*self.views}
        return re.fullmatch(self.about, _path(address)) is not None

    def _cut(self, address: str) -> tuple[re.Match[str] | None, set[str]]:
        named = {name for name, _ in parse_qsl(urlsplit(address).query, keep_blank_values=True)}
        return re.fullmatch(self.record, _path(address)), named


@dataclass(frozen=True)
class Parameters:
    """Records at one path, told apart by parameters."""

    path: str
    key: Callable[[Mapping[str, str]], str | None]
    """Which record parameters ask for; None if none."""
    known: Mapping[str, str]
    is_about: Callable[[Mapping[str, str]], bool] = lambda _: False

    def identity(self, address: str) -> str | None:
        given = self._given(address)
        key = None if given is None else self.key(given)
        return None if key is None else self.known.get(key)

    def neither(self, address: str) -> bool:
        given = self._given(address)
        return given is not None and self.is_about(given)

    def _given(self, address: str) -> dict[str, str] | None:
        cut = re.sub("[;]", "&", urlsplit(address).query)
        return dict(parse_qsl(cut, keep_blank_values=True)) if re.fullmatch(self.path, _path(address)) else None


def _path(address: str) -> str:
    return unquote(urlsplit(address).path).removeprefix("/")
