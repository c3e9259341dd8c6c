"""House rules of the adventure: the switches that a table may turn, and the condition chart.

They are stored in every manifest and record, so a game never changes rules halfway (Rule: S46).
Defaults stand in ``templates/rules.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from cardkit.cards import EnergyType
from cardkit.resources import template

TYPICAL = "typical"
"""The chart that is meant when none is named (Rule: S35)."""


class Condition(StrEnum):
    """Special conditions."""

    ASLEEP = "Asleep"
    BURNED = "Burned"
    CONFUSED = "Confused"
    PARALYZED = "Paralyzed"
    POISONED = "Poisoned"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The switches in force; each names its rule.

    Attributes:
        bench_size: places on the bench (Rule: S8).
        pc_size: places in the PC (Rule: S8).
        retreats_per_turn: how often the Active may retreat in one turn (Rule: S23).
        balls_per_catch: extra rolls that balls may buy for one catch; None is no bound (Rule: S32).
        revive_hp: HP of a revived Pokemon; None is full HP (Rule: S25).
        proxies_playable: proxies that carry attacks may be caught and evolved into (Rule: S9).
        chart: condition per type that an Energy of the enemy's own type brings (Rule: S35).
    """

    bench_size: int
    pc_size: int
    retreats_per_turn: int
    balls_per_catch: int | None
    revive_hp: int | None
    proxies_playable: bool
    chart: Mapping[EnergyType, Condition]

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> HouseRules:
        """Read the document form; absent ``balls_per_catch`` and ``revive_hp`` mean no bound.

        The chart is a table, or the name of one in ``templates/charts.toml``. What a table leaves
        out has no condition, unless it names a chart as its ``preset``: then that chart's.
        """
        return cls(
            bench_size=document["bench_size"],
            pc_size=document["pc_size"],
            retreats_per_turn=document["retreats_per_turn"],
            balls_per_catch=document.get("balls_per_catch"),
            revive_hp=document.get("revive_hp"),
            proxies_playable=document["proxies_playable"],
            chart=_chart(document["chart"]),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form; None is left out."""
        document = {part.name: getattr(self, part.name) for part in fields(self)}
        document["chart"] = {kind.value: condition.value for kind, condition in self.chart.items()}
        return {key: value for key, value in document.items() if value is not None}


def with_preset(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return switches as an owner writes them with a ``preset`` in a chart that names none.

    >>> with_preset({"chart": {"Fire": "Asleep"}})
    {'chart': {'preset': 'typical', 'Fire': 'Asleep'}}
    """
    chart = written.get("chart")
    changed = {"chart": {"preset": TYPICAL, **chart}} if isinstance(chart, Mapping) else {}
    return {**written, **changed}


def _chart(given: str | Mapping[str, str]) -> Mapping[EnergyType, Condition]:
    changes = {"preset": given} if isinstance(given, str) else dict(given)
    preset = changes.pop("preset", None)
    written = {**(template("charts")[preset] if preset else {}), **changes}
    return {EnergyType(kind): Condition(condition) for kind, condition in written.items()}
