"""The one-line text of a position, read back: whole, with gaps, and with mistakes in it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant

from cardkit.cards import CardId
from cardkit.errors import InputError
from cardkit.referee import (
    Adventure,
    Phase,
    Pokemon,
    Scripted,
    Seeded,
    State,
    Table,
    parse_position,
)
from cardkit.referee.actions import Decide
from cardkit.referee.positions import position_text
from tests.referee.table_talk import do, main
from tests.referee.test_machine import TABLES, AdventureMachine
from tests.referee.worlds import card, proxy, rules, world

TABLE = Table.lay(world(common=[(card("Dot"), 2)], energy="GRRWW"))


class NotationMachine(AdventureMachine):
    """Plays as the machine of all invariants does, and reads each position back."""

    @invariant()
    def the_line_is_read_back(self) -> None:
        state = self.adventure.state
        again = parse_position(self.adventure.text, state.table)
        assert position_text(again) == self.adventure.text
        assert [len(deck) for deck in again.decks] == [len(deck) for deck in state.decks]
        assert (again.energy_deck, again.agenda) == (state.energy_deck, state.agenda)
        assert again.outcome == state.outcome


TestNotationMachine = NotationMachine.TestCase
TestNotationMachine.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@cache
def played_lines(table_number: int) -> tuple[str, ...]:
    """Lines of positions out of a game in which every kind of action is as likely."""
    chooser = random.Random(table_number)
    adventure = Adventure.on(TABLES[table_number], Seeded(table_number))
    lines: list[str] = []
    while len(lines) < 300 and adventure.outcome is None:
        actions = list(adventure.legal_actions)
        word = chooser.choice(sorted({action.word for action in actions}))
        adventure.apply(chooser.choice([each for each in actions if each.word == word]))
        lines.append(adventure.text)
    return tuple(lines)


@settings(max_examples=200, deadline=None)
@given(data=st.data(), table_number=st.integers(0, len(TABLES) - 1))
def test_what_is_accepted_can_be_played(data: st.DataObject, table_number: int) -> None:
    """Parts of one position in another: refused in words, or as good as any other position."""
    lines = st.sampled_from(played_lines(table_number))
    parts = data.draw(lines).split(" / ")
    for _ in range(data.draw(st.integers(1, 4))):
        other = data.draw(st.sampled_from(data.draw(lines).split(" / ")))
        name = other.split()[0]
        same = [number for number, part in enumerate(parts) if part.split()[0] == name]
        if same:
            parts[same[0]] = other
        else:
            parts.append(other)
    text = " / ".join(parts)
    try:
        adventure = Adventure.at(text, TABLES[table_number], Seeded(1))
    except InputError:
        return
    assert position_text(parse_position(adventure.text, TABLES[table_number])) == adventure.text
    for action in adventure.legal_actions:
        told = adventure.push(action)
        assert told or isinstance(action, Decide)  # an answer may come to nothing
        assert adventure.status() == ()
        adventure.pop()


def line(text: str, table: Table = TABLE) -> str:
    """The canonical line of what is read."""
    return position_text(parse_position(text, table))


def test_what_is_left_out_is_filled_in() -> None:
    assert line("active test-ada / enemy test-dot") == (
        "skirmish main event 1 round 1 badges 0 balls 0 ko 0 piled 0 retreats 0 throws 0"
        " / active test-ada / bench - - - - - / pc - - - - - / enemy test-dot"
        " / pile - / energy discard -"
    )


def test_parts_and_marks_stand_in_any_order_and_names_will_do() -> None:
    assert line(
        "enemy dot:R  /  pile Uma / discard WW / drawn G / active ADA:Poisoned+paralyzed:20"
        " / bench - bob:down / GX balls 2 gym champion-lost badges 1"
    ) == line(
        "gym energy event 1 round 1 badges 1 balls 2 ko 1 piled 1 retreats 0 throws 0 GX"
        " champion-lost / active test-ada:20::Paralyzed+Poisoned / bench - test-bob:down"
        " / enemy test-dot:0:R / pile test-uma / energy discard WW / drawn G"
    )


@pytest.mark.parametrize(
    ("rest", "phase"),
    [
        ("active ada / enemy dot", Phase.MAIN),
        ("active ada / enemy dot / drawn G", Phase.ENERGY),
        ("active ada / enemy dot / throws 1", Phase.CATCHING),
        ("active ada:down / bench bob / enemy dot", Phase.REPLACE),
        ("active ada / fallen dot", Phase.EVOLVE),
        ("bench ada bob cid", Phase.PREPARE),
        ("bench ada / next gym skirmish", Phase.EVENT),
        ("champion / badges 3 / active ada / outcome champion-beaten", Phase.OVER),
    ],
)
def test_what_is_asked_for_follows_from_what_lies_there(rest: str, phase: Phase) -> None:
    adventure = Adventure.at(rest, TABLE, Scripted("1 1 1 1 1 1"))
    assert adventure.state.phase is phase
    if phase is not Phase.OVER:
        assert adventure.push(tuple(adventure.legal_actions)[-1])
        assert adventure.status() == ()


def test_a_caught_pokemon_waits_while_bench_and_pc_are_full() -> None:
    table = Table.lay(world(common=[(card("Dot"), 3)], house=rules(bench_size=2, pc_size=1)))
    text = "active ada / bench bob cid / pc dot / caught dot:20"
    adventure = Adventure.at(text, table, Scripted("1 1 1"))
    assert adventure.state.phase is Phase.RELEASE
    do(adventure, "release pc-1")
    assert "pc test-dot / enemy test-dot" in adventure.text


def test_an_adventure_goes_on_from_its_line() -> None:
    one = main(script="1 1 1")
    two = Adventure.at(one.text, one.state.table.manifest, Scripted("1 1 1"))
    assert do(one, "pass") == do(two, "pass")
    assert one.text == two.text


def test_a_star_after_a_name_means_the_proxy() -> None:
    table = Table.lay(world(common=[card("Thing"), proxy("Thing")]))
    assert "enemy test-thing*:10 /" in line("active ada / enemy Thing*:10", table)
    with pytest.raises(InputError, match=r"write one of test-thing, test-thing\*$"):
        line("active ada / enemy Thing", table)


def test_ids_that_look_like_punctuation_are_read_back() -> None:
    ids = ("-", "/", "a", "a:0", "a%3A0", "down", "x'")
    odd = [replace(card("Odd"), card_id=CardId(text)) for text in ids]
    table = Table.lay(world(starters=odd, common=[(card("Dot"), 2), proxy("Dot")]))
    for facts in table.cards[: len(odd)]:
        state = State(table)
        state.phase = Phase.PREPARE
        card_number = table.cards.index(facts)
        state.decks[0].remove(card_number)
        state.bench[1] = Pokemon(card_number, facts)
        again = parse_position(position_text(state), table).bench[1]
        assert again is not None
        assert again.facts is facts


MISTAKES = [
    ("actve ada", "column 1: 'actve' is no word of a position; did you mean active"),
    ("zzz", "column 1: 'zzz' is no word of a position; write one of active, enemy,"),
    ("active adda", "column 8: the game has no card 'adda'; did you mean ada"),
    ("active zzz", "column 8: the game has no card 'zzz'; write the id of a card"),
    (
        "active ada / bench ada",
        "column 20: every copy of 'ada' that the game has lies elsewhere (S19); leave one out",
    ),
    ("active ada bob", "column 1: one Pokemon follows 'active', got 'ada bob'; write it like"),
    ("enemy", "column 1: one Pokemon follows 'enemy', got ''; write it like enemy CARD:20:RW"),
    (
        "bench - - - - - ada",
        "column 17: the bench has 5 places, there is no room for 'ada' (S8); leave it out",
    ),
    ("bench - / bench -", "column 11: bench is given twice, the second time by 'bench'; leave"),
    ("gym skirmish", "column 5: the event is given twice, the second time by 'skirmish'; leave"),
    ("main energy", "column 6: the phase is given twice, the second time by 'energy'; leave"),
    ("balls 1 balls 2", "column 9: balls is given twice, the second time by 'balls'; leave"),
    ("GX GX", "column 4: GX is given twice, the second time by 'GX'; leave one out"),
    ("balls", "column 1: a number of at most 9 digits follows 'balls'; write it like balls 1"),
    ("balls x main", "column 1: a number of at most 9 digits follows 'balls'; write it like"),
    ("balls ²", "column 1: a number of at most 9 digits follows 'balls'; write it like balls 1"),
    ("round 1234567890", "column 1: a number of at most 9 digits follows 'round'; write it"),
    ("active ada:20:30", "column 8: damage of ada is given twice, the second time as '30'; leave"),
    ("active ada:R:R", "column 8: energy of ada is given twice, the second time as 'R'; leave"),
    ("active ada:RC", "column 8: Energy letters are G R W L P F D M Y, got 'RC'; write them like"),
    ("active ada:cold", "column 8: 'cold' is neither damage, Energy letters nor a condition;"),
    (
        "active ada:Asleep+Confused",
        "column 8: Asleep and Confused replace each other (S36); write the newer one only",
    ),
    ("active thing", "column 8: several cards are called 'thing'; write one of test-thing,"),
    ("drawn GR", "column 1: one Energy letter follows 'drawn', got 'GR'; write it like drawn G"),
    ("drawn Q", "column 7: Energy letters are G R W L P F D M Y, got 'Q'; write them like RRW"),
    ("discard Q", "column 9: Energy letters are G R W L P F D M Y, got 'Q'; write them like RRW"),
    ("next home", "column 6: 'home' cannot follow 'next'; write one of skirmish, gym, champion"),
    ("next", "column 1: something follows 'next', got nothing; write one of skirmish, gym,"),
    ("then rest", "column 6: 'rest' cannot follow 'then'; write one of player-turn, player-draw,"),
    ("outcome lost", "column 9: 'lost' cannot follow 'outcome'; write one of champion-beaten,"),
]


@pytest.mark.parametrize(("text", "says"), MISTAKES)
def test_each_mistake_is_named_with_its_place_and_the_remedy(text: str, says: str) -> None:
    table = Table.lay(world(common=[card("Thing"), proxy("Thing"), proxy("Paper")]))
    with pytest.raises(InputError) as caught:
        parse_position(text, table)
    assert len(caught.value.faults) == 1
    assert str(caught.value).startswith(says)
    assert all(fault.remedy for fault in caught.value.faults)


def test_all_mistakes_are_named_at_once_from_left_to_right() -> None:
    with pytest.raises(InputError) as caught:
        parse_position("balls x / active adda:cold / pile uma uma / drawn Q", TABLE)
    assert [fault.where for fault in caught.value.faults] == [
        "column 1",
        "column 18",
        "column 18",
        "column 39",
        "column 51",
    ]


def test_a_line_that_can_be_read_still_has_to_be_a_sound_position() -> None:
    with pytest.raises(InputError) as caught:
        parse_position("active ada:60 / enemy dot:RRW / balls 6", TABLE)
    assert str(caught.value).splitlines() == [
        "ready balls are 0 to 5, got 6 (S6)",
        "Ada (active) has 60 HP and 60 damage, yet it is not knocked out (S27)",
    ]
    with pytest.raises(InputError, match=r"no Pokemon is in play \(S13\)"):
        parse_position("", TABLE)
