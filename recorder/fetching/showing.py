"""The scripts that are run in a page, and what they answer: the settled document, and whether there is more.

The document is given back as HTML that holds what `outerHTML` leaves out: open shadow roots, flattened as the browser
does it; the pages inside frames of the same host; and what was taken off the page when it was made to show more, such
as the rows of the page before. When each script is run is decided by `unfolding`.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from importlib.resources import files

QUIET_LOOKS, LOOK_MILLISECONDS = 5, 20
"""How often in a row a page must be found unchanged to be settled, and the time from one look to the next."""
WORKING_MILLISECONDS = 1000
"""Most time given to scripts for what they make of an answer."""
SOON_SECONDS = 60
"""Longest delay of a meta refresh that counts as the page leaving by itself."""
SCROLLED_MILLISECONDS = 80, 1000
"""Time given to a page to react to scrolling, and most time until the browser draws its next frame."""


def _script(name: str) -> str:
    """What it does and answers stands at its top."""
    return files(__package__).joinpath("scripts", f"{name}.js").read_text("utf-8")


BEFORE_SCRIPTS = _script("before_scripts")
SETTLED_DOCUMENT = _script("settled_document")
KEEP_WHAT_GOES = _script("keep_what_goes")
SCROLL_DOWN = _script("scroll_down")
UNCOVER = _script("uncover")
_BANNERS = ", ".join(
    [
        *(f"[{name}*={word} i]" for word in ("cookie", "consent", "gdpr") for name in ("id", "class")),
        "[role=dialog]",
        "dialog[open]",
        "[aria-modal=true]",
    ]
)
_ABOUT = """
    cookie consent gdpr privacy datenschutz confidentialité privacidad privacidade riservatezza prywatność
    同意 隐私 隱私 プライバシー 개인정보 конфиденциальн خصوصية
"""
_REFUSE = """
    reject refuse decline deny only_necessary necessary_only only_essential essential_only use_necessary
    no_thanks continue_without disagree ablehnen alle_ablehnen nur_notwendige nur_erforderliche
    nur_essenzielle tout_refuser refuser continuer_sans rechazar solo_necesarias sólo_necesarias rifiuta
    solo_necessari recusar rejeitar apenas_necess weiger alleen_noodzakelijk alles_weigeren odrzuć
    tylko_niezbędne odmítnout pouze_nezbytné avvisa endast_nödvändiga avvis neka kun_nødvendige afvis hylkää
    vain_välttämättömät reddet отклонить только_необходимые відхилити 拒绝 仅必要 拒否 必要な 거부 رفض
"""
_AGREE = """
    accept agree allow ok got_it i_understand understood close dismiss continue akzeptieren zustimmen
    einverstanden verstanden schließen accepter j'accepte d'accord fermer compris aceptar acepto de_acuerdo
    entendido cerrar accetta ho_capito chiudi aceitar concordo entendi fechar akkoord accepteren begrepen
    sluiten zgadzam akceptuj rozumiem zamknij souhlasím přijmout rozumím zavřít godkänn acceptera jag_förstår
    stäng godta tillad forstået luk hyväksy sulje kabul tamam kapat принять согласен понятно закрыть прийняти
    同意 接受 知道了 关闭 同意する 閉じる 동의 확인 닫기 موافق × ✕ ✖
"""
UNCOVER_WORDS = [
    _BANNERS,
    *([word.replace("_", " ") for word in listed.split()] for listed in (_ABOUT, _REFUSE, _AGREE)),
]
"""How banners that ask for leave to keep cookies are known, and what their buttons say, in many languages."""


@dataclass(frozen=True)
class Shown:
    """The document as it is; `html` is None where it is too large. `opened` are the windows it would have opened,
    and other places its scripts lead to.
    """

    type: str
    url: str
    status: int
    doctype: str
    html: str | None
    opened: tuple[str, ...]
    scripted: bool
    rested: bool
    """Whether it was still for a while; else it was taken in the middle of something."""
    leaves: bool
    """Whether it will soon load itself again, or another page, whoever has the tab by then."""

    @property
    def text(self) -> str:
        """The whole page, with links at its end to what it would open."""
        links = "".join(f'<a href="{escape(address)}"></a>' for address in self.opened)
        return f"{self.doctype}{self.html}{links}"

    @property
    def links(self) -> int:
        """About how many, to see whether a page has grown."""
        return self.html.count("<a ") if self.html else 0
