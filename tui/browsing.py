"""A page in the person's own browser, if it has windows: one in the terminal would draw over the screen."""

import os
import sys
import webbrowser

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


def open_in_browser(url: str) -> str:
    """Why it could not be opened; nothing where it was."""
    if not url.startswith(("http://", "https://")):
        return "Only addresses of the web are opened in a browser."
    has_windows = sys.platform in ("darwin", "win32") or any(map(os.environ.get, _DISPLAYS))
    if has_windows and webbrowser.open(url):
        return ""
    return "No browser with windows was found here: y copies, or name one in the environment variable BROWSER."
