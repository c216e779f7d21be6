"""The engine and the command line: fetching, mapping, crawling. Draws nothing; it announces events to listeners."""
