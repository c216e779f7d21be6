"""The site as a tree of link groups: folders, in each its groups with what they lead to, in each some of the links."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.message import Message
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from recorder.events import LinkGroupSeen
from tui.site_text import shown
from tui.words import many

_DECIDED = 4
_SURE = 0.9


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
        self.root.expand()
        self._places: dict[tuple[str, ...], TreeNode[str]] = {}
        self._shown: dict[tuple[str, ...], LinkGroupSeen] = {}

    def show(self, site: str, groups: Sequence[LinkGroupSeen]) -> None:
        self.root.set_label(Text(shown(site)))
        for folder in dict.fromkeys(group.folder for group in groups):
            inside = [group for group in groups if group.folder == folder]
            self._folder(folder, inside)
        if not groups:
            self.root.remove_children()
            self._places.clear()
            self._shown.clear()

    def on_tree_node_selected(self, event: Tree.NodeSelected[str]) -> None:
        if event.node.data:
            self.post_message(self.Opened(event.node.data))

    def _folder(self, folder: str, groups: Sequence[LinkGroupSeen]) -> None:
        known, targets = sum(group.known for group in groups), sum(group.targets for group in groups)
        label = Text.assemble(f"/{shown(folder, 60)}", (f"  {many(known, 'link')}", "dim"))
        if targets:
            label.append(f", {targets} targets seen", "green")
        self._put(("folder", folder), self.root, label, expand=len(self._places) < 40)
        parent = self._places["folder", folder]
        for group in groups:
            self._group(parent, group)

    def _group(self, parent: TreeNode[str], group: LinkGroupSeen) -> None:
        key = ("group", group.folder, group.examples[0])
        if self._shown.get(key) == group:
            return
        self._shown[key] = group
        sign, words, style = leads_to(group)
        counts = f"  {many(group.known, 'link')}, {group.seen} seen" + (f", {group.dead} dead" if group.dead else "")
        label = Text.assemble(
            (f"{sign} ", style), shown(group.name, 60) or "(the folder itself)", (f"  {words}", style), (counts, "dim")
        )
        node = self._put(key, parent, label, expand=False)
        node.remove_children()
        for url in group.examples:
            node.add_leaf(Text(shown(url)), url)
        if group.known > len(group.examples):
            node.add_leaf(Text(f"and {group.known - len(group.examples)} more", "dim"))

    def _put(self, key: tuple[str, ...], parent: TreeNode[str], label: Text, *, expand: bool) -> TreeNode[str]:
        node = self._places.get(key)
        if node is None:
            node = self._places[key] = parent.add(label, expand=expand)
        elif node.label != label:
            node.set_label(label)
        return node
