"""Exhausting a hidden database by asking a form again and again: what to ask next, what its answers tell, how much is
missing, and when to end. It asks nothing itself: no I/O, no clock.
"""
