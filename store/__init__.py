"""SQLite: recordings, runs, pages, links and the frontier, behind one writer. No fetching and no decisions.

Start at `open_store`. Writes return a `Written`: `.result()` or `await` it to know that it is on disk.
"""

from recorder.store.database import Store, open_store
from recorder.store.errors import StoreError
from recorder.store.forms import FieldRow, FormRow
from recorder.store.frontier import QueuedRequest, request_key
from recorder.store.health import StepHealth
from recorder.store.page import Judgement, LinkRow, NewPage, StoredPage
from recorder.store.patterns import StepRow
from recorder.store.recordings import Recording
from recorder.store.runs import Run, RunCounts
