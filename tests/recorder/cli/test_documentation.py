"""README and guide tell of the commands and make targets that exist, of all commands, and of no other."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from recorder.cli.application import COMMANDS

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text()
TEXTS = (README, (ROOT / "docs" / "guide.md").read_text())
CODE = ["".join(found) for text in TEXTS for found in re.findall(r"`([^`\n]+)`|^ {4}(\S.*)$", text, flags=re.MULTILINE)]


def mentioned(program: str) -> set[str]:
    """The first words given to `program` in their code."""
    return {found[1] for line in CODE if (found := re.match(rf"{program} (?:[A-Z]+=\S+ )*([a-z][a-z-]*)", line))}


def test_every_command_that_is_told_of_exists_and_every_command_is_told_of() -> None:
    assert mentioned("recorder") == set(COMMANDS)


def test_every_make_target_in_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    assert {"demo", "test"} <= mentioned("make") <= targets


@pytest.mark.parametrize(
    "heading",
    ["Install", "Two addresses", "Documentation", "Development"],
)
def test_the_readme_has_its_sections(heading: str) -> None:
    assert f"\n## {heading}\n" in README


def test_the_files_the_readme_points_to_exist() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
    assert "![" not in README, "a package index has no picture that stands beside the file"


@pytest.mark.slow
def test_the_documentation_is_built_and_none_of_its_links_leads_nowhere(tmp_path: Path) -> None:
    builder = Path(sys.prefix) / "docs" / "bin" / "mkdocs"
    command = [builder, "build", "--strict", "--quiet", "--site-dir", tmp_path / "site"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    pages = [page for page in (tmp_path / "site").rglob("*.html") if page.name != "404.html"]
    assert len(pages) == len(list((ROOT / "docs").glob("*.md")))
    loaded = re.compile(r"<(?:script|link|img)[^>]+(?:src|href)=\"https?:")
    assert [page for page in pages if loaded.search(page.read_text())] == [], "a page is read without asking others"
