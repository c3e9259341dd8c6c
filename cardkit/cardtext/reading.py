"""Reading attacks into effects, and printing effects as text.

``print_effects(read_text(text)) == normalise(text)`` for every text that is read.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from msgspec.structs import replace

from cardkit.cards import Attack, DamageForm
from cardkit.cardtext.asking_rules import add_asking_rules
from cardkit.cardtext.condition_rules import add_condition_rules
from cardkit.cardtext.count_rules import add_count_rules
from cardkit.cardtext.damage_operations import Damage, DamageTo
from cardkit.cardtext.damage_rules import add_damage_rules
from cardkit.cardtext.effects import Effects, Step, Unread, Wording
from cardkit.cardtext.energy_rules import add_energy_rules
from cardkit.cardtext.grammar import Category, Grammar
from cardkit.cardtext.lasting import DealsMore
from cardkit.cardtext.lasting_rules import add_lasting_rules
from cardkit.cardtext.normalising import normalise, own_name_in, split_sentences
from cardkit.cardtext.noun_rules import add_noun_rules
from cardkit.cardtext.references import (
    Told,
    check,
    holds_name,
    parts_of,
    resolve,
    spell_out,
    telling,
    unfold,
)
from cardkit.cardtext.sentence_rules import add_sentence_rules
from cardkit.cardtext.targets import OWN_NAME
from cardkit.cardtext.void_rules import add_phrases, add_void_rules

__all__ = ["GrammarError", "grammar", "parts_of", "print_effects", "read_attack", "read_text"]

LONGEST = 3
"""Sentences that one rule may span."""
_SPANNING = re.compile(
    r"\. If (?:tails, (?:that|the|your opponent's) attack"
    r"|(?:either|any) of them is tails, (?:that|[^.]* is still)|heads, prevent that)"
)
"""What continues a rule that spans sentences."""

_Said: TypeAlias = tuple[Any, ...]
"""One reading of a sentence, and what more must be known of it in every text that has it: what it
means, how it was worded, what in it is :func:`telling`, whether any of that refers to something,
and whether it holds the attacker's own name."""
_Way: TypeAlias = list[_Said]
_Read: TypeAlias = tuple[Effects | Unread, bool]
"""What a normalised text means, and whether the attacker's own name is to be put in it."""


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
    if form is DamageForm.FIXED:
        return read
    changes = [part for part in parts_of(read.steps) if isinstance(part, Damage)]
    if form is DamageForm.NONE:
        aimed = any(isinstance(part, DamageTo) for part in parts_of(read.steps))
        why = "it does not tell which of its damages it changes"
        return Unread(text=attack.text, clause="", why=why) if aimed and changes else read
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
    normal = _normal(text, own_name)
    read, names = _read_normal(normal)
    if names and own_name and type(read) is Effects:
        steps = spell_out(read.steps, own_name_in(text, own_name))
        return read if steps == read.steps else replace(read, steps=steps)
    return read


@cache
def _normal(text: str, own_name: str) -> str:
    return normalise(text, own_name)


@cache
def _sentence(sentence: str) -> tuple[_Said, ...]:
    """Return every reading of a sentence that begins with a capital."""
    first = sentence[:1]
    if first.islower():
        return ()
    found: list[_Said] = []
    for step, wording in _category().read(first.lower() + sentence[1:]):
        told = telling(step)
        refers = False
        for _, amiss, _ in told:
            refers = refers or bool(amiss)
        names = OWN_NAME in sentence and holds_name(step)
        found.append((step, wording, told, refers, names))
    return tuple(found)


@cache
def _category() -> Category:
    return grammar().categories["sentence"]


@cache
def _read_normal(text: str) -> _Read:
    """Read a normalised text."""
    if not text:
        return Effects(), False
    sentences = split_sentences(text)
    ways, reached = _ways(text, sentences)
    if len(ways) == 1:
        return _understood(text, ways[0])
    if ways:
        return _chosen(text, ways)
    why = "no rule reads this sentence"
    return Unread(text=text, clause=sentences[min(reached, len(sentences) - 1)], why=why), False


def _understood(text: str, way: _Way) -> _Read:
    """Return what a text means that can be read in one way, unless something hangs in the air."""
    steps: tuple[Step, ...]
    wording: tuple[Any, ...]
    told: tuple[list[Told], ...]
    if len(way) == 1:
        step, worded, parts, refers, names = way[0]
        steps, wording, told = (step,), (worded,), (parts,)
    else:
        steps, wording, told, refer, named = zip(*way, strict=True)
        refers, names = True in refer, True in named
    meant = steps
    if refers:
        fault, refers_back = check(steps, told)
        if fault:
            return Unread(text=text, clause="", why=fault), False
        if refers_back:
            meant = resolve(steps)
    return Effects(steps=meant, said=steps, wording=wording), names


def _chosen(text: str, ways: list[_Way]) -> _Read:
    """Return the one of several ways in which nothing hangs in the air."""
    said = [tuple([step for step, *_ in way]) for way in ways]
    checks = [
        check(steps, [told for _, _, told, *_ in way])
        for steps, way in zip(said, ways, strict=True)
    ]
    whole = [number for number, unsettled in enumerate(checks) if not unsettled.fault]
    if not whole:
        return Unread(text=text, clause="", why=checks[0].fault), False
    if len(whole) > 1:
        raise GrammarError(f"two readings of {text!r}: {[said[number] for number in whole]!r}")
    return _understood(text, ways[whole[0]])


def _ways(text: str, sentences: list[str]) -> tuple[list[_Way], int]:
    """Return the readings of all sentences, and the first sentence that none goes beyond."""
    if len(sentences) > 1 and ". If " in text and _SPANNING.search(text):
        return _ways_spanning(sentences)
    way: _Way = []
    several = False
    for sentence in sentences:
        readings = _sentence(sentence)
        if not readings:
            return [], len(way)
        several = several or len(readings) > 1
        way.append(readings[0])
    if several:
        return [list(each) for each in product(*map(_sentence, sentences))], len(sentences) - 1
    return [way], len(sentences) - 1


def _ways_spanning(sentences: list[str]) -> tuple[list[_Way], int]:
    """Return the same where a rule may span sentences."""
    reached: list[list[_Way]] = [[[]], *([] for _ in sentences)]
    furthest = 0
    for start in range(len(sentences)):
        if not reached[start]:
            continue
        furthest = start
        for end in range(start + 1, min(len(sentences), start + LONGEST) + 1):
            clause = ". ".join(sentences[start:end])
            if end == start + 1 or _SPANNING.search(clause):
                reached[end] += [
                    [*way, reading] for reading in _sentence(clause) for way in reached[start]
                ]
    return reached[-1], furthest


def print_effects(effects: Effects) -> str:
    """Print effects as a normalised text, in the wording they were read in where they have one.

    Raises:
        GrammarError: when no rule says one of the steps.
    """
    category = _category()
    sentences = []
    steps = effects.said if effects.wording else unfold(effects.steps)
    wordings: tuple[Wording | None, ...] = effects.wording or (None,) * len(steps)
    for step, wording in zip(steps, wordings, strict=True):
        sentence = category.print(step, wording)
        if sentence is None:
            raise GrammarError(f"no rule says {step!r}")
        sentences.append(f"{sentence[:1].upper()}{sentence[1:]}")
    return "".join(f" {each}" + ("" if each.endswith("!") else ".") for each in sentences)[1:]
