"""Getting pages from a site, over HTTP or through a browser, politely and within bounds: `fetch(request) -> Page |
Outcome`.

It imports nothing by itself: a process that only reads pages needs the scope, and no HTTP client.
"""
