"""One URL becomes one read page: over HTTP or in a browser, in this process or in another. Decides nothing about targets."""
