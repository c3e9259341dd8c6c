"""How the autopilots use powers: where a try on a copy shows that it gains something."""

from __future__ import annotations

import pytest

from cardkit.cards import Ability
from cardkit.referee import Adventure, Phase, Seeded, What, parse_action
from cardkit.referee.actions import UsePower
from cardkit.referee.answering import Answering
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.autopilots import player_maker
from cardkit.referee.players import Choice
from tests.referee.table_talk import at, main, power, weaken
from tests.referee.worlds import attack, card, world

ADA, CID = card("Ada", hp=80, attacks=["Slam RC 40"], retreat=0), card("Cid", retreat=0)
STING = "Once during your turn, you may put 2 damage counters on your opponent's Active Pokémon."
MEND = "Once during your turn, you may heal 20 damage from 1 of your Pokémon."
DRAW = "Once during your turn, you may draw a card."
COIN = "Once during your turn, you may flip a coin. If heads, heal 40 damage from this Pokémon."
MOVE = (
    "As often as you like during your turn, you may move an Energy from 1 of your Pokémon to "
    "another of your Pokémon."
)
END = (
    "Once during your turn, you may heal 30 damage from 1 of your Pokémon. If you use this "
    "Ability, your turn ends."
)


def turn(text: str) -> Adventure:
    """Ada in a gym; Bob on the bench has the power."""
    bob = card("Bob", retreat=0, abilities=[Ability(name="Hum", text=text)])
    return main(world(starters=[ADA, bob, CID], uncommon=[(card("Uma", hp=200), 4)]), event="gym")


def choose(adventure: Adventure, player: str = "careful") -> Choice:
    before, twin = adventure.text, adventure.chance.copy()
    choice = player_maker(player, adventure.state.table)(1).choose(adventure)
    assert choice.action in adventure.legal_actions
    assert (adventure.text, adventure.chance.mark()) == (before, twin.mark())
    return choice


@pytest.mark.parametrize("player", ["careful", "planner"])
def test_a_power_that_gains_is_used(player: str) -> None:
    choice = choose(turn(STING), player)
    assert str(choice.action) == "use bench-2 1"
    if player == "careful":
        assert choice.why == "Hum of Bob is worth 20"


@pytest.mark.parametrize(
    ("text", "hurt", "used"),
    [
        (MEND, True, True),
        (MEND, False, False),
        (DRAW, True, False),
        (COIN, True, True),
        (COIN, False, False),
        (END, True, False),
    ],
)
def test_a_power_is_used_where_it_helps(text: str, hurt: bool, used: bool) -> None:
    adventure = turn(text)
    if hurt:
        weaken(adventure, "bench-2", 10)
    assert isinstance(choose(adventure).action, UsePower) is used


def test_energy_moves_where_an_attack_lacks_it() -> None:
    """And not back again: a power that can be used often is used as long as it gains."""
    adventure = turn(MOVE)
    power(adventure, "active", "R")
    power(adventure, "bench-2", "W")
    player = player_maker("careful", adventure.state.table)(1)
    for _ in range(6):
        choice = player.choose(adventure)
        if not str(choice.action).startswith(("use", "decide", "choose")):
            break
        adventure.push(choice.action)
    assert at(adventure, "active").energy == ["Fire", "Water"]
    assert choice.action == parse_action("attack 1")


def moving(attack_text: str, power_text: str) -> Adventure:
    """Ada can attack already, Bob's power moves Energy, and Cid holds one more."""
    slam = attack("Slam CC 40", text=attack_text)
    powers = [Ability(name="Hum", text=power_text)] if power_text else []
    ada = card("Ada", hp=80, retreat=0, attacks=[slam], abilities=powers)
    bob = card("Bob", retreat=0, abilities=[Ability(name="Pass", text=MOVE)])
    uma = card("Uma", hp=300, attacks=["Cut C 10"])
    adventure = main(world(starters=[ada, bob, CID], uncommon=[(uma, 4)]), event="gym")
    power(adventure, "active", "RW")
    power(adventure, "bench-3", "L")
    return adventure


@pytest.mark.parametrize(
    ("attack_text", "power_text", "used"),
    [
        ("", "", False),
        ("This attack does 20 more damage for each Energy attached to this Pokémon.", "", True),
        ("This Pokémon does 90 damage to itself.", "", True),
        ("", "This Pokémon's attacks do 10 more damage for each Energy attached to it.", True),
        ("", "If this Pokémon has any Energy attached to it, it has no Retreat Cost.", False),
    ],
)
def test_energy_is_moved_only_where_it_may_change_an_attack(
    attack_text: str, power_text: str, used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And where it is not tried, a try would have shown that it gains nothing."""
    adventure = moving(attack_text, power_text)
    assert isinstance(choose(adventure).action, UsePower) is used
    monkeypatch.setattr(Answering, "_lacks_energy", lambda *_: True)
    assert isinstance(choose(adventure).action, UsePower) is used


def test_what_energy_would_not_change_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    adventure = moving("", "")
    monkeypatch.delattr(Answering, "_gain")
    assert str(choose(adventure).action) == "attack 1"


def guarding() -> Adventure:
    """Ada's attack asks whether Energy is discarded, and then which."""
    text = (
        "You may discard 2 Energy from this Pokémon. If you do, during your opponent's next turn, "
        "this Pokémon takes 100 less damage from attacks."
    )
    guard = card("Ada", hp=80, retreat=0, attacks=[attack("Guard CC 40", text=text)])
    uma = card("Uma", hp=200, attacks=["Cut C 10"])
    adventure = main(world(starters=[guard, CID, CID], uncommon=[(uma, 4)]), event="gym")
    weaken(adventure, "active", 10)
    power(adventure, "active", "RWL")
    adventure.chance = Seeded(1)
    adventure.push(parse_action("attack 1"))
    return adventure


def test_what_was_looked_ahead_at_is_answered_alike_by_who_did_not_look() -> None:
    adventure = guarding()
    answered = Answering(Appraisal(adventure.state.table))
    questions = 0
    while adventure.state.phase is Phase.CHOOSING:
        choice = answered.answer(adventure)
        assert choice == Answering(Appraisal(adventure.state.table)).answer(adventure)
        adventure.push(choice.action)
        questions += 1
    assert questions == 2


@pytest.mark.parametrize("heard", [None, frozenset[What]()])
def test_what_was_looked_ahead_at_is_not_weighed_again(
    heard: frozenset[What] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever listens: futures that are only looked at tell nothing."""
    adventure = guarding()
    adventure.heard = heard
    answered = Answering(Appraisal(adventure.state.table))
    adventure.push(answered.answer(adventure).action)
    monkeypatch.delattr(Answering, "_best")
    assert answered.answer(adventure).action in adventure.legal_actions
