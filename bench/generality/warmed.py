"""Loaded once, after `override`, by the process that makes those of all trials: the program, and what it makes of its
vocabulary when a form is judged first, which was a seventh of the work of a trial over a mirror.
"""

import bench.generality.trial  # noqa: F401
import recorder.probing.form_search  # noqa: F401
from recorder.forms.evidence import topic_of

topic_of("nothing")
