from __future__ import annotations

from cardkit.cards import EnergyType, Supertype
from cardkit.decks import (
    Material,
    MaterialKind,
    OwnedCard,
    RarityDeck,
    build_pool,
    choose_proxies,
    materials,
    with_proxies,
)
from tests.decks.making import RULES, card_of, energy, full_pool, other


def rows(
    listed: tuple[Material, ...], kind: MaterialKind
) -> list[tuple[str, int, int | None, int | None]]:
    return [(m.name, m.need, m.have, m.missing) for m in listed if m.kind is kind]


def test_s4_cards_per_deck() -> None:
    listed = materials(full_pool(without=2), RULES)
    assert rows(listed, MaterialKind.CARDS) == [
        ("● common deck", 20, 18, 2),
        ("◆ uncommon deck", 18, 16, 2),
        ("★ rare deck", 6, 4, 2),
        ("★★ ex deck", 6, 4, 2),
        ("★★★ vmax deck", 6, 4, 2),
    ]


def test_s9_proxies_are_told_apart() -> None:
    pool = full_pool(without=2)
    shelf = [card_of(RarityDeck.RARE, name) for name in ("Abra", "Mew")]
    mended = with_proxies(pool, choose_proxies(pool, shelf, RULES))
    rare = next(m for m in materials(mended, RULES) if m.name == "★ rare deck")
    assert (rare.have, rare.missing, rare.note) == (6, 0, "2 of them proxies")


def test_s5_energy_per_type() -> None:
    listed = rows(
        materials(build_pool([energy(EnergyType.FIRE, 3)], RULES), RULES), MaterialKind.ENERGY
    )
    assert listed[0] == ("Grass Energy", 5, 0, 5)
    assert listed[1] == ("Fire Energy", 5, 3, 2)
    assert listed[-2:] == [("Fairy Energy", 0, 0, 0), ("Energy deck", 40, 3, 37)]
    assert len(listed) == 10


def test_s7_seven_colours_of_sleeves_for_every_card_on_the_table() -> None:
    listed = rows(materials(full_pool(without=1, fairy=True), RULES), MaterialKind.SLEEVES)
    assert listed == [
        ("white sleeves (common)", 20, None, None),
        ("green sleeves (uncommon)", 18, None, None),
        ("blue sleeves (rare)", 6, None, None),
        ("purple sleeves (ex)", 6, None, None),
        ("black sleeves (vmax)", 6, None, None),
        ("yellow sleeves (Energy)", 45, None, None),
        ("red sleeves (Pokeball)", 5, None, None),
    ]
    more = full_pool(OwnedCard(card=card_of(RarityDeck.RARE), count=4))
    assert ("blue sleeves (rare)", 10, None, None) in rows(
        materials(more, RULES), MaterialKind.SLEEVES
    )


def test_s6_s7_s10_the_pieces() -> None:
    spare = OwnedCard(card=other("Potion", Supertype.TRAINER), count=3)
    pool = full_pool(spare, energy(EnergyType.FIRE, 6))
    listed = materials(pool, RULES)
    assert rows(listed, MaterialKind.PIECES) == [
        ("Pokeball cards", 5, 4, 1),
        ("die", 1, None, None),
        ("damage counter dice", 6, None, None),
        ("condition markers", 10, None, None),
        ("badges", 3, None, None),
        ("board", 1, None, None),
    ]
    assert "441 x 440 mm" in listed[-1].note
    assert next(m.rule for m in listed if m.kind is MaterialKind.PIECES) == "S6"


def test_the_json_form_has_every_field() -> None:
    for material in materials(full_pool(), RULES):
        document = material.to_dict()
        assert list(document) == ["kind", "name", "need", "have", "missing", "note", "rule"]
