"""Order of damage: base, weakness, resistance, full tens, never below 0 (R5, S28, S37)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.referee import Table
from cardkit.referee.damage import Blow, Change, Stage, can_pay, missing_energy, strike, work_out
from cardkit.referee.table import CardFacts
from tests.referee.worlds import card, energies, world


def facts(**printed: str) -> CardFacts:
    return Table.lay(world(starters=[card("Wall", **printed)], common=[])).cards[0]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("base", "attacker", "weak", "resist", "total", "words"),
    [
        (30, "R", "", "", 30, "30"),
        (30, "R", "R×2", "", 60, "30, weakness ×2 = 60"),
        (30, "R", "R+20", "", 50, "30, weakness +20 = 50"),
        (30, "R", "W×2", "", 30, "30"),
        (50, "R", "", "R-30", 20, "50, resistance -30 = 20"),
        (20, "R", "", "R-30", 0, "20, resistance -30 = -10, in full tens from 0 = 0"),
        (20, "R", "R×2", "R-30", 10, "20, weakness ×2 = 40, resistance -30 = 10"),
        (20, "RW", "R×2 W×2", "", 80, "20, weakness ×2 = 40, weakness ×2 = 80"),
        (20, "RW", "R+10 W×2", "", 60, "20, weakness +10 = 30, weakness ×2 = 60"),
        (0, "R", "R+20", "", 0, "0"),  # a base of 0 stays 0
        (35, "R", "", "", 30, "35, in full tens from 0 = 30"),
        (35, "R", "R×2", "", 70, "35, weakness ×2 = 70"),
        (300, "C", "C×2", "", 600, "300, weakness ×2 = 600"),
    ],
)
def test_damage_is_worked_out_in_order(
    base: int, attacker: str, weak: str, resist: str, total: int, words: str
) -> None:
    working = work_out(base, energies(attacker), facts(weak=weak, resist=resist))
    assert working.total == total
    assert f"{working}" == words


PLUS = Change("Growl", "+", 20)
LESS = Change("Harden", "-", 30)


@pytest.mark.parametrize(
    ("base", "before", "after", "without", "words"),
    [
        (20, [PLUS], [], [], "20, Growl +20 = 40, weakness ×2 = 80, resistance -20 = 60"),
        (
            20,
            [],
            [LESS],
            [],
            "20, weakness ×2 = 40, resistance -20 = 20, Harden -30 = -10, in full tens from 0 = 0",
        ),
        (20, [], [], [Stage.WEAKNESS], "20, resistance -20 = 0"),
        (20, [], [], [Stage.RESISTANCE], "20, weakness ×2 = 40"),
        (50, [], [LESS], [Stage.WEAKNESS, Stage.RESISTANCE], "50, Harden -30 = 20"),
        # Nothing left after the attacker's effects stops the blow (R5).
        (20, [LESS], [PLUS], [], "20, Harden -30 = -10, in full tens from 0 = 0"),
        # A base of 0 is no damage, whatever the attacker's effects (R5).
        (0, [PLUS], [], [], "0"),
        # What Resistance leaves below 0 the defender's effects may still change.
        (20, [], [PLUS], [Stage.WEAKNESS], "20, resistance -20 = 0, Growl +20 = 20"),
    ],
)
def test_effects_have_their_stages(
    base: int, before: list[Change], after: list[Change], without: list[Stage], words: str
) -> None:
    blow = Blow(
        base=base,
        types=energies("R"),
        defender=facts(weak="R×2", resist="R-20"),
        before=tuple(before),
        after=tuple(after),
        without=frozenset(without),
    )
    assert f"{strike(blow)}" == words


def test_the_words_of_a_base_may_be_given() -> None:
    blow = Blow(base=50, words="20 + 10 × 3 = 50", types=energies("R"), defender=facts(weak="R×2"))
    assert f"{strike(blow)}" == "20 + 10 × 3 = 50, weakness ×2 = 100"


@given(
    st.integers(0, 400),
    st.text("RWC", min_size=1, max_size=2),
    st.sampled_from(["", "R×2", "R+30", "W×2 R×2"]),
    st.sampled_from(["", "R-30", "W-20"]),
)
def test_damage_is_in_full_tens_and_never_below_0(
    base: int, attacker: str, weak: str, resist: str
) -> None:
    total = work_out(base, energies(attacker), facts(weak=weak, resist=resist)).total
    assert total >= 0
    assert total % 10 == 0


@given(st.text("RWGC", max_size=4), st.text("RWGL", max_size=6))
def test_a_cost_is_met_exactly_when_nothing_is_missing(cost: str, attached: str) -> None:
    table = Table.lay(world(starters=[card("Ada", attacks=[f"Hit {cost or '-'} 10"])], common=[]))
    attack, energy = table.cards[0].attacks[0], list(energies(attached))
    missing = missing_energy(attack, energy)
    assert can_pay(attack, energy) == (missing == ())
    assert can_pay(
        attack,
        energy
        + [kind for kind in missing if kind.value != "Colorless"]
        + [energies("L")[0] for kind in missing if kind.value == "Colorless"],
    )
