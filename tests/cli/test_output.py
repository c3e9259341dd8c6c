from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardkit.cli.output import Invocation, finding_text, table, wants_colour, width_columns, wrap
from cardkit.findings import Finding, Severity


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_numbers_of_a_table_have_their_thousands_apart() -> None:
    text = table(("n", "line"), [(12_000, "12000"), (7, "7")], right=">")
    assert text.splitlines()[2:] == ["12,000  12000", "     7  7"]


def test_a_table_aligns_wide_and_combining_characters() -> None:
    text = table(("card", "n"), [("Pikachu", 1), ("タマ", 22), ("Flabe\u0301", 3)], right=" >")
    assert text.splitlines() == [
        "card      n",
        "-------  --",
        "Pikachu   1",
        "タマ     22",
        "Flabe\u0301     3",
    ]


def test_a_table_never_exceeds_the_terminal() -> None:
    text = table(("a", "b"), [("x" * 70, "y" * 70), ("short", "z")])
    assert max(map(len, text.splitlines())) == width_columns() == 80
    assert "…" in text


def test_a_terminal_too_narrow_for_a_table_shows_its_cells_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    text = table(("card", "n", "name", "set"), [("sv3pt5-63", 2, "Abra", "Darkness Ablaze")])
    assert text.splitlines() == ["card  n  name  set", "sv3pt5-63  2  Abra", "  Darkness Ablaze"]


def test_an_empty_table_still_has_its_head() -> None:
    assert table(("a", "b"), []).splitlines() == ["a  b", "-  -"]


def test_a_paragraph_is_broken_at_the_width() -> None:
    assert all(len(line) <= 80 for line in wrap("word " * 60).splitlines())
    for tied in ("100 %", "210 x 297 mm", "cardkit check"):
        for letters in range(60, 85):
            assert tied in wrap(f"{'x' * letters} y {tied} z")


def test_findings_name_rule_and_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    finding = Finding(
        code="deck-short",
        severity=Severity.ERROR,
        what="3 cards are missing",
        where="vmax",
        remedy="cardkit print proxies",
        rule="S4",
    )
    Invocation(folder=Path()).findings([finding])
    assert capsys.readouterr().out == (
        "error: vmax: 3 cards are missing (S4)\n   -> cardkit print proxies\n"
    )


def test_quiet_keeps_results_and_drops_talk(capsys: pytest.CaptureFixture[str]) -> None:
    silent = Invocation(folder=Path(), quiet=True)
    silent.say("talk")
    silent.result("result")
    with silent.progress("working", 3) as bar:
        bar.advance()
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("result\n", "")


@pytest.mark.parametrize(
    ("option", "variable", "terminal", "wanted"),
    [
        (False, "", True, True),
        (True, "", True, False),
        (False, "1", True, False),
        (False, "", False, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(
    option: bool, variable: str, terminal: bool, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", variable)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    assert wants_colour(option) is wanted


@pytest.mark.parametrize("severity", Severity)
def test_colour_changes_nothing_but_the_severity(severity: Severity) -> None:
    finding = Finding(code="a", severity=severity, what="word " * 40, remedy="mend it")
    plain, coloured = finding_text(finding), finding_text(finding, colour=True)
    assert "\x1b" not in plain
    assert coloured.startswith("\x1b[")
    assert re.sub("\x1b\\[[0-9]+m", "", coloured) == plain
