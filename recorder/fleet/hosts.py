"""What two sites must not be visited at once for: one registrable domain, or one address that their names lead to.

A name with several addresses counts by the smallest, so that sites behind the same servers agree on it.
"""

import ipaddress
import socket
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor

_AT_ONCE = 32
"""Names that are looked up at the same time."""


def addresses_of(hosts: Collection[str]) -> Mapping[str, str | None]:
    """None where a name leads nowhere today: the domain alone counts then, and the job will tell."""
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        return dict(zip(hosts, threads.map(address_of, hosts), strict=True))


def address_of(host: str) -> str | None:
    try:
        found = socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return None
    addresses = {ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found}
    return str(min(addresses, key=lambda address: (address.version, int(address)))) if addresses else None
