"""Pages read by a process of its own, so that two cores are used, and a page that never ends ends that process only."""
