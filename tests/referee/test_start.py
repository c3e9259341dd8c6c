"""Start and set-up: rules S8, S12 and S13."""

from __future__ import annotations

import pytest

from cardkit.errors import InputError
from cardkit.referee import Adventure, Scripted, parse_action
from tests.referee.table_talk import (
    at,
    begin,
    broken,
    do,
    fight,
    legal,
    name_at,
)
from tests.referee.worlds import STARTERS, card, proxy, rules, world

# S12: three cards from the Common deck, any stage, no mulligan.


def test_s12_three_commons_are_dealt_to_the_bench() -> None:
    adventure = begin()
    assert [name_at(adventure, f"bench-{n}") for n in (1, 2, 3)] == ["Ada", "Bob", "Cid"]
    assert adventure.state.active is None
    assert legal(adventure, "lead") == ["lead bench-1", "lead bench-2", "lead bench-3"]
    assert str(adventure.opening[0]) == "Ada, Bob, Cid are drawn from the Common deck (S12)"


def test_s12_any_stage_may_be_dealt() -> None:
    late = card("Late", subtypes=["Stage 2"], evolves_from="Early")
    adventure = begin(world(starters=[late, *STARTERS[1:]]))
    assert name_at(adventure, "bench-1") == "Late"


def test_s12_proxies_are_passed_over_and_one_card_is_enough() -> None:
    adventure = Adventure.start(
        world(starters=[proxy("Paper"), STARTERS[0]], common=[proxy("Sheet")]), Scripted("1")
    )
    assert name_at(adventure, "bench-1") == "Ada"
    assert adventure.state.bench[1:] == [None] * 4


def test_s12_without_any_card_of_ones_own_there_is_no_adventure() -> None:
    with pytest.raises(InputError, match=r"no card that the player may start with \(S12\)"):
        begin(world(starters=[proxy("Paper")], common=[]))


# S13: swaps with the PC, choosing the Active, one enemy with an empty pool.


def with_pc() -> Adventure:
    adventure = begin(world(common=[card("Dot"), card("Eve")]))
    state = adventure.state
    do(adventure)  # the position is sound before it is arranged
    state.pc[1], state.bench[2] = state.bench[2], None
    assert adventure.status() == ()
    return adventure


def test_s13_swaps_exchange_move_in_and_move_out() -> None:
    adventure = with_pc()
    do(adventure, "swap bench-1 pc-2")
    assert (name_at(adventure, "bench-1"), name_at(adventure, "pc-2")) == ("Cid", "Ada")
    do(adventure, "swap bench-2 pc-1")
    assert (adventure.state.bench[1], name_at(adventure, "pc-1")) == (None, "Bob")
    do(adventure, "swap active pc-2")
    assert (name_at(adventure, "active"), adventure.state.pc[1]) == ("Ada", None)


def test_s13_every_swap_is_listed() -> None:
    adventure = begin(world(common=[card("Dot")], house=rules(bench_size=3, pc_size=2)))
    state = adventure.state
    state.pc[1], state.bench[0] = state.bench[0], None
    assert legal(adventure, "swap") == [
        "swap active pc-2",
        "swap bench-1 pc-2",
        "swap bench-2 pc-1",
        "swap bench-2 pc-2",
        "swap bench-3 pc-1",
        "swap bench-3 pc-2",
    ]


def test_s13_one_pokemon_stays_in_play_and_two_empty_places_are_no_swap() -> None:
    adventure = with_pc()
    do(adventure, "swap bench-2 pc-1")
    assert broken(adventure, "swap bench-1 pc-3") == ["S13"]
    assert broken(adventure, "swap bench-4 pc-3") == ["S13"]
    assert broken(adventure, "swap bench-1 pc-2") == []


@pytest.mark.parametrize(
    ("line", "rules_broken"),
    [
        ("swap pc-1 pc-2", ["S13"]),
        ("swap bench-1 bench-2", ["S13"]),
        ("swap bench-9 pc-9", ["S8", "S8"]),
        ("lead pc-2", ["S13"]),
        ("lead bench-5", ["S13"]),
        ("lead active", ["S13"]),
    ],
)
def test_s13_nonsense_is_refused(line: str, rules_broken: list[str]) -> None:
    assert broken(with_pc(), line) == rules_broken


def test_s13_the_leader_changes_places_and_the_enemy_has_an_empty_pool() -> None:
    adventure = fight()
    assert name_at(adventure, "active") == "Ada"
    assert adventure.state.bench[0] is None
    assert at(adventure, "enemy").energy == []
    with pytest.raises(InputError, match="S13"):
        do(adventure, "lead bench-2")


def test_s8_a_bench_too_small_for_the_start_is_refused() -> None:
    with pytest.raises(InputError, match=r"room for 2 Pokemon at the start, got 1 \(S8\)"):
        begin(world(house=rules(bench_size=1)))


def test_s8_sizes_of_bench_and_pc_are_house_rules() -> None:
    adventure = begin(world(house=rules(bench_size=3, pc_size=1)))
    assert broken(adventure, "lead bench-4") == ["S8"]
    assert broken(adventure, "swap bench-1 pc-2") == ["S8"]


def test_a_manifest_that_cannot_be_played_names_every_reason() -> None:
    faceless = card("Blank", hp=0, types="")
    with pytest.raises(InputError) as caught:
        begin(world(rare=[faceless], house=rules(revive_hp=0)))
    assert [fault.rule for fault in caught.value.faults] == ["S28", "S28", "S25"]


def test_places_that_do_not_exist_are_named_with_the_size_of_their_row() -> None:
    adventure = begin(world(house=rules(bench_size=4, pc_size=2)))
    violations = adventure.explain(parse_action("swap bench-5 pc-3"))
    assert [str(violation) for violation in violations] == [
        "there is no place bench-5: bench has 4 (S8)",
        "there is no place pc-3: pc has 2 (S8)",
    ]
