"""What a page is to a run, and why one was not fetched: the words in the database's column `role`."""

TARGET = "target"
HUB = "hub"
OFF_PATTERN = "off-pattern"
OTHER = "other"
ERROR = "error"
KNOWN = "known"  # the outcome of a page that was skipped because it is known
IGNORED = "ignored"  # the outcome of one that was skipped because a person ignores links of its class
SKIPPED = "skipped"  # not fetched, for a reason worth keeping: robots.txt, scope, a limit
