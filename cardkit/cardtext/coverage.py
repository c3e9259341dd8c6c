"""How much of the card text is read: tallies per set, era and deck, and what blocks most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from cardkit.cards import Attack
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
from cardkit.cardtext.operations import Damage, NoEffect
from cardkit.cardtext.reading import GrammarError, read_attack
from cardkit.cardtext.targets import is_void


class Outcome(StrEnum):
    """What became of an attack's text; every attack is one of them."""

    READ = "read"
    NO_TEXT = "no_text"
    VOID = "void"
    """Read, and nothing of it exists in the adventure: the printed damage is all (Rule: S43)."""
    UNREAD = "unread"


@dataclass(slots=True)
class Tally:
    """Attacks by outcome."""

    counts: Counter[Outcome] = field(default_factory=Counter)

    @property
    def attacks(self) -> int:
        """All of them."""
        return self.counts.total()

    @property
    def share(self) -> float:
        """Share that is not unread, 0 to 1; 1 without attacks."""
        return 1 - self.counts[Outcome.UNREAD] / self.attacks if self.attacks else 1.0

    @property
    def text_share(self) -> float:
        """The same among the attacks that have text."""
        texts = self.attacks - self.counts[Outcome.NO_TEXT]
        return 1 - self.counts[Outcome.UNREAD] / texts if texts else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return the document form."""
        return {
            "attacks": self.attacks,
            **{outcome.value: self.counts[outcome] for outcome in Outcome},
            "share": round(self.share, 4),
            "text_share": round(self.text_share, 4),
        }


@dataclass(slots=True)
class Coverage:
    """Tallies of all attacks, and of each group of each kind (``set``, ``era``, ``deck``).

    Attributes:
        groups: kind of group -> name of the group -> its tally, in the order in which they came.
        blockers: sentences that are not read (or why a whole text is not) -> attacks they block.
    """

    total: Tally = field(default_factory=Tally)
    groups: dict[str, dict[str, Tally]] = field(default_factory=dict)
    blockers: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, Any]:
        """Return the document form; the worst blockers first."""
        return {
            "total": self.total.to_dict(),
            "groups": {
                kind: {name: tally.to_dict() for name, tally in tallies.items()}
                for kind, tallies in self.groups.items()
            },
            "blockers": [
                {"sentence": text, "attacks": count} for text, count in self.blockers.most_common()
            ],
        }


def measure(attacks: Iterable[tuple[Attack, str, Mapping[str, str]]]) -> Coverage:
    """Tally attacks.

    Args:
        attacks: each attack, the name of its card, and its groups: kind of group -> name.
    """
    coverage = Coverage()
    for attack, card_name, groups in attacks:
        outcome, blocker = outcome_of(attack, card_name)
        coverage.total.counts[outcome] += 1
        for kind, name in groups.items():
            tally = coverage.groups.setdefault(kind, {}).setdefault(name, Tally())
            tally.counts[outcome] += 1
        if blocker:
            coverage.blockers[blocker] += 1
    return coverage


def outcome_of(attack: Attack, card_name: str) -> tuple[Outcome, str]:
    """Return what becomes of an attack's text, and what blocks it (empty when nothing does)."""
    if not attack.text and not attack.text_omitted and not _needs_text(attack):
        return Outcome.NO_TEXT, ""
    try:
        read = read_attack(attack, card_name)
    except GrammarError:
        return Outcome.UNREAD, "it can be read in two ways"
    if isinstance(read, Unread):
        return Outcome.UNREAD, read.clause or read.why
    return (Outcome.VOID if is_all_void(read) else Outcome.READ), ""


def is_all_void(effects: Effects) -> bool:
    """Whether nothing of the text exists in the adventure (Rule: S43)."""
    return all(_does_nothing(step) for step in effects.steps)


def _needs_text(attack: Attack) -> bool:
    """Whether the printed damage depends on a text that is not there."""
    return str(attack.damage)[-1:] in ("+", "×", "-", "?")


def _does_nothing(step: Step) -> bool:
    match step:
        case Flip() | NoEffect() | OncePerEvent():
            return True
        case UsableIf() | UnusableIf():
            return False
        case When():
            otherwise = step.otherwise is None or _does_nothing(step.otherwise)
            return otherwise and (is_void(step.condition.zones) or _does_nothing(step.then))
        case May() | BeforeDamage() | Cost():
            return _does_nothing(step.step)
        case Together():
            return all(_does_nothing(part) for part in step.steps)
        case Repeat():
            return is_void(step.zones) or _does_nothing(step.step)
        case Damage():
            changes = [part for part in (step.more, step.less) if part is not None]
            return step.base is None and all(is_void(part.zones) for part in changes)
        case _:
            return is_void(step.zones)
