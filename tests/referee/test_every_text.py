"""Every invented text of the grammar's tests, carried out where there is much to choose from.

Everybody is hurt, carries several conditions and Energy of all types, so whatever a text may ask
it asks, and what it may take is there.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cardkit.cards import EnergyType
from cardkit.energy import parse_energy
from cardkit.referee import Adventure, Phase, Seeded, Table, parse_action
from cardkit.referee.actions import UseAttack
from cardkit.referee.conditions import give
from cardkit.referee.state import Pokemon, State, present
from cardkit.rules import Condition
from tests.referee.worlds import attack, card, invented_texts, world

PRINTED = ("20", "20+", "20×", "50-", "")
_RESTING = (EnergyType.FIRE, EnergyType.WATER, EnergyType.METAL)


def rich(text: str, printed: str, seed: int) -> Adventure:
    """A position in the player's turn with the text as the Active's first attack."""
    kinds = [card(name, hp=300, types="F", attacks=[attack("Hit F 20")]) for name in "ABC"]
    move = attack(f"Move F {printed}".strip(), text=text)
    mover = card("Mossling", hp=300, types="F", attacks=[move])
    enemy = card("Enemy", hp=300, types="W", attacks=[attack("Blow W 30")])
    table = Table.lay(world(starters=[mover, *kinds], uncommon=[enemy]))
    state = State(table)
    keys = [facts.card.name for facts in table.cards]
    standing = [Pokemon(keys.index(name), table.cards[keys.index(name)]) for name in
                ("Mossling", "A", "B", "C", "Enemy")]  # fmt: skip
    for one in standing:
        one.damage = 60
        one.energy = [EnergyType.FIGHTING, EnergyType.FIGHTING, *_RESTING]
        give(one, Condition.POISONED)
        give(one, Condition.BURNED)
    state.active, state.bench[:3], state.enemy = standing[0], standing[1:4], standing[4]
    state.energy_discard = [*_RESTING, *_RESTING]
    state.energy_deck = [EnergyType.FIGHTING] * 20
    state.rounds, state.began, state.phase = 5, 1, Phase.MAIN
    return Adventure(state, Seeded(seed), heard=frozenset())


def cards_of(state: State) -> tuple[int, Counter[EnergyType]]:
    """How many Pokemon there are, and the Energy of each type, wherever they lie."""
    standing = [one for one in (state.enemy, *state.bench, state.active) if one is not None]
    energy = Counter(state.energy_deck) + Counter(state.energy_discard)
    for one in standing:
        energy.update(one.energy)
    energy.update([state.drawn] if state.drawn else [])
    return len(standing), energy


@pytest.mark.parametrize("seed", [1, 2])
def test_every_text_is_carried_out_whatever_there_is_to_choose(seed: int) -> None:
    chosen = random.Random(seed).choice
    asked = 0
    used = 0
    for text in invented_texts():
        ways = (rich(text, printed, seed) for printed in PRINTED)
        usable = [each for each in ways if UseAttack(number=1) in each.legal_actions]
        if not usable:
            continue
        adventure = usable[0]
        used += 1
        before, total = adventure.text, cards_of(adventure.state)
        adventure.push(UseAttack(number=1))
        pushed = 1
        while adventure.state.phase is Phase.CHOOSING:
            assert cards_of(adventure.state) == total, text
            adventure.push(chosen(tuple(adventure.legal_actions)))
            pushed += 1
        assert cards_of(adventure.state)[1] == total[1], text
        asked += pushed > 1
        for _ in range(pushed):
            adventure.pop()
        assert adventure.text == before, text
    assert used > 500
    assert asked > 80


def test_a_text_that_ends_one_condition_asks_which() -> None:
    adventure = rich("Remove a Special Condition from the Defending Pokémon.", "20", 1)
    adventure.push(UseAttack(number=1))
    assert {str(action) for action in adventure.legal_actions} == {
        "choose Poisoned",
        "choose Burned",
    }
    adventure.push(parse_action("choose Burned"))
    assert present(adventure.state.enemy).conditions == (Condition.POISONED,)


@pytest.mark.parametrize(("held", "left"), [("RRRW", "R"), ("RRWW", "W"), ("RW", "")])
def test_a_type_that_is_named_twice_takes_another_card(held: str, left: str) -> None:
    adventure = rich(
        "Discard a Fire Energy, Fire Energy, and Water Energy from this Pokémon.", "20", 1
    )
    active = present(adventure.state.active)
    active.energy = [EnergyType.FIGHTING, *parse_energy(held)]
    adventure.push(UseAttack(number=1))
    assert active.energy == [EnergyType.FIGHTING, *parse_energy(left)]
