"""SQLite: recordings, runs, pages, links and the frontier, behind one writer. No fetching and no decisions."""
