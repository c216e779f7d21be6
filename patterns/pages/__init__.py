"""Pages as they arrived: parsed documents, their links, and the trees that are compared."""
