// Presses "refuse", else "accept" or "close", on what asks for leave to keep cookies; whether there was such a thing.
([banners, about, refuse, agree]) => {
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
}
