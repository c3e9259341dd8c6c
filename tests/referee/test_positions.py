from __future__ import annotations

from collections.abc import Callable

import pytest

from cardkit.cards import EnergyType
from cardkit.referee import Adventure, EventKind, Phase, Scripted, Seeded, bench, pc
from cardkit.referee.conditions import give
from cardkit.referee.outcome import Outcome, Reason
from cardkit.referee.state import Step
from cardkit.rules import Condition
from tests.referee.table_talk import at, begin, do, fight, kinds, knock_out, main, power, turn
from tests.referee.worlds import adventure_world, card, world


def test_a_position_is_one_line() -> None:
    adventure = main(world(energy="GRRWW"))
    power(adventure, "active", "RW")
    power(adventure, "enemy", "R")
    at(adventure, "active").damage = 20
    give(at(adventure, "active"), Condition.PARALYZED)
    give(at(adventure, "active"), Condition.POISONED)
    turn(adventure, "bench-3")
    assert adventure.text == (
        "skirmish main event 1 round 1 badges 0 balls 0 ko 0 piled 0 retreats 0 throws 0"
        " / active test-ada:20:RW:Paralyzed+Poisoned / bench - test-bob test-cid:down - -"
        " / pc - - - - - / enemy test-dot:0:R / pile - / energy discard G"
    )


def test_what_waits_is_in_the_line() -> None:
    assert fight().text.endswith(" / drawn G")
    adventure = fight(world(common=[card("Dot")]), "2")
    do(adventure, "attach active", "catch")
    assert adventure.text.endswith(" / next gym skirmish")


CHANGES: list[Callable[[Adventure], object]] = [
    lambda a: setattr(a.state, "balls", 1),
    lambda a: setattr(a.state, "badges", 1),
    lambda a: setattr(a.state, "retreats", 1),
    lambda a: setattr(a.state, "champion_lost", True),
    lambda a: setattr(a.state, "once_used", frozenset({"GX"})),
    lambda a: setattr(at(a, "active"), "damage", 10),
    lambda a: setattr(at(a, "active"), "sat_out", True),
    lambda a: setattr(at(a, "active"), "poison", 20),
    lambda a: setattr(at(a, "bench-2"), "down", True),
    lambda a: power(a, "active", "R"),
    lambda a: a.state.energy_discard.append(a.state.energy_deck.pop()),
    lambda a: a.state.pile.append(3),
]


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_shows_in_text_and_digest(change: Callable[[Adventure], object]) -> None:
    adventure = main()
    text, digest = adventure.text, adventure.digest
    change(adventure)
    assert adventure.text != text
    assert adventure.digest != digest


def test_equal_positions_go_on_alike() -> None:
    one = Adventure.start(adventure_world(), Seeded(1))
    for _ in range(200):
        one.apply(next(iter(one.legal_actions)))
    two = one.copy(Scripted("1 1 1 1 1 1"))
    one = one.copy(Scripted("1 1 1 1 1 1"))
    assert (one.text, one.digest) == (two.text, two.digest)
    for _ in range(3):
        told = [adventure.apply(tuple(adventure.legal_actions)[-1]) for adventure in (one, two)]
        assert told[0] == told[1]
    assert one.text == two.text


def test_a_copy_shares_nothing_that_changes() -> None:
    adventure = main(world(energy="GRRWW"), "1 1")
    power(adventure, "active", "R")
    before = adventure.text
    twin = adventure.copy()
    do(twin, "retreat bench-2 R", "pass")
    twin.state.pile.append(9)
    twin.state.decks[0].clear()
    at(twin, "bench-3").damage = 50
    assert adventure.text == before
    assert adventure.status() == ()
    assert kinds(do(adventure, "pass"))  # its script is where it was


def test_two_printings_of_one_card_have_keys_of_their_own() -> None:
    twin = card("Dot")
    adventure = begin(world(common=[twin], uncommon=[twin, (twin, 2)]))
    keys = [facts.key for facts in adventure.state.table.cards]
    assert keys[3:7] == ["test-dot", "test-dot'", "test-dot''", "test-dot''"]


def turned_by_hand(adventure: Adventure) -> None:
    adventure.state.vacant()
    at(adventure, "bench-2").down = True


def fallen_with_energy(adventure: Adventure) -> None:
    turn(adventure, "bench-2")
    power(adventure, "bench-2", "R")


def energy_in_the_pc(adventure: Adventure) -> None:
    store_bob(adventure)
    power(adventure, "pc-1", "R")


def fallen_in_the_pc(adventure: Adventure) -> None:
    store_bob(adventure)
    turn(adventure, "pc-1")


def store_bob(adventure: Adventure) -> None:
    adventure.state.put(pc(1), at(adventure, "bench-2"))
    adventure.state.put(bench(2), None)


def nobody_follows(adventure: Adventure) -> None:
    adventure.state.phase = Phase.REPLACE
    knock_out(adventure, "active", "bench-2", "bench-3")


def no_team(adventure: Adventure) -> None:
    state = adventure.state
    state.phase = Phase.PREPARE
    state.active, state.bench = None, [None] * 5


def pile_left(adventure: Adventure) -> None:
    adventure.state.phase = Phase.PREPARE
    adventure.state.pile.append(adventure.state.decks[1].pop())


def gym_with_all_badges(adventure: Adventure) -> None:
    adventure.state.event = EventKind.GYM
    adventure.state.badges = 3


FAULTS: list[tuple[Callable[[Adventure], object], str, str]] = [
    (
        lambda a: setattr(a.state, "phase", Phase.MOVING),
        "S21",
        "an action was not carried out to its end",
    ),
    (
        lambda a: setattr(a.state, "phase", Phase.CHOOSING),
        "S43",
        "card text waits exactly while the player is asked for an answer",
    ),
    (lambda a: a.state.decks[1].clear(), "S19", "card 4 (test-uma) lies in 0 places"),
    (lambda a: a.state.pile.append(4), "S19", "card 4 (test-uma) lies in 2 places"),
    (
        lambda a: a.state.decks[2].append(a.state.decks[1].pop()),
        "S19",
        "test-uma lies in deck 3, which is not its own",
    ),
    (lambda a: a.state.decks[0].extend([5, 4]), "S13", "deck 1 is not in its order"),
    (
        lambda a: setattr(at(a, "active"), "facts", at(a, "enemy").facts),
        "S41",
        "active shows test-dot, the card is test-ada",
    ),
    (lambda a: a.state.energy_deck.pop(), "S19", "there are 0 Psychic Energies, the game has 1"),
    (
        lambda a: a.state.energy_discard.append(EnergyType.FAIRY),
        "S19",
        "there are 1 Fairy Energies, the game has 0",
    ),
    (lambda a: setattr(a.state, "balls", 6), "S6", "ready balls are 0 to 5, got 6"),
    (lambda a: setattr(a.state, "badges", 4), "S11", "badges are 0 to 3, got 4"),
    (lambda a: setattr(a.state, "pile_count", 1), "S42", "1 balls earned by 0 knock-outs"),
    (
        lambda a: setattr(at(a, "active"), "damage", -10),
        "S28",
        "damage of active must be full tens from 0, got -10",
    ),
    (
        lambda a: setattr(at(a, "enemy"), "damage", 15),
        "S28",
        "damage of enemy must be full tens from 0, got 15",
    ),
    (
        lambda a: setattr(at(a, "active"), "poison", 5),
        "S36",
        "poison of active must be full tens from 0, got 5",
    ),
    (lambda a: power(a, "enemy", "RWLP"), "S34", "the pool holds at most 3, got 4"),
    (lambda a: a.state.bench.append(None), "S8", "bench and PC have 6 and 5 places"),
    (
        lambda a: setattr(at(a, "active"), "sat_out", True),
        "S36",
        "active sat a turn out, yet it is not Paralyzed",
    ),
    (lambda a: setattr(a.state, "throws", 1), "S32", "no catch goes on, yet it has cost balls: 1"),
    (
        turned_by_hand,
        "S27",
        "a Pokemon was turned by hand, and State.turn does not know",
    ),
    (fallen_with_energy, "S27", "bench-2 is knocked out, yet something lies on it"),
    (energy_in_the_pc, "S33", "pc-1 is in the PC, yet something lies on it"),
    (fallen_in_the_pc, "S27", "pc-1 is in the PC, yet knocked out"),
    (
        lambda a: setattr(at(a, "active"), "damage", 60),
        "S27",
        "Ada (active) has 60 HP and 60 damage, yet it is not knocked out",
    ),
    (lambda a: setattr(a.state, "active", None), "S27", "there is no living Active"),
    (
        lambda a: setattr(at(a, "enemy"), "damage", 60),
        "S38",
        "Dot (enemy) has 60 HP and 60 damage, yet it is not knocked out",
    ),
    (lambda a: setattr(a.state, "phase", Phase.REPLACE), "S27", "there is a living Active"),
    (nobody_follows, "S17", "nobody on the bench can follow the Active"),
    (
        lambda a: setattr(a.state, "phase", Phase.PREPARE),
        "S38",
        "there is an enemy, yet none is fought",
    ),
    (no_team, "S13", "no Pokemon is in play"),
    (pile_left, "S19", "the discard pile has not gone back to the decks"),
    (gym_with_all_badges, "S15", "with 3 badges the champion takes a gym's place"),
    (
        lambda a: a.state.agenda.append(Step.ENEMY_TURN),
        "S21",
        "after main there cannot follow: enemy-turn",
    ),
    (
        lambda a: setattr(a.state, "phase", Phase.REPLACE),
        "S21",
        "after replace there cannot follow: nothing",
    ),
    (lambda a: setattr(a.state, "enemy", None), "S38", "there is no enemy"),
    (
        lambda a: setattr(a.state, "drawn", a.state.energy_deck.pop()),
        "S22",
        "a drawn Energy waits exactly while its use is asked for",
    ),
    (
        lambda a: setattr(a.state, "fallen", at(a, "enemy")),
        "S40",
        "a defeated enemy waits exactly while evolution is asked for",
    ),
    (
        lambda a: setattr(a.state, "caught", at(a, "enemy")),
        "S33",
        "a caught Pokemon waits exactly while room is asked for",
    ),
    (
        lambda a: setattr(a.state, "choices", (a.state.event,)),
        "S16",
        "the next events are named exactly while one is chosen",
    ),
    (
        lambda a: setattr(
            a.state, "outcome", Outcome(reason=Reason.CHAMPION_BEATEN, rounds=1, events=1)
        ),
        "S11",
        "the adventure is over exactly when it has an outcome",
    ),
]


@pytest.mark.parametrize(("spoil", "rule", "what"), FAULTS)
def test_every_fault_of_a_position_is_found(
    spoil: Callable[[Adventure], object], rule: str, what: str
) -> None:
    adventure = main()
    assert adventure.status() == ()
    spoil(adventure)
    assert f"{what} ({rule})" in [str(fault) for fault in adventure.status()]


def test_all_faults_are_named_at_once() -> None:
    adventure = main(event="gym")
    adventure.state.event = EventKind.CHAMPION
    adventure.state.balls = -1
    adventure.state.phase = Phase.MOVING
    assert [fault.rule for fault in adventure.status()] == ["S6", "S21", "S15"]


def test_a_proxy_among_ones_own_is_a_fault() -> None:
    adventure = main()
    facts = at(adventure, "active").facts
    object.__setattr__(facts, "playable", False)
    assert "active holds the proxy Ada (S9)" in [str(fault) for fault in adventure.status()]


def test_a_position_that_is_not_sound_is_not_played_on() -> None:
    adventure = main()
    adventure.state.enemy = None
    with pytest.raises(LookupError, match="the position is not sound"):
        do(adventure, "pass")
