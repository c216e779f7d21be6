"""Mapping a site: what to fetch next, what the pages fetched so far mean, and when enough has been seen."""
