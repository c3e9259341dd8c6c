from __future__ import annotations

import io
import sys

import pytest

from cardkit.cli.terminal import Terminal


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [20, 40, 80])
def test_a_prompt_is_broken_between_its_words(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys, "stdin", Screen())
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    prompts: list[str] = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return "yes"

    monkeypatch.setattr("builtins.input", answer)
    prompt = "ENTER begins; help tells what may be typed. "
    terminal = Terminal(plain=False)
    assert terminal.line(prompt, ()) == "yes"
    assert terminal.line("> ", ()) == "yes"
    assert terminal.line("", ()) == "yes"
    shown = [*capsys.readouterr().out.splitlines(), prompts[0]]
    assert " ".join(line.strip() for line in shown) == prompt.strip()
    assert all(len(line) <= width for line in shown)
    assert prompts[0].endswith(" ")
    assert prompts[1:] == ["> ", ""]
