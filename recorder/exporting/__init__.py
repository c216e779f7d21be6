"""What was collected, in files of other programs. Reads the store alone, never the site.

Start at `export`. Everything streams: no page is held longer than it takes to write it.
"""

from recorder.exporting.export import ExportOptions, export
from recorder.exporting.sheets import What
