"""Every way in which an action may turn out."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from cardkit.referee import (
    Adventure,
    ChanceError,
    IllegalAction,
    Seeded,
    branches,
    parse_action,
)
from cardkit.referee.conditions import give
from cardkit.rules import Condition
from tests.referee.table_talk import at, main
from tests.referee.worlds import adventure_world, against, card, world


def spread(adventure: Adventure, line: str) -> dict[str, Fraction]:
    """Probability of each position after an action."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for probability, after in branches(adventure, parse_action(line)):
        found[after.text] += probability
    return found


def test_without_chance_there_is_one_way() -> None:
    adventure = main()
    adventure.state.balls = 1
    at(adventure, "active").damage = 20
    ((probability, after),) = branches(adventure, parse_action("heal active"))
    assert probability == 1
    assert after.state.balls == 0
    assert adventure.state.balls == 1


def test_equal_cards_are_one_way() -> None:
    # One G is drawn and discarded: 3 G, 1 R left; the enemy draws, then the player.
    adventure = main(against("C", "GGGGR"))
    ways = list(branches(adventure, parse_action("pass")))
    drawn = [
        (probability, after.state.enemy.energy, after.state.drawn)
        for probability, after in ways
        if after.state.enemy is not None
    ]
    assert drawn == [
        (Fraction(3, 4) * Fraction(2, 3), ["Grass"], "Grass"),
        (Fraction(3, 4) * Fraction(1, 3), ["Grass"], "Fire"),
        (Fraction(1, 4), ["Fire"], "Grass"),
    ]


def test_coins_go_both_ways() -> None:
    adventure = main(against("C", "GG"))
    give(at(adventure, "active"), Condition.ASLEEP)
    shares = spread(adventure, "pass")
    asleep = sum(share for text, share in shares.items() if "Asleep" in text)
    assert asleep == Fraction(1, 4)
    assert sum(shares.values()) == 1


@pytest.mark.parametrize(
    ("rarity", "expected"), [("common", Fraction(7, 8)), ("rare", 1 - Fraction(5, 6) ** 3)]
)
def test_a_catch_has_its_exact_odds(rarity: str, expected: Fraction) -> None:
    deck = [(card("Dot", hp=80), 4)]
    manifest = world(common=deck if rarity == "common" else [], rare=deck, energy="GG")
    adventure = main(manifest, badges=2 if rarity == "rare" else 0)
    enemy = at(adventure, "enemy")
    enemy.damage = 50
    give(enemy, Condition.POISONED)
    ways = list(branches(adventure, parse_action("catch")))
    caught = sum(
        share for share, after in ways if any(p.facts.name == "Dot" for _, p in after.state.team())
    )
    assert caught == expected
    assert sum(share for share, _ in ways) == 1


def test_a_branch_goes_on_only_with_new_outcomes() -> None:
    adventure = main(against("C", "GGG"))
    _, after = next(branches(adventure, parse_action("pass")))
    after.push(parse_action("ball"))
    with pytest.raises(ChanceError, match="the script ends after 0 outcomes"):
        after.push(parse_action("pass"))
    assert list(branches(after, parse_action("pass")))


def test_illegal_actions_have_no_branches() -> None:
    with pytest.raises(IllegalAction):
        next(branches(main(), parse_action("run")))


@pytest.mark.parametrize("seed", range(4))
def test_branches_are_what_can_happen(seed: int) -> None:
    """The probabilities add up to 1, and what a seed leads to is among the positions."""
    adventure = Adventure.start(adventure_world(), Seeded(seed))
    picker = Seeded(seed + 100)
    for _ in range(25):
        legal = tuple(adventure.legal_actions)
        action = legal[picker.draw(len(legal)) - 1]
        shares = spread(adventure, str(action))
        assert sum(shares.values()) == 1
        adventure.push(action)
        assert adventure.text in shares
