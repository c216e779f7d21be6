"""The terminal UI: a listener of the engine's events. No logic of its own."""
