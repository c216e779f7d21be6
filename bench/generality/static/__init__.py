"""The sites of the catalogue that are folders of files: manuals from packages, and journals and manuals that static
generators make here of data that nobody here wrote.
"""

from bench.generality.site import Site
from bench.generality.static import (
    docbook,
    doxygen,
    gnome,
    hand,
    hugo,
    java,
    journals,
    languages,
    manuals,
    node,
    sphinx,
    texinfo,
)

SITES: tuple[Site, ...] = (
    *docbook.SITES,
    *doxygen.SITES,
    *gnome.SITES,
    *hand.SITES,
    *hugo.SITES,
    *java.SITES,
    *journals.SITES,
    *languages.SITES,
    *manuals.SITES,
    *node.SITES,
    *sphinx.SITES,
    *texinfo.SITES,
)
"""By the families of their makers."""
