"""What belongs to the site being recorded: the only URLs that are ever asked for.

Pure and strict: a URL that no browser would open, that carries a user name, or that leads to another server is outside.
The registrable domain (`--scope domain`) comes from a built-in rule, not from the Public Suffix List: see
`registrable_domain`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from recorder.fetching.addresses import Address, BadAddressError, ip_of
from recorder.runtime.errors import UsageError

_COUNTRY_SECOND_LEVELS = frozenset(
    {
        "ac",
        "asso",
        "co",
        "com",
        "edu",
        "gob",
        "gouv",
        "gov",
        "go",
        "gv",
        "id",
        "info",
        "jus",
        "k12",
        "ltd",
        "me",
        "mil",
        "ne",
    }
    | {"net", "nhs", "nom", "or", "org", "plc", "police", "sch", "school", "web"}
)
_SHARED_HOSTS = frozenset(
    {"github.io", "gitlab.io", "codeberg.page", "pages.dev", "netlify.app", "vercel.app", "web.app", "firebaseapp.com"}
    | {"herokuapp.com", "readthedocs.io", "blogspot.com", "wordpress.com", "tumblr.com", "neocities.org", "wixsite.com"}
    | {"weebly.com", "fandom.com", "wikidot.com", "sourceforge.io", "sourceforge.net", "onrender.com", "fly.dev"}
    | {"azurewebsites.net", "cloudfront.net", "s3.amazonaws.com", "appspot.com", "surge.sh"}
)
_ESCAPED_CLIMB = re.compile(r"(?i)(?:^|/|%2f|%5c)(?:\.|%2e){2}(?:$|/|%2f|%5c|;)")


class ScopeKind(StrEnum):
    HOST = "host"
    DOMAIN = "domain"
    PREFIX = "prefix"


@dataclass(frozen=True)
class Scope:
    """`host` is the entry page's server, with or without `www.`; `domain` adds its sister names; `prefix` keeps to
    the entry's folder.
    """

    entry: Address
    kind: ScopeKind

    @classmethod
    def of(cls, entry_url: str, kind: ScopeKind | str = ScopeKind.HOST) -> Scope:
        try:
            entry = Address.parse(entry_url)
        except BadAddressError as error:
            raise UsageError(
                f"{entry_url!r} cannot be opened: {error}", "Give a full address such as https://example.org/."
            ) from error
        if entry.credentials:
            raise UsageError(
                f"{entry.origin} was given with a user name in the URL",
                "Give the address without user name and password.",
            )
        return cls(entry, ScopeKind(kind))

    def contains(self, url: str) -> bool:
        if url.startswith(self._home) and self.kind is not ScopeKind.PREFIX:
            return True  # most links of most pages: nothing behind the server's own name can lead away from it
        try:
            address = Address.parse(url)
        except BadAddressError:
            return False
        return self.holds(address)

    def holds(self, address: Address) -> bool:
        if address.credentials or not self._same_port(address):
            return False
        if self.kind is ScopeKind.DOMAIN:
            return registrable_domain(address.host) == registrable_domain(self.entry.host)
        return _without_www(address.host) == _without_www(self.entry.host) and (
            self.kind is ScopeKind.HOST or _is_below(address.path, self.entry.path)
        )

    def __str__(self) -> str:
        if self.kind is ScopeKind.DOMAIN:
            return registrable_domain(self.entry.host)
        return self.entry.origin + (_folder(self.entry.path) if self.kind is ScopeKind.PREFIX else "")

    @cached_property
    def _home(self) -> str:
        return f"{self.entry.origin}/"

    def _same_port(self, address: Address) -> bool:
        """http and https on their own ports are one site; any other port is another server."""
        if self.entry.has_default_port:
            return address.has_default_port
        return address.port == self.entry.port


def registrable_domain(host: str) -> str:
    """`docs.example.co.uk` -> `example.co.uk`: the part of a name that somebody registered.

    Under a two-letter country code a usual second level (`co`, `com`, `ac`, `gov` …) belongs to the suffix, and under
    well-known hosting services every customer is a site of its own. Unusual suffixes are taken for domains, so the
    scope may then be wider than the owner's site; `host` scope never is.
    """
    if ip_of(host):
        return host
    labels = host.split(".")
    size = 2
    if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _COUNTRY_SECOND_LEVELS:
        size = 3
    for suffix_size in (2, 3):
        if len(labels) > suffix_size and ".".join(labels[-suffix_size:]) in _SHARED_HOSTS:
            size = suffix_size + 1
    return ".".join(labels[-size:])


def _without_www(host: str) -> str:
    return host.removeprefix("www.")


def _folder(path: str) -> str:
    return path[: path.rindex("/") + 1]


def _is_below(path: str, entry_path: str) -> bool:
    """`%2F..%2F` survives normalisation, and some servers decode it afterwards: such a path is not trusted to stay
    below.
    """
    return path.startswith(_folder(entry_path)) and not _ESCAPED_CLIMB.search(path)
