from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardkit.cards import CardSet, SetId
from cardkit.catalogue import Catalogue
from cardkit.collection import Step
from cardkit.imports.matching import Matched, Matcher, Unmatched, Wanted
from cardkit.imports.names import read_name
from cardkit.rarities import Rarity
from tests.imports import making


def wanted(
    name: str,
    set_label: str = "",
    number: str = "",
    rarity: str = "",
    *,
    code: str = "",
    asian: str = "",
) -> Wanted:
    return Wanted(
        name=read_name(name),
        set_label=set_label,
        set_code=code,
        number=number,
        rarity=rarity,
        asian=asian,
    )


BY_SET = Step.SET_NUMBER_NAME
BY_TOTAL = Step.NAME_NUMBER_TOTAL
BY_RARITY = Step.NAME_SET_RARITY


@pytest.mark.parametrize(
    ("row", "card_id", "step"),
    [
        (wanted("Alakazam", "Base", "1"), "base1-1", BY_SET),
        (wanted("Alakazam", "Base Set (Unlimited)", "001/006"), "base1-1", BY_SET),
        (wanted("alakazam", "base1", "1/6"), "base1-1", BY_SET),
        (wanted("Alakazam", code="BS", number="1"), "base1-1", BY_SET),
        (wanted("Alakazam", "BS", "#1"), "base1-1", BY_SET),
        (wanted("Nidoran M", "Base Set", "2"), "base1-2", BY_SET),
        (wanted("NidoranM", "Base Set", "2"), "base1-2", BY_SET),
        (wanted("Farfetch’d", "Base Set", "3"), "base1-3", BY_SET),
        (wanted("Pokedex", "Base Set", "4"), "base1-4", BY_SET),
        (wanted("Basic Fire Energy", "Base Set", "6"), "base1-6", BY_SET),
        (wanted("Basic Fire Energy"), "base1-6", Step.ANY_PRINTING),
        (wanted("Fire Energy", number="6"), "base1-6", Step.ANY_PRINTING),
        (wanted("Dratini (Delta Species)", "Windy Hills", "1"), "hil1-1", BY_SET),
        (wanted("Dratini - 1/5 (Delta Species)", "Windy Hills"), "hil1-1", BY_SET),
        (wanted("Wigglytuff (3)", "Windy Hills", "3/5"), "hil1-3", BY_SET),
        (wanted("Mewtwo Star", "Windy Hills", "4"), "hil1-4", BY_SET),
        (wanted("Pikachu (Poke Ball Pattern)", "Windy Hills", "5"), "hil1-5", BY_SET),
        (wanted("Charizard EX", "SV03: Obsidian Flames", "125/197"), "sv3-125", BY_SET),
        # A gallery is listed under its set, with letters of its own or without.
        (wanted("Pikachu V", "Brilliant Stars", "TG05/TG30"), "swsh9tg-TG05", BY_SET),
        (wanted("Pikachu V", "Brilliant Stars Trainer Gallery", "5"), "swsh9tg-TG05", BY_SET),
        (wanted("Lumineon V", "Brilliant Stars", "30/172"), "swsh9-30", BY_SET),
        (wanted("Pikachu", "SWSH Promos", "SWSH020"), "swshp-SWSH020", BY_SET),
        (wanted("Pikachu", "PR-SW", "20"), "swshp-SWSH020", BY_SET),
        (wanted("", "Windy Hills", "3"), "hil1-3", Step.SET_NUMBER),
        # No set, or a group of many: the number and total that are printed on the card.
        (wanted("Pikachu", "", "5/6"), "base1-5", BY_TOTAL),
        (wanted("Pikachu - 005/006"), "base1-5", BY_TOTAL),
        (wanted("Pikachu", "Miscellaneous Cards & Products", "005/005"), "hil1-5", BY_TOTAL),
        (wanted("Pikachu (Staff)", "League & Championship Cards", "SWSH020"), "swshp-SWSH020",
         BY_TOTAL),
        (wanted("Pikachu", "Trick or Trade BOOster Bundle 2023", "5/6"), "base1-5", BY_TOTAL),
        (wanted("Pikachu", "Prize Pack Series 4", "005/005"), "hil1-5", BY_TOTAL),
        (wanted("Pikachu", "Pokemon Promo", "SWSH020"), "swshp-SWSH020", BY_TOTAL),
        (wanted("Pikachu", "Pokemon Promo", "20"), None, "no set, no total"),
        (wanted("Pikachu", "Pokemon Base Set", "5"), "base1-5", BY_SET),
        # A spreadsheet took the number for a date.
        (wanted("Nidoran M", "Base Set", "6-Feb"), "base1-2", BY_SET),
        (wanted("Nidoran M", "Base Set", "Feb-06"), "base1-2", BY_SET),
        (wanted("Nidoran M", "Base Set", "06. Feb"), "base1-2", BY_SET),
        (wanted("Nidoran M", "Base Set", "6-févr"), "base1-2", BY_SET),
        (wanted("Nidoran M", "Base Set", "2026-02-06"), "base1-2", BY_SET),
        (wanted("Nidoran M", "Base Set", "5-Feb"), None, "became a date: 2/5 or 5/2"),
        (wanted("", "Base Set", "6-Feb"), None, "became a date"),
        (wanted("Nidoran M", "", "6-Feb"), None, "became a date"),
        (wanted("Nidoran M", "Base Set", "6-Feb", asian="Japanese"), None, "Japanese: numbers"),
        # No number: the set has one card of the name, or one of the name and rarity.
        (wanted("Alakazam", "Base"), "base1-1", BY_RARITY),
        (wanted("Wigglytuff", "Windy Hills", "", "Holo Rare"), "hil1-2", BY_RARITY),
        (wanted("Wigglytuff", "Windy Hills", "", "Rare"), "hil1-3", BY_RARITY),
        (wanted("Mewtwo (Gold Star)", "Windy Hills", "", "Ultra Rare"), "hil1-4", BY_RARITY),
        (wanted("Fire Energy", "Base", "", "Common"), None, "no 'Common' of this name"),
        (wanted("Blaine's Quiz #1", "Misty Hills", "8"), "hil2-8", BY_SET),
        # A wrong printing is worse than none.
        (wanted("Dugtrio", "", "19/102"), None, "several sets fit"),
        (wanted("Pikachu", "SWSH Promos"), None, "set incomplete in the catalogue"),
        (wanted("Abra", "Base Set", "1"), None, "1 of the set is 'Alakazam'"),
        (wanted("Alakazam", "Base Set", "1/102"), None, "number says /102, set /6"),
        (wanted("Alakazam - 3/6", "Base Set", "1"), None, "the name says number 3/6, the column 1"),
        (wanted("Alakazam (3)", "Base Set", "1"), None, "the name says number 3, the column 1"),
        (wanted("Wigglytuff", "Windy Hills"), None, "no number, several cards fit"),
        (wanted("Oddish", "Misty Hills", "", "Common"), None, "set incomplete in the catalogue"),
        (wanted("Oddish", "Misty Hills", "6"), None, "number not in the catalogue"),
        (wanted("Dugtrio", "Misty Hills", "6"), None, "no Dugtrio of Misty Hills in the catalogue"),
        (wanted("Dugtrio", "Windy Hills"), None, "no Dugtrio in Windy Hills"),
        (wanted("Dugtrio", "Windy Hills", "9/5"), None, "no Dugtrio in Windy Hills"),
        (wanted("Pikachu", "Base", "5.0"), "base1-5", BY_SET),
        (wanted("Pikachu", "Base", "#REF!"), None, "a spreadsheet has turned this number into"),
        (wanted("Blaine's Quiz #1 (Reverse)", "Misty Hills", "8"), "hil2-8", BY_SET),
        (wanted("Giovanni's Quiz #1", "Misty Hills", "97"), None, "number not in the catalogue"),
        (wanted("Alakazam #3", "Base Set", "1"), None, "the name says number 3, the column 1"),
        (wanted("Oddish", "Fossil", "5"), None, "set not in the catalogue"),
        (wanted("Pikachu", "Somewhere", "5/6"), None, "set not known"),
        (wanted("Pikachu", "Jumbo Cards", "5/6"), None, "set not known"),
        (wanted("Pikachu", "", "5"), None, "no set, no total"),
        (wanted("Pikachu", "", "5/99"), None, "number not in the catalogue"),
        (wanted("Pikachu"), None, "neither set nor number"),
        (wanted("", "Base Set"), None, "no name"),
        (wanted("Alakazam", "Base Set", "/"), None, "not a collector number: '/'"),
        (wanted("Pikachu", "Base Set", "5/6", asian="Japanese"), None, "Japanese: numbers"),
    ],
)  # fmt: skip
def test_each_row_finds_its_printing_or_a_reason(
    row: Wanted, card_id: str | None, step: Step | str, catalogue: Catalogue
) -> None:
    found = Matcher(catalogue).match(row)
    if isinstance(found, Matched):
        assert (found.card_id, found.step) == (card_id, step)
    else:
        assert card_id is None
        assert step in found.reason


@pytest.mark.parametrize(
    ("row", "nearest"),
    [
        # The name counts most, then what else agrees.
        (wanted("Pikachu", "Base Set", "7"), ("base1-5",)),
        (wanted("Pikachu", "Nowhere", "7/90"), ("hil2-7",)),
        (wanted("Wigglytuff", "Nowhere", "", "Rare"), ("hil1-3", "hil1-2")),
        (wanted("Alakazan"), ("base1-1",)),
        (wanted("Alakazan", "Nowhere", "7"), ()),
        (wanted("Wiglytuf", "Windy Hills"), ("hil1-2", "hil1-3")),
        (wanted("Alakazan", "Windy Hills"), ()),
        (wanted("Abra", "Base Set", "1"), ("base1-1",)),
        (wanted("Snorlax", "Nowhere"), ()),
    ],
)
def test_candidates_come_nearest_first(
    row: Wanted, nearest: tuple[str, ...], catalogue: Catalogue
) -> None:
    found = Matcher(catalogue).match(row)
    assert isinstance(found, Unmatched)
    assert found.candidates[: len(nearest)] == nearest
    assert bool(found.candidates) == bool(nearest)


def test_a_file_of_another_game_does_not_search_every_name(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.imports.candidates._MAX_NAMES_SEARCHED", 3)
    matcher = Matcher(catalogue)
    for number in range(5):
        matcher.match(wanted(f"Alakazan{'n' * number}"))
    late = matcher.match(wanted("Alakazzam"))
    assert isinstance(late, Unmatched)
    assert late.candidates == ()


PROMOS = (
    CardSet(
        set_id=SetId("basep"), name="Wizards Black Star Promos", printed_total=3, total=3,
        release_date="1999-07-01",
    ),
    CardSet(
        set_id=SetId("np"), name="Nintendo Black Star Promos", printed_total=1, total=1,
        release_date="2003-10-01",
    ),
    CardSet(
        set_id=SetId("svp"), name="Scarlet & Violet Black Star Promos", printed_total=2, total=2,
        release_date="2023-01-01",
    ),
    CardSet(
        set_id=SetId("hil4"), name="High Hills", printed_total=1, total=1,
        release_date="2025-07-18",
    ),
)  # fmt: skip
PROMO_CARDS = (
    making.card("basep-1", "Pikachu", Rarity.PROMO),
    making.card("basep-2", "Electabuzz", Rarity.PROMO),
    making.card("basep-3", "Mewtwo", Rarity.PROMO),
    making.card("np-1", "Kyogre ex", Rarity.PROMO),
    making.card("svp-1", "Pikachu", Rarity.PROMO),
    making.card("svp-9", "Snorlax", Rarity.PROMO),
    making.card("swshp-SWSH3", "Mewtwo", Rarity.PROMO),
    making.card("hil4-9", "Snorlax"),
)


@pytest.fixture(scope="module")
def catalogue_of_promos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    path = tmp_path_factory.mktemp("promos") / "promos.db"
    with Catalogue.open(path, starter=False) as opened:
        opened.add(PROMO_CARDS, PROMOS, "invented")
        yield opened


@pytest.mark.parametrize(
    ("row", "card_id", "step"),
    [
        (wanted("Electabuzz", "Pokemon Promo", "2"), "basep-2", BY_TOTAL),
        (wanted("Kyogre ex", "Promos", "001"), "np-1", BY_TOTAL),
        # Two series have the name and number, or a card that may carry a stamp, or one whose
        # letters somebody may have left out.
        (wanted("Pikachu", "Pokemon Promo", "1"), None, "several sets fit"),
        (wanted("Snorlax", "Pokemon Promo", "9"), None, "several sets fit"),
        (wanted("Mewtwo", "Pokemon Promo", "3"), None, "several sets fit"),
        (wanted("Electabuzz", "Pokemon Promo", "3"), None, "number not in the catalogue"),
        (wanted("Electabuzz", "", "2"), None, "no set, no total"),
        # All promos of a series are known when the next has begun and no number is missing.
        (wanted("Electabuzz", "WoTC Promo"), "basep-2", BY_RARITY),
        (wanted("Snorlax", "SV Promos"), None, "set incomplete in the catalogue"),
    ],
)
def test_promos_of_no_series_are_told_by_name_and_number(
    row: Wanted, card_id: str | None, step: Step | str, catalogue_of_promos: Catalogue
) -> None:
    found = Matcher(catalogue_of_promos).match(row)
    if isinstance(found, Matched):
        assert (found.card_id, found.step) == (card_id, step)
    else:
        assert card_id is None
        assert step in found.reason


def test_promos_of_no_series_wait_for_a_catalogue_that_knows_all(tmp_path: Path) -> None:
    known = [each for each in PROMO_CARDS if each.set_id != "svp"]
    with Catalogue.open(tmp_path / "promos.db", starter=False) as opened:
        opened.add(known, [each for each in PROMOS if each.set_id != "svp"], "invented")
        found = Matcher(opened).match(wanted("Electabuzz", "Pokemon Promo", "2"))
    assert isinstance(found, Unmatched)
    assert found.candidates == ("basep-2",)
