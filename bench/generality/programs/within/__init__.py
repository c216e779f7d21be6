"""Scripts that run in the environments of programs, never in this one: they are started as files, not imported."""
