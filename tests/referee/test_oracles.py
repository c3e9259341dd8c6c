"""Attacks do what two other engines were seen to do, or ``differences.txt`` says why not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardkit.cards import Card
from cardkit.referee.attack_facts import why_unread
from cardkit.sources.bulk import read_bulk
from tests.referee.observing import differences, observe

EXPLAINED = Path(__file__).with_name("differences.txt")


def explained() -> dict[str, str]:
    """Return each explained difference: attack of a card, and the reason in one line."""
    lines = EXPLAINED.read_text(encoding="utf-8").splitlines()
    told = [line.partition(": ") for line in lines if line and not line.startswith("#")]
    return {name: why for name, _, why in told}


def test_attacks_do_what_was_observed(oracles_folder: Path, bulk_folder: Path) -> None:
    records = json.loads((oracles_folder / "effects_executed.json").read_bytes())["attacks"]
    cards: dict[str, Card] = {card.card_id: card for card in read_bulk(bulk_folder).cards}
    trusted = [record for record in records if record["trust"] in "AB" and record["ids"]]
    found: dict[str, list[str]] = {}
    compared = agreeing = 0
    for record, attacker, number in _readable(trusted, cards):
        told = list(_compare(record, attacker, number))
        compared += 1
        if told:
            found[f"{record['ids'][0]} {record['attack']}"] = told
        else:
            agreeing += 1
    assert agreeing > 300, f"{agreeing} of {compared}"
    unexplained = {name: told for name, told in found.items() if name not in explained()}
    assert unexplained == {}
    assert set(explained()) <= set(found), "explained, yet there is no difference"


def _readable(
    records: list[dict[str, Any]], cards: dict[str, Card]
) -> Iterator[tuple[dict[str, Any], Card, int]]:
    for record in records:
        card = cards.get(record["ids"][0])
        names = [attack.name for attack in card.attacks] if card else []
        if card is None or record["attack"] not in names:
            continue
        number = names.index(record["attack"]) + 1
        if not why_unread(card.attacks[number - 1], card):
            sturdy = replace(card, hp=max(card.hp or 0, 400), weaknesses=(), resistances=())
            yield record, sturdy, number


def _compare(record: dict[str, Any], attacker: Card, number: int) -> Iterator[str]:
    for place, facts in record["observed"].items():
        setting, coins = place.split(":")
        seen = observe(attacker, number, setting, coins)
        if ("error" in facts) is not ("unusable" in seen):
            yield f"{place}: usable there or here only"
        elif "error" not in facts:
            yield from (f"{place}: {line}" for line in differences(facts, seen))
