// To the end of the page and of every part of it that scrolls by itself, where an endless list loads its next part;
// whether anything stirs. A list watches whether its end is in sight, and is told with the browser's next frame, which a
// busy machine draws late. So a list is scrolled once its last rows were drawn, or the end would never have been out of
// sight; and it is looked at once it was drawn. One that drops rows as it is scrolled has no others than those in view:
// it is gone through a view at a time, for as long as there is time.
([react, drawn, most]) => new Promise(done => {
  const root = document.scrollingElement || document.documentElement;
  const isLong = part => part.clientHeight > 50 && part.scrollHeight > part.clientHeight + 50;
  const hasLinks = node => node.nodeType === 1 && (node.matches('a[href]') || node.querySelector('a[href]'));
  const scrolls = part => /auto|scroll/.test(getComputedStyle(part).overflowY) && hasLinks(part);
  const inner = [...document.querySelectorAll('body *')].filter(part => part !== root && isLong(part) && scrolls(part));
  const lists = [...(root.scrollHeight > innerHeight + 50 ? [root] : []), ...inner];
  if (!lists.length) return done(false);
  const ends = performance.now() + most;
  const onceDrawn = () => new Promise(then => {
    requestAnimationFrame(() => requestAnimationFrame(then));
    setTimeout(then, drawn);
  });
  let changed = 0;
  // Every step shows rows that were not there: on a busy machine they may come later than they should be drawn.
  const onceChanged = async before => {
    await onceDrawn();
    const late = Math.min(ends, performance.now() + react);
    while (changed === before && performance.now() < late) await onceDrawn();
  };
  const goThrough = async (list, from) => {
    const view = list === root ? innerHeight : list.clientHeight;
    for (let top = from; top < list.scrollHeight - view && performance.now() < ends; top += 0.8 * view) {
      const before = changed;
      list.scrollTo(0, top);
      await onceChanged(before);
    }
    list.scrollTo(0, list.scrollHeight);
    await onceDrawn();
  };
  (async () => {
    await onceDrawn();
    let stirred = false;
    const dropping = new Set();
    const watch = new MutationObserver(changes => {
      stirred = true;
      changed += 1;
      for (const change of changes) {
        if (![...change.removedNodes].some(hasLinks)) continue;
        dropping.add(lists.filter(list => list.contains(change.target)).at(-1));
      }
    });
    watch.observe(document, { childList: true, subtree: true });
    const places = new Map(lists.map(list => [list, list.scrollTop]));
    for (const list of lists) list.scrollTo(0, list.scrollHeight);
    await onceDrawn();
    for (const [list, from] of places) if (dropping.has(list)) await goThrough(list, from);
    setTimeout(() => { watch.disconnect(); done(stirred); }, react);
  })();
})
