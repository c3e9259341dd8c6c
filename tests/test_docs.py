from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from cardkit.settings import Settings
from tests.conftest import REPOSITORY

PAGES = sorted(chain(REPOSITORY.glob("*.md"), (REPOSITORY / "docs").glob("*.md")))


def test_the_rules_page_knows_every_rule_that_the_code_cites() -> None:
    page = (REPOSITORY / "docs/adventure.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| (S\d+) \|", page, flags=re.M))
    code = "".join(
        path.read_text(encoding="utf-8") for path in (REPOSITORY / "cardkit").rglob("*.py")
    )
    cited = set(re.findall(r"\bS\d{1,2}\b", code))
    assert told == {f"S{number}" for number in range(1, 47)} - {"S39"}
    assert cited <= told


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_help_speaks_of_no_types_of_the_program() -> None:
    page = (REPOSITORY / "docs/cli.md").read_text(encoding="utf-8")
    assert re.findall(r"<[\w ]*(?:list|path|int|str|float|range)\b.*|\{[a-z].*", page) == []


def test_the_settings_of_the_readme_are_settings() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```$", readme, flags=re.M | re.S)
    assert Settings.from_dict(tomllib.loads(example)).name == "Friday's game"
