"""The scripts that are run in a page, and what they answer: the settled document, and whether there is more.

The document is given back as HTML that holds what `outerHTML` leaves out: open shadow roots, flattened as the browser
does it; the pages inside frames of the same host; and what was taken off the page when it was made to show more, such
as the rows of the page before. When each script is run is decided by `unfolding`.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

QUIET_MILLISECONDS = 100
"""Least time without change for a page to be settled."""
SOON_SECONDS = 60
"""Longest delay of a meta refresh that counts as the page leaving by itself."""
_SCROLL_MILLISECONDS, _FRAME_MILLISECONDS = 80, 1000
"""Time given to a page to react to scrolling, and most time until the browser draws its next frame."""

BEFORE_SCRIPTS = """(() => {
  const opened = [];
  const kept = { opened, removed: [], watch: null };
  Object.defineProperty(window, Symbol.for('recorder'), { value: kept });
  // Windows are not wanted, only where they would lead.
  window.open = address => {
    try { if (opened.length < 50) opened.push(new URL(address, document.baseURI).href); } catch {}
    return null;
  };
})()"""

# Answers when the structure has been still for `quiet` ms, or after `limit` ms; pages without scripts do not change by
# themselves. One question instead of Playwright's `content()` and two more saves a fifth of a page's time.
SETTLED_DOCUMENT = """([quiet, limit, most, soon]) => new Promise(done => {
  const kept = window[Symbol.for('recorder')] || { opened: [], removed: [] };
  const framed = node => {
    const box = node.getBoundingClientRect();
    try { return box.width > 1 && box.height > 1 && node.contentDocument && node.contentDocument.body; }
    catch { return null; }
  };
  const inert = document.implementation.createHTMLDocument('');
  const copied = (node, inFrame) => {
    const twin = inert.importNode(node, node.nodeType !== 1);
    if (node.nodeType !== 1) return [twin];
    for (const name of inFrame ? ['href', 'src', 'action'] : []) {
      if (node.hasAttribute(name) && typeof node[name] === 'string') twin.setAttribute(name, node[name]);
    }
    const body = node.matches('iframe, frame') && framed(node);
    if (body) {
      const box = inert.createElement('div');
      for (const child of body.childNodes) box.append(...copied(child, true));
      return [twin, box];
    }
    const assigned = node.localName === 'slot' ? node.assignedNodes() : [];
    const children = node.shadowRoot ? node.shadowRoot.childNodes : assigned.length ? assigned : node.childNodes;
    for (const child of children) twin.append(...copied(child, inFrame));
    for (const [place, gone] of kept.removed) {
      if (place === node && !gone.isConnected) twin.append(...copied(gone, inFrame));
    }
    return [twin];
  };
  const isPlain = () => {
    if (kept.removed.length) return false;
    for (const frame of document.querySelectorAll('iframe, frame')) if (framed(frame)) return false;
    for (const node of document.querySelectorAll('*')) if (node.shadowRoot) return false;
    return true;
  };
  const html = () => {
    const root = document.documentElement;
    if (!root) return '';
    try { return isPlain() ? root.outerHTML : copied(root, false)[0].outerHTML; } catch { return root.outerHTML; }
  };
  const isLeaving = () => [...document.querySelectorAll('meta[http-equiv=refresh i]')].some(
    refresh => parseFloat(refresh.content) < soon);
  const finish = rested => {
    const text = html();
    done({
      type: document.contentType,
      url: location.href,
      status: (performance.getEntriesByType('navigation')[0] || {}).responseStatus || 0,
      doctype: document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '',
      html: text.length > most ? null : text,
      opened: kept.opened,
      scripted: document.scripts.length > 0,
      rested,
      leaves: isLeaving(),
    });
  };
  if (!document.scripts.length) return finish(true);
  const started = performance.now();
  let changed = started;
  const watch = new MutationObserver(() => { changed = performance.now(); });
  watch.observe(document, { childList: true, subtree: true });
  const check = setInterval(() => {
    const now = performance.now();
    if (now - changed < quiet && now - started < limit) return;
    clearInterval(check); watch.disconnect(); finish(now - changed >= quiet);
  }, 20);
})"""

# Begins to remember what is taken off the page; a row that comes again elsewhere is not gone.
KEEP_WHAT_GOES = """() => {
  const kept = window[Symbol.for('recorder')];
  if (!kept || kept.watch) return;
  const links = node => node.nodeType !== 1 ? [] :
    [...(node.matches('a[href]') ? [node] : []), ...node.querySelectorAll('a[href]')].map(link => link.href);
  kept.watch = new MutationObserver(changes => {
    const here = new Set([...document.links].map(link => link.href));
    for (const [, gone] of kept.removed) for (const link of links(gone)) here.add(link);
    for (const change of changes) for (const node of change.removedNodes) {
      if (kept.removed.length < 5000 && links(node).some(link => !here.has(link))) {
        kept.removed.push([change.target, node]);
        for (const link of links(node)) here.add(link);
      }
    }
  });
  kept.watch.observe(document, { childList: true, subtree: true });
}"""

# To the end of the page, where an endless list loads its next part; whether anything stirs. What waits for its end to
# come into sight is told so with the browser's next frame, which a busy machine draws late.
SCROLL_DOWN = f"""() => new Promise(done => {{
  const root = document.scrollingElement || document.documentElement;
  if (root.scrollHeight <= innerHeight + 50) return done(false);
  let stirred = false;
  const watch = new MutationObserver(() => {{ stirred = true; }});
  watch.observe(document, {{ childList: true, subtree: true }});
  root.scrollTo(0, root.scrollHeight);
  let looked = false;
  const look = () => {{
    if (looked) return;
    looked = true;
    setTimeout(() => {{ watch.disconnect(); done(stirred); }}, {_SCROLL_MILLISECONDS});
  }};
  requestAnimationFrame(() => requestAnimationFrame(look));
  setTimeout(look, {_FRAME_MILLISECONDS});
}})"""

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

# Presses "refuse", else "accept" or "close", on what asks for leave to keep cookies; whether there was such a thing.
UNCOVER = """([banners, about, refuse, agree]) => {
  const seen = node => { const box = node.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
  for (const banner of document.querySelectorAll(banners)) {
    if (banner === document.body || banner === document.documentElement || !seen(banner)) continue;
    const said = banner.innerText.toLowerCase();
    if (said.length > 5000 || !about.some(word => said.includes(word))) continue;
    const buttons = [...banner.querySelectorAll('button, [role=button], input[type=button], a')].filter(button =>
      seen(button) && !button.disabled && !(button.form && button.type === 'submit')
      && !(button.localName === 'a' && /^(?!#|javascript:)./.test(button.getAttribute('href') || '')));
    const named = button => (button.innerText || button.value || button.getAttribute('aria-label') || '')
      .trim().toLowerCase();
    for (const words of [refuse, agree]) {
      const button = buttons.find(each => words.some(word => named(each).startsWith(word)));
      if (button) { button.click(); return true; }
    }
  }
  return false;
}"""


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
