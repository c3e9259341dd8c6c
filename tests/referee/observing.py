"""What an attack does in a fixed position, as plain facts.

The attacker has exactly what the attack costs (Colorless paid with a type that means nothing to
it) and no damage; the defender has 400 HP, two Metal Energy and neither Weakness nor Resistance;
two dummies sit on the bench. ``hurt``: both carry 20 damage. ``extra``: the attacker has three more
Energy of its own type, the defender none. ``probe20``: the dummy hits back for 20 instead of 60.
Where the text leaves a choice, the first answer is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.cards import Card, EnergyType
from cardkit.referee import powers, turns
from cardkit.referee.actions import Decide, UseAttack
from cardkit.referee.chance import EVERY_NUMBER, Chance, Purpose
from cardkit.referee.damage import Blow
from cardkit.referee.legality import explain
from cardkit.referee.play import Play
from cardkit.referee.state import Phase, Pokemon, State, present
from cardkit.referee.table import Table
from cardkit.referee.texts.attack import enemy_blow, held_back, strike_back
from tests.referee.worlds import card, world

FACTS = (
    "to_defender", "to_self", "defender_cond", "self_cond", "own_bench", "self_energy",
    "defender_energy", "flips", "next_hit_of_60", "next_hit_of_20", "next_attack_blocked",
    "attacker_switched",
)  # fmt: skip
"""Facts that exist in the adventure."""
LONG = 8
"""Coins of a pattern; then the other face."""


class Pattern:
    """Coins in a pattern: ``H`` eight heads then tails, ``T`` the other way, or alternating."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.flips = 0

    def coin(self, _purpose: Purpose = Purpose.CARD_TEXT, _who: str = "") -> bool:
        place, self.flips = self.flips, self.flips + 1
        if len(self.pattern) > 1:
            return self.pattern[place % len(self.pattern)] == "H"
        return (self.pattern == "H") is (place < LONG)

    def die(
        self,
        _purpose: Purpose = Purpose.CARD_TEXT,
        _who: str = "",
        _hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        return 6

    def draw(
        self, _size: int, _purpose: Purpose = Purpose.CARD_TEXT, _names: Sequence[str] = ()
    ) -> int:
        return 1

    def copy(self) -> Chance:
        twin = Pattern(self.pattern)
        twin.flips = self.flips
        return twin

    def mark(self) -> int:
        return self.flips

    def rewind(self, mark: int) -> None:
        self.flips = mark


def position(attacker: Card, number: int, setting: str) -> State:
    """Lay the position for the attack of this number, from 1."""
    attack = attacker.attacks[number - 1]
    dummy = card("Dummy", hp=400, types="C")
    defender = card("Target", hp=400, types="C")
    table = Table.lay(world(starters=[attacker, dummy, dummy], uncommon=[defender]))
    state = State(table)
    keys = [facts.card.name for facts in table.cards]
    spare = next(
        kind
        for kind in (EnergyType.DARKNESS, EnergyType.WATER)
        if kind not in (*attack.cost, *attacker.types)
    )
    active = Pokemon(keys.index(attacker.name), table.cards[keys.index(attacker.name)])
    active.energy = [spare if kind is EnergyType.COLORLESS else kind for kind in attack.cost]
    first = keys.index("Dummy")
    state.active = active
    state.bench[:2] = [Pokemon(first + place, table.cards[first]) for place in (0, 1)]
    enemy = Pokemon(keys.index("Target"), table.cards[keys.index("Target")])
    state.enemy = enemy
    if setting == "extra":
        own = next((kind for kind in attacker.types if kind in EnergyType), spare)
        active.energy += [spare if own is EnergyType.COLORLESS else own] * 3
    else:
        enemy.energy = [EnergyType.METAL, EnergyType.METAL]
    if setting == "hurt":
        active.damage = enemy.damage = 20
    state.rounds, state.began, state.phase = 5, 1, Phase.MOVING
    return state


def observe(attacker: Card, number: int, setting: str, coins: str) -> dict[str, Any]:
    """Return the facts of one attack; ``unusable`` alone when it cannot be used there."""
    state = position(attacker, number, setting)
    state.phase = Phase.MAIN
    if explain(state, UseAttack(number=number)):
        return {"unusable": True}
    state.phase = Phase.MOVING
    chance = Pattern(coins)
    play = Play(state, chance)
    before = state.copy()
    turns.use_attack(play, UseAttack(number=number))
    while state.attempt is not None:
        answer = state.attempt.options[0]
        state.phase = Phase.MOVING
        powers.answer(play, Decide(answer=answer))
    return _facts(before, state, play, chance, 20 if setting == "probe20" else 60)


def _facts(before: State, after: State, play: Play, chance: Pattern, hit: int) -> dict[str, Any]:
    mine = present(before.active).card
    self_now = next(one for _, one in after.team() if one.card == mine)
    enemy, was = present(after.enemy), present(before.enemy)
    facts: dict[str, Any] = {
        "to_defender": enemy.damage - was.damage,
        "to_self": self_now.damage - present(before.active).damage,
        "defender_cond": sorted(each.upper() for each in enemy.conditions),
        "self_cond": sorted(each.upper() for each in self_now.conditions),
        "own_bench": [one.damage for _, one in after.team() if one.card != mine],
        "self_energy": len(self_now.energy) - len(present(before.active).energy),
        "defender_energy": len(enemy.energy) - len(was.energy),
        "flips": chance.flips,
        "attacker_switched": present(after.active).card != mine,
    }
    active = present(after.active)
    facts["next_attack_blocked"] = held_back(play, enemy, active)
    if not facts["next_attack_blocked"]:
        blow = Blow(base=hit, types=(), defender=active.facts)
        struck = enemy_blow(play, enemy, active, blow).total
        active.damage += struck
        strike_back(play, enemy, active, struck)
        facts[f"next_hit_of_{hit}"] = struck
    return facts


def differences(expected: dict[str, Any], seen: dict[str, Any]) -> list[str]:
    """Return how the facts differ from what was observed elsewhere; silent facts are nothing."""
    told = []
    for name in FACTS:
        if name.startswith("next_hit") and name not in expected:
            continue
        nothing: Any = [] if name.endswith("cond") else 0
        if name == "own_bench":
            nothing = [0, 0]
        wanted, got = expected.get(name, nothing), seen.get(name, nothing)
        if wanted != got and not (not wanted and not got):
            told.append(f"{name}: {got}, observed {wanted}")
    return told
