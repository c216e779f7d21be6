"""Whether the folders beside the sample's hold more of its class, or are kinds of pages themselves.

`/crime/` and `/poetry/` of a bookshop are parts of one class, `/howto/` and `/faq/` of a manual are two kinds, however
alike their pages are built. A folder alone does not say which it is; what the folders beside it hold does: where most
of them are told apart from the sample's by structure, their names say the kinds of pages. It looks at folders only and
compares no pages.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping

from recorder.patterns.classes.evidence import Evidence, Urls
from recorder.patterns.classes.page_class import FEW
from recorder.patterns.classes.url_cells import folder_of
from recorder.patterns.urls.regex_tree import leaf_of, tokenize

Folder = tuple[str, ...]


def pages_of_other_kinds(evidence: Evidence, alike: Collection[Urls], known: Urls) -> Urls:
    """The pages in folders beside the samples', where the names of folders say kinds. `alike` are groups of pages
    there that structure cannot tell from the samples' class, `known` are taken for it already.
    """
    homes = {folder_of(url) for url in evidence.samples}
    levels: dict[Folder, dict[Folder, set[str]]] = defaultdict(lambda: defaultdict(set))
    for url in evidence.pages.keys() - evidence.kept_out:
        folder = folder_of(url)
        shared, home = max((_shared(folder, home), home) for home in homes)
        if shared < len(home):
            levels[home[: shared + 1]][folder[: shared + 1]].add(url)
    return frozenset(
        url
        for own, branches in levels.items()
        if _are_kinds(own, branches, alike, known)
        for urls in branches.values()
        for url in urls
    )


def _shared(folder: Folder, home: Folder) -> int:
    differing = (n for n, (a, b) in enumerate(zip(folder, home, strict=False)) if a != b)
    return next(differing, min(len(folder), len(home)))


def _are_kinds(own: Folder, branches: Mapping[Folder, set[str]], alike: Collection[Urls], known: Urls) -> bool:
    """Whether most of the folders beside the samples' own hold nothing alike, of those that are named like it, in
    letters or in numbers: a year beside categories says nothing of other years.
    """
    named_alike = [urls for folder, urls in branches.items() if _shape(folder) == _shape(own) and len(urls) >= FEW]
    different = sum(not (urls & known or any(group <= urls for group in alike)) for urls in named_alike)
    return different >= FEW and different > (len(named_alike) + 1) / 2


def _shape(folder: Folder) -> tuple[int, tuple[str, ...]]:
    return len(folder), tuple(leaf_of(token).name for token in tokenize(folder[-1]))
