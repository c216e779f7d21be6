"""A crawl: tasks of the frontier, what to follow from a page, what a page is. Learns nothing."""
