"""Pure form understanding: what a form asks, whether it is a search, how its queries fold into a generic URL. No I/O."""
