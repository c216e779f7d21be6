"""Answers about what is stored (why, diff, versions), and the lines in which people read them."""
