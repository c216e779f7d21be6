"""The entry page or a sample page cannot be had: what to tell the person. Decides nothing."""

from recorder.fetching import OutcomeKind
from recorder.runtime.errors import RecorderError

_SEE_FOR_YOURSELF = "Open it in a browser to see what is there, and check the address."
_LATER = "Check the address and the network, then run the same command again."
_HINTS = {
    OutcomeKind.ROBOTS: "Give a page that robots may visit; with the owner's leave, add --ignore-robots.",
    OutcomeKind.OUT_OF_SCOPE: "Give the address that it leads to, or allow more of the site with --scope domain.",
    OutcomeKind.NOT_HTML: "Give the address of a web page: other files have no structure to compare.",
    OutcomeKind.FORBIDDEN: "The site does not show this page to everybody; give one that needs no log-in.",
    OutcomeKind.UNREACHABLE: _LATER,
    OutcomeKind.TIMEOUT: _LATER,
    OutcomeKind.BROKEN_OFF: _LATER,
    OutcomeKind.BUSY: _LATER,
    OutcomeKind.BROWSER_FAILED: "Run `recorder doctor` to see whether the browser works.",
}


class UnusablePageError(RecorderError):
    """Without this page there is nothing to begin with."""

    def __init__(self, what: str, url: str, outcome: str, reason: str) -> None:
        """`what` page it was to be; `outcome` and `reason` as recorded with it."""
        hint = next((hint for kind, hint in _HINTS.items() if kind == outcome), _SEE_FOR_YOURSELF)
        super().__init__(f"The {what} {url} cannot be used: {reason or 'it brought no page'}.", hint)
