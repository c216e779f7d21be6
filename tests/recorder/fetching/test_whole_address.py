"""Which scheme an address has that was given without one. `0.0.0.0` is this machine, by a name that is not loopback."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from recorder.fetching.options import FetchOptions
from recorder.fetching.whole_address import whole_address
from recorder.runtime.errors import RecorderError
from tests.recorder.fetching.station import PAGE, Station

ASKING = """
import asyncio, sys
from recorder.fetching.options import FetchOptions
from recorder.fetching.whole_address import whole_address
print(asyncio.run(whole_address(sys.argv[1], FetchOptions())))
"""


def said(station: Station) -> str:
    """As a person says it."""
    return station.base.partition("://")[2] + "/"


async def test_http_is_taken_where_nobody_speaks_https() -> None:
    station = await Station(host="0.0.0.0").start()
    station.on("/", PAGE)
    assert await whole_address(said(station), FetchOptions()) == station.base + "/"
    await station.stop()


async def test_https_is_taken_where_it_is_spoken() -> None:
    """In a process of its own, which trusts the certificate."""
    certificate = Path(__file__).with_name("this_machine.pem")
    station = await Station(host="0.0.0.0", certificate=certificate).start()
    asking = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ASKING, said(station),
        env={**os.environ, "SSL_CERT_FILE": str(certificate)}, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    told, _ = await asking.communicate()
    assert told.decode().strip() == station.base + "/"
    assert station.base.startswith("https://")
    await station.stop()


async def test_where_nobody_answers_it_is_said_once() -> None:
    station = await Station(host="0.0.0.0").start()
    address = said(station)
    await station.stop()
    with pytest.raises(RecorderError, match="neither by https nor by http") as told:
        await whole_address(address, FetchOptions())
    assert told.value.message.count(address) == 1


async def test_this_machine_and_whole_addresses_are_not_asked() -> None:
    station = await Station().start()
    for typed in (said(station), station.base + "/"):
        assert await whole_address(typed, FetchOptions()) == station.base + "/"
    assert station.seen == []
    await station.stop()
