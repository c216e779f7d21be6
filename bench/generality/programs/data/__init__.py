"""Data that nobody here wrote, for programs to hold: packages and their makers, changes, languages, sayings.

Each is read from what this machine has or can download, and is the same on every call.
"""
