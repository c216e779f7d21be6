"""Programs of the catalogue: each from its package, in an environment of its own, filled with data that nobody here
wrote. Scores nothing.
"""

from itertools import chain

from bench.generality.programs import (
    cgit,
    datasette,
    devpi,
    docsify,
    dokuwiki,
    gitweb,
    hgweb,
    hyperkitty,
    machina,
    mediawiki,
    mezzanine,
    omega,
    oscar,
    pretalx,
    pypiserver,
    roundup,
    scrolling,
    tiddlywiki,
    trac,
)
from bench.generality.site import Site

_PROGRAMS = (
    *(cgit, datasette, devpi, docsify, dokuwiki, gitweb, hgweb, hyperkitty, machina, mediawiki),
    *(mezzanine, omega, oscar, pretalx, pypiserver, roundup, scrolling, tiddlywiki, trac),
)
SITES: tuple[Site, ...] = tuple(chain.from_iterable(each.SITES for each in _PROGRAMS))
