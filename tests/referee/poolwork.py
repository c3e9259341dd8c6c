"""Cases about cards, decks, pieces and stored rules: what is given is a table of facts.

``card`` is one card to be sorted; ``owned`` a collection such as ``["20 common", "5 Fire Energy"]``
with single ``cards`` besides; ``board`` and ``stored`` ask for the board and for kept rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.cards import Card, EnergyType, Supertype
from cardkit.decks import (
    OwnedCard,
    Pool,
    RarityDeck,
    Requirements,
    build_pool,
    check_pool,
    choose_proxies,
    classify,
    materials,
    with_proxies,
)
from cardkit.errors import InputError
from cardkit.manifest import Manifest
from cardkit.printing.kit.zones import ZONE_MM, Zone, zones
from cardkit.referee import Seeded, Table, parse_action
from cardkit.referee.recording import Recorder
from cardkit.referee.records import read_record, write_record
from cardkit.resources import template
from cardkit.rules import HouseRules
from tests.decks.making import card_of, energy, other, pokemon
from tests.referee.recorded import playable
from tests.referee.worlds import world

Facts = dict[str, Any]


def look(given: Mapping[str, Any]) -> Facts:
    """Return every fact that a case may name about what is given."""
    rules = HouseRules.from_dict(template("rules") | given.get("house", {}))
    requirements = _requirements(given)
    if "card" in given:
        return _placement(given, requirements)
    if "owned" in given:
        return _pool(given, requirements, rules)
    if "board" in given:
        return _board(rules)
    return _stored(rules)


def _requirements(given: Mapping[str, Any]) -> Requirements:
    document = Requirements.default().to_dict()
    for key, value in given.get("decks", {}).items():
        document[key] = document[key] | value if isinstance(value, dict) else value
    return Requirements.from_dict(document)


def _card(described: Mapping[str, Any]) -> Card:
    kind = Supertype(described.get("supertype", Supertype.POKEMON))
    name, subtypes = described["name"], described.get("subtypes", ("Basic",))
    if kind is not Supertype.POKEMON:
        return other(name, kind, *subtypes)
    return pokemon(
        name,
        *subtypes,
        rarity=described.get("rarity", "Common") or None,
        types=tuple(map(EnergyType, described.get("types", ("Colorless",)))),
        evolves_from=described.get("evolves_from", ""),
    )


def _placement(given: Mapping[str, Any], requirements: Requirements) -> Facts:
    override = RarityDeck(given["choice"]) if "choice" in given else None
    placed = classify(_card(given["card"]), requirements, override, known=given.get("known", True))
    return {
        "place": placed.place.value,
        "deck": placed.deck.value if placed.deck else "",
        "type": placed.energy_type.value if placed.energy_type else "",
        "reason": placed.reason,
        "rule": placed.rule,
        "undecided": placed.undecided,
    }


def _pool(given: Mapping[str, Any], requirements: Requirements, rules: HouseRules) -> Facts:
    owned = list(map(_owned, given["owned"]))
    owned += [
        OwnedCard(card=_card(described), count=described.get("count", 1))
        for described in given.get("cards", ())
    ]
    pool = build_pool(owned, requirements)
    candidates = [
        card_of(deck, f"{kind} {deck}", types=(kind,), card_id=f"new-{kind}-{deck}")
        for deck in RarityDeck
        for kind in tuple(EnergyType)[:3]
    ]
    proxies = choose_proxies(pool, candidates, requirements)
    filled = with_proxies(pool, proxies)
    return {
        "findings": [_finding(finding) for finding in check_pool(pool, requirements)],
        "sizes": {deck.value: pool.size(deck) for deck in RarityDeck},
        "energy": {kind.value: count for kind, count in pool.energy.items()},
        "left_out": [entry.card.name for entry in pool.left_out],
        "proxies": {
            deck.value: sum(entry.count for entry in proxies if entry.placement.deck is deck)
            for deck in RarityDeck
        },
        "materials": [f"{each.name}: {each.need}" for each in materials(pool, requirements)],
        "manifest": _manifest(filled if given.get("with_proxies") else pool, rules, requirements),
    }


def _finding(finding: Any) -> str:
    where = f" ({finding.where})" if finding.where else ""
    return f"{finding.severity} {finding.code}{where}: {finding.what} ({finding.rule})"


def _owned(line: str) -> OwnedCard:
    count, what = line.split(" ", 1)
    if what.endswith(" Energy"):
        return energy(EnergyType(what.removesuffix(" Energy")), int(count))
    return OwnedCard(card=card_of(RarityDeck(what), card_id=f"test-{what}"), count=int(count))


def _manifest(pool: Pool, rules: HouseRules, requirements: Requirements) -> list[str]:
    try:
        manifest = Manifest.from_pool(pool, name="case", rules=rules, requirements=requirements)
    except InputError as error:
        return [f"{fault.what} ({fault.rule})" for fault in error.faults]
    return ["sound"] if manifest.decks else []


def _board(rules: HouseRules) -> Facts:
    every = zones(rules)
    rows = [
        " | ".join(zone.label or "-" for zone in sorted(every, key=_column) if zone.row == row)
        for row in range(5)
    ]
    return {
        "rows": rows,
        "zones": len(every),
        "width_mm": max(zone.x_mm for zone in every) + ZONE_MM[0],
        "height_mm": max(zone.y_mm for zone in every) + ZONE_MM[1],
    }


def _column(zone: Zone) -> int:
    return zone.column


def _stored(rules: HouseRules) -> Facts:
    """Play an adventure under house rules, write it down, and read its rules back."""
    recorder = Recorder(Table.lay(playable(world(house=rules))), Seeded(1), player="case", seed=1)
    recorder.apply(parse_action("lead bench-1"))
    record = read_record(write_record(recorder.record("enough")).encode())
    manifest = Manifest.from_dict(recorder.adventure.state.table.manifest.to_dict())
    return {
        "in the record": _switches(record.opening.manifest.rules),
        "in the manifest": _switches(manifest.rules),
        "in the copy": _switches(recorder.adventure.copy().state.table.rules),
        "digest": manifest.digest(),
    }


def _switches(rules: HouseRules) -> dict[str, Any]:
    return rules.to_dict()


def shortcomings(then: Mapping[str, Any], facts: Facts) -> list[str]:
    """Compare the facts that a case names with what is so."""
    return [
        f"{name} is {facts.get(name)!r}, not {wanted!r}"
        for name, wanted in then.items()
        if not _fits(wanted, facts.get(name))
    ]


def _fits(wanted: Any, actual: Any) -> bool:
    """A table fits when its keys do; a list when its members are there; else equality."""
    if actual is None:
        return False
    if isinstance(wanted, dict):
        return all(_fits(value, actual.get(key, 0)) for key, value in wanted.items())
    if isinstance(wanted, list):
        return all(member in actual for member in wanted) and (bool(wanted) or not actual)
    return bool(wanted == actual)
