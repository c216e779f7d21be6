"""The use case of a recording: from two URLs to a pattern in a database."""
