"""The page in a real browser, where one is at hand.

``CARDKIT_BROWSER_TOOLS`` names a folder whose ``node_modules`` holds ``axe-core`` and
``playwright-core``; ``chromium`` and ``node`` are looked for on the path.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cardkit.report.page import replay_page, report_page
from cardkit.report.typical import typical_record
from tests.referee.recorded import small_record
from tests.report.reports import HOSTILE, hostile_manifest, report_of, with_advice

_SCRIPT = Path(__file__).with_name("browser.mjs")
_TIMEOUT_S = 180


@pytest.fixture(scope="module")
def tools() -> tuple[str, str, str]:
    folder = os.environ.get("CARDKIT_BROWSER_TOOLS", "")
    node, chromium = shutil.which("node"), shutil.which("chromium")
    modules = [Path(folder, "node_modules", name) for name in ("axe-core", "playwright-core")]
    if not folder or not node or not chromium or not all(one.is_dir() for one in modules):
        pytest.skip(
            "needs node, chromium and CARDKIT_BROWSER_TOOLS with axe-core and playwright-core"
        )
    return node, folder, chromium


def opened(tools: tuple[str, str, str], file: Path, page: str) -> dict[str, Any]:
    """Return what the browser says about a page that should have nothing wrong."""
    file.write_text(page, encoding="utf-8")
    node, folder, chromium = tools
    done = subprocess.run(
        [node, str(_SCRIPT), folder, chromium, str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=_TIMEOUT_S,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["errors"] == []
    assert found["requests"] == [file.as_uri()]
    assert found["overflows"] == []
    assert found["scrolls"] == []
    assert found["axe"] == []
    return found


def test_a_report_in_the_browser(tools: tuple[str, str, str], tmp_path: Path) -> None:
    manifest = hostile_manifest()
    report = with_advice(report_of(manifest, games=3))
    page = report_page(report, typical_record(manifest, report))
    found = opened(tools, tmp_path / "report.html", page)
    assert not found["injected"]
    assert HOSTILE in found["title"]
    assert found["replay"]


def test_a_game_is_stepped_in_the_browser(tools: tuple[str, str, str], tmp_path: Path) -> None:
    record = small_record()
    walk = opened(tools, tmp_path / "game.html", replay_page(record))["walk"]
    last = len(record.moves)
    assert walk["start"]["at"] == f"Step 0 of {last}"
    assert walk["start"]["happenings"][0].endswith("(S12)")
    assert walk["next"]["action"] == "1. lead bench-1"
    assert walk["previous"] == walk["start"] == walk["home"]
    assert walk["last"]["action"] == f"{last}. {record.moves[-1].action}"
    assert walk["left"]["action"] == f"{last - 1}. {record.moves[-2].action}"
    assert walk["right"] == walk["next"]
    assert walk["slider"]["action"] == "2. attach active"
    active = next(row for row in walk["slider"]["board"] if row[0] == "Active")
    assert active[:4] == ["Active", "Ada (common)", "Colorless", "60/60"]
    assert walk["event"] == walk["start"]
    assert walk["event_words"] == "step 0: event 1 is a skirmish; badges: 0"
