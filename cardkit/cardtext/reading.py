"""Reading attacks into effects, and printing effects as text.

``print_effects(read_text(text)) == normalise(text)`` for every text that is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any

from cardkit.cards import Attack, DamageForm
from cardkit.cardtext.asking_rules import add_asking_rules
from cardkit.cardtext.condition_rules import add_condition_rules
from cardkit.cardtext.conditions import CoinsShow, Did, Elsewhere
from cardkit.cardtext.count_rules import add_count_rules
from cardkit.cardtext.counts import Coins, Done
from cardkit.cardtext.damage_operations import Damage
from cardkit.cardtext.damage_rules import add_damage_rules
from cardkit.cardtext.effects import (
    ChooseAttack,
    ChooseCondition,
    Effects,
    Flip,
    Step,
    Unread,
    Wording,
)
from cardkit.cardtext.energy_rules import add_energy_rules
from cardkit.cardtext.grammar import Grammar
from cardkit.cardtext.lasting import CannotUse, DealsMore
from cardkit.cardtext.lasting_rules import add_lasting_rules
from cardkit.cardtext.normalising import normalise, split_sentences
from cardkit.cardtext.noun_rules import add_noun_rules
from cardkit.cardtext.operations import CopyAttack, Give, OutOfPlay
from cardkit.cardtext.sentence_rules import add_sentence_rules
from cardkit.cardtext.targets import Target
from cardkit.cardtext.vocabulary import Place
from cardkit.cardtext.void_rules import add_phrases, add_void_rules

LONGEST = 3
"""Sentences that one rule may span."""
_SPANNING = re.compile(
    r"\. If (?:tails, (?:that|the|your opponent's) attack"
    r"|(?:either|any) of them is tails, (?:that|[^.]* is still)|heads, prevent that)"
)
"""What continues a rule that spans sentences."""


class GrammarError(Exception):
    """A text has two different readings: a fault of the grammar, not of the text."""


@cache
def grammar() -> Grammar:
    """Return the grammar of attack text."""
    built = Grammar()
    for name in ("simple", "act", "sentence", "cond", "per", "sum", "flip"):
        built.category(name)
    add_phrases(built)
    add_noun_rules(built)
    add_count_rules(built)
    add_asking_rules(built)
    add_damage_rules(built)
    add_condition_rules(built)
    add_energy_rules(built)
    add_lasting_rules(built)
    add_void_rules(built)
    add_sentence_rules(built)
    return built


def read_attack(attack: Attack, card_name: str) -> Effects | Unread:
    """Read an attack whole, or say which sentence is not read (Rule: S43).

    ``card_name`` is the attacker's, which its text may use for itself.
    """
    if attack.text_omitted:
        return Unread(text="", clause="", why="the source does not carry its text")
    read = read_text(attack.text, card_name)
    if isinstance(read, Unread):
        return read
    form = attack.damage.form
    if form in (DamageForm.FIXED, DamageForm.NONE):
        return read
    changes = [part for part in parts_of(read.steps) if isinstance(part, Damage)]
    counted = any(change.base is not None for change in changes)
    text = _normal(attack.text, card_name)
    if form in (DamageForm.TIMES, DamageForm.UNKNOWN) and not counted:
        return Unread(text=text, clause="", why=f"nothing says what {attack.damage} counts")
    later = any(isinstance(part, DealsMore) for part in parts_of(read.steps))
    if form in (DamageForm.PLUS, DamageForm.MINUS) and not changes and not later:
        return Unread(text=text, clause="", why=f"nothing says what changes {attack.damage}")
    return read


def read_text(text: str, own_name: str = "") -> Effects | Unread:
    """Read a text whole, or say which sentence is not read.

    Raises:
        GrammarError: when it can be read in two ways.
    """
    return _read_normal(_normal(text, own_name))


@cache
def _normal(text: str, own_name: str) -> str:
    return normalise(text, own_name)


@cache
def _read_normal(text: str) -> Effects | Unread:
    if not text:
        return Effects()
    sentences = split_sentences(text)
    found, reached = _ways(sentences)
    faults = {steps: _fault(steps) for steps in found}
    ways = {steps: wording for steps, wording in found.items() if not faults[steps]}
    if found and not ways:
        return Unread(text=text, clause="", why=next(iter(faults.values())))
    if not ways:
        why = "no rule reads this sentence"
        return Unread(text=text, clause=sentences[min(reached, len(sentences) - 1)], why=why)
    if len(ways) > 1:
        raise GrammarError(f"two readings of {text!r}: {list(ways)!r}")
    [(steps, wording)] = ways.items()
    return Effects(steps=steps, wording=wording)


def _ways(sentences: list[str]) -> tuple[dict[tuple[Step, ...], tuple[Wording, ...]], int]:
    """Return the readings of all sentences, and the first sentence that none goes beyond."""
    category = grammar().category("sentence")
    reached: list[dict[tuple[Step, ...], tuple[Wording, ...]]] = [{(): ()}]
    reached += [{} for _ in sentences]
    furthest = 0
    for start in range(len(sentences)):
        if not reached[start]:
            continue
        furthest = start
        for end in range(start + 1, min(len(sentences), start + LONGEST) + 1):
            clause = _lowered(". ".join(sentences[start:end]))
            if clause is None or (end > start + 1 and not _SPANNING.search(clause)):
                continue
            for step, wording in category.read(clause):
                for steps, wordings in reached[start].items():
                    reached[end].setdefault((*steps, step), (*wordings, wording))
    return reached[-1], furthest


def _lowered(sentence: str) -> str | None:
    """Return a sentence as it would stand inside another; None when it begins in lower case."""
    first = sentence[:1]
    return None if first.islower() else first.lower() + sentence[1:]


def print_effects(effects: Effects) -> str:
    """Print effects as a normalised text, in the wording they were read in where they have one.

    Raises:
        GrammarError: when no rule says one of the steps.
    """
    category = grammar().category("sentence")
    sentences = []
    wordings: tuple[Wording | None, ...] = effects.wording or (None,) * len(effects.steps)
    for step, wording in zip(effects.steps, wordings, strict=True):
        sentence = category.print(step, wording)
        if sentence is None:
            raise GrammarError(f"no rule says {step!r}")
        sentences.append(f"{sentence[:1].upper()}{sentence[1:]}")
    return "".join(f" {each}" + ("" if each.endswith("!") else ".") for each in sentences)[1:]


def parts_of(value: Any) -> Iterator[Any]:
    """Yield a value and every value inside it, in order; plain words and numbers left out."""
    if isinstance(value, tuple):
        for inner in value:
            yield from parts_of(inner)
        return
    kind = type(value)
    names = _PART_NAMES.get(kind)
    if names is None:
        found = tuple(part.name for part in fields(value)) if is_dataclass(value) else ()
        names = _PART_NAMES[kind] = found
    if names:
        yield value
        for name in names:
            inner = getattr(value, name)
            if type(inner) not in _PLAIN:
                yield from parts_of(inner)


_PLAIN = (int, str, bool, NoneType, frozenset)
_PART_NAMES: dict[type, tuple[str, ...]] = {}


_COINS = "it speaks of coins that were not flipped"
_CARDS = "it speaks of cards that were not looked at"
_POKEMON = "it speaks of a Pokémon that was not named"
_ATTACK = "it speaks of an attack that was not chosen"
_CONDITION = "it speaks of a condition that was not chosen"
_DEED = "it speaks of something that was not done"


def _refers(part: Any) -> str:
    """Say what would be amiss if nothing before had named what this part speaks of."""
    kind = type(part)
    if kind is Target:
        return _POKEMON if part.place in (Place.CHOSEN, Place.NAMED) else ""
    if kind in (Coins, CoinsShow):
        return _COINS
    if kind in (Did, Done):
        return _DEED
    if kind in (OutOfPlay, Elsewhere):
        return _CARDS if part.follows else ""
    if (kind is CannotUse and not (part.attack or part.itself)) or (
        kind is CopyAttack and part.chosen
    ):
        return _ATTACK
    return _CONDITION if kind is Give and not part.conditions else ""


def _settles(part: Any) -> tuple[str, ...]:
    """Say which faults are settled for what follows this part."""
    kind = type(part)
    if kind is Target:
        return (_POKEMON, "") if part.place is not Place.SELF else ("",)
    if kind is Flip:
        return (_COINS,)
    if kind is OutOfPlay:
        return (_CARDS, _POKEMON)
    if kind is Elsewhere:
        return (_CARDS,)
    if kind is ChooseAttack:
        return (_ATTACK,)
    return (_CONDITION,) if kind is ChooseCondition else ()


def _fault(steps: tuple[Step, ...]) -> str:
    """Say what hangs in the air: coins that nobody flipped, deeds that nobody did."""
    settled: set[str] = set()
    for place, step in enumerate(steps):
        if place == 1:
            settled.add(_DEED)
        for part in parts_of(step):
            fault = _refers(part)
            if fault and fault not in settled:
                itself = fault is _POKEMON and part.place is Place.NAMED and "" in settled
                if not itself:
                    return fault
            settled.update(_settles(part))
    return ""
