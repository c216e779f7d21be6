// Answers when the structure was still at each of `looks` looks, `pause` ms apart, or after `limit` ms; pages without scripts
// do not change by themselves. Looks are counted, not time: on a busy machine the page's own timers come as late as they.
// For `working` ms after scripts were answered, a look counts only when they have nothing to do and put off nothing for a
// moment: what they make of an answer may take them longer than all looks.
// One question instead of Playwright's `content()` and two more saves a fifth of a page's time.
([looks, pause, limit, most, soon, working]) => new Promise(done => {
  const kept = window[Symbol.for('recorder')] || { opened: [], removed: [], soon: new Set() };
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
      // Where scripts have led it, whatever it began with.
      const { href } = body.ownerDocument.location;
      if (href.startsWith('http')) twin.setAttribute('src', href);
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
  const forgetWhatIsBack = () => {
    const here = new Set([...document.links].map(link => link.href));
    const links = node => [...(node.matches('a[href]') ? [node] : []), ...node.querySelectorAll('a[href]')];
    kept.removed = kept.removed.filter(([, gone]) => links(gone).some(link => !here.has(link.href)));
  };
  const html = () => {
    const root = document.documentElement;
    if (!root) return '';
    forgetWhatIsBack();
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
  let still = 0;
  let asked = false;
  const answered = () => Math.max(...performance.getEntriesByType('resource').map(
    ({ initiatorType, responseEnd }) => initiatorType === 'fetch' || initiatorType === 'xmlhttprequest' ? responseEnd : 0), 0);
  const isWorking = () => answered() && performance.now() - answered() < working;
  const watch = new MutationObserver(() => { still = 0; });
  watch.observe(document, { childList: true, subtree: true });
  const look = setInterval(() => {
    if (!isWorking()) still += 1;
    else if (kept.soon.size) still = 0;
    else if (!asked) {
      asked = true;
      requestIdleCallback(() => { asked = false; still += 1; });
    }
    if (still < looks && performance.now() - started < limit) return;
    clearInterval(look); watch.disconnect(); finish(still >= looks);
  }, pause);
})
