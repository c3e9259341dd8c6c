"""Reading powers into what they do, and printing that as text.

``print_powers(read_power(text)) == normalise_power(text)`` for every text that is read.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from cardkit.attacks import Ability
from cardkit.cardtext.conditions import Condition, Every, Not
from cardkit.cardtext.damage_operations import Ignore, Limit
from cardkit.cardtext.effects import (
    Cost,
    OncePerEvent,
    Unread,
    UnusableIf,
    UsableIf,
    Wording,
)
from cardkit.cardtext.grammar import Grammar
from cardkit.cardtext.lasting import TakesLess
from cardkit.cardtext.normalising import normalise, own_name_in, split_sentences
from cardkit.cardtext.notation import read_effects
from cardkit.cardtext.operations import NoEffect, OutOfPlay
from cardkit.cardtext.passive_damage_rules import add_passive_damage_rules
from cardkit.cardtext.passive_rules import add_passive_rules
from cardkit.cardtext.power_nouns import add_power_nouns
from cardkit.cardtext.power_rules import add_power_rules
from cardkit.cardtext.powers import (
    Activated,
    AlwaysOn,
    Clause,
    Given,
    OneEachTurn,
    Part,
    Powers,
    Several,
    StopsIf,
    StopsWhile,
    Triggered,
)
from cardkit.cardtext.reading import GrammarError, grammar
from cardkit.cardtext.references import Context, check, resolve, spell_out, telling, unfold
from cardkit.cardtext.targets import OWN_NAME, SELF, is_void
from cardkit.cardtext.vocabulary import Place, Zone

_LONGEST = 2
"""Sentences that one rule of powers may span."""
_SPANNING = re.compile(
    r"\. (?:Each of your [^.]* can't be affected|Remove any Special|Apply Weakness and"
    r"|Don't apply Weakness and)"
    r"|\. If (?:heads, (?:prevent (?:that|all)|reduce that|that damage is"
    r"|(?:this Pokémon|~|it) is not Knocked)"
    r"|tails, (?:that|the) attack|either of them is tails, [^.]* is still"
    r"|the first attack Knocks Out)"
)
"""What continues a rule that spans sentences."""
_REMINDERS = re.compile(
    r" ?\((?:before your attack|after your attack|before you attack|except with an attack[^()]*"
    r"|Damage is not an effect\.|[^()]* have Rule Boxes\.?|both yours and your opponent's\."
    r"|You still need the necessary Energy to use each attack\.|Existing effects are not removed\."
    r"|This includes [^()]*|including your own|this includes Abilities of [^()]*"
    r"|excluding effects of [^()]*|after applying any other effects[^()]*"
    r"|You still have to pay for the attack[^()]*|Apply Weakness as ×2\.)\)"
)
"""Reminders of powers that say what the rules say anyway."""
_SENTENCE_REMINDERS = (
    " Damage is not an effect.",
    " Existing effects are not removed.",
    " You still need the necessary Energy to use each attack.",
    " This counts as evolving ~.",
    " Apply Weakness as ×2.",
    " This doesn't use up your 1 Energy card attachment for the turn.",
)
"""The same where the brackets are gone."""

_PRICE = re.compile(r"discard (?:an?|another|[0-9]+) (?:(?!and )[^,])+ from your hand")
"""What must be discarded before a power does the rest of its text."""

_SLIPS = (
    ("~ if affected", "~ is affected"),
    ("your bench", "your Bench"),
    (",,", ","),
    ("As along as", "As long as"),
    ("this Attacking Pokémon", "the Attacking Pokémon"),
    ("during your turn when", "during your turn, when"),
    ("flip coin", "flip a coin"),
    ("can't Retreat", "can't retreat"),
)
"""Slips of the pen in printed texts and their copies."""

_Way: TypeAlias = tuple[tuple[Clause, ...], tuple[Wording, ...]]


@cache
def power_grammar() -> Grammar:
    """Return the grammar of powers: that of attacks, and categories of its own beside it.

    Attacks are read without them, so that powers cost them nothing.
    """
    built = Grammar()
    built.categories = dict(grammar().categories)
    for name in (
        "deed",
        "do",
        "plain",
        "ask",
        "attacking",
        "bearer",
        "passive",
        "power",
        "idle",
        "clause",
    ):
        built.category(name)
    add_power_nouns(built)
    add_passive_rules(built)
    add_passive_damage_rules(built)
    add_power_rules(built)
    return built


def read_ability(ability: Ability, card_name: str) -> Powers | Unread:
    """Read a power whole, or say which sentence is not read (Rule: S43).

    ``card_name`` is that of its Pokemon, which its text may use for itself. A text that the source
    does not carry is read from the effects that stand for it.

    Raises:
        GrammarError: when it can be read in two ways.
        InputError: its effects are not in the notation.
    """
    if not ability.text:
        if ability.effects:
            return Powers(parts=read_effects(ability.effects))
        return Unread(text="", clause="", why="the source does not carry its text")
    return read_power(ability.text, card_name)


def read_power(text: str, own_name: str = "") -> Powers | Unread:
    """Read the text of a power whole, or say which sentence is not read.

    Raises:
        GrammarError: when it can be read in two ways.
    """
    normal = normalise_power(text, own_name)
    read = _read_normal(normal)
    if own_name and isinstance(read, Powers) and OWN_NAME in normal:
        name = own_name_in(text, own_name)
        return replace(read, parts=spell_out(read.parts, name))
    return read


@cache
def normalise_power(text: str, own_name: str = "") -> str:
    """Return a text in the spelling of the grammar of powers.

    >>> normalise_power("Once during your turn (before your attack), you may flip a coin.")
    'Once during your turn, you may flip a coin.'
    """
    normal = normalise(_REMINDERS.sub("", text), own_name)
    for reminder in _SENTENCE_REMINDERS:
        normal = normal.replace(reminder, "")
    for slip, spelling in _SLIPS:
        normal = normal.replace(slip, spelling)
    return normal


@cache
def _read_normal(text: str) -> Powers | Unread:
    sentences = split_sentences(text)
    found, reached = _ways(sentences)
    if not found:
        why = "no rule reads this sentence"
        return Unread(text=text, clause=sentences[min(reached, len(sentences) - 1)], why=why)
    faults = [check(clauses, [*map(telling, clauses)]).fault for clauses, _ in found]
    ways = [way for way, fault in zip(found, faults, strict=True) if not fault]
    if not ways:
        return Unread(text=text, clause="", why=faults[0])
    read = {parts: way for way in ways if (parts := _assembled(way[0])) is not None}
    if not read:
        return Unread(text=text, clause="", why="nothing says when its steps are done")
    if len(read) > 1:
        raise GrammarError(f"two readings of {text!r}: {list(read)!r}")
    [(parts, (said, wording))] = read.items()
    return Powers(parts=parts, said=said, wording=wording)


def _ways(sentences: list[str]) -> tuple[list[_Way], int]:
    """Return the readings of all sentences, and the first sentence that none goes beyond."""
    reached: list[list[_Way]] = [[((), ())], *([] for _ in sentences)]
    furthest = 0
    for start in range(len(sentences)):
        if not reached[start]:
            continue
        furthest = start
        for end in range(start + 1, min(len(sentences), start + _LONGEST) + 1):
            clause = ". ".join(sentences[start:end])
            if (
                not clause
                or clause[0].islower()
                or (end > start + 1 and not _SPANNING.search(clause))
            ):
                continue
            for value, wording in _read_clause(clause):
                for clauses, wordings in reached[start]:
                    reached[end].append(((*clauses, value), (*wordings, wording)))
    return reached[-1], furthest


def _read_clause(clause: str) -> tuple[tuple[Any, Wording], ...]:
    """Read a clause as it would stand inside another, or as it is: a type begins with a capital."""
    category = power_grammar().category("clause")
    return category.read(clause[0].lower() + clause[1:]) or category.read(clause)


def _assembled(said: tuple[Clause, ...]) -> tuple[Part, ...] | None:
    """Put steps where they belong; None when one belongs nowhere."""
    parts: list[Part] = []
    costs: list[Any] = []
    for clause in said:
        last = parts[-1] if parts else None
        if isinstance(clause, StopsIf):
            parts = _stopped(parts, clause)
            continue
        if isinstance(clause, Limit) and isinstance(last, AlwaysOn):
            less = last.rule
            if not isinstance(less, TakesLess) or clause.most is None:
                return None
            amount = replace(less.amount, limit=clause.most)
            parts[-1] = replace(last, rule=replace(less, amount=amount))
            continue
        first = isinstance(clause, UsableIf | UnusableIf) and not isinstance(last, Activated)
        if first or isinstance(clause, Cost):
            costs.append(clause)
        elif isinstance(clause, Activated):
            parts.append(replace(clause, steps=(*costs, *clause.steps)))
            costs = []
        elif isinstance(clause, Given | Several | AlwaysOn | Triggered):
            parts += _laid(clause)
        elif isinstance(clause, StopsWhile | OneEachTurn | OncePerEvent):
            parts.append(clause)
        elif isinstance(clause, Ignore):
            return None  # it belongs to the damage before it
        elif isinstance(clause, NoEffect) and not isinstance(last, Activated | Triggered):
            continue
        elif isinstance(last, Activated | Triggered):
            parts[-1] = replace(last, steps=(*last.steps, clause))
        else:
            return None
    return None if costs or not parts else tuple(_resolved(_paying(part)) for part in parts)


def _stopped(parts: list[Part], stop: StopsIf) -> list[Part]:
    """Let parts work only while something is not so; what is void is never so (Rule: S43)."""
    stopped: list[Part] = []
    for part in parts:
        works: Condition = Not(condition=stop.condition)
        if isinstance(part, AlwaysOn | Activated | Triggered) and not is_void(stop.condition.zones):
            if part.condition is not None:
                works = Every(conditions=(part.condition, works))
            stopped.append(replace(part, condition=works))
        else:
            stopped.append(part)
    if stop.conditions is not None:
        stopped.append(StopsWhile(conditions=stop.conditions))
    return stopped


def _paying(part: Part) -> Part:
    """What is discarded from the hand before anything else is the price of it (Rule: S43)."""
    if not isinstance(part, Activated) or len(part.steps) < 2:
        return part
    first, *rest = part.steps
    if isinstance(first, OutOfPlay) and first.zones == {Zone.HAND} and _PRICE.fullmatch(first.what):
        return replace(part, steps=(Cost(step=first), *rest))
    return part


def _laid(clause: Given | Several | AlwaysOn | Triggered) -> list[AlwaysOn | Triggered]:
    if isinstance(clause, Given):
        return [replace(part, condition=clause.condition) for part in _laid(clause.part)]
    if isinstance(clause, Several):
        parts: list[AlwaysOn | Triggered] = []
        bearer = SELF
        for part in clause.parts:
            back = part.bearer.place in (Place.NAMED, Place.CHOSEN)
            meant = bearer if back and parts else part.bearer
            parts.append(replace(part, bearer=meant))
            bearer = meant
        return parts
    return [clause]


def _resolved(part: Part) -> Part:
    """Put what is meant in the place of what refers back; conditions name first."""
    if isinstance(part, AlwaysOn | Activated | Triggered):
        context = Context()
        condition = context.put(part.condition) if part.condition else None
        if isinstance(part, AlwaysOn):
            bearer = context.put(part.bearer)
            return replace(part, condition=condition, bearer=bearer, rule=context.put(part.rule))
        if isinstance(part, Triggered):
            subject = context.put(part.subject)
            part = replace(part, subject=subject)
        return replace(part, condition=condition, steps=resolve(part.steps, context))
    return part


def print_powers(powers: Powers) -> str:
    """Print a power as a normalised text, in the wording it was read in where it has one.

    Raises:
        GrammarError: when no rule says one of its clauses.
    """
    category = power_grammar().category("clause")
    clauses = powers.said if powers.wording else _unfolded(powers.parts)
    wordings: tuple[Wording | None, ...] = powers.wording or (None,) * len(clauses)
    sentences = []
    for clause, wording in zip(clauses, wordings, strict=True):
        sentence = category.print(clause, wording)
        if sentence is None:
            raise GrammarError(f"no rule says {clause!r}")
        sentences.append(f"{sentence[:1].upper()}{sentence[1:]}")
    return "".join(f" {each}" + ("" if each.endswith("!") else ".") for each in sentences)[1:]


def _unfolded(parts: tuple[Part, ...]) -> tuple[Clause, ...]:
    """Say steps in sentences of their own, as texts do."""
    clauses: list[Clause] = []
    for part in parts:
        if isinstance(part, AlwaysOn) and part.condition is not None:
            clauses.append(Given(condition=part.condition, part=replace(part, condition=None)))
        elif isinstance(part, Activated | Triggered):
            steps = unfold(part.steps)
            before = (Cost, UsableIf, UnusableIf)
            costs = [step for step in steps if isinstance(step, before)]
            done = [step for step in steps if not isinstance(step, before)]
            opening = 0 if isinstance(part, Triggered) and part.may else 1
            clauses += [*costs, replace(part, steps=tuple(done[:opening])), *done[opening:]]
        else:
            clauses.append(part)
    return tuple(clauses)
