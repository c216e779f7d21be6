// To the end of the page, where an endless list loads its next part; whether anything stirs. What waits for its end to
// come into sight is told so with the browser's next frame, which a busy machine draws late. So is what must first be told
// that its end is out of sight: it stands below the rows that came last, and a page is scrolled once they were drawn.
([react, drawn]) => new Promise(done => {
  const root = document.scrollingElement || document.documentElement;
  if (root.scrollHeight <= innerHeight + 50) return done(false);
  const onceDrawn = then => {
    let begun = false;
    const begin = () => { if (!begun) { begun = true; then(); } };
    requestAnimationFrame(() => requestAnimationFrame(begin));
    setTimeout(begin, drawn);
  };
  onceDrawn(() => {
    let stirred = false;
    const watch = new MutationObserver(() => { stirred = true; });
    watch.observe(document, { childList: true, subtree: true });
    root.scrollTo(0, root.scrollHeight);
    onceDrawn(() => setTimeout(() => { watch.disconnect(); done(stirred); }, react));
  });
})
