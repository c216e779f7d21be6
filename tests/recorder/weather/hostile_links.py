"""Links that look as if they stayed on a site and lead elsewhere: to another address of this machine on the site's own
port, to another port, to what is no web address at all, or home with somebody's password.
"""

from __future__ import annotations

from itertools import product

OTHER_ADDRESS = "127.0.0.2"
_HOSTS = (
    *(OTHER_ADDRESS, "127.2", "127.0.2", "0x7f.0.0.2", "0x7f000002", "2130706434", "017700000002", "0177.0.0.2"),
    *("127.0.0.%32", "%31%32%37.0.0.2", "127.0.0.2.", "１２７.0.0.2", "127。0。0。2", "127.0.0.②"),
    *("[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.2]", "[::ffff:7f00:2]", "[0:0:0:0:0:ffff:127.0.0.2]"),
    *("localhost", "LOCALHOST", "localhost.", "ⓛocalhost", "loc%61lhost", "a.localhost", "0.0.0.0", "0", "[::]"),
    *("127.0.0.1.example", "example.127.0.0.1.nip.io", "127.0.0.1%2e.example", "xn--127-0-0-1"),
)
_SPELLINGS = (
    *("http://{host}:{port}/x", "HTTP://{host}:{port}/x", "//{host}:{port}/x", "\\\\{host}:{port}\\x"),
    *("http:\\\\{host}:{port}/x", "/\t/{host}:{port}/x", "ht\ntp://{host}:{port}/x", " \x0bhttp://{host}:{port}/x"),
    *("http://127.0.0.1:{port}@{host}:{port}/x", "http://127.0.0.1\\@{host}:{port}/x/../../x"),
    *("http:////{host}:{port}/x", "/\\{host}:{port}/x"),
)
_STAYS_AT_HOME = frozenset({"http://127.0.0.1\\@{host}:{port}/x/../../x"})
_SCHEMES = (
    *("https://127.0.0.1:{other}/x", "http://127.0.0.1:{other}/x", "//127.0.0.1:{other}/x", "http://127.0.0.1/x"),
    *("https://127.0.0.1/x", "http://127.0.0.1:0{other}/x", "http://127.0.0.1:{port}0/x", "http://127.0.0.1:-1/x"),
    *("http://user:pw@127.0.0.1:{port}/x", "http://user@127.0.0.1:{port}/x", "//user@127.0.0.1:{port}/x"),
    *("javascript:fetch('http://127.0.0.2:{port}/x')", "JaVaScRiPt://127.0.0.1:{port}/%0afetch('//127.0.0.2:{port}')"),
    *("data:text/html,<meta http-equiv=refresh content='0;url=//127.0.0.2:{port}/'>", "file:///etc/passwd"),
    *("ftp://127.0.0.1:{port}/x", "ws://127.0.0.1:{port}/x", "blob:http://127.0.0.1:{port}/x", "about:blank"),
    *("view-source:http://127.0.0.1:{port}/x", "mailto:a@127.0.0.1", "tel:127001", "gopher://127.0.0.1:{port}/_x"),
    *("ldap://127.0.0.2:{port}/x", "dict://127.0.0.2:{port}/x", "jar:http://127.0.0.1:{port}/x!/", "urn:x", "x:y"),
    *("intent://127.0.0.2:{port}/x#Intent;scheme=http;end", "feed:http://127.0.0.2:{port}/x", "http://"),
    *("http://[", "http://[::1", "http://127.0.0.1:{port}:80/x", "http://127.0.0.1:99999/x", "//", "///", "http://@/"),
)


def links(port: int, other: int) -> list[str]:
    """All of them, for a site at 127.0.0.1 on `port`."""
    spelt = [spelling for spelling in _SPELLINGS if spelling not in _STAYS_AT_HOME]
    away = [spelling.format(host=host, port=port) for spelling, host in product(spelt, _HOSTS)]
    return away + [scheme.format(port=port, other=other) for scheme in _SCHEMES]


def links_home(port: int) -> list[str]:
    """What looks as if it led elsewhere and, to a browser, does not."""
    return [spelling.format(host=host, port=port) for spelling in sorted(_STAYS_AT_HOME) for host in _HOSTS]
