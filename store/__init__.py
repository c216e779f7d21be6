"""SQLite: recordings, runs, pages, links and the frontier, behind one writer. No fetching and no decisions.

Start at `open_store`. Writes return a `Written`: `.result()` or `await` it to know that it is on disk.
"""

from store.database import Store, open_store
from store.errors import StoreError
from store.forms import FieldRow, FormRow, StoredForm
from store.frontier import FrontierCounts, FrontierRow, Request, request_key
from store.health import StepHealth
from store.locks import Hold
from store.new_pages import Judgement, LinkRow, NewPage
from store.pages import PageContent, StoredPage
from store.patterns import SavedPattern, StepRow
from store.recordings import Recording
from store.runs import Run, RunCounts
from store.search import Hit
from store.targets import Change, Difference, Target
from store.why import InLink, Why
from store.writer import Written

__all__ = [
    "Change",
    "Difference",
    "FieldRow",
    "FormRow",
    "FrontierCounts",
    "FrontierRow",
    "Hit",
    "Hold",
    "InLink",
    "Judgement",
    "LinkRow",
    "NewPage",
    "PageContent",
    "Recording",
    "Request",
    "Run",
    "RunCounts",
    "SavedPattern",
    "StepHealth",
    "StepRow",
    "Store",
    "StoreError",
    "StoredForm",
    "StoredPage",
    "Target",
    "Why",
    "Written",
    "open_store",
    "request_key",
]
