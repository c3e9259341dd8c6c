"""Whether every card finds its printing in the words of every app.

Writes, for each format, a file of all cards of the public bulk data in that format's vocabulary,
imports it, and compares. Run with the folder of a copy of the public bulk data, or with
CARDKIT_BULK_DATA set; how fast a file is read is the matter of ``imports.py``:

    python benchmarks/dialects.py FOLDER
"""

from __future__ import annotations

import csv
import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from app_words import (
    clean_name,
    collectr_set,
    decorated_name,
    era_set,
    french_set,
    full_number,
    padded_number,
    pricecharting_set,
    promos_together,
    psa_set,
    shop_set,
)

from cardkit.cards import Card, CardSet, SetId
from cardkit.catalogue import Catalogue
from cardkit.imports import ImportReport, read_collection
from cardkit.imports.reading import source_of
from cardkit.sources.bulk import read_bulk

_LEAST_RESOLVED = 0.995

_Sets = Mapping[SetId, CardSet]
Words = Callable[[Card, CardSet], tuple[object, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """How one app writes a card.

    Attributes:
        format_name: the format that it must be detected as.
        title: what it is called in the table.
        header: its columns.
        words: a card's cells.
        open_end: why it need not resolve; empty for most.
        delimiter: what stands between cells.
        chosen: the cards that it can hold.
        file: the file's name, of the set where it matters.
    """

    format_name: str
    title: str
    header: str
    words: Words
    open_end: str = ""
    delimiter: str = ","
    chosen: Callable[[Card], bool] | None = None
    file: Callable[[CardSet], str] | None = None


def _rarity(card: Card) -> str:
    return str(card.rarity or "")


EXPORTS = (
    Export(
        format_name="tcgplayer-app",
        title="TCGplayer app",
        header="Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,"
        "Rarity,Product ID,SKU,Price,Price Each",
        words=lambda card, of: (
            *(1, decorated_name(card), clean_name(card.name), shop_set(card, of)),
            *(full_number(card, of), of.ptcgo_code, "Normal", "Near Mint", "English"),
            *(_rarity(card), 1, 2, "$0.10", "$0.10"),
        ),
    ),
    Export(
        format_name="tcgplayer-app",
        title="TCGplayer app, 2021",
        header="Quantity,Name,Simple Name,Set,Card Number,Set Code,External ID,Printing,Condition,"
        "Language,Rarity,Product ID,SKU",
        words=lambda card, of: (
            *(1, decorated_name(card), clean_name(card.name), shop_set(card, of)),
            *(full_number(card, of), "", "", "Holofoil", "Near Mint", "English"),
            *(_rarity(card), 1, 2),
        ),
    ),
    Export(
        format_name="tcgplayer-app-2026",
        title="TCGplayer app, 2026",
        header="Product ID,TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,"
        "Condition,Printing,TCG Market Price,TCG Direct Low,TCG Low Price With Shipping,"
        "TCG Low Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL",
        words=lambda card, of: (
            *(1, 2, "Pokemon", shop_set(card, of), decorated_name(card), ""),
            *(full_number(card, of), _rarity(card), "Near Mint", "Normal", "", "", "", ""),
            *("", 1, "", ""),
        ),
    ),
    Export(
        format_name="tcgplayer-seller",
        title="TCGplayer seller",
        header="TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,"
        "TCG Market Price,TCG Direct Low,TCG Low Price With Shipping,TCG Low Price,"
        "Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL",
        words=lambda card, of: (
            *(1, "Pokemon", shop_set(card, of), decorated_name(card), ""),
            *(full_number(card, of), _rarity(card), "Near Mint Reverse Holofoil"),
            *("0.07", "", "1.3200", "0.0100", 1, 0, "0.0500", ""),
        ),
    ),
    Export(
        format_name="collectr",
        title="Collectr",
        header="Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,"
        "Card Condition,Average Cost Paid,Quantity,Market Price (As of 2026-03-15),"
        "Price Override,Watchlist,Date Added,Notes",
        words=lambda card, of: (
            *("Main", "Pokemon", collectr_set(card, of), clean_name(card.name), card.number),
            *(_rarity(card), "Normal", "Ungraded", "Near Mint", 0, 1, "1,412.37", 0, "false"),
            *("2026-03-15", ""),
        ),
    ),
    Export(
        format_name="collectr",
        title="Collectr, full numbers",
        header="Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,"
        "Card Condition,Average Cost Paid,Quantity,Market Price,Price Override,Watchlist,"
        "Date Added,Notes,Language",
        words=lambda card, of: (
            *("Main", "Pokemon", collectr_set(card, of), decorated_name(card)),
            *(padded_number(card, of), _rarity(card), "Normal", "PSA 10.0 GEM - MT"),
            *("Near Mint", 0, 1, 1, 0, "false", "2026-03-15", "; ", "English"),
        ),
    ),
    Export(
        format_name="tcg-collector",
        title="TCG Collector",
        header="TCG region,Card name,Card number,Card number sorting order,Expansion,Rarity,"
        "Card variant,Card language,Card condition,Quantity,Price,Total price,Note",
        words=lambda card, of: (
            *("International", card.name, padded_number(card, of), 1, era_set(of)),
            *(_rarity(card), "Normal Holo", "English", "Unspecified", 1, "", "", ""),
        ),
    ),
    Export(
        format_name="pricecharting",
        title="PriceCharting",
        header="id,product-name,console-name,price-in-pennies,include-string,condition-string,"
        "condition-id,sku,notes,cost-basis-in-pennies,quantity,date-entered,date-purchased,"
        "grading-company,grading-cert-id,folder",
        words=lambda card, of: (
            *(1, f"{clean_name(card.name)} [Reverse] #{card.number}", pricecharting_set(of)),
            *(139, "Ungraded", "Normal wear", 1, "", "", 0, 1, "2026-07-18", "", "", "", ""),
        ),
    ),
    Export(
        format_name="pricecharting",
        title="PriceCharting, promos",
        header="id,product-name,console-name,price-in-pennies,include-string,condition-string,"
        "sku,notes,cost-basis-in-pennies,quantity,date-entered,date-purchased,"
        "grading-company,grading-cert-id,folder",
        words=lambda card, of: (
            *(1, f"{clean_name(card.name)} #{card.number}", promos_together(of)),
            *(139, "Graded 8", "Normal wear", "", "", 0, 1, "2026-07-18", "", "", "", ""),
        ),
    ),
    Export(
        format_name="dragon-shield",
        title="Dragon Shield",
        header="Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,"
        "Condition,Printing,Language,Price Bought,Date Bought,LOW,MID,MARKET",
        words=lambda card, of: (
            *("bulk", 1, 0, card.name, of.ptcgo_code, of.name, card.number, "NearMint"),
            *("Normal", "English", "0.04", "2024-12-20", "0.01", "0.10", "0.03"),
        ),
    ),
    Export(
        format_name="dragon-shield-phone",
        title="Dragon Shield, phone",
        header="Quantity,Name,CardNumber,Expansion Code,Expansion Name,PurchasePrice,Foil,"
        "Condition,Language,PurchaseDate,Single Current Price,Total Current Price",
        words=lambda card, of: (
            *(1, card.name, padded_number(card, of), of.ptcgo_code, of.name, "0.04", "false"),
            *("NearMint", "English", "2024-12-20", "0.10", "0.10"),
        ),
    ),
    Export(
        format_name="cardmarket-stock",
        title="Cardmarket stock",
        header="idArticle,idProduct,English Name,Local Name,Exp.,Exp. Name,Price,Language,"
        "Condition,Foil?,Signed?,Playset?,Altered?,Comments,Amount,onSale,collectorNumber",
        words=lambda card, of: (
            *(1, 2, card.name, "", "", of.name, "17,00", 3, "NM", "", "", "", "", "", 1, 1),
            padded_number(card, of).partition("/")[0],
        ),
        delimiter=";",
    ),
    Export(
        format_name="cardmarket-powertools",
        title="Cardmarket PowerTools",
        header="cardmarketId,quantity,name,set,setCode,cn,condition,language,isFirstEd,"
        "isReverseHolo,isSigned,finishType,price,comment,location",
        words=lambda card, of: (
            *(1, 1, card.name, of.name, of.ptcgo_code, padded_number(card, of).partition("/")[0]),
            *("EX", "Italian", "", "true", "", "", "1.5", "", ""),
        ),
    ),
    Export(
        format_name="psa",
        title="PSA",
        header="Item Status,Item,Cert Number,Grade Issuer,Grade,Autograph Grade,Year,Set,"
        "Card Number,Subject,Variety,Serial,Category,My Cost,My Notes,Sold Date,Sold Price",
        words=lambda card, of: (
            *("Active", "", 1, "PSA", 10, "-", 2023, psa_set(of), card.number),
            *(f"FULL ART/{clean_name(card.name).upper()}-HOLO", "-", "-", "TCG Cards"),
            *("-", "-", "-", "-"),
        ),
    ),
    Export(
        format_name="card-ladder",
        title="Card Ladder",
        header="Date Purchased,Quantity,Card,Player,Year,Set,Variation,Number,Category,Condition,"
        "Investment,Current Value,Potential Profit,Ladder ID,Slab Serial #,Population,Notes",
        words=lambda card, of: (
            *("1/2/2026", 1, "", clean_name(card.name), 2023, f"Pokemon {era_set(of)}", "Base"),
            *(card.number, "Pokemon", "PSA 10"),
        ),
    ),
    Export(
        format_name="ludex",
        title="Ludex",
        header="year,classification,series,set,card_name,player_name,team_name,card_number,"
        "parallel,grader,grade_value,condition,user_notes,purchased_at,purchase_price,price",
        words=lambda card, of: (
            *(2023, "TCG", of.series, of.name, clean_name(card.name), "", ""),
            *(padded_number(card, of), "", "", "", "Near Mint", "", "", "", ""),
        ),
    ),
    Export(
        format_name="deckbox",
        title="Deckbox",
        header="Count,Tradelist Count,Name,Edition,Card Number,Condition,Language,Foil,Signed",
        words=lambda card, of: (
            *(1, 0, card.name, of.name, card.number, "Good (Lightly Played)", "English", "", ""),
        ),
    ),
    Export(
        format_name="manabox",
        title="ManaBox",
        header="Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,"
        "Scryfall ID,Purchase price,Misprint,Altered,Condition,Language,Purchase price currency",
        words=lambda card, of: (
            *(card.name, of.ptcgo_code, of.name, card.number, "normal", _rarity(card), 1, 1, ""),
            *("0.1", "false", "false", "near_mint", "en", "EUR"),
        ),
    ),
    Export(
        format_name="cardcastle-simple",
        title="CardCastle, simple",
        header="Count,Card Name,Set Name,Collector Number,Foil",
        words=lambda card, of: (1, card.name, of.name, card.number, "false"),
    ),
    Export(
        format_name="cardcastle",
        title="CardCastle, full",
        header="Card Name,Set Name,Condition,Foil,Language,Multiverse ID,JSON ID,Price USD",
        words=lambda card, of: (card.name, of.name, "Near Mint", "false", "English", "", 1, 1),
        open_end="no numbers: names that are unique in a set",
    ),
    Export(
        format_name="cardtrader",
        title="CardTrader",
        header="blueprint_id,product_id,quantity,price_cents,currency,name,expansion,number,"
        "condition,language,foil,reverse,first_edition,signed,altered,comment",
        words=lambda card, of: (
            *(1, 2, 1, 100, "EUR", card.name, of.name, padded_number(card, of), "Near Mint", "en"),
            *("false", "true", "false", "false", "false", ""),
        ),
    ),
    Export(
        format_name="pokecardex",
        title="Pokécardex",
        header="Number,Nom,Nb Normal,Nb Ed1,Nb Reverse,Nb Spéciale",
        words=lambda card, of: (padded_number(card, of), f"{card.name}eau", 1, 0, "", ""),
        chosen=lambda card: bool(french_set(card.set_id)),
        file=lambda of: f"{french_set(of.set_id).replace(':', '')}.csv",
    ),
    Export(
        format_name="generic",
        title="by hand",
        header="Name,Set,Number,Rarity,Quantity",
        words=lambda card, of: (card.name, of.name, card.number, _rarity(card), 1),
    ),
    Export(
        format_name="generic",
        title="by hand, codes",
        header="Qty,Card,Set Code,Card #",
        words=lambda card, of: (1, card.name, of.ptcgo_code, padded_number(card, of)),
        chosen=lambda card: card.set_id not in _WITHOUT_CODE,
    ),
    Export(
        format_name="whatnot",
        title="Whatnot titles",
        header="Category,Sub Category,Title,Description,Quantity,Type,Price,Shipping Profile,"
        "Offerable,Hazmat,Condition,Cost Per Item,SKU",
        words=lambda card, of: (
            *("Trading Card Games", "Pokémon Cards"),
            f"{clean_name(card.name)} {padded_number(card, of)} Full Art",
            *("", 1, "Buy it Now", 1, "0-1 oz", "TRUE", "Not Hazmat", "Near Mint", "", ""),
        ),
        open_end="titles are always reviewed",
    ),
)
_WITHOUT_CODE: set[str] = set()


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else os.environ["CARDKIT_BULK_DATA"])
    bulk = read_bulk(folder)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "catalogue.db"
        with Catalogue.open(path, starter=False) as catalogue:
            catalogue.add(bulk.cards, bulk.sets, "benchmark")
            sets = {each.set_id: each for each in catalogue.sets()}
            cards = tuple(catalogue.cards())
            _WITHOUT_CODE.update(each.set_id for each in sets.values() if not each.ptcgo_code)
            good = _all_dialects(catalogue, cards, sets)
    sys.exit(0 if good else 1)


def _all_dialects(catalogue: Catalogue, cards: Sequence[Card], sets: _Sets) -> bool:
    print(f"{'format':24} {'rows':>7} {'resolved':>9} {'unresolved':>10} {'wrong':>6}")
    good = True
    for export in EXPORTS:
        rows, unresolved, wrong = 0, [], []
        for chosen, report in _read_all(export, catalogue, cards, sets):
            rows += report.rows_read
            if report.format_name != export.format_name:
                sys.exit(f"{export.title} is taken for {report.format_name}")
            if len(report.rows) != len(chosen):
                sys.exit(f"{export.title}: rows are skipped: {report.skipped[:5]}")
            for row, card in zip(report.rows, chosen, strict=True):
                if row.card.card_id is None:
                    unresolved.append((card, row.card.reason))
                elif row.card.card_id != card.card_id:
                    wrong.append((card, row.card.card_id))
        share = (rows - len(unresolved)) / rows
        fine = not wrong and (share >= _LEAST_RESOLVED or bool(export.open_end))
        good = good and fine
        print(
            f"{export.title:24} {rows:7,} {share:8.2%} {len(unresolved):10,} {len(wrong):6}"
            f"  {export.open_end}{'' if fine else '  MISSED'}"
        )
        if "-v" in sys.argv:
            for card, why in [*wrong, *unresolved][:400]:
                print(f"    {card.card_id} {card.name}: {why}")
    return good


def _read_all(
    export: Export, catalogue: Catalogue, cards: Sequence[Card], sets: _Sets
) -> Iterator[tuple[Sequence[Card], ImportReport]]:
    chosen = [card for card in cards if export.chosen is None or export.chosen(card)]
    if export.file is None:
        groups = [("export.csv", chosen)]
    else:
        name = export.file
        groups = [
            (name(sets[set_id]), list(group))
            for set_id, group in groupby(chosen, key=lambda card: card.set_id)
        ]
    for file, group in groups:
        source = source_of(_text(export, group, sets).encode(), name=file)
        yield group, read_collection(source, catalogue)


def _text(export: Export, cards: Iterable[Card], sets: _Sets) -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=export.delimiter, lineterminator="\r\n")
    writer.writerow(export.header.split(","))
    writer.writerows(export.words(card, sets[card.set_id]) for card in cards)
    return text.getvalue()


if __name__ == "__main__":
    main()
