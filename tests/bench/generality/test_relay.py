"""A site is found at its own port for as long as it is open, and only then."""

import subprocess
import sys
from collections import defaultdict
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from bench.generality.relay import Relay, port_of
from bench.sites import SiteUnavailableError
from tests.bench.generality.herbarium import HERBARIUM

SITE = replace(HERBARIUM, name="a herbarium that others leave alone")
BASE = f"http://127.0.0.1:{port_of(SITE.name)}/"


def _page(url: str) -> bytes:
    with urlopen(url, timeout=20) as answer:
        return bytes(answer.read())


def test_a_site_is_set_up_by_the_first_who_asks() -> None:
    with Relay(SITE) as relay:
        assert b"Herbarium" in _page(BASE)
        assert relay.base() == BASE
    with pytest.raises(URLError):
        _page(BASE)


def test_of_two_runs_one_has_a_site_open() -> None:
    code = (
        "from bench.generality.relay import Relay\n"
        "from tests.bench.generality.test_relay import SITE\n"
        "with Relay(SITE) as relay:\n"
        "    print(relay.base())\n"
    )
    with Relay(SITE):
        other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(timeout=2)
        assert b"Herbarium" in _page(BASE)
    assert other.communicate(timeout=60)[0].strip() == BASE


def test_leaving_while_somebody_asks_ends() -> None:
    for _ in range(20):
        with Relay(SITE):
            asking = Thread(target=_ask)
            asking.start()
        asking.join(timeout=20)
        assert not asking.is_alive()


def _ask() -> None:
    with suppress(OSError):
        _page(BASE)


def _gone() -> AbstractContextManager[str]:
    raise SiteUnavailableError("no such package")


def test_a_site_that_cannot_be_set_up_answers_nobody() -> None:
    with Relay(replace(SITE, serve=_gone)) as relay:
        with pytest.raises((URLError, ConnectionError)):
            _page(BASE)
        with pytest.raises(SiteUnavailableError):
            relay.base()


def test_of_two_sites_with_one_port_one_is_open_at_a_time() -> None:
    by_port = defaultdict(list)
    for name in map(str, range(2_000)):
        by_port[port_of(name)].append(name)
    one, other = next(names for names in by_port.values() if len(names) > 1)[:2]
    opened: list[str] = []

    def open_other() -> None:
        with Relay(replace(HERBARIUM, name=other)):
            opened.append(other)

    with Relay(replace(HERBARIUM, name=one)):
        waiting = Thread(target=open_other)
        waiting.start()
        waiting.join(timeout=0.5)
        assert opened == []
    waiting.join(timeout=20)
    assert opened == [other]
