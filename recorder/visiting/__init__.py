"""One URL becomes one read page: over HTTP or in a browser, here or in a second process. Judges no page."""
