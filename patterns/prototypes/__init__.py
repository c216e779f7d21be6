"""Link prototypes [LINKS]: what kind of page a link leads to, told from its URL before anything is downloaded."""
