"""What a user interface may know of the engine. The modules here start and stop runs, look into a database and write
files; what their calls take and give, plain values of the engine, is listed below. Beside this room a user interface
imports only `recorder.inspecting` and `recorder.runtime.events`, `.errors` and `.plain_text`.
"""

from recorder.crawling.exhausted_form import ExhaustOptions
from recorder.crawling.queries import queries_of
from recorder.crawling.session import CrawlOptions, CrawlResult
from recorder.exhausting.goal import Goal
from recorder.exporting import What
from recorder.extracting.session import Extraction, ExtractOptions
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import ScopeKind
from recorder.forms.parameters import Given
from recorder.knowledge.coverage import load_coverage, load_groups
from recorder.knowledge.link_classes import LinkClasses
from recorder.knowledge.pattern_files import PatternChange
from recorder.knowledge.pattern_versions import LearntPattern, PatternVersion
from recorder.mapping.mapper import MappingLimits
from recorder.patterns.classes.groups import ALL, TargetGroup
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Step
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.patterns.prototypes.prototype import Prototype
from recorder.probing.choices import FormChoice, FormOverrides
from recorder.recording.options import RecordOptions, as_before
from recorder.recording.session import RecordResult
from recorder.runtime.stopping import Continuation
from recorder.store.forms import FieldRow, StoredForm
from recorder.store.record_views import RecordView, Spread, conditions_in
from recorder.store.recordings import Recording
from recorder.store.records import RecordColumn, RecordTable
from recorder.store.runs import Run
from recorder.store.targets import Change, Difference
