"""Forms tried out while recording: which of them lead to target pages, and what they ask for."""
