"""Invents a text for every rule of the grammar: no card ever printed it.

Each slot is filled with a stock filling, each rule set into the nearest sentence that has room
for it, and a sentence before it names what it may refer to.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cardkit.cardtext.effects import Effects, Wording
from cardkit.cardtext.grammar import Category, Template
from cardkit.cardtext.reading import GrammarError, grammar, read_text

STOCK = {
    "points": "30",
    "number": "2",
    "counters": "3 damage counters",
    "tens": "4",
    "type": "Water",
    "condition": "Asleep",
    "name": "Mossling",
    "attack": "Leaf Dash",
    "special": "Comet",
    "cost": "Colorless",
    "thing": "2 cards",
    "nonenergy": "Pokémon",
    "void": "draw 2 cards",
    "elsewhere": "you have 3 cards in your hand",
    "self": "this Pokémon",
    "foe": "the Defending Pokémon",
    "what": "Pokémon",
    "target": "the Defending Pokémon",
    "one": "1 of your Benched Pokémon",
    "each": "each of your Benched Pokémon",
    "group": "your Benched Pokémon",
    "holder": "this Pokémon",
    "per": "damage counter on this Pokémon",
    "sum": "damage counters on this Pokémon",
    "cond": "this Pokémon is Asleep",
    "simple": "heal 30 damage from this Pokémon",
    "act": "heal 30 damage from this Pokémon",
    "energy": "2 Water Energy",
    "base": "30 damage",
    "more": "30 more damage",
    "less": "30 less damage",
    "before": "Fire",
    "owner": "Erika's",
    "mechanic": "Pokémon-EX",
    "having": "has any damage counters on it",
    "after": "that has any damage counters on it",
    "state": "has any damage counters on it",
}
"""What stands in a slot that a text is not about."""

PREAMBLES = (
    "",
    "Flip 2 coins. ",
    "Choose 1 of your opponent's Pokémon. ",
    "Choose 1 of the Defending Pokémon's attacks. ",
    "Choose a Special Condition. ",
    "Draw a card. ",
    "Discard 2 Energy attached to this Pokémon. ",
    "If this Pokémon is Burned, heal 20 damage from this Pokémon. ",
)
"""What a text may refer to."""


def rules_used(category: Category, wording: Wording) -> Iterator[tuple[str, int]]:
    """Yield every rule that a reading went through."""
    number, inner = wording
    if not number:
        yield category.name, 0
        return
    template = category.templates[number - 1]
    yield category.name, template.rule
    for (_, part), each in zip(template.slots, inner, strict=True):
        yield from rules_used(part, each)


def used_by(effects: Effects) -> set[tuple[str, int]]:
    sentence = grammar().category("sentence")
    return {rule for wording in effects.wording for rule in rules_used(sentence, wording)}


def every_rule() -> Iterator[tuple[str, int]]:
    for category in grammar().categories.values():
        yield from ((category.name, rule) for rule in range(1, category.rules + 1))


def texts_for(category: Category, rule: int) -> Iterator[str]:
    """Yield texts that should be read through a rule, the likeliest first."""
    for template in category.templates:
        if template.rule == rule:
            for sentence in _sentences(category.name, _filled(template, "", "")):
                for preamble in PREAMBLES:
                    yield f"{preamble}{sentence[:1].upper()}{sentence[1:]}."


def invented(category: Category, rule: int) -> tuple[str, Effects] | None:
    """Return a text and its reading that goes through the rule; None when none does."""
    for text in texts_for(category, rule):
        try:
            effects = read_text(text)
        except GrammarError:
            continue
        if isinstance(effects, Effects) and (category.name, rule) in used_by(effects):
            return text, effects
    return None


def _filled(template: Template, name: str, text: str) -> str:
    """Fill a template with stock, but the first slot of the category ``name`` with ``text``."""
    parts = [template.literals[0]]
    for (_, category), literal in zip(template.slots, template.literals[1:], strict=True):
        if category.name == name:
            parts.append(text)
            name = ""
        else:
            parts.append(_stock(category.name))
        parts.append(literal)
    return "".join(parts)


@cache
def _stock(name: str) -> str:
    if name in STOCK:
        return STOCK[name]
    return _filled(grammar().categories[name].templates[0], "", "")


@cache
def _parents(name: str) -> tuple[tuple[str, Template], ...]:
    """Templates that have room for a category, those of sentences first."""
    found = [
        (category.name, template)
        for category in grammar().categories.values()
        for template in category.templates
        if any(part.name == name for _, part in template.slots) and category.name != name
    ]
    seen: set[tuple[str, int]] = set()
    first = []
    for parent, template in found:
        if (parent, template.rule) not in seen:
            seen.add((parent, template.rule))
            first.append((parent, template))
    order = ("sentence", "act", "simple")
    return tuple(sorted(first, key=lambda pair: order.index(pair[0]) if pair[0] in order else 3))


def _sentences(name: str, text: str, depth: int = 0) -> Iterator[str]:
    """Set a piece of text into sentences, in several ways."""
    if name == "sentence":
        yield text
        return
    if depth > 5:
        return
    for parent, template in _parents(name)[:12]:
        yield from _sentences(parent, _filled(template, name, text), depth + 1)
