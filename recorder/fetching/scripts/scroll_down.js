// To the end of the page, where an endless list loads its next part; whether anything stirs. What waits for its end to
// come into sight is told so with the browser's next frame, which a busy machine draws late.
([react, drawn]) => new Promise(done => {
  const root = document.scrollingElement || document.documentElement;
  if (root.scrollHeight <= innerHeight + 50) return done(false);
  let stirred = false;
  const watch = new MutationObserver(() => { stirred = true; });
  watch.observe(document, { childList: true, subtree: true });
  root.scrollTo(0, root.scrollHeight);
  let looked = false;
  const look = () => {
    if (looked) return;
    looked = true;
    setTimeout(() => { watch.disconnect(); done(stirred); }, react);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
  setTimeout(look, drawn);
})
