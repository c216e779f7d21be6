"""Classes of pages: which pages of a site are built like the sample."""
