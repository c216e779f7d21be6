"""The links of a site: as a tree of folders and groups, with what they lead to; and the learnt kinds of links, with the
marks by which a person wants or ignores them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from recorder.face import LinkClasses, Prototype, Recording
from recorder.face.library import Library
from recorder.runtime.events import LinkGroupSeen
from recorder.runtime.plain_text import many
from recorder.tui.screens.dialogs import ReadText, TableDialog
from recorder.tui.text import address, shown
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, Row, TableColumn, listed

_DECIDED = 4
"""Fewest pages of a group that must be seen to say what its links lead to."""

_SURE = 0.9
"""Least share of targets for a group that leads to targets."""

_BRIEF, _BESIDE = 24, 48
"""Least room for a name, and what is needed beside it."""

_ROOMY = 40
"""Room for a name from which an example stands beside it: two groups may be called alike."""

_OPEN = 40
"""Most folders that are open at first."""

_Key = TypeVar("_Key")

_COLUMNS = (
    TableColumn("", 7),
    TableColumn("Class", 20),
    TableColumn("links", 6, right=True),
    TableColumn("hubs", 5, right=True, room=70),
    TableColumn("as an address"),
)
_READING = 12
"""Seconds that a remark on a mark is shown."""
_MARKS = {True: ("wanted", "good"), False: ("ignored", "faint"), None: ("", "")}


LEGEND = "● targets  ◐ some targets  ▸ on the way  ○ nothing new  ? undecided"


def leads_to(group: LinkGroupSeen) -> tuple[str, str, str]:
    """A sign, words and a style for what the links of a group lead to."""
    if group.seen + group.dead < min(_DECIDED, group.known):
        return "?", "undecided", "dim"
    if group.targets >= _SURE * group.seen > 0:
        return "●", "targets", "bold green"
    if group.targets:
        return "◐", "some targets", "yellow"
    if group.hubs:
        return "▸", "on the way", "cyan"
    return "○", "nothing new", "dim"


class LinkTree(Tree[str]):
    """Folders, in each its groups of links, in each some of the links. Nodes hold the URL they stand for, or nothing.
    What is open stays open when it is shown anew.
    """

    @dataclass
    class Opened(Message):
        """A person wants to see a page."""

        url: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(Text("the site"), id=id)
        self.show_root = False
        self.guide_depth = 3
        self.root.expand()
        self._folders: dict[str, TreeNode[str]] = {}
        self._groups: dict[tuple[str, str], TreeNode[str]] = {}
        self._shown: dict[str, tuple[LinkGroupSeen, ...]] = {}

    def show(self, site: str, groups: Sequence[LinkGroupSeen]) -> None:
        self.border_title = Text(f"Links of {shown(site)}" if site else "Links")
        inside: dict[str, tuple[LinkGroupSeen, ...]] = {}
        for group in groups:
            inside[group.folder] = (*inside.get(group.folder, ()), group)
        for folder, some in inside.items():
            if self._shown.get(folder) != some:
                self._folder(folder, some)
        if not groups:
            self.root.remove_children()
            self._folders.clear()
            self._groups.clear()
        self._shown = inside

    def on_tree_node_selected(self, event: Tree.NodeSelected[str]) -> None:
        if event.node.data:
            self.post_message(self.Opened(event.node.data))

    def _folder(self, folder: str, groups: Sequence[LinkGroupSeen]) -> None:
        """A folder with one kind of names is one line."""
        alone = len(groups) == 1
        room = self._room_for_names
        label = _group_label(groups[0], f"/{folder}{groups[0].name}", room) if alone else _folder_label(folder, groups)
        known = folder in self._folders
        node = self._put(self._folders, folder, self.root, label, expand=not alone and len(self._folders) < _OPEN)
        was_alone = known and len(self._shown.get(folder, ())) == 1
        if alone:
            _list_examples(node, groups[0])
            return
        if was_alone:
            node.remove_children()
            node.expand()
        for group in groups:
            self._group(node, group)

    def _group(self, parent: TreeNode[str], group: LinkGroupSeen) -> None:
        if group not in self._shown.get(group.folder, ()) or (group.folder, group.examples[0]) not in self._groups:
            label = _group_label(group, group.name or "the folder itself", self._room_for_names)
            _list_examples(
                self._put(self._groups, (group.folder, group.examples[0]), parent, label, expand=False), group
            )

    @property
    def _room_for_names(self) -> int:
        """What a line leaves beside what the links lead to and how many they are."""
        return max(_BRIEF, self.size.width - _BESIDE)

    def _put(
        self, nodes: dict[_Key, TreeNode[str]], key: _Key, parent: TreeNode[str], label: Text, *, expand: bool
    ) -> TreeNode[str]:
        node = nodes.get(key)
        if node is None:
            node = nodes[key] = parent.add(label, expand=expand)
        elif node.label != label:
            node.set_label(label)
        return node


def _folder_label(folder: str, groups: Sequence[LinkGroupSeen]) -> Text:
    known, targets = sum(group.known for group in groups), sum(group.targets for group in groups)
    label = Text.assemble(f"/{shown(folder, 60)}", (f"  {many(known, 'link')}", "dim"))
    if targets:
        label.append(f", {many(targets, 'target')} seen", "green")
    return label


def _group_label(group: LinkGroupSeen, name: str, room: int) -> Text:
    """What its links lead to comes first: that is what one looks for."""
    sign, words, style = leads_to(group)
    counts = f"  {many(group.known, 'link')}, {group.seen} seen" + (f", {group.dead} dead" if group.dead else "")
    example = group.examples[0].rstrip("/").rpartition("/")[2] if "*" in name and room >= _ROOMY else ""
    counts += f", such as {shown(example, room - len(name))}" if example else ""
    return Text.assemble((f"{sign} {words}  ", style), shown(name, room), (counts, "dim"))


def _list_examples(node: TreeNode[str], group: LinkGroupSeen) -> None:
    node.remove_children()
    for url in group.examples:
        node.add_leaf(Text(shown(url)), url)
    if group.known > len(group.examples):
        node.add_leaf(Text(f"and {group.known - len(group.examples)} more", "dim"))


class LinkKinds(TableDialog[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "mark('wanted')", "Want"),
        Binding("i", "mark('ignored')", "Ignore"),
        Binding("u", "mark('')", "Unmark"),
    ]

    def __init__(self, library: Library, recording: Recording) -> None:
        super().__init__(
            "Classes of links",
            "They are being learnt from the pages that are stored.",
            LazyTable(_COLUMNS, "No class of links was learnt.", id="kinds"),
        )
        self._library, self._recording = library, recording
        self._learnt: LinkClasses | None = None
        self._kinds: tuple[Prototype, ...] = ()

    def on_mount(self) -> None:
        self.in_thread("kinds", lambda: self._library.link_classes(self._recording), self._show)

    def _show(self, learnt: LinkClasses) -> None:
        self._learnt = learnt
        # Kinds of the frame of the site come last: they stand on every page and lead nowhere new.
        self._kinds = tuple(sorted(learnt.prototypes.ordered, key=lambda kind: kind.template))
        doubt = "" if learnt.are_enough else ": too few to trust them"
        self.query_one("#hint", Plain).show(
            f"Learnt from {many(learnt.hubs, 'page')} that lead on{doubt}. A link is of the first class that fits it."
            " Links you ignore are not followed any more, by mappings and crawls; those you want are looked at first."
        )
        self.table.fill(listed(list(self._rows(learnt))))

    def _rows(self, learnt: LinkClasses) -> Iterator[Row]:
        site = self._recording.entry_url
        for kind in self._kinds:
            name, pattern = "on every page" if kind.template else kind.name, address(kind.pattern, site)
            yield (_MARKS[learnt.marks.get(kind.pattern)], name, f"{kind.links:,}", f"{kind.hubs:,}", pattern)

    def action_mark(self, mark: str) -> None:
        kind, learnt = self.table.at_cursor(self._kinds), self._learnt
        if learnt is None or kind is None:
            return
        wanted = {"wanted": True, "ignored": False}.get(mark)
        with self.errors_told():
            marked = self._library.mark_link_class(self._recording, learnt, kind.pattern, wanted)
            self._show(marked)
            for remark in marked.remarks:
                self.notify_text(remark, _READING)

    @on(LazyTable.Chosen, "#kinds")
    def _examples(self, event: LazyTable.Chosen) -> None:
        kind = self._kinds[event.row]
        self.app.push_screen(ReadText(f"Links of the class {kind.name}, for example", *kind.examples))
