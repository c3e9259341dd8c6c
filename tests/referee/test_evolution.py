"""Evolution by defeat: rules S40 to S42."""

from __future__ import annotations

import pytest

from cardkit.manifest import Manifest
from cardkit.referee import Adventure, EventKind, Phase, What
from cardkit.referee import parse_action as parse
from cardkit.referee.conditions import give
from cardkit.referee.table import evolution_name
from cardkit.rules import Condition
from tests.referee.table_talk import (
    at,
    broken,
    do,
    kinds,
    knock_out,
    legal,
    main,
    name_at,
    next_script,
    phase,
    power,
    weaken,
    words,
)
from tests.referee.worlds import STARTERS, Entry, card, proxy, rules, world

ADAX = card("Adax", hp=90, attacks=["Crush C 50"], evolves_from="Ada", subtypes=["Stage 1"])


def lines(*enemies: Entry, event: str = "skirmish", badges: int = 0) -> Adventure:
    """Ada can attack, the first enemy has 10 HP left; more enemies follow."""
    deck = [*enemies, (card("Dot"), 4)]
    manifest = world(common=deck, uncommon=deck, rare=deck, ex=deck, vmax=deck, energy="GGRRWWLLPP")
    adventure = main(manifest, "1 1 1", event=event, badges=badges)
    power(adventure, "active", "G")
    weaken(adventure, "enemy")
    return adventure


# S40: who may evolve.


def test_s40_a_defeated_evolution_is_offered_at_once() -> None:
    adventure = lines(ADAX)
    told = do(adventure, "attack 1")
    assert phase(adventure) is Phase.EVOLVE
    assert What.ENEMY_APPEARS not in kinds(told)
    assert legal(adventure) == ["evolve active", "decline"]
    do(adventure, "evolve active")
    assert name_at(adventure, "active") == "Adax"


def test_s40_the_bench_and_the_pc_are_asked_too() -> None:
    bobbo = card("Bobbo", evolves_from="Bob")
    adventure = lines(bobbo)
    state = adventure.state
    state.pc[2], state.bench[1] = state.bench[1], None
    do(adventure, "attack 1")
    assert legal(adventure) == ["evolve pc-3", "decline"]
    do(adventure, "evolve pc-3")
    assert (name_at(adventure, "pc-3"), at(adventure, "pc-3").energy) == ("Bobbo", [])


def test_s40_the_player_may_decline() -> None:
    adventure = lines(ADAX)
    do(adventure, "attack 1", "decline")
    assert name_at(adventure, "active") == "Ada"
    assert (len(adventure.state.pile), adventure.state.pile_count) == (1, 1)


def test_s40_one_step_only_and_the_fallen_do_not_evolve() -> None:
    twice = card("Adaxor", evolves_from="Adax", subtypes=["Stage 2"])
    adventure = lines(twice)
    do(adventure, "attack 1")
    assert phase(adventure) is Phase.ENERGY
    adventure = lines(card("Bobbo", evolves_from="Bob"))
    knock_out(adventure, "bench-2")
    do(adventure, "attack 1")
    assert phase(adventure) is Phase.ENERGY


@pytest.mark.parametrize(
    ("lower", "upper", "same"),
    [
        ("Ada", "Ada", True),
        ("Ada V", "Ada V", True),
        ("Ada-EX", "Ada-EX", True),
        ("Ada-EX", "Ada EX", True),
        ("Ada ex", "Ada-EX", False),
        ("Ada", "Ada V", False),
        ("Dark Ada", "Ada", False),
        ("Nidoran♀", "Nidoran ♀", True),
        ("Nidoran♂", "Nidoran ♀", False),
        ("Flabébé", "Flabebe", True),
    ],
)
def test_s40_names_are_compared_whole(lower: str, upper: str, same: bool) -> None:
    assert (evolution_name(lower) == evolution_name(upper)) == same


def test_s40_v_to_vmax_in_a_champion_battle() -> None:
    starters = [card("Ada V", attacks=["Tap C 10"]), *STARTERS[1:]]
    manifest = world(
        starters=starters,
        vmax=[card("Ada VMAX", hp=300, evolves_from="Ada V"), (card("Dot"), 2)],
        energy="GGRRWWLLPP",
    )
    adventure = main(manifest, "1 1 1", event="champion", badges=3)
    power(adventure, "active", "G")
    weaken(adventure, "enemy")
    do(adventure, "attack 1", "evolve active")
    assert name_at(adventure, "active") == "Ada VMAX"
    assert adventure.state.knock_outs == 1


def test_s40_a_v_is_the_players_only_where_the_owner_has_put_it() -> None:
    """Its own deck cannot be caught, and it evolves from nothing; another deck can be caught."""
    vee = card("Vee V", subtypes=["Basic", "V"], hp=180)
    own_deck = main(world(ex=[vee], energy="GGRRWWLLPP"), event="gym", badges=2)
    assert at(own_deck, "enemy").facts.name == "Vee V"
    assert set(broken(own_deck, "catch")) == {"S30"}
    assigned = main(world(rare=[vee], energy="GGRRWWLLPP"), "6 1 1 1", badges=2)
    do(assigned, "catch")
    assert name_at(assigned, "bench-1") == "Vee V"


def test_s40_not_by_catching() -> None:
    adventure = lines(ADAX)
    adventure = next_script(adventure, "2 1 1 1")
    do(adventure, "catch")
    assert phase(adventure) is Phase.ENERGY
    assert name_at(adventure, "bench-1") == "Adax"


def test_s40_also_when_poison_did_it() -> None:
    adventure = lines(ADAX)
    give(at(adventure, "enemy"), Condition.POISONED)
    do(adventure, "pass")
    assert phase(adventure) is Phase.EVOLVE
    do(adventure, "evolve active")
    assert phase(adventure) is Phase.ENERGY


def test_s40_who_falls_in_the_same_moment_does_not_evolve() -> None:
    adventure = lines(ADAX)
    for place in ("active", "enemy"):
        give(at(adventure, place), Condition.POISONED)
        weaken(adventure, place)
    do(adventure, "pass")
    assert phase(adventure) is Phase.REPLACE


def test_s40_every_broken_part_is_named() -> None:
    adventure = lines(ADAX)
    assert broken(adventure, "evolve active") == ["S40", "S40"]
    assert broken(adventure, "evolve pc-9") == ["S40", "S8", "S40"]
    assert broken(adventure, "decline") == ["S40"]
    do(adventure, "attack 1")
    assert [str(v) for v in adventure.explain(parse("evolve bench-2"))] == [
        "Adax does not evolve from Bob (bench-2) (S40)"
    ]
    knock_out(adventure, "bench-3")
    assert broken(adventure, "evolve bench-3") == ["S40", "S40"]
    assert broken(adventure, "evolve bench-4") == ["S40"]
    assert broken(adventure, "pass") == ["S21"]


def test_s9_a_proxy_is_not_evolved_into() -> None:
    adventure = lines(proxy("Adax", evolves_from="Ada"))
    told = do(adventure, "attack 1")
    assert What.ENEMY_KNOCKED_OUT in kinds(told)
    assert phase(adventure) is Phase.ENERGY


def test_s9_the_house_may_allow_it() -> None:
    manifest = world(
        common=[proxy("Adax", evolves_from="Ada", attacks=["Cut C 10"]), (card("Dot"), 2)],
        energy="GGRRWWLLPP",
        house=rules(proxies_playable=True),
    )
    adventure = main(manifest, "1 1 1")
    power(adventure, "active", "G")
    weaken(adventure, "enemy")
    do(adventure, "attack 1")
    assert legal(adventure) == ["evolve active", "decline"]


# S41: what it keeps.


def test_s41_energy_and_damage_stay_conditions_go_the_lower_card_returns() -> None:
    adventure = next_script(lines(ADAX), "2 1 1")  # the second card, not Ada's again
    active = at(adventure, "active")
    lower = active.card
    active.damage = 30
    give(active, Condition.BURNED)
    do(adventure, "attack 1")
    told = do(adventure, "evolve active")
    assert (active.damage, active.conditions) == (30 + 10, ())  # and the next enemy's attack
    assert [kind.letter for kind in active.energy] == ["G"]
    assert lower in adventure.state.decks[0]
    assert words(told, What.EVOLVED) == ["Ada (active) evolves into the defeated Adax (S40)"]


def test_s41_each_card_keeps_its_own_deck() -> None:
    adventure = lines(ADAX, event="gym", badges=0)
    do(adventure, "attack 1", "evolve active")
    assert at(adventure, "active").facts.deck_number == 2
    assert 0 in adventure.state.decks[0]


def test_s41_an_evolution_with_too_few_hp_falls() -> None:
    adventure = lines(card("Adax", hp=30, evolves_from="Ada"))
    at(adventure, "active").damage = 50
    do(adventure, "attack 1", "evolve active")
    assert phase(adventure) is Phase.REPLACE
    assert at(adventure, "active").down


# S42: it counts as a knock-out and gives no ball.


def test_s42_a_knock_out_without_a_ball() -> None:
    adventure = lines(ADAX)
    do(adventure, "attack 1", "evolve active")
    state = adventure.state
    assert (state.knock_outs, state.pile_count, state.pile) == (1, 0, [])


def third(adventure: Adventure) -> Adventure:
    adventure.state.knock_outs = 2
    return next_script(adventure, "")


def test_s42_the_third_knock_out_of_a_gym_can_still_evolve() -> None:
    adventure = third(lines(ADAX, event="gym"))
    do(adventure, "attack 1")
    assert phase(adventure) is Phase.EVOLVE
    do(adventure, "evolve active")
    assert (adventure.state.badges, adventure.state.event) == (1, EventKind.SKIRMISH)
    assert name_at(adventure, "active") == "Adax"
    assert adventure.state.balls == 0


def test_s42_declined_it_gives_a_ball() -> None:
    adventure = third(lines(ADAX, event="gym"))
    do(adventure, "attack 1", "decline")
    assert adventure.state.balls == 1


def test_s42_the_champions_third_ends_the_adventure_without_a_question() -> None:
    adventure = third(lines(ADAX, event="champion", badges=3))
    do(adventure, "attack 1")
    assert phase(adventure) is Phase.OVER


def test_s42_one_own_card_per_knock_out() -> None:
    twins: Manifest = world(
        starters=[card("Ada"), card("Ada"), card("Cid")],
        common=[ADAX, (card("Dot"), 3)],
        energy="GGRRWWLLPP",
    )
    adventure = main(twins, "1 1 1")
    power(adventure, "active", "G")
    weaken(adventure, "enemy")
    do(adventure, "attack 1")
    assert legal(adventure) == ["evolve active", "evolve bench-2", "decline"]
    do(adventure, "evolve bench-2")
    assert (name_at(adventure, "active"), name_at(adventure, "bench-2")) == ("Ada", "Adax")
    assert phase(adventure) is Phase.ENERGY


def test_s42_evolution_cards_are_otherwise_played_as_drawn() -> None:
    adventure = main(world(starters=[ADAX, *STARTERS[1:]]))
    power(adventure, "active", "R")
    assert legal(adventure, "attack") == ["attack 1"]
