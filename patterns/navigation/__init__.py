"""From a mapped site to a navigation pattern, and how to follow one."""
