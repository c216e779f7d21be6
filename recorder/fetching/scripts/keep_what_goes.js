// Begins to remember what is taken off the page; a row that comes again elsewhere is not gone.
() => {
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
}
