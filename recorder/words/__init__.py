"""Values of the engine in lines a person reads: what the command line and the terminal UI say alike."""
