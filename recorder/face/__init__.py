"""What a user interface may know of the engine: runs to start and stop, a database to look into, plain values to show.
Beside it only `recorder.runtime.events`, `recorder.runtime.errors`, `recorder.runtime.plain_text` and `recorder.words`.
"""

from recorder.crawling.parameter_tables import queries_of
from recorder.crawling.session import CrawlOptions, CrawlResult
from recorder.exporting import What
from recorder.exporting.text_rows import harmless
from recorder.extracting.session import Extraction, ExtractOptions
from recorder.face.csv_tables import write_csv
from recorder.face.glances import Glance, Glancer
from recorder.face.jobs import Job, start_crawl, start_extraction, start_recording
from recorder.face.known_links import KnownLinks, StepTrial, checked_step
from recorder.face.library import Library, PageSeen, Preview, ProbeSeen
from recorder.face.writing_out import OutFormat, WritingOut, write_out
from recorder.fetching import FetchOptions, Render
from recorder.fetching.scope import ScopeKind
from recorder.forms.parameters import Given
from recorder.inspecting.pattern_report import LearntPattern
from recorder.knowledge.link_classes import LinkClasses
from recorder.knowledge.pattern_files import PatternChange
from recorder.mapping.mapper import MappingLimits
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Step
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.patterns.pages.outline import OutlineLine
from recorder.patterns.prototypes.prototype import Prototype
from recorder.probing.choices import FormChoice, FormOverrides
from recorder.recording.options import RecordOptions
from recorder.recording.session import RecordResult
from recorder.runtime.stopping import Continuation
from recorder.store.forms import FieldRow, FormRow, StoredForm
from recorder.store.pages import StoredPage
from recorder.store.probes import ProbeRow
from recorder.store.recordings import Recording
from recorder.store.records import RecordColumn, RecordTable
from recorder.store.runs import Run
from recorder.store.targets import Difference

__all__ = [
    "Continuation",
    "CrawlOptions",
    "CrawlResult",
    "Difference",
    "ExtractOptions",
    "Extraction",
    "FetchOptions",
    "FieldRow",
    "FormChoice",
    "FormOverrides",
    "FormRow",
    "FormStep",
    "Given",
    "Glance",
    "Glancer",
    "Job",
    "KnownLinks",
    "LearntPattern",
    "Library",
    "LinkClasses",
    "LinkStep",
    "MappingLimits",
    "NavigationPattern",
    "OutFormat",
    "OutlineLine",
    "PageSeen",
    "Parameter",
    "PatternChange",
    "PatternPath",
    "Preview",
    "ProbeRow",
    "ProbeSeen",
    "Prototype",
    "RecordColumn",
    "RecordOptions",
    "RecordResult",
    "RecordTable",
    "Recording",
    "Render",
    "Run",
    "ScopeKind",
    "Step",
    "StepTrial",
    "StoredForm",
    "StoredPage",
    "What",
    "WritingOut",
    "checked_step",
    "harmless",
    "queries_of",
    "start_crawl",
    "start_extraction",
    "start_recording",
    "write_csv",
    "write_out",
]
