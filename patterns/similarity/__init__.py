"""How alike two trees are: the restricted top-down distance, exact and fast."""
