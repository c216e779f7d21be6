"""Which pages need a browser, decided by evidence: some of every kind are fetched both ways and compared."""
