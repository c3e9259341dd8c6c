from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cardkit.cards import Card, CardId, EnergyType
from cardkit.decks import Pool, RarityDeck
from cardkit.errors import InputError
from cardkit.manifest import (
    FORMAT,
    Manifest,
    ManifestCard,
    read_manifest,
    unplayable,
    write_manifest,
)
from cardkit.schema_check import schema_faults
from cardkit.sources.bulk import read_bulk
from tests.manifest import example

GOLDEN = Path(__file__).with_name("toy-box.json")


def from_pool(pool: Pool | None = None) -> Manifest:
    return Manifest.from_pool(
        pool or example.pool(),
        name="Toy box",
        rules=example.RULES,
        requirements=example.requirements(),
    )


def test_the_text_is_the_reviewed_one(golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN, write_manifest(example.manifest()))


def test_round_trip_through_document_and_text() -> None:
    manifest = example.manifest()
    assert Manifest.from_dict(manifest.to_dict()) == manifest
    text = write_manifest(manifest)
    assert read_manifest(text) == manifest
    assert write_manifest(read_manifest(text)) == text


def test_the_document_satisfies_its_schema() -> None:
    assert schema_faults(example.manifest().to_dict(), "manifest") == ()


def test_a_pool_becomes_the_same_manifest_whatever_the_order() -> None:
    pool = example.pool()
    turned = replace(
        pool,
        decks={deck: tuple(reversed(pool.decks[deck])) for deck in reversed(list(RarityDeck))},
        energy=dict(reversed(list(pool.energy.items()))),
    )
    assert from_pool() == from_pool(turned) == example.manifest()
    assert write_manifest(from_pool(turned)) == write_manifest(from_pool())


def test_order_of_chart_does_not_change_text_or_digest() -> None:
    manifest = example.manifest()
    chart = dict(reversed(list(example.RULES.chart.items())))
    turned = replace(manifest, rules=replace(example.RULES, chart=chart))
    assert write_manifest(turned) == write_manifest(manifest)
    assert turned.digest() == manifest.digest()


def test_the_digest_is_that_of_the_content_not_of_the_layout() -> None:
    manifest = example.manifest()
    squeezed = json.dumps(manifest.to_dict(), ensure_ascii=True, separators=(",", ":"))
    assert read_manifest(squeezed).digest() == manifest.digest()
    assert len(manifest.digest()) == 64


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "Toy boy"},
        {"energy": {EnergyType.GRASS: 5, EnergyType.FIRE: 6}},
        {"rules": replace(example.RULES, bench_size=4)},
        {"multi_piece": True},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_the_digest_changes_with_everything(changed: dict[str, object]) -> None:
    manifest = example.manifest()
    assert replace(manifest, **changed).digest() != manifest.digest()  # type: ignore[arg-type]


def test_the_order_of_cards_belongs_to_the_digest() -> None:
    # A seed draws the n-th card, so another order is another game.
    manifest = example.manifest()
    turned = {deck: tuple(reversed(entries)) for deck, entries in manifest.decks.items()}
    assert replace(manifest, decks=turned).digest() != manifest.digest()


def test_rules_without_bounds_are_left_out_and_come_back() -> None:
    rules = replace(example.RULES, balls_per_catch=2, revive_hp=60)
    bounded = replace(example.manifest(), rules=rules)
    assert bounded.to_dict()["rules"]["balls_per_catch"] == 2
    assert Manifest.from_dict(bounded.to_dict()).rules == rules
    assert "revive_hp" not in example.manifest().to_dict()["rules"]


def test_copies_in_several_entries_of_a_pool_are_joined() -> None:
    pool = example.pool()
    common = pool.decks[RarityDeck.COMMON]
    more = example.pool_card(example.MOSSPUP, RarityDeck.COMMON, 2)
    manifest = from_pool(replace(pool, decks={**pool.decks, RarityDeck.COMMON: (*common, more)}))
    assert manifest.decks[RarityDeck.COMMON][0] == ManifestCard(card=example.MOSSPUP, count=5)


def test_owned_copies_and_proxies_of_a_card_stay_apart() -> None:
    pool = example.pool()
    proxy = example.pool_card(example.MOSSPUP, RarityDeck.COMMON, proxy=True)
    common = (proxy, *pool.decks[RarityDeck.COMMON])
    manifest = from_pool(replace(pool, decks={**pool.decks, RarityDeck.COMMON: common}))
    assert [(one.card.name, one.count, one.proxy) for one in manifest.decks[RarityDeck.COMMON]] == [
        ("Mosspup", 3, False),
        ("Twiglet ♀", 1, False),
        ("Mosspup", 1, True),
    ]


def test_cards_without_numbers_stay_out_and_are_told() -> None:
    pool = example.pool()
    sketch = example.pool_card(example.SKETCH, RarityDeck.COMMON, 4)
    common = (sketch, *pool.decks[RarityDeck.COMMON])
    with_sketch = replace(pool, decks={**pool.decks, RarityDeck.COMMON: common})
    assert unplayable(with_sketch) == (sketch,)
    assert unplayable(pool) == ()
    assert from_pool(with_sketch) == from_pool()


def test_a_deck_that_lacks_only_numbers_names_the_cards_and_the_remedy() -> None:
    pool = example.pool()
    unknown = [
        replace(
            example.SKETCH,
            card_id=CardId(f"toy-{number}"),
            name=f"Nobody {number}",
            number=str(number),
        )
        for number in range(10, 17)
    ]
    rare = tuple(example.pool_card(card, RarityDeck.RARE) for card in unknown)
    with pytest.raises(InputError) as caught:
        from_pool(replace(pool, decks={**pool.decks, RarityDeck.RARE: rare}))
    (fault,) = caught.value.faults
    assert fault.where == "rare deck"
    assert fault.rule == "S4"
    assert fault.what == (
        "expects at least 1 card in the rare deck, got 0 without the unknown "
        "Nobody 10 (toy 10), Nobody 11 (toy 11), Nobody 12 (toy 12), Nobody 13 (toy 13), "
        "Nobody 14 (toy 14) and 2 more"
    )
    assert fault.remedy.startswith("cardkit catalogue update")


def test_a_pool_that_breaks_rules_is_refused_with_all_of_them() -> None:
    pool = example.pool()
    short = replace(
        pool, decks={**pool.decks, RarityDeck.EX: ()}, energy={**pool.energy, EnergyType.FIRE: 3}
    )
    with pytest.raises(InputError) as caught:
        from_pool(short)
    assert [(fault.where, fault.rule) for fault in caught.value.faults] == [
        ("ex deck", "S4"),
        ("Energy deck", "S5"),
        ("Energy deck", "S5"),
    ]
    assert caught.value.faults[0].remedy == "add 1 card or proxy: cardkit proxies proposes some"
    assert caught.value.faults[1].remedy == "cardkit check says what is missing and what to do"


def test_a_card_of_several_pieces_that_the_owner_assigned_takes_part() -> None:
    pool = example.pool()
    piece = example.pokemon("7", "Mosshound LEGEND", EnergyType.GRASS, 160, "LEGEND")
    rare = (example.pool_card(piece, RarityDeck.RARE),)
    manifest = from_pool(replace(pool, decks={**pool.decks, RarityDeck.RARE: rare}))
    assert manifest.multi_piece
    assert not from_pool().multi_piece


def test_cards_of_the_public_data_satisfy_the_schema_and_come_back(bulk_folder: Path) -> None:
    # Every 17th: the schema takes a millisecond for each, and all of them have been tried.
    cards = read_bulk(bulk_folder).cards[::17]
    assert len(cards) > 500
    assert [fault for card in cards for fault in schema_faults(card.to_dict(), "card")] == []
    assert [card for card in cards if Card.from_dict(card.to_dict()) != card] == []


def test_the_format_names_its_version() -> None:
    assert example.manifest().to_dict()["format"] == FORMAT == "cardkit-manifest/1"


def test_a_record_is_told_from_a_manifest() -> None:
    record = '{"kind":"header","format":"cardkit-record/1"}\n{"kind":"end"}\n'
    with pytest.raises(InputError, match="this is the record of a game, not a manifest"):
        read_manifest(record, "game.jsonl")


def test_a_count_beyond_all_reason_is_not_mended_by_proxies() -> None:
    pool = example.pool()
    first, *others = pool.decks[RarityDeck.COMMON]
    decks = {**pool.decks, RarityDeck.COMMON: (replace(first, count=1_200), *others)}
    with pytest.raises(InputError) as refused:
        from_pool(replace(pool, decks=decks))
    (fault,) = refused.value.faults
    assert "at most 1000" in fault.what
    assert (
        fault.where == f"common deck, {first.card.name} ({first.card.set_id} {first.card.number})"
    )
    assert "proxies" not in fault.remedy


def test_a_long_name_is_counted() -> None:
    document = example.manifest().to_dict()
    document["decks"]["common"][0]["card"]["name"] = "N" * 300
    with pytest.raises(InputError) as caught:
        Manifest.from_dict(document)
    (fault,) = caught.value.faults
    assert fault.what == "expects at most 200 characters, got 300"
