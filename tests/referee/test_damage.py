"""Order of damage: base, weakness, resistance, full tens, never below 0 (R5, S28, S37)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.referee import Table
from cardkit.referee.damage import can_pay, missing_energy, work_out
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
