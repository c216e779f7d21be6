"""The bundled bookshop in its owner's hands: it can be changed, and it may be slow."""
