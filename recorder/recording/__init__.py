"""The use case of a recording: from two URLs to a pattern in a database; and again, when the site has changed."""
