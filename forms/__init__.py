"""Pure form understanding: what a form asks, whether it is a search, its generic URL. No I/O."""
