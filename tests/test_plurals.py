"""Numbers and the words that agree with them, in one way everywhere."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cardkit
from cardkit.plurals import agreeing, counted, out_of

PACKAGE = Path(cardkit.__file__).parent
GRAMMAR = {"cardtext"}
"""Words of printed texts, which are read rather than said."""


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (1_000, "1,000 cards")]
)
def test_a_number_and_its_word(number: int, words: str) -> None:
    assert counted(number, "card") == words


def test_the_word_agrees_with_the_whole_and_the_verb_with_the_part() -> None:
    def said(part: int, whole: int) -> str:
        return f"{out_of(part, whole, 'attack')} {agreeing(part, 'is', 'are')} read"

    assert said(1, 1) == "1 of 1 attack is read"
    assert said(1, 2_000) == "1 of 2,000 attacks is read"
    assert said(0, 1) == "0 of 1 attack are read"


def test_one_less_is_no_plural() -> None:
    assert counted(-1, "round") == "-1 round"


def _plural_by_hand(node: ast.AST) -> bool:
    """Whether ``a if number == 1 else b`` chooses between a word and its plural."""
    if not isinstance(node, ast.IfExp) or not isinstance(node.test, ast.Compare):
        return False
    if not any(isinstance(one, ast.Constant) and one.value == 1 for one in node.test.comparators):
        return False
    words = [ast.unparse(node.body).strip("f'\""), ast.unparse(node.orelse).strip("f'\"")]
    shorter, longer = sorted(words, key=len)
    both_text = all(
        isinstance(one, ast.Constant | ast.JoinedStr) for one in (node.body, node.orelse)
    )
    plural = longer in (f"{shorter}s", f"{shorter[:-1]}ies") or longer in ("were", "are", "have")
    return both_text and plural


def test_no_module_makes_its_own_plurals() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).parts[0] not in GRAMMAR
        for text in [path.read_text(encoding="utf-8")]
        if " 1 else " in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.IfExp) and _plural_by_hand(node)
    ]
    assert not found, "take counted or agreeing of cardkit.plurals"
