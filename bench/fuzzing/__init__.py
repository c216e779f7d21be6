"""Bytes of strangers at every door where they come in: `python -m bench fuzzing`."""
