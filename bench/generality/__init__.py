"""The bench of generality: many sites that nobody here wrote, six samples of each, scored by what they are known to
hold.
"""
