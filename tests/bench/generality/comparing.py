"""One site asked over HTTP, then over a mirror that is being filled, then over the mirror alone."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.generality.findings import Found
from bench.generality.relay import Relay
from bench.generality.runner import prepared
from bench.generality.samples import samples
from bench.generality.site import Site
from bench.generality.trial import Task
from bench.generality.walking import walk
from bench.generality.workers import tried
from recorder.fetching.options import Render


def three_ways(site: Site, folder: Path, render: Render = Render.AUTO) -> Sequence[Found]:
    """What was found each way, without what it took. The last time nothing listens where the site was."""
    with Relay(site) as relay:
        task = _task(site, relay, folder, render)
        found = [tried(replace(task, mirror=None), 0), tried(task, 0)]
    return [_decided(each) for each in (*found, tried(task, 0))]


def two_ways(site: Site, folder: Path, render: Render = Render.AUTO) -> Sequence[Found]:
    """Without the first, which takes as long as the others."""
    with Relay(site) as relay:
        task = _task(site, relay, folder, render)
        filling = tried(task, 0)
    return [_decided(each) for each in (filling, tried(task, 0))]


def walked(site: Site, folder: Path, render: Render = Render.AUTO) -> Found:
    """What is found over a mirror that a walk has filled before."""
    with Relay(site) as relay:
        task = _task(site, relay, folder, render)
        walk(replace(task, sample=task.entry))
        return _decided(tried(task, 0))


def _task(site: Site, relay: Relay, folder: Path, render: Render) -> Task:
    ready = prepared(site, relay, folder)
    return replace(ready.task(samples(site, ready.truth)[0]), render=render)


def _decided(found: Found) -> Found:
    return replace(found, cpu=0, seconds=0)
