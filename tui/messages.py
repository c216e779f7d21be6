"""What areas ask of the application, which owns runs and databases: they outlive a change of screen."""

from dataclasses import dataclass
from pathlib import Path

from textual.message import Message

from recorder.face import CrawlOptions, ExtractOptions, RecordOptions


@dataclass
class OpenDatabase(Message):
    """Look into a database that is there."""

    path: Path


@dataclass
class ChooseRecording(Message):
    """Another recording of the open database."""

    name: str


@dataclass
class StartRun(Message):
    """Map a site, collect its pages or make records of them; or go on with it."""

    options: RecordOptions | CrawlOptions | ExtractOptions


@dataclass
class GoOnWith(Message):
    """Stop the mapping that is going on, and resume it from what is stored with other options."""

    options: RecordOptions
    because: str


@dataclass
class ShowPage(Message):
    """A page of the recording, by its URL: how it was reached and what it is."""

    url: str
