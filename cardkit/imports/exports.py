"""The collection as a file, and back: a table, a JSON document, a list for Pokemon TCG Live.

The table's columns are those that any table may have; the last ones let an import find again
exactly what was exported. A row that somebody adds below, without them, is matched like any other.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping

from cardkit.cards import Card, CardId, EnergyType, Supertype
from cardkit.catalogue import Catalogue
from cardkit.catalogue.sets import set_facts
from cardkit.collection import Row, RowCard, Step
from cardkit.collection.entries import sketch_of
from cardkit.errors import InputError
from cardkit.imports.dialects import Dialect, Meaning
from cardkit.imports.names import read_name
from cardkit.imports.spreadsheet import harmless
from cardkit.imports.table import MAX_CELL, Header, header_key, printable
from cardkit.imports.table import Row as TableRow
from cardkit.imports.vocabulary import read_count
from cardkit.naming import fold_name
from cardkit.schema_check import schema_faults

JSON_FORMAT = "cardkit-owned/1"
UNRESOLVED = "unresolved"
"""What stands in place of the step that decided."""
UNREAD = "?"
"""The quantity of a row whose own could not be read."""

_COLUMNS: dict[str, Meaning | None] = {
    "Quantity": Meaning.QUANTITY,
    "Name": Meaning.NAME,
    "Set": Meaning.SET,
    "Set Code": Meaning.SET_CODE,
    "Number": Meaning.NUMBER,
    "Rarity": Meaning.RARITY,
    "Kind": Meaning.KIND,
    "Finish": Meaning.FINISH,
    "Condition": Meaning.CONDITION,
    "Language": Meaning.LANGUAGE,
    "Grade": Meaning.GRADE,
    "Notes": Meaning.NOTE,
    "Card ID": None,
    "Found By": None,
    "Why": None,
    "Nearest": None,
}
_KEYS = tuple(header_key(name) for name in _COLUMNS)
OWN = Dialect(
    name="cardkit",
    title="cardkit, an exported collection",
    signature=(header_key("Name"), header_key("Card ID"), header_key("Found By")),
    columns={
        meaning: (header_key(name),) for name, meaning in _COLUMNS.items() if meaning is not None
    },
)
"""The format of an exported collection."""
OWN_FORMATS = (
    OWN,
    Dialect(
        name="cardkit-report",
        title="cardkit, rows that are not owned",
        signature=tuple(map(header_key, ("line", "what became of it", "why"))),
        columns={},
        refused="these rows are in the collection, or were left out of it, already",
    ),
    Dialect(
        name="cardkit-review",
        title="cardkit, rows to be reviewed",
        signature=tuple(map(header_key, ("row", "choice", "remember label"))),
        columns={},
        refused="its choices are taken by cardkit review --apply FILE",
    ),
)
"""Tables that cardkit writes; only the first of them is a collection."""


def export_csv(rows: Iterable[Row]) -> str:
    """Return the rows as a table; cells that a spreadsheet would run are made harmless."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        writer.writerow([harmless(cell) for cell in _to_cells(row)])
    return text.getvalue()


def export_json(rows: Iterable[Row]) -> str:
    """Return the rows as the document of ``schemas/owned.schema.json``."""
    listed = [
        {
            key.replace(" ", "_"): cell
            for key, cell in zip(_KEYS, _to_cells(row), strict=True)
            if cell
        }
        for row in rows
    ]
    document = {"format": JSON_FORMAT, "rows": listed}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def is_exported_json(content: bytes) -> bool:
    """Whether bytes are a document that :func:`export_json` has written."""
    start = content[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start[:1] == b"{" and JSON_FORMAT.encode() in start


def read_json(content: bytes, where: str) -> tuple[Header, tuple[TableRow, ...]]:
    """Read such a document as a table.

    Raises:
        InputError: with every fault of the document.
    """
    try:
        document = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"expects a JSON document ({error})"[:200], where=where, remedy="export it again"
        ) from error
    faults = schema_faults(document, "owned", where=where)
    if faults:
        raise InputError.of(faults)
    header = Header(names=tuple(_COLUMNS), keys=_KEYS, delimiter=",", line=1)
    return header, tuple(
        TableRow(line=line, cells=[printable(row.get(key.replace(" ", "_"), "")) for key in _KEYS])
        for line, row in enumerate(document["rows"], start=1)
    )


class Restorer:
    """Makes of rows of an exported table what they were.

    Args:
        header: the header of the table; its columns may have been moved.
        catalogue: tells whether a card's name still agrees with the row's.
    """

    def __init__(self, header: Header, catalogue: Catalogue) -> None:
        self._places = {key: header.keys.index(key) for key in _KEYS if key in header.keys}
        self._catalogue = catalogue
        self._cards: dict[tuple[str, ...], RowCard] = {}

    def restored(self, row: TableRow) -> Row | None:
        """Return the row as it was; None for one that is to be read like any other."""
        cells = {key: row.cells[place] for key, place in self._places.items()}
        found_by, count = cells["found by"], read_count(cells.get("quantity", ""))
        if row.fault or not found_by or count == 0 or not cells["name"]:
            return None
        resolved = bool(cells["card id"])
        unread = count is None
        if resolved and (unread or not self._is_so(cells["name"], cells["card id"], found_by)):
            return None
        if not resolved and (found_by != UNRESOLVED or not cells.get("why")):
            return None
        if unread != ("quantity" in cells.get("why", "") or cells.get("quantity") == UNREAD):
            return None  # the owner has mended the quantity, or broken it
        return Row(
            card=self._card(cells),
            count=count or 0,
            finish=cells.get("finish", ""),
            condition=cells.get("condition", ""),
            grade=cells.get("grade", ""),
            note=cells.get("notes", ""),
            line=row.line,
        )

    def _is_so(self, name: str, card_id: str, found_by: str) -> bool:
        if found_by == Step.BY_HAND:
            return True
        card = self._catalogue.card(CardId(card_id))
        if card is None or found_by not in frozenset(Step):
            return found_by in frozenset(Step)
        return True if found_by == Step.SET_NUMBER else _agrees(card, name)

    def _card(self, cells: Mapping[str, str]) -> RowCard:
        key = tuple(cells.get(each, "") for each in _DESCRIBING)
        if key not in self._cards:
            name, set_label, set_code, number, rarity, kind, language, card_id, *found = key
            resolved = bool(card_id)
            self._cards[key] = RowCard(
                name=name,
                set_label=set_label,
                set_code=set_code,
                number=number,
                rarity=rarity,
                kind=kind,
                language=language,
                card_id=CardId(card_id) if resolved else None,
                step=Step(found[0]) if resolved else None,
                reason="" if resolved else found[1],
                candidates=() if resolved else tuple(map(CardId, found[2].split())),
            )
        return self._cards[key]


_DESCRIBING = (
    "name", "set", "set code", "number", "rarity", "kind", "language", "card id", "found by", "why",
    "nearest",
)  # fmt: skip


def _agrees(card: Card, name: str) -> bool:
    """Whether a row's name shares a word with a card's, so that the row was not made another."""
    words = {word for spelling in read_name(name).spellings for word in spelling.split()}
    return not words.isdisjoint(fold_name(card.name).split())


def _to_cells(row: Row) -> tuple[str, ...]:
    card = row.card
    return (
        str(row.count) if row.count else UNREAD,
        card.name,
        card.set_label,
        card.set_code,
        card.number,
        card.rarity,
        card.kind,
        row.finish,
        row.condition,
        card.language,
        row.grade,
        row.note[:MAX_CELL],
        card.card_id or "",
        UNRESOLVED if card.step is None else card.step.value,
        card.reason,
        " ".join(card.candidates),
    )


_HEADINGS = {
    Supertype.POKEMON: "Pokémon",
    Supertype.TRAINER: "Trainer",
    Supertype.ENERGY: "Energy",
}


def export_ptcgl(rows: Iterable[Row], catalogue: Catalogue) -> str:
    """Return the cards as a list of Pokemon TCG Live; copies of one printing are put together.

    A list knows neither condition nor language; rows without a readable quantity are left out.
    """
    counts: dict[tuple[Supertype, str], int] = {}
    for row in rows:
        if row.count:
            key = _line_of(row, catalogue)
            counts[key] = counts.get(key, 0) + row.count
    parts = []
    for supertype, heading in _HEADINGS.items():
        lines = [f"{n} {line}" for (kind, line), n in counts.items() if kind is supertype]
        if lines:
            parts.append("\n".join([f"{heading}: {len(lines)}", *lines]))
    parts.append(f"Total Cards: {sum(counts.values())}")
    return "\n\n".join(parts) + "\n"


def _line_of(row: Row, catalogue: Catalogue) -> tuple[Supertype, str]:
    card_id = row.card.card_id
    card = catalogue.card(card_id) if card_id is not None else None
    if card is None:
        sketch = sketch_of(row.card, catalogue)
        name = " ".join(row.card.name.split())
        place = (row.card.set_code, row.card.number.partition("/")[0].replace(" ", ""))
    else:
        sketch, name, place = card, card.name, _place_of(card, catalogue)
    if sketch.is_basic_energy:
        name = next(
            (f"Basic {{{kind.letter}}} Energy" for kind in EnergyType if kind.value in sketch.name),
            name,
        )
    if row.card.step is Step.ANY_PRINTING:
        place = ("", "")  # the owner's list names no set either
    parts = [name, *(place if all(place) else ())]
    if all(place) and row.finish == "Reverse Holofoil":
        parts.append("PH")
    return sketch.supertype, " ".join(parts)


def _place_of(card: Card, catalogue: Catalogue) -> tuple[str, str]:
    """Return the set's code and the number as lists write them: ``CRZ-GG 10``, ``PR-SW 20``."""
    facts = set_facts().get(card.set_id)
    card_set = catalogue.card_set(card.set_id)
    code = facts.codes[0] if facts and facts.codes else card_set.ptcgo_code if card_set else ""
    number = card.number
    if facts and facts.number_prefix:
        number = number.removeprefix(facts.number_prefix).lstrip("0") or number
    return code, number


def export_formats() -> dict[str, str]:
    """Return what ``cardkit export --format`` takes, and what it is."""
    return {
        "csv": "a table that spreadsheets and cardkit import read",
        "ptcgl": "a list for Pokemon TCG Live",
        "json": "a JSON document that cardkit import reads",
    }


def exported(format_name: str, rows: Iterable[Row], catalogue: Catalogue) -> str:
    """Return rows in one of :func:`export_formats`."""
    if format_name == "ptcgl":
        return export_ptcgl(rows, catalogue)
    return export_json(rows) if format_name == "json" else export_csv(rows)
