"""How much of the card text is read: tallies per set, era and deck, and what blocks most.

Attacks and abilities are tallied apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from cardkit.cards import Ability, Attack
from cardkit.cardtext.effects import (
    BeforeDamage,
    Cost,
    Effects,
    Flip,
    May,
    OncePerEvent,
    Repeat,
    Step,
    Together,
    Unread,
    UnusableIf,
    UsableIf,
    When,
)
from cardkit.cardtext.notation import read_effects
from cardkit.cardtext.operations import Damage, NoEffect
from cardkit.cardtext.power_reading import read_ability
from cardkit.cardtext.powers import Activated, AlwaysOn, Part, Powers, Triggered
from cardkit.cardtext.reading import GrammarError, read_attack
from cardkit.cardtext.targets import is_void
from cardkit.collecting import collector_paused

_TWO_WAYS = "it can be read in two ways"


class Outcome(StrEnum):
    """What became of the text of an attack or ability; each is one of them."""

    READ = "read"
    NO_TEXT = "no_text"
    VOID = "void"
    """Read, and nothing of it exists in the adventure: the printed damage is all (Rule: S43)."""
    UNREAD = "unread"


@dataclass(slots=True)
class Tally:
    """Attacks, or abilities, by outcome."""

    counts: Counter[Outcome] = field(default_factory=Counter)

    @property
    def number(self) -> int:
        """All of them."""
        return self.counts.total()

    @property
    def share(self) -> float:
        """Share that is not unread, 0 to 1; 1 without attacks."""
        return 1 - self.counts[Outcome.UNREAD] / self.number if self.number else 1.0

    @property
    def text_share(self) -> float:
        """The same among those that have text."""
        texts = self.number - self.counts[Outcome.NO_TEXT]
        return 1 - self.counts[Outcome.UNREAD] / texts if texts else 1.0

    def to_dict(self, what: str) -> dict[str, Any]:
        """Return the document form; ``what`` is counted, ``attacks`` or ``abilities``."""
        return {
            what: self.number,
            **{outcome.value: self.counts[outcome] for outcome in Outcome},
            "share": round(self.share, 4),
            "text_share": round(self.text_share, 4),
        }


@dataclass(slots=True)
class Coverage:
    """Tallies of all of them, and of each group of each kind (``set``, ``era``, ``deck``).

    Attributes:
        what: ``attacks`` or ``abilities``.
        groups: kind of group -> name of the group -> its tally, in the order in which they came.
        blockers: sentences that are not read (or why a whole text is not) -> how many they block.
    """

    what: str = "attacks"
    total: Tally = field(default_factory=Tally)
    groups: dict[str, dict[str, Tally]] = field(default_factory=dict)
    blockers: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, Any]:
        """Return the document form; the worst blockers first."""
        return {
            "total": self.total.to_dict(self.what),
            "groups": {
                kind: {name: tally.to_dict(self.what) for name, tally in tallies.items()}
                for kind, tallies in self.groups.items()
            },
            "blockers": [
                {"sentence": text, self.what: count} for text, count in self.blockers.most_common()
            ],
        }


def measure(attacks: Iterable[tuple[Attack, str, Mapping[str, str]]]) -> Coverage:
    """Tally attacks.

    Args:
        attacks: each attack, the name of its card, and its groups: kind of group -> name.
    """
    coverage = Coverage()
    with collector_paused():
        for attack, card_name, groups in attacks:
            _count(coverage, groups, *outcome_of(attack, card_name))
    return coverage


def measure_abilities(abilities: Iterable[tuple[Ability, str, Mapping[str, str]]]) -> Coverage:
    """Tally abilities, as :func:`measure` does attacks."""
    coverage = Coverage(what="abilities")
    with collector_paused():
        for ability, card_name, groups in abilities:
            _count(coverage, groups, *outcome_of_ability(ability, card_name))
    return coverage


def _count(coverage: Coverage, groups: Mapping[str, str], outcome: Outcome, blocker: str) -> None:
    coverage.total.counts[outcome] += 1
    for kind, name in groups.items():
        tally = coverage.groups.setdefault(kind, {}).setdefault(name, Tally())
        tally.counts[outcome] += 1
    if blocker:
        coverage.blockers[blocker] += 1


def outcome_of(attack: Attack, card_name: str) -> tuple[Outcome, str]:
    """Return what becomes of an attack's text, and what blocks it (empty when nothing does)."""
    if not attack.text and not attack.text_omitted and not _needs_text(attack):
        return Outcome.NO_TEXT, ""
    try:
        read = (
            Effects(steps=read_effects(attack.effects))
            if attack.text_omitted and attack.effects
            else read_attack(attack, card_name)
        )
    except GrammarError:
        return Outcome.UNREAD, _TWO_WAYS
    if isinstance(read, Unread):
        return Outcome.UNREAD, read.clause or read.why
    return (Outcome.VOID if is_all_void(read) else Outcome.READ), ""


def outcome_of_ability(ability: Ability, card_name: str) -> tuple[Outcome, str]:
    """Return what becomes of an ability's text, and what blocks it (empty when nothing does)."""
    try:
        read = read_ability(ability, card_name)
    except GrammarError:
        return Outcome.UNREAD, _TWO_WAYS
    if isinstance(read, Unread):
        return Outcome.UNREAD, read.clause or read.why
    return (Outcome.VOID if is_all_void(read) else Outcome.READ), ""


def is_all_void(read: Effects | Powers) -> bool:
    """Whether nothing of the text exists in the adventure (Rule: S43)."""
    if isinstance(read, Powers):
        return all(_never_works(part) for part in read.parts)
    return all(does_nothing(step) for step in read.steps)


def _never_works(part: Part) -> bool:
    if not isinstance(part, AlwaysOn | Activated | Triggered):
        return True  # it only limits the others
    if part.condition is not None and is_void(part.condition.zones):
        return True
    if is_void(part.zones):
        return True
    if isinstance(part, AlwaysOn):
        return False
    unpaid = any(isinstance(step, Cost) and is_void(step.step.zones) for step in part.steps)
    return unpaid or all(does_nothing(step) for step in part.steps)


def _needs_text(attack: Attack) -> bool:
    """Whether the printed damage depends on a text that is not there."""
    return str(attack.damage)[-1:] in ("+", "×", "-", "?")


def does_nothing(step: Step) -> bool:
    """Whether all that a step does is void in the adventure (Rule: S43)."""
    match step:
        case Flip() | NoEffect() | OncePerEvent():
            return True
        case UsableIf() | UnusableIf():
            return False
        case When():
            otherwise = step.otherwise is None or does_nothing(step.otherwise)
            return otherwise and (is_void(step.condition.zones) or does_nothing(step.then))
        case May() | BeforeDamage() | Cost():
            return does_nothing(step.step)
        case Together():
            return all(does_nothing(part) for part in step.steps)
        case Repeat():
            return is_void(step.zones) or does_nothing(step.step)
        case Damage():
            changes = [part for part in (step.more, step.less) if part is not None]
            return step.base is None and all(is_void(part.zones) for part in changes)
        case _:
            return is_void(step.zones)
