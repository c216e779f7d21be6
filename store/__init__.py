"""SQLite: recordings, runs, pages, links and the frontier, behind one writer. No fetching and no decisions.

Start at `open_store`. Writes return a `Written`: `.result()` or `await` it to know that it is on disk.
"""

from recorder.store.database import Store, open_store
from recorder.store.errors import StoreError
from recorder.store.forms import FieldRow, FormRow, StoredForm
from recorder.store.frontier import FrontierCounts, FrontierRow, QueuedRequest, request_key
from recorder.store.health import StepHealth
from recorder.store.locks import Hold
from recorder.store.page import Judgement, LinkRow, NewPage, StoredPage
from recorder.store.patterns import SavedPattern, StepRow
from recorder.store.recordings import Recording
from recorder.store.runs import Run, RunCounts
from recorder.store.search import Hit
from recorder.store.targets import Change, Difference, Target
from recorder.store.why import InLink, Why
from recorder.store.writer import Written

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
    "QueuedRequest",
    "Recording",
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
