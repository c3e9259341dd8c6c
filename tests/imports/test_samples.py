"""Exports of real apps, where they are at hand, against the public bulk data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardkit.catalogue import Catalogue
from cardkit.errors import InputError
from cardkit.imports import ImportReport, Reading, read_collection, read_path
from cardkit.naming import fold_name, number_key
from cardkit.sources.bulk import read_bulk


@pytest.fixture(scope="module")
def full_catalogue(
    bulk_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Catalogue]:
    bulk = read_bulk(bulk_folder)
    path = tmp_path_factory.mktemp("catalogue") / "full.db"
    with Catalogue.open(path, starter=False) as catalogue:
        catalogue.add(bulk.cards, bulk.sets, "bulk")
        yield catalogue


def read(path: Path, catalogue: Catalogue) -> ImportReport:
    report = read_collection(read_path(path), catalogue)
    parts = (report.owned, report.skipped, report.unresolved)
    assert report.rows_read == sum(map(len, parts))
    return report


@pytest.mark.parametrize(
    ("name", "format_name", "rows"),
    [
        ("collectr_portfolio.csv", "collectr", (63, 63, 0, 0)),
        ("collectr_fixture_thousands_watchlist.csv", "collectr", (9, 3, 5, 1)),
        ("collectr_real_slice_multigame.csv", "collectr", (5, 1, 4, 0)),
        ("tcgplayer_app_languages_mtg.csv", "tcgplayer-app", (15, 0, 0, 15)),
        ("tcgplayer_seller_mypricing.csv", "tcgplayer-seller", (16, 0, 9, 7)),
        ("cardmarket_api_stock_semicolon_quoted.csv", "cardmarket-stock", (2, 0, 0, 2)),
        ("cardmarket_articles_from_shipment.csv", "cardmarket-purchases", (2, 0, 0, 2)),
        ("cardmarket_powertools_inventory.csv", "cardmarket-powertools", (3, 2, 0, 1)),
        ("dragonshield_ygo_all-folders.csv", "dragon-shield", (13, 0, 13, 0)),
        ("pricecharting_collection_condition-id_variant.csv", "pricecharting", (2, 0, 0, 2)),
    ],
)
def test_each_sample_is_read_as_what_it_is(
    name: str,
    format_name: str,
    rows: tuple[int, int, int, int],
    samples_folder: Path,
    full_catalogue: Catalogue,
) -> None:
    report = read(samples_folder / name, full_catalogue)
    found = (report.rows_read, len(report.owned), len(report.skipped), len(report.unresolved))
    assert (report.format_name, found) == (format_name, rows)


def test_every_resolved_row_is_the_printing_that_it_names(
    samples_folder: Path, full_catalogue: Catalogue
) -> None:
    report = read(samples_folder / "collectr_portfolio.csv", full_catalogue)
    sets = {
        "Base Set (1st Edition & Shadowless)": "base1",
        "Base Set (Unlimited)": "base1",
        "Base Set 2": "base4",
    }
    for row in report.owned:
        card = full_catalogue.card(row.card.card_id or "")
        assert card is not None
        assert card.set_id == sets[row.card.set_label]
        assert number_key(card.number) == number_key(row.card.number)
        assert fold_name(card.name) == fold_name(row.card.name)


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        (
            "collectr_fixture_thousands_watchlist.csv",
            {2: "swsh7-215", 3: "sv3-223", 4: "swsh12pt5-160"},
        ),
        ("collectr_real_slice_multigame.csv", {6: "base1-12"}),
        ("cardmarket_powertools_inventory.csv", {2: "xy7-1", 3: "xy7-2"}),
    ],
)
def test_the_resolved_rows_of_other_samples_were_checked_by_hand(
    name: str, cards: dict[int, str], samples_folder: Path, full_catalogue: Catalogue
) -> None:
    report = read(samples_folder / name, full_catalogue)
    assert {row.line: row.card.card_id for row in report.owned} == cards


def test_a_pull_sheet_is_refused_unless_it_is_asked_for(
    samples_folder: Path, full_catalogue: Catalogue
) -> None:
    path = samples_folder / "tcgplayer_pullsheet.csv"
    with pytest.raises(InputError, match="what was sold"):
        read(path, full_catalogue)
    report = read_collection(
        read_path(path), full_catalogue, reading=Reading(format_name="tcgplayer-pull-sheet")
    )
    found = (report.rows_read, len(report.owned), len(report.skipped), len(report.unresolved))
    assert found == (4, 3, 1, 0)
    assert [row.card.card_id for row in report.owned] == ["sv3-125", "sv3-26", "sv3-164"]
