"""What was learnt of a site, loaded and saved: page class, link classes and marks, pattern files."""
