"""How links and buttons say, in many languages, that there is more of the same."""

from recorder.patterns.pages.links import Link

_WORDS = """
    more next older show_more load_more see_more view_more show_next mehr weitere nächste plus suivant voir_plus
    afficher_plus más siguiente ver_más mostrar_más mais próxim ver_mais altri mostra_altr successiv meer volgende
    toon_meer więcej następn ещё еще далее показать_ещё další více fler nästa visa_fler flere næste neste lisää
    seuraava daha sonraki もっと 次へ 次の 更多 下一 加载更多 더_보기 더보기 다음 المزيد التالي עוד
"""
MORE_WORDS = tuple(word.replace("_", " ") for word in _WORDS.split())
_SIGNS = frozenset("›»>→⟩❯")


def turns_the_page(link: Link) -> bool:
    """Whether a link says that it leads to another page of a list: by a number, a sign, or words."""
    text = link.text.strip().lower()
    if link.kind == "next" or text.isdecimal():
        return True
    return bool(text) and (set(text) <= _SIGNS or text.startswith(MORE_WORDS))
