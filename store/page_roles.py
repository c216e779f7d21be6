"""What a page is to a run, and why one was not fetched: the words in the database's column `role`."""

TARGET = "target"
HUB = "hub"
OFF_PATTERN = "off-pattern"
OTHER = "other"
ERROR = "error"
KNOWN = "known"  # the outcome of a page that was skipped because it is known
SKIPPED = "skipped"  # not fetched, for a reason worth keeping: robots.txt, scope, a limit
