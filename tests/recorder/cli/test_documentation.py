"""The README tells of the commands and make targets that exist, of all commands, and of no other."""

import re
from pathlib import Path

import pytest

from recorder.cli.application import COMMANDS

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text()
CODE = ["".join(found) for found in re.findall(r"`([^`\n]+)`|^ {4}(\S.*)$", README, flags=re.MULTILINE)]


def mentioned(program: str) -> set[str]:
    """The first words given to `program` in the code of the README."""
    return {found[1] for line in CODE if (found := re.match(rf"{program} (?:[A-Z]+=\S+ )*([a-z]+)", line))}


def test_every_command_in_the_readme_exists_and_every_command_is_in_the_readme() -> None:
    assert mentioned("recorder") == set(COMMANDS)


def test_every_make_target_in_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    assert {"demo", "test"} <= mentioned("make") <= targets


@pytest.mark.parametrize(
    "heading",
    ["Quick start", "How it works", "Commands", "Databases", "What it will not do", "Measured", "Development"],
)
def test_the_readme_has_its_sections(heading: str) -> None:
    assert f"\n## {heading}\n" in README


def test_the_files_the_readme_points_to_exist() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
