"""URLs: their levels, and expressions that match many of them."""
