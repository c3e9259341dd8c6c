from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.cli.output import Invocation, table, width_columns, wrap
from cardkit.findings import Finding, Severity


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


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


def test_an_empty_table_still_has_its_head() -> None:
    assert table(("a", "b"), []).splitlines() == ["a  b", "-  -"]


def test_a_paragraph_is_broken_at_the_width() -> None:
    assert all(len(line) <= 80 for line in wrap("word " * 60).splitlines())


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
