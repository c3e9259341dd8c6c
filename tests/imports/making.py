"""A small catalogue of invented sets, and exports of the shapes that apps write."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardkit.cards import Card, CardId, CardSet, SetId, Supertype
from cardkit.catalogue import Catalogue
from cardkit.imports import ImportReport, Reading, read_collection
from cardkit.imports.reading import source_of
from cardkit.rarities import Rarity

SETS = (
    CardSet(set_id=SetId("base1"), name="Base", series="Base", printed_total=6, ptcgo_code="BS"),
    CardSet(set_id=SetId("hil1"), name="Windy Hills", series="Hills", printed_total=5),
    CardSet(set_id=SetId("hil2"), name="Misty Hills", series="Hills", printed_total=90),
    CardSet(set_id=SetId("hil3"), name="Steep Hills", series="Hills", printed_total=102),
    CardSet(
        set_id=SetId("swsh9"), name="Brilliant Stars", series="Sword & Shield", printed_total=172
    ),
    CardSet(
        set_id=SetId("swsh9tg"),
        name="Brilliant Stars Trainer Gallery",
        series="Sword & Shield",
        printed_total=30,
    ),
    CardSet(
        set_id=SetId("sv3"), name="Obsidian Flames", series="Scarlet & Violet", printed_total=197
    ),
    CardSet(set_id=SetId("swshp"), name="SWSH Black Star Promos", printed_total=1),
)


def card(
    card_id: str,
    name: str,
    rarity: Rarity | None = Rarity.COMMON,
    *,
    number: str = "",
    supertype: Supertype = Supertype.POKEMON,
    subtypes: tuple[str, ...] = ("Basic",),
) -> Card:
    set_id, _, tail = card_id.rpartition("-")
    return Card(
        card_id=CardId(card_id),
        name=name,
        supertype=supertype,
        set_id=SetId(set_id),
        number=number or tail,
        rarity=rarity,
        subtypes=subtypes,
        hp=60 if supertype is Supertype.POKEMON else None,
    )


CARDS = (
    # Base is complete here: six cards of a printed total of six.
    card("base1-1", "Alakazam", Rarity.RARE_HOLO),
    card("base1-2", "Nidoran ♂"),
    card("base1-3", "Farfetch'd", Rarity.UNCOMMON),
    card("base1-4", "Pokédex", Rarity.UNCOMMON, supertype=Supertype.TRAINER, subtypes=("Item",)),
    card("base1-5", "Pikachu"),
    card("base1-6", "Fire Energy", None, supertype=Supertype.ENERGY),
    # So is Windy Hills, with two cards of one name.
    card("hil1-1", "Dratini δ", Rarity.UNCOMMON),
    card("hil1-2", "Wigglytuff", Rarity.RARE_HOLO),
    card("hil1-3", "Wigglytuff", Rarity.RARE),
    card("hil1-4", "Mewtwo ★", Rarity.RARE_HOLO_STAR, subtypes=("Basic", "Star")),
    card("hil1-5", "Pikachu"),
    # Of Misty Hills only a part is known.
    card("hil2-5", "Oddish"),
    card("hil2-7", "Pikachu"),
    card("hil2-8", "Blaine's Quiz #1", supertype=Supertype.TRAINER, subtypes=()),
    card("hil3-19", "Dugtrio"),
    card("swsh9-30", "Lumineon V", Rarity.RARE_HOLO_V, subtypes=("Basic", "V")),
    card("swsh9tg-TG05", "Pikachu V", Rarity.RARE_HOLO_V, subtypes=("Basic", "V")),
    card("sv3-125", "Charizard ex", Rarity.DOUBLE_RARE, subtypes=("Stage 2", "ex")),
    card("sv3-26", "Charmander"),
    card("swshp-SWSH020", "Pikachu", Rarity.PROMO),
)


@contextmanager
def small_catalogue(folder: Path) -> Iterator[Catalogue]:
    with Catalogue.open(folder / "small.db", starter=False) as catalogue:
        catalogue.add(CARDS, SETS, "invented")
        yield catalogue


def read(
    content: str | bytes, catalogue: Catalogue, format_name: str | None = None
) -> ImportReport:
    data = content.encode() if isinstance(content, str) else content
    source = source_of(data, name="list.csv")
    return read_collection(source, catalogue, reading=Reading(format_name=format_name))


EXPORTS = Path(__file__).parent / "exports"
"""Invented exports of the shapes that apps write."""


def export(name: str) -> str:
    return (EXPORTS / name).read_text(encoding="utf-8")


def header(name: str) -> str:
    return export(name).partition("\n")[0]


@contextmanager
def small_catalogue_in_memory() -> Iterator[Catalogue]:
    with tempfile.TemporaryDirectory() as folder, small_catalogue(Path(folder)) as catalogue:
        yield catalogue
