(() => {
  const opened = [];
  const kept = { opened, removed: [], watch: null, soon: new Set() };
  Object.defineProperty(window, Symbol.for('recorder'), { value: kept });
  // Windows are not wanted, only where they would lead.
  window.open = address => {
    try { if (opened.length < 50) opened.push(new URL(address, document.baseURI).href); } catch {}
    return null;
  };
  // What scripts put off for a moment, as frameworks do with what they have fetched. What a timer puts off itself is left
  // out: that may go on for ever.
  const later = window.setTimeout, never = window.clearTimeout;
  let inTimer = false;
  window.setTimeout = function (work, wait, ...given) {
    if (typeof work !== 'function') return later.call(window, work, wait, ...given);
    const number = later.call(window, function (...told) {
      const outer = inTimer;
      kept.soon.delete(number);
      inTimer = true;
      try { return work.apply(this, told); } finally { inTimer = outer; }
    }, wait, ...given);
    if (!inTimer && wait > 0 && wait <= 500) kept.soon.add(number);
    return number;
  };
  window.clearTimeout = number => { kept.soon.delete(number); never.call(window, number); };
})()
