"""One site asked over HTTP, then over a mirror that is being filled, then over the mirror alone."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.generality.findings import Found
from bench.generality.relay import Relay
from bench.generality.runner import prepared
from bench.generality.samples import samples
from bench.generality.site import Site
from bench.generality.workers import tried
from recorder.fetching.options import Render


def three_ways(site: Site, folder: Path, render: Render = Render.AUTO) -> Sequence[Found]:
    """What was found each way, without what it took. The last time nothing listens where the site was."""
    with Relay(site) as relay:
        ready = prepared(site, relay, folder)
        task = replace(ready.task(samples(site, ready.truth)[0]), render=render)
        over_http = tried(replace(task, mirror=None), 0)
        filling = tried(task, 0)
    mirrored = tried(task, 0)
    return [replace(found, cpu=0, seconds=0) for found in (over_http, filling, mirrored)]
