"""Card text, empty decks, and rules that stay: S43 to S46; faces of S9 in the list of texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardkit.cards import Attack
from cardkit.errors import InputError
from cardkit.referee import Adventure, EventKind, Phase, Reason, Scripted, Table, What, unread_texts
from cardkit.referee import parse_action as parse
from cardkit.referee.actions import ENERGY_ORDER
from tests.referee.table_talk import (
    at,
    do,
    fight,
    kinds,
    knock_out,
    legal,
    main,
    next_script,
    phase,
    power,
    skip_to_main,
    weaken,
    words,
)
from tests.referee.worlds import STARTERS, attack, card, proxy, rules, world

# S43: what is not read is declared and never half applied.

UNREAD = [
    (
        attack("Flip - 30", text="Whistle a tune."),
        "the text of Flip is not read: Whistle a tune",
    ),
    (
        attack("Omit - 30", text_omitted=True),
        "the text of Omit is not read: the source does not carry its text",
    ),
    (attack("Many - 20×"), "the text of Many is not read: nothing says what 20× counts"),
    (attack("More - 20+"), "the text of More is not read: nothing says what changes 20+"),
    (attack("Less - 50-"), "the text of Less is not read: nothing says what changes 50-"),
    (attack("Some - ?"), "the text of Some is not read: nothing says what ? counts"),
]


@pytest.mark.parametrize(("unread", "why"), UNREAD)
def test_s43_an_unread_attack_cannot_be_used(unread: Attack, why: str) -> None:
    adventure = main(world(starters=[card("Ada", attacks=[unread]), *STARTERS[1:]]))
    assert [str(v) for v in adventure.explain(parse("attack 1"))] == [f"{why} (S43)"]
    assert legal(adventure, "attack") == []


def test_s43_without_a_usable_attack_everything_else_remains() -> None:
    adventure = main(world(starters=[card("Ada", attacks=[UNREAD[0][0]]), *STARTERS[1:]]))
    power(adventure, "active", "R")
    assert {line.split()[0] for line in legal(adventure)} == {"retreat", "catch", "pass"}


def test_s43_an_unread_attack_costs_as_printed_all_the_same() -> None:
    dear = attack("Dear RR 30", text="Whistle a tune.")
    adventure = main(world(starters=[card("Ada", attacks=[dear]), *STARTERS[1:]]))
    assert [v.rule for v in adventure.explain(parse("attack 1"))] == ["S43", "S28"]


def test_s43_what_is_not_read_is_listed_before_the_game() -> None:
    manifest = world(
        starters=[card("Ada", attacks=["Hit - 10", UNREAD[0][0]], abilities=["Glow"])],
        common=[proxy("Paper", abilities=["Shine"])],
        vmax=[card("Max", attacks=[UNREAD[1][0]])],
    )
    unread = "has no effect, its text is not read: the source does not carry its text"
    assert [
        (text.deck.value, text.card.name, text.kind, text.name, text.why)
        for text in unread_texts(manifest)
    ] == [
        ("common", "Ada", "Ability", "Glow", unread),
        ("common", "Ada", "attack", "Flip", UNREAD[0][1]),
        ("vmax", "Max", "attack", "Omit", UNREAD[1][1]),
    ]


def test_s43_proxies_are_listed_when_the_house_lets_them_be_played() -> None:
    manifest = world(
        starters=[card("Ada")],
        common=[proxy("Paper", attacks=[UNREAD[0][0]])],
        house=rules(proxies_playable=True),
    )
    assert [text.card.name for text in unread_texts(manifest)] == ["Paper"]


def test_s43_a_vstar_power_is_for_once_in_an_event() -> None:
    star = attack("Star - 100", text="(You can't use more than 1 VSTAR Power in a game.)")
    table = Table.lay(world(starters=[card("Ada", attacks=[star])]))
    assert (table.cards[0].attacks[0].once, table.cards[0].attacks[0].damage) == ("VSTAR", 100)


# S44: a rarity deck runs out.


def defeat(adventure: Adventure, script: str) -> Adventure:
    """Knock the enemy out with these outcomes to come."""
    adventure = next_script(adventure, script)
    power(adventure, "active", "G")
    weaken(adventure, "enemy")
    do(adventure, "attack 1")
    return adventure


def test_s44_defeated_cards_come_back_and_still_count() -> None:
    adventure = defeat(main(world(energy="GGRRWWLLPP"), event="gym"), "1 1 1")
    state = adventure.state
    assert at(adventure, "enemy").facts.name == "Uma"
    assert (state.pile, state.pile_count, state.knock_outs) == ([], 1, 1)


def test_s44_the_words_name_the_deck() -> None:
    adventure = next_script(main(world(energy="GGRRWWLLPP"), event="gym"), "1 1 1")
    power(adventure, "active", "G")
    weaken(adventure, "enemy")
    told = do(adventure, "attack 1")
    assert words(told, What.DECK_RESHUFFLED) == [
        "the uncommon deck is empty: 1 defeated cards go back (S44)"
    ]


def test_s44_returned_cards_still_give_their_balls() -> None:
    adventure = defeat(main(world(energy="GGGRRWWLLPP")), "1 1 1")
    for place, letter in (("bench-2", "R"), ("bench-3", "W")):
        power(adventure, place, letter)
    skip_to_main(adventure)
    do(adventure, "run")
    assert adventure.state.balls == 1


def caught_them_all(event: str, badges: int) -> Adventure:
    """An event whose enemy deck is empty."""
    manifest = world(common=[], uncommon=[], vmax=[], energy="GGRR")
    adventure = Adventure.start(manifest, Scripted("1 1 1"))
    adventure.state.event = EventKind(event)
    adventure.state.badges = badges
    return adventure


def test_s44_an_empty_gym_is_won() -> None:
    adventure = caught_them_all("gym", 0)
    told = do(adventure, "lead bench-1")
    assert adventure.state.badges == 1
    assert words(told, What.DECK_EMPTY) == ["the uncommon deck has no Pokemon left (S44)"]


def test_s44_an_empty_champion_is_beaten_for_that_reason() -> None:
    adventure = caught_them_all("champion", 3)
    told = do(adventure, "lead bench-1")
    assert words(told, What.ADVENTURE_WON) == [
        "the adventure is won: the champion has no Pokemon left (S11)"
    ]
    assert adventure.outcome is not None
    assert adventure.outcome.reason is Reason.CHAMPION_OUT_OF_POKEMON
    assert adventure.outcome.reason.rule == "S44"


def test_s44_an_empty_skirmish_ends_like_a_run() -> None:
    adventure = caught_them_all("skirmish", 0)
    do(adventure, "lead bench-1")
    assert phase(adventure) is Phase.EVENT
    assert legal(adventure) == ["event gym", "event skirmish"]
    do(adventure, "event skirmish")
    assert phase(adventure) is Phase.PREPARE


def test_s44_the_last_enemy_caught_ends_the_skirmish() -> None:
    adventure = fight(script="2")
    told = do(adventure, "attach active", "catch")
    assert What.ENEMY_TURN_BEGINS not in kinds(told)
    assert phase(adventure) is Phase.EVENT


# S45: the Energy deck runs out.


def test_s45_the_discard_comes_back() -> None:
    adventure = fight(world(energy="GR"), "1 1")
    do(adventure, "ball")
    told = do(adventure, "pass")
    assert words(told, What.ENERGY_RESHUFFLED) == [
        "the Energy deck is empty: 1 discarded Energies go back (S45)"
    ]
    assert phase(adventure) is Phase.ENERGY


def test_s45_without_any_energy_there_is_no_draw() -> None:
    adventure = fight(world(energy="G"))
    told = do(adventure, "attach active", "pass")
    assert kinds(told).count(What.NO_ENERGY) == 2
    assert phase(adventure) is Phase.MAIN
    assert at(adventure, "enemy").energy == []


def test_s45_a_position_without_energy_and_enemies_goes_on() -> None:
    adventure = fight(world(energy=""), "2")
    do(adventure, "pass", "catch")
    assert adventure.legal_actions


def test_s45_the_deck_keeps_its_order() -> None:
    adventure = fight(world(energy="PWG"), "1 1")
    power(adventure, "bench-2", "P")
    adventure.state.energy_discard = at(adventure, "bench-2").energy + adventure.state.energy_deck
    at(adventure, "bench-2").energy = []
    adventure.state.energy_deck = []
    do(adventure, "ball", "pass")
    order = [ENERGY_ORDER[kind] for kind in adventure.state.energy_deck]
    assert order == sorted(order)


# S46: rules and chart are those of the manifest, for the whole adventure.


def test_s46_an_adventure_keeps_the_rules_of_its_manifest() -> None:
    manifest = world(house=rules(bench_size=4))
    adventure = Adventure.start(manifest, Scripted("1 1 1"))
    assert adventure.state.table.rules is manifest.rules
    assert adventure.state.table.manifest is manifest
    assert adventure.copy().state.table is adventure.state.table


def test_s46_rules_cannot_be_changed_halfway() -> None:
    adventure = fight()
    with pytest.raises(AttributeError):
        adventure.state.table.rules.bench_size = 7  # type: ignore[misc]
    assert replace(adventure.state.table.rules, bench_size=7) is not adventure.state.table.rules


def test_s46_two_manifests_side_by_side_keep_their_own() -> None:
    one, two = (fight(world(house=rules(retreats_per_turn=n))) for n in (0, 1))
    for adventure in (one, two):
        skip_to_main(adventure)
        power(adventure, "active", "R")
        knock_out(adventure, "bench-3")
    assert legal(one, "retreat") == []
    assert legal(two, "retreat") == ["retreat bench-2 R"]


def test_a_card_that_is_no_pokemon_is_refused_with_its_rule() -> None:
    trainer = replace(card("Potion"), supertype=type(card("Potion").supertype)("Trainer"))
    with pytest.raises(InputError, match=r"a rarity deck holds Pokemon only.*\(S1\)"):
        Adventure.start(world(rare=[trainer]), Scripted(""))
