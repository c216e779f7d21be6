"""Data out of pages of one template: where it stands, what it is called, what it says."""
