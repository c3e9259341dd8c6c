"""Invents a text for every rule of the grammar: no card ever printed it.

Each slot is filled with a stock filling, each rule set into the nearest sentence that has room
for it, and a sentence before it names what it may refer to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Generic, TypeVar

from cardkit.cardtext.effects import Effects, Unread, Wording
from cardkit.cardtext.grammar import Category, Grammar, Template
from cardkit.cardtext.power_reading import power_grammar, read_power
from cardkit.cardtext.powers import Powers
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
    "called": "leaf Dash",
    "another": "Reedling",
    "gear": "discard a Pokémon Tool and a Special Energy from the Defending Pokémon",
    "banned": "they can't play any Pokémon from their hand to evolve their Pokémon",
    "or_fewer": "2 or fewer",
    "or_less": "2 or less",
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
    "Flip 3 coins. ",
    "Put 2 damage counters on 1 of your opponent's Pokémon. ",
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


Read = TypeVar("Read", Effects, Powers)


@dataclass(frozen=True, eq=False)
class Inventor(Generic[Read]):
    """Invents texts for a grammar.

    Attributes:
        top: the category of what stands alone.
        order: categories in which a piece of text is set first.
        stock: what stands in a slot that a text is not about.
        preambles: what a text may refer to.
        endings: what must follow some texts.
        others: categories whose rules are not tried.
    """

    grammar: Grammar
    top: str
    order: tuple[str, ...]
    stock: Mapping[str, str]
    preambles: tuple[str, ...]
    read: Callable[[str], Read | Unread]
    endings: tuple[str, ...] = ("",)
    others: frozenset[str] = frozenset()

    def used_by(self, read: Read) -> set[tuple[str, int]]:
        """Return the rules that a reading went through."""
        top = self.grammar.category(self.top)
        return {rule for wording in read.wording for rule in rules_used(top, wording)}

    def every_rule(self) -> Iterator[tuple[str, int]]:
        """Yield every rule of the grammar."""
        for name, category in self.grammar.categories.items():
            if name not in self.others:
                yield from ((name, rule) for rule in range(1, category.rules + 1))

    def texts_for(self, name: str, rule: int) -> Iterator[str]:
        """Yield texts that should be read through a rule, the likeliest first."""
        for template in self.grammar.categories[name].templates:
            if template.rule == rule:
                for sentence in self._sentences(name, self._filled(template, "", "")):
                    for preamble, ending in product(self.preambles, self.endings):
                        yield f"{preamble}{sentence[:1].upper()}{sentence[1:]}.{ending}"

    def invented(self, name: str, rule: int) -> tuple[str, Read] | None:
        """Return a text and its reading that goes through the rule; None when none does."""
        for text in self.texts_for(name, rule):
            try:
                read = self.read(text)
            except GrammarError:
                continue
            if not isinstance(read, Unread) and (name, rule) in self.used_by(read):
                return text, read
        return None

    def inventions(self) -> dict[tuple[str, int], tuple[str, Read]]:
        """Return a text for every rule, where one can be invented."""
        found: dict[tuple[str, int], tuple[str, Read]] = {}
        for name, rule in self.every_rule():
            if (name, rule) in found:
                continue
            one = self.invented(name, rule)
            if one is not None:
                for used in self.used_by(one[1]):
                    found.setdefault(used, one)
        return found

    def _filled(self, template: Template, name: str, text: str) -> str:
        """Fill a template with stock, but the first slot of category ``name`` with ``text``."""
        parts = [template.literals[0]]
        for (_, category), literal in zip(template.slots, template.literals[1:], strict=True):
            if category.name == name:
                parts.append(text)
                name = ""
            else:
                parts.append(self._stock(category.name))
            parts.append(literal)
        return "".join(parts)

    @cache  # noqa: B019 - as many as there are grammars
    def _stock(self, name: str) -> str:
        if name in self.stock:
            return self.stock[name]
        return self._filled(self.grammar.categories[name].templates[0], "", "")

    @cache  # noqa: B019
    def _parents(self, name: str) -> tuple[tuple[str, Template], ...]:
        """Return templates that have room for a category, those of sentences first."""
        first: dict[tuple[str, int], Template] = {}
        for category in self.grammar.categories.values():
            for template in category.templates:
                if category.name != name and any(part.name == name for _, part in template.slots):
                    first.setdefault((category.name, template.rule), template)
        order = self.order
        found = [(parent, template) for (parent, _), template in first.items()]
        place = {name: index for index, name in enumerate(order)}
        return tuple(sorted(found, key=lambda pair: place.get(pair[0], len(order))))

    def _sentences(self, name: str, text: str, depth: int = 0) -> Iterator[str]:
        """Set a piece of text into sentences, in several ways."""
        if name == self.top:
            yield text
            return
        if depth > 5:
            return
        for parent, template in self._parents(name)[:12]:
            yield from self._sentences(parent, self._filled(template, name, text), depth + 1)


ATTACKS = Inventor[Effects](
    grammar=grammar(),
    top="sentence",
    order=("sentence", "act", "simple"),
    stock=STOCK,
    preambles=PREAMBLES,
    read=read_text,
)

USED = "Once during your turn, you may"
POWERS = Inventor[Powers](
    grammar=power_grammar(),
    top="clause",
    order=("clause", "power", "passive", "do", "plain", "deed"),
    stock=STOCK
    | {
        "simple": "draw 2 cards",
        "against": " to the Defending Pokémon",
        "deed": "your turn ends",
        "do": "your turn ends",
        "plain": "heal 30 damage from this Pokémon",
        "ask": "this Pokémon is on your Bench",
        "bearer": "this Pokémon",
        "attacking": "Asleep Pokémon",
        "theirs": "your opponent's Asleep Pokémon",
        "unlike": "Pokémon ex",
        "passive": "this Pokémon has no Weakness",
        "digits": "3",
        "costless": "Colorless",
        "minus": "-30",
        "counters_more": "1 more damage counter",
        "rather10": "3 damage counters instead of 1",
        "rather20": "4 damage counters instead of 2",
        "beside": "your opponent can't play any Stadium cards from their hand",
        "energycard": "a Fire Energy card",
        "upper": "Mosswing, Mosshorn, or Reedling",
        "handmoment": "you put a Pokémon from your hand onto your Bench",
        "ascard": "as long as ~ is attached to a Pokémon, that Pokémon gets +20 HP",
        "amounts": "10, 30, or 50",
        "anything": "you sing a song",
        "found": "search your deck for Reedling and put it onto your Bench",
    },
    preambles=(
        "",
        f"{USED} flip 2 coins. ",
        f"{USED} choose 1 of your opponent's Pokémon. ",
        f"{USED} draw a card. ",
        f"{USED} discard 2 Energy attached to this Pokémon. ",
    ),
    read=read_power,
    endings=("", f" {USED} heal 30 damage from this Pokémon."),
    others=frozenset(grammar().categories),
)
