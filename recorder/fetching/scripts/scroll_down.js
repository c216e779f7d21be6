// To the end of the page, where an endless list loads its next part; whether anything stirs. A list watches whether its
// end is in sight, and is told with the browser's next frame, which a busy machine draws late. So the page is scrolled
// once its last rows were drawn, or the end would never have been out of sight; and it is looked at once it was drawn.
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
