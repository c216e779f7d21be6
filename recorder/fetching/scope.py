"""What belongs to the site being recorded: the only URLs that are ever asked for.

Pure and strict: a URL that no browser would open, that carries a user name, or that leads to another server is outside.
Domains (`--scope domain`) are those of the Public Suffix List as `publicsuffixlist` brings it; nothing is downloaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING

from recorder.patterns.urls.address import Address, BadAddressError, ip_of
from recorder.patterns.urls.editions import NO_LANGUAGE, Edition, language_of
from recorder.patterns.urls.url import has_named_route
from recorder.runtime.errors import UsageError

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

_HOSTING = frozenset(
    {"fandom.com", "neocities.org", "sourceforge.io", "sourceforge.net", "tumblr.com", "weebly.com", "wikidot.com"}
    | {"wordpress.com"}
)
"""Domains whose customers have sites of their own, which the Public Suffix List leaves out."""

_ESCAPED_CLIMB = re.compile(r"(?i)(?:^|/|%2f|%5c)(?:\.|%2e){2}(?:$|/|%2f|%5c|;)")


PDF = "pdf"


class ScopeKind(StrEnum):
    HOST = "host"
    DOMAIN = "domain"
    PREFIX = "prefix"


@dataclass(frozen=True)
class Scope:
    """`host` is the entry page's server, with or without `www.`; `domain` adds its sister names; `prefix` keeps to
    the entry's folder. `documents`: PDFs are pages of it as well. `named_routes`: so is what scripts show at `#name`.
    `languages` are those that the addresses of the entry and of the samples name.
    """

    entry: Address
    kind: ScopeKind
    documents: bool = False
    named_routes: bool = False
    languages: frozenset[Edition] = frozenset({NO_LANGUAGE})

    @classmethod
    def of(cls, entry_url: str, kind: ScopeKind | str = ScopeKind.HOST, samples: Iterable[str] = ()) -> Scope:
        """Where a sample is a PDF, by its address, or a route of a mere name, others are wanted."""
        samples = tuple(samples)
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
        documents = any(ending_of(sample) == PDF for sample in samples)
        languages = frozenset(map(language_of, (entry_url, *samples))) | {NO_LANGUAGE}
        return cls(entry, ScopeKind(kind), documents, any(map(has_named_route, samples)), languages)

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
        return self.names(address.host) and (
            self.kind is not ScopeKind.PREFIX or _is_below(address.path, self.entry.path)
        )

    def other_language(self, url: str) -> str:
        """The language that an address names, as that of the entry and of the samples do not; empty for any other."""
        language = language_of(url)
        return "" if language in self.languages else "=".join(language)

    def names(self, host: str) -> bool:
        """Whether a server of this name may be one of the site's, whatever the port."""
        if self.kind is ScopeKind.DOMAIN:
            return registrable_domain(host) == registrable_domain(self.entry.host)
        return host.removeprefix("www.") == self.entry.host.removeprefix("www.")

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


def ending_of(url: str) -> str:
    """Of the name of a file, in small letters: what it is, mostly."""
    return url.partition("#")[0].partition("?")[0].rpartition(".")[2].lower()


def registrable_domain(host: str) -> str:
    """`docs.example.co.uk` -> `example.co.uk`: the part of a name that somebody registered, by the Public Suffix List.
    Customers of a hosting service (`alice.github.io`) have registered theirs.
    """
    if ip_of(host):
        return host
    domain = _public_suffixes().privatesuffix(host) or host
    if domain in _HOSTING and domain != host:
        return ".".join(host.split(".")[-domain.count(".") - 2 :])
    return domain


def is_public_suffix(domain: str) -> bool:
    """Whether anybody can register names below it, as below `co.uk`: it is nobody's site."""
    return bool(_public_suffixes().is_public(domain))


@cache
def _public_suffixes() -> PublicSuffixList:
    """Loaded when a domain is first asked about: few are, and it takes as long as opening the database."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def _folder(path: str) -> str:
    return path[: path.rindex("/") + 1]


def _is_below(path: str, entry_path: str) -> bool:
    """`%2F..%2F` survives normalisation, and some servers decode it afterwards: such a path is not trusted to stay
    below.
    """
    return path.startswith(_folder(entry_path)) and not _ESCAPED_CLIMB.search(path)
