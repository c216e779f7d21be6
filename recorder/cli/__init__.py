"""The command line: words in, results on stdout, diagnostics on stderr, an exit code. The engine does the work itself.

To add a command NAME: `NAME_command` in `commands/NAME.py`, and a line in `application.py`. What several commands share
is in `options.py`.
"""

from recorder.cli.edge import main
