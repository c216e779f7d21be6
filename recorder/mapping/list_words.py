"""Words by which a URL announces a list of pages. They only say what to look at first, never what a page is."""

import re

_TEXT = """
    all alle alphabetisch annuaire archiv archive archives archivo archivos arquivo arquivos az browse catalog
    catalogo catalogue categories category chronology classes collection collections contents directorio directory
    elenco glossary index indexes indice indices indici inhalt inhoud innehall katalog lijst list lista listado
    listagem liste listen listes listing lists map mapa mappa oversikt overview overzicht plan przeglad register
    repertoire sitemap sommaire spis sumario summary table titles toc todas todos tous toutes tree tutti
    uebersicht verzeichnis
"""
_WORDS = frozenset(_TEXT.split())
_WORD = re.compile(r"[a-z]+")


def announces_list(url: str) -> bool:
    """Whether the last part of a URL contains a word that lists of pages are called by."""
    end = url.rstrip("/").rpartition("/")[2].lower()
    return any(word in _WORDS for word in _WORD.findall(end))
