from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cards import BASIC_ENERGY_TYPES, EnergyType
from cardkit.energy import format_energy, parse_energy
from cardkit.errors import InputError
from cardkit.referee import ACTIVE, Action, EventKind, Spot, bench, parse_action, parse_spot, pc
from cardkit.referee.actions import (
    ACTIONS,
    ChooseEvent,
    Retreat,
    SpotAction,
    Swap,
    UseAttack,
    UsePower,
)

SPOTS = st.one_of(st.just(ACTIVE), st.integers(1, 99).map(bench), st.integers(1, 99).map(pc))
BARE = [kind for kind in ACTIONS if kind.shape == ""]
AT_SPOT = [kind for kind in ACTIONS if issubclass(kind, SpotAction)]


def any_action() -> st.SearchStrategy[Action]:
    return st.one_of(
        st.sampled_from(BARE).map(lambda kind: kind()),
        st.builds(lambda kind, spot: kind(spot=spot), st.sampled_from(AT_SPOT), SPOTS),
        st.builds(ChooseEvent, event=st.sampled_from(EventKind)),
        st.builds(Swap, team=SPOTS, pc=SPOTS),
        st.builds(
            Retreat,
            spot=SPOTS,
            payment=st.lists(st.sampled_from(BASIC_ENERGY_TYPES), max_size=5).map(tuple),
        ),
        st.builds(UseAttack, number=st.integers(0, 9)),
        st.builds(UsePower, spot=SPOTS, number=st.integers(0, 9)),
    )


@given(any_action())
def test_the_notation_reads_back(action: Action) -> None:
    assert parse_action(str(action)) == action
    assert str(parse_action(str(action))) == str(action)


def test_every_action_has_a_word_of_its_own() -> None:
    assert len({kind.word for kind in ACTIONS}) == len(ACTIONS) == 21


def test_actions_of_different_kinds_are_different() -> None:
    assert parse_action("attach active") != parse_action("heal active")
    assert len({parse_action("run"), parse_action("pass"), parse_action("run")}) == 2


def test_a_payment_is_the_same_in_any_order() -> None:
    assert parse_action("retreat bench-1 WRG") == parse_action("retreat bench-1 GRW")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an action begins with one of"),
        ("jump", "an action begins with one of"),
        ("run away", "nothing follows 'run'"),
        ("attach", "one place follows 'attach'"),
        ("attach bench-1 pc-1", "one place follows 'attach'"),
        ("attach bench", "a place is active, bench-1"),
        ("attach bench-0", "a place is active, bench-1"),
        ("attach bench-01", "a place is active, bench-1"),
        ("attach active-1", "a place is active, bench-1"),
        ("event party", "an event is skirmish, gym or champion"),
        ("event gym gym", "an event is skirmish, gym or champion"),
        ("swap pc-1", "two places follow 'swap'"),
        ("attack one", "the number of an attack follows"),
        ("attack 01", "the number of an attack follows"),
        ("attack ²", "the number of an attack follows"),
        ("attack", "the number of an attack follows"),
        ("retreat", "a place and Energy letters follow"),
        ("retreat bench-1 R W", "a place and Energy letters follow"),
        ("retreat bench-1 RX", "Energy letters are G R W L P F D M Y, got 'RX'"),
        ("retreat bench-1 C", "Energy letters are"),
    ],
)
def test_what_is_no_action_is_refused_with_the_way_to_write_it(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_action(text)
    assert message in str(caught.value)
    assert caught.value.faults[0].remedy.startswith("write it like ")


def test_places_read_back_and_know_what_is_in_play() -> None:
    assert [str(spot) for spot in (ACTIVE, bench(2), pc(5))] == ["active", "bench-2", "pc-5"]
    assert [spot.in_play for spot in (ACTIVE, bench(2), pc(5))] == [True, True, False]
    assert parse_spot("pc-12") == Spot(zone=pc(1).zone, number=12)


def test_energy_letters_have_one_order() -> None:
    assert format_energy(tuple(reversed(BASIC_ENERGY_TYPES))) == "GRWLPFDMY"
    assert format_energy([EnergyType.COLORLESS, EnergyType.FIRE]) == "RC"
    assert parse_energy("WGW") == (EnergyType.GRASS, EnergyType.WATER, EnergyType.WATER)
