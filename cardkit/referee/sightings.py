"""What was met and used in a game: counted while it is played, added up over many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from cardkit.cards import EnergyType
from cardkit.decks.model import RarityDeck
from cardkit.referee.happenings import Happening, What


@dataclass(slots=True, kw_only=True)
class Sightings:
    """What was met in one game or in many. Cards are counted by their keys.

    Attributes:
        met: how often each enemy card appeared.
        beaten: how often each was knocked out.
        owned: how often each card came to the player: dealt, caught or evolved into.
        attacked: how often each of the player's cards used each of its attacks, by name; one with a
            text counts when it is announced, whatever comes of it.
        damage: what the attacks of each card did to enemies in all.
        dry: how often each rarity deck had no enemy left and was shuffled anew (Rule: S44).
        empty: how often not even that helped (Rule: S44).
        attached: Energy cards of each type that the player put on Pokemon (Rule: S22).
        spent: Energy cards that the player discarded for balls and revives (Rule: S22, S25).
        no_energy: draws for which no Energy was left (Rule: S45).
    """

    met: Counter[str] = field(default_factory=Counter)
    beaten: Counter[str] = field(default_factory=Counter)
    owned: Counter[str] = field(default_factory=Counter)
    attacked: Counter[tuple[str, str]] = field(default_factory=Counter)
    damage: Counter[str] = field(default_factory=Counter)
    dry: Counter[RarityDeck] = field(default_factory=Counter)
    empty: Counter[RarityDeck] = field(default_factory=Counter)
    attached: Counter[EnergyType] = field(default_factory=Counter)
    spent: Counter[EnergyType] = field(default_factory=Counter)
    no_energy: int = 0

    def see(self, happening: Happening) -> None:
        """Count one thing that happened, if it is of those that are counted."""
        count = _COUNTED.get(happening.kind)
        if count is not None:
            count(self, happening.data)

    def add(self, other: Sightings) -> None:
        """Count what was met in another game."""
        for part in fields(self):
            if part.name == "no_energy":
                self.no_energy += other.no_energy
            else:
                getattr(self, part.name).update(getattr(other, part.name))

    def _appeared(self, data: Mapping[str, Any]) -> None:
        self.met[data["card"]] += 1

    def _beat(self, data: Mapping[str, Any]) -> None:
        self.beaten[data["card"]] += 1

    def _got(self, data: Mapping[str, Any]) -> None:
        self.owned[data["card"]] += 1

    def _attacks(self, data: Mapping[str, Any]) -> None:
        self.attacked[data["card"], data["attack"]] += 1
        self.damage[data["card"]] += data["damage"]

    def _announces(self, data: Mapping[str, Any]) -> None:
        self.attacked[data["card"], data["attack"]] += 1

    def _strikes(self, data: Mapping[str, Any]) -> None:
        if data["enemy"]:
            self.damage[data["card"]] += data["damage"]

    def _attaches(self, data: Mapping[str, Any]) -> None:
        self.attached[data["energy"]] += 1

    def _spends(self, data: Mapping[str, Any]) -> None:
        self.spent[data["energy"]] += 1

    def _ran_dry(self, data: Mapping[str, Any]) -> None:
        self.dry[RarityDeck(data["deck"])] += 1

    def _ran_out(self, data: Mapping[str, Any]) -> None:
        self.empty[RarityDeck(data["deck"])] += 1

    def _missed_energy(self, _data: Mapping[str, Any]) -> None:
        self.no_energy += 1


_COUNTED: dict[What, Callable[[Sightings, Mapping[str, Any]], None]] = {
    What.ENEMY_APPEARS: Sightings._appeared,
    What.ENEMY_KNOCKED_OUT: Sightings._beat,
    What.CAUGHT: Sightings._got,
    What.EVOLVED: Sightings._got,
    What.ATTACKED: Sightings._attacks,
    What.ANNOUNCED: Sightings._announces,
    What.STRUCK: Sightings._strikes,
    What.ATTACHED: Sightings._attaches,
    What.BALL_TAKEN: Sightings._spends,
    What.REVIVED: Sightings._spends,
    What.DECK_RESHUFFLED: Sightings._ran_dry,
    What.DECK_EMPTY: Sightings._ran_out,
    What.NO_ENERGY: Sightings._missed_energy,
}
COUNTED = frozenset(_COUNTED)
"""The kinds of happenings that are counted."""
