"""Every rule of the grammar works both ways, on texts that no card printed."""

from __future__ import annotations

import random
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from cardkit.cardtext import Effects, Unread, print_effects, read_text, reading
from cardkit.cardtext.grammar import Category
from cardkit.cardtext.normalising import normalise
from cardkit.cardtext.reading import grammar, parts_of
from cardkit.cardtext.values import default_of, part_names
from tests.cardtext.inventing import ATTACKS

GOLDEN = Path(__file__).with_name("texts.txt")


def written(value: Any) -> str:
    """Write a value for reading: defaults are left out."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Struct):
        parts = []
        for name in part_names(type(value)):
            inner = getattr(value, name)
            if inner != default_of(type(value), name):
                parts.append(f"{name}={written(inner)}")
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(written(part) for part in value)) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(written(part) for part in value) + "]"
    return repr(value)


def golden_texts() -> list[str]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith((" ", "#"))]


def every_part(value: Any) -> list[Any]:
    """Look into every field, whatever it is declared as."""
    if isinstance(value, tuple):
        return [part for inner in value for part in every_part(inner)]
    if not isinstance(value, Struct):
        return []
    return [value, *every_part(tuple(getattr(value, name) for name in part_names(type(value))))]


def test_no_part_of_an_effect_is_passed_over() -> None:
    read = [read_text(text) for text in golden_texts()]
    steps = tuple(each.steps for each in read if not isinstance(each, Unread))
    assert len(steps) > 100
    assert list(map(id, parts_of(steps))) == list(map(id, every_part(steps)))


@pytest.fixture(scope="module")
def inventions() -> dict[tuple[str, int], tuple[str, Effects]]:
    """A text for every rule, where one can be invented."""
    return ATTACKS.inventions()


def test_every_rule_reads_a_text_that_was_invented_for_it(
    inventions: dict[tuple[str, int], tuple[str, Effects]],
) -> None:
    missing = [
        (name, [template.literals for template in _templates(name, rule)])
        for name, rule in ATTACKS.every_rule()
        if (name, rule) not in inventions
    ]
    assert missing == []


def test_every_invented_text_prints_back_exactly(
    inventions: dict[tuple[str, int], tuple[str, Effects]],
) -> None:
    texts = dict(inventions.values())
    assert len(texts) >= 300
    for text, effects in texts.items():
        assert print_effects(effects) == text


def test_every_rule_can_print_without_a_remembered_wording(
    inventions: dict[tuple[str, int], tuple[str, Effects]],
) -> None:
    """What prints in the grammar's first wording reads as the same effects again."""
    for text, effects in inventions.values():
        plain = print_effects(Effects(steps=effects.steps))
        again = read_text(plain)
        assert isinstance(again, Effects), (text, plain, again)
        assert again.steps == effects.steps, (text, plain)


def test_every_spelling_of_a_rule_fills_the_slots_of_its_value() -> None:
    for category in grammar().categories.values():
        for template in category.templates:
            names = [name for name, _ in template.slots]
            for name, part in template.slots:
                known = f"Slot(name='{name}')" in repr(template.value)
                assert known or _is_constant(part), (category.name, template.literals, names)


def test_the_texts_mean_what_was_reviewed(golden: Any) -> None:
    """``texts.txt`` holds texts and, under each, what is read; renewed by ``--renew``."""
    lines = ["# Invented attack texts and what is read; review what changes."]
    for text in golden_texts():
        effects = read_text(text, "Mossling")
        assert isinstance(effects, Effects), effects
        assert print_effects(effects) == normalise(text, "Mossling")
        lines += ["", text, *(f"    {written(step)}" for step in effects.steps)]
    assert len(lines) > 600
    golden(GOLDEN, "\n".join(lines) + "\n")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_read_does_not_depend_on_what_was_read_before(
    inventions: dict[tuple[str, int], tuple[str, Effects]], seed: int
) -> None:
    """Templates are merged, and readings kept, as texts come; no order may show in them."""
    texts = [*dict.fromkeys([*golden_texts(), *(text for text, _ in inventions.values())])]
    shuffled = random.Random(seed).sample(texts, len(texts))
    assert read_afresh(shuffled) == read_afresh(texts)


def test_a_text_is_read_alone_as_it_is_among_others() -> None:
    together = read_afresh(golden_texts())
    for text in random.Random(4).sample(golden_texts(), 200):
        for category in grammar().categories.values():
            category.known.clear()
        assert read_now([text])[text] == together[text]


def read_afresh(texts: Iterable[str]) -> dict[str, tuple[Any, ...]]:
    """Read texts with a grammar that has read nothing yet."""
    grammar.cache_clear()
    reading._category.cache_clear()
    return read_now(texts)


def read_now(texts: Iterable[str]) -> dict[str, tuple[Any, ...]]:
    """Read texts anew: what they mean, as it was said, how it was worded."""
    reading._normal.cache_clear()
    reading._read_normal.cache_clear()
    reading._sentence.cache_clear()
    found: dict[str, tuple[Any, ...]] = {}
    for text in texts:
        read = read_text(text, "Mossling")
        said = (read.said, read.wording) if isinstance(read, Effects) else ()
        found[text] = (read, *said)
    return found


def _templates(name: str, rule: int) -> list[Any]:
    return [each for each in grammar().categories[name].templates if each.rule == rule]


def _is_constant(category: Category) -> bool:
    return len({repr(template.value) for template in category.templates}) == 1


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("Flip a coin. If heads, sing a song.", "If heads, sing a song"),
        ("Heal 30 damage from this Pokémon. Then dance.", "Then dance"),
        ("This attack does 30 damage to something.", "This attack does 30 damage to something"),
        ("Search your deck for a card that deals damage.", None),
    ],
)
def test_a_text_with_a_sentence_that_no_rule_reads_is_unread(text: str, clause: str | None) -> None:
    read = read_text(text)
    assert isinstance(read, Unread)
    assert read.clause == (clause or text.removesuffix("."))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("If heads, the Defending Pokémon is now Asleep.", "coins that were not flipped"),
        ("Heal 20 damage from that Pokémon.", "a Pokémon that was not named"),
        ("If you do, heal 20 damage from this Pokémon.", "something that was not done"),
        ("The Defending Pokémon is now affected by that Special Condition.", "a condition that"),
        ("Attach it to this Pokémon.", "cards that were not looked at"),
        (
            "The Defending Pokémon can't use that attack during your opponent's next turn.",
            "an attack that was not chosen",
        ),
    ],
)
def test_what_refers_to_nothing_is_unread(text: str, why: str) -> None:
    read = read_text(text)
    assert isinstance(read, Unread)
    assert why in read.why
