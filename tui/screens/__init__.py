"""The areas of the application, one a file, and the questions it asks."""
