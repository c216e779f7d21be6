"""Pypiserver over some hundreds of packages of Python: an index of names, and a short page of files for each."""

from collections.abc import Iterator
from contextlib import contextmanager

from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.wheels import wheels, write_wheels
from bench.generality.programs.homes import home
from bench.generality.site import Site, Truth
from bench.programs import program, serving


@contextmanager
def _serve() -> Iterator[str]:
    folder = home("pypiserver", write_wheels)
    command = program("pypiserver-2.4", "pypi-server", "pypiserver==2.4.2", "setuptools<81")
    with serving([command, "run", "-i", "127.0.0.1", "-p", "{port}", "--disable-fallback", folder]) as base:
        yield base


def _truth() -> Truth:
    known = {wheel.name: wheel.name for wheel in wheels()}
    shown = Addresses(r"simple/(?P<id>[^/]+)/?", known)
    fields = {wheel.name: {"name": wheel.name, "file": wheel.file} for wheel in wheels()[::5]}
    return Truth({name: f"simple/{name}/" for name in known}, shown.identity, fields=fields)


SITES = (Site("pypiserver-projects", "package index", "pypiserver", "simple/", _serve, _truth, is_program=True),)
