"""The table while an action is carried out: the position, the chance it asks, what it tells."""

from __future__ import annotations

from typing import Any

from cardkit.cards import EnergyType
from cardkit.energy import ENERGY_ORDER
from cardkit.referee.chance import Chance, Purpose
from cardkit.referee.happenings import Happening, What
from cardkit.referee.state import Pokemon, State


class Play:
    """What every rule works on.

    Attributes:
        heard: the kinds of happenings that somebody wants to be told; None is all of them.
        listening: whether any kind is heard; asked first where every turn tells something.
        moves: how often the position was changed.
        follows_up: whether powers of this game may work by themselves after a decision.
        told: what happened since the action began.
        aside: a position equal to this one that lies aside until a decision is carried out; who
            needs the position before the decision copies that one, and only when it is needed.
    """

    __slots__ = ("aside", "chance", "follows_up", "heard", "listening", "moves", "state", "told")

    def __init__(self, state: State, chance: Chance, heard: frozenset[What] | None = None) -> None:
        self.state: State = state
        self.chance = chance
        self.listen(heard)
        self.moves = 0
        self.follows_up = state.table.settles or bool(state.table.moments)
        self.told: list[Happening] = []
        self.aside: State | None = None

    def listen(self, heard: frozenset[What] | None) -> None:
        """Tell these kinds of happenings from now on; None is all of them."""
        self.heard = heard
        self.listening = heard is None or bool(heard)

    def hears(self, kind: What) -> bool:
        """Whether anybody wants to be told; asked where the telling itself takes time."""
        return self.heard is None or kind in self.heard

    def tell(self, kind: What, /, **data: Any) -> None:
        """Write down that something happened, if anybody wants to know."""
        if self.heard is None or kind in self.heard:
            self.told.append(Happening(kind, data))

    def discard_energy(self, pokemon: Pokemon) -> None:
        """Put all Energy of a Pokemon, or an enemy's whole pool, on the Energy discard."""
        self.state.energy_discard += pokemon.energy
        pokemon.energy.clear()

    def draw_energy(self, purpose: Purpose) -> EnergyType | None:
        """Draw a random Energy card; None when there is none anywhere (Rule: S45)."""
        deck = self.state.energy_deck
        if not deck:
            state = self.state
            if not state.energy_discard:
                self.tell(What.NO_ENERGY)
                return None
            deck = sorted(state.energy_discard, key=ENERGY_ORDER.__getitem__)
            state.energy_deck = deck
            state.energy_discard = []
            self.tell(What.ENERGY_RESHUFFLED, count=len(deck))
        return deck.pop(self.chance.draw(len(deck), purpose, deck) - 1)
