"""Learns from labelled sites what each kind of likeness weighs in a belief (`recorder.patterns.classes.belief`), and
measures how well such beliefs judge sites they were not learnt from.
"""
