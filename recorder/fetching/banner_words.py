"""How banners that ask for leave to keep cookies are known, and what their buttons say, in many languages."""

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


def _words(listed: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in listed.split())


ABOUT, REFUSE, AGREE = _words(_ABOUT), _words(_REFUSE), _words(_AGREE)
