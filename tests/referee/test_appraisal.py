"""What cards are worth: attacks with a text by what they are expected to do."""

from __future__ import annotations

import pytest

from cardkit.cards import Ability, Attack, Card
from cardkit.referee import Adventure, Table
from cardkit.referee.actions import UseAttack
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.autopilots import player_maker
from cardkit.referee.players import Choice
from cardkit.referee.state import present
from cardkit.referee.table import CardFacts
from cardkit.referee.verdicts import pool_findings
from tests.referee.table_talk import main, power, weaken
from tests.referee.worlds import attack, card, world

BOB, CID = card("Bob", retreat=0), card("Cid", retreat=0)
HEADS_ONLY = "Flip a coin. If tails, this attack does nothing."


def ada(*attacks: str | Attack, hp: int = 60) -> Card:
    return card("Ada", hp=hp, attacks=attacks, retreat=0)


def facing(leader: Card, *, enemy_hp: int = 100, energy: str = "RW") -> Adventure:
    """Ada in a gym, with Energy, before an enemy with these HP; no ball is ready."""
    adventure = main(
        world(starters=[leader, BOB, CID], uncommon=[(card("Uma", hp=enemy_hp), 4)]), event="gym"
    )
    power(adventure, "active", energy)
    return adventure


def choose(adventure: Adventure) -> Choice:
    return player_maker("careful", adventure.state.table)(1).choose(adventure)


def judged(leader: Card) -> tuple[Appraisal, CardFacts]:
    table = Table.lay(world(starters=[leader, BOB, CID]))
    return Appraisal(table), table.cards[0]


@pytest.mark.parametrize(
    ("line", "text", "damage"),
    [
        ("Toss C 20×", "Flip 3 coins. This attack does 20 damage times the number of heads.", 30),
        ("Gamble C 60", HEADS_ONLY, 30),
        ("Glimpse C 30", "Draw 2 cards.", 30),
        ("Spores C", "Your opponent's Active Pokémon is now Poisoned.", 20),
        ("Reach C", "This attack does 30 damage to 1 of your opponent's Pokémon.", 30),
        ("Rage C 10+", "This attack does 10 more damage for each damage counter on it.", 10),
    ],
)
def test_an_attack_is_judged_by_its_text(line: str, text: str, damage: int) -> None:
    if "on it" in text:  # half of 60 HP is lost in one of two typical positions
        text, damage = text.replace("on it", "on this Pokémon"), 25
    appraisal, facts = judged(ada(attack(line, text=text)))
    assert [plan.damage for plan in appraisal.plans(facts)] == [damage]


def test_an_attack_that_does_nothing_here_is_no_plan() -> None:
    appraisal, facts = judged(ada(attack("Peek C", text="Draw 2 cards.")))
    assert appraisal.plans(facts) == ()
    found = pool_findings(Table.lay(world(starters=[ada(attack("Peek C", text="Draw 2 cards."))])))
    assert "Ada" in next(one.what for one in found if one.code == "no-usable-attack")


def test_weakness_doubles_what_is_expected() -> None:
    leader = card("Ada", types="R", attacks=[attack("Gamble C 60", text=HEADS_ONLY)])
    table = Table.lay(world(starters=[leader, BOB], uncommon=[card("Uma", weak="R×2")]))
    uma = next(facts for facts in table.cards if facts.name == "Uma")
    assert Appraisal(table).hits(table.cards[0], uma) == (60,)


@pytest.mark.parametrize(
    ("enemy_hp", "number", "why"),
    [(40, 1, "40 damage knocks Uma out"), (200, 2, "45 damage is the most")],
)
def test_a_sure_knock_out_comes_before_a_better_average(
    enemy_hp: int, number: int, why: str
) -> None:
    adventure = facing(ada("Slap C 40", attack("Gamble C 90", text=HEADS_ONLY)), enemy_hp=enemy_hp)
    assert choose(adventure) == (UseAttack(number=number), why)


def test_nobody_falls_by_its_own_attack_for_little() -> None:
    crash = attack("Crash C 70", text="This Pokémon does 40 damage to itself.")
    adventure = facing(ada("Tap C 30", crash))
    assert choose(adventure).action == UseAttack(number=2)
    weaken(adventure, "active", 20)
    assert choose(adventure).action == UseAttack(number=1)


@pytest.mark.parametrize(("less", "blow"), [(10, 10), (0, 20)])
def test_a_coming_blow_is_judged_under_the_rules_in_force(less: int, blow: int) -> None:
    text = f"This Pokémon takes {less} less damage from attacks." if less else ""
    leader = card("Ada", abilities=[Ability(name="Shell", text=text)])
    adventure = main(world(starters=[leader, BOB, CID]), event="gym")
    state = adventure.state
    assert Appraisal(state.table).now.coming_blow(state, present(state.active)) == blow


def test_what_the_text_adds_is_told() -> None:
    spray = attack("Spray C 30", text="Your opponent's Active Pokémon is now Poisoned.")
    choice = choose(facing(ada("Tap C 40", spray)))
    assert choice.action == UseAttack(number=2)
    assert choice.why == "30 damage and its text are worth 50"


def test_a_knock_out_that_hangs_on_coins_is_told() -> None:
    choice = choose(facing(ada(attack("Gamble C 60", text=HEADS_ONLY)), enemy_hp=50))
    assert choice.why == "it knocks Uma out at 50%"
