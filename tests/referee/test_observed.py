"""Attacks in this project's own notation do what other engines were seen to do.

``observed.toml`` holds the facts and says where they come from. A fact that is not told there is
nothing: no damage, no condition, no coin.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from cardkit.cards import Attack, Damage
from cardkit.cardtext.notation import read_effects, write_effects
from tests.referee.observing import differences, observe
from tests.referee.worlds import card, energies

ATTACKS = tomllib.loads(Path(__file__).with_name("observed.toml").read_text("utf-8"))["attack"]


def test_there_are_many() -> None:
    assert len(ATTACKS) >= 150


@pytest.mark.parametrize("case", ATTACKS, ids=lambda case: str(case["number"]))
def test_the_attack_does_what_was_observed(case: dict[str, Any]) -> None:
    attack = Attack(
        name="Move",
        cost=energies(case["cost"]),
        damage=Damage.parse(case["damage"]),
        text_omitted=True,
        effects=case["effects"],
    )
    attacker = card("Mover", types=case["types"], hp=400, attacks=[attack])
    for place, facts in case["observed"].items():
        setting, coins = place.split(":")
        assert differences(facts, observe(attacker, 1, setting, coins)) == [], place


@pytest.mark.parametrize("case", ATTACKS, ids=lambda case: str(case["number"]))
def test_the_notation_reads_and_writes_alike(case: dict[str, Any]) -> None:
    assert write_effects(read_effects(case["effects"])) == case["effects"]
