from __future__ import annotations

from dataclasses import replace

import pytest

from cardkit.cards import EnergyType
from cardkit.resources import template
from cardkit.rules import Condition, HouseRules

WRITTEN = HouseRules.from_dict(template("rules"))


@pytest.mark.parametrize("kinds", [[], [EnergyType.GRASS], list(WRITTEN.chart)])
def test_s46_rules_are_read_as_they_were_stored(kinds: list[EnergyType]) -> None:
    stored = replace(WRITTEN, chart=dict.fromkeys(kinds, Condition.BURNED), revive_hp=30)
    assert HouseRules.from_dict(stored.to_dict()) == stored
