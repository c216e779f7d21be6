"""A report to look at and to send on: what a recording has learnt and collected, as one page for a browser. Whoever
reads it needs neither a terminal nor the database. Nothing is fetched and nothing is judged here.
"""

from recorder.reporting.report import ReportOptions, write_report
