"""The site as a tree of link groups: folders, in each its groups with what they lead to, in each some of the links."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.text import Text
from textual.message import Message
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from recorder.runtime.events import LinkGroupSeen
from recorder.tui.text import many, shown

_DECIDED = 4
_SURE = 0.9
_BRIEF, _BESIDE = 24, 48
_OPEN = 40
"""So many folders are open at first."""

_Key = TypeVar("_Key")


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
    return "○", "nowhere", "dim"


class LinkTree(Tree[str]):
    """Nodes hold the URL they stand for, or nothing. What is open stays open when it is shown anew."""

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
        label.append(f", {targets} targets seen", "green")
    return label


def _group_label(group: LinkGroupSeen, name: str, room: int) -> Text:
    """What its links lead to comes first: that is what one looks for."""
    sign, words, style = leads_to(group)
    counts = f"  {many(group.known, 'link')}, {group.seen} seen" + (f", {group.dead} dead" if group.dead else "")
    return Text.assemble((f"{sign} {words}  ", style), shown(name, room), (counts, "dim"))


def _list_examples(node: TreeNode[str], group: LinkGroupSeen) -> None:
    node.remove_children()
    for url in group.examples:
        node.add_leaf(Text(shown(url)), url)
    if group.known > len(group.examples):
        node.add_leaf(Text(f"and {group.known - len(group.examples)} more", "dim"))
