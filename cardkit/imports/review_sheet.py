"""Questions as a table for a spreadsheet, and the answers that somebody wrote into it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cardkit.cards import Card
from cardkit.catalogue import Catalogue
from cardkit.errors import Fault, InputError
from cardkit.imports.reading import Source
from cardkit.imports.review import Choice, ChoiceFault, Question
from cardkit.imports.spreadsheet import harmless
from cardkit.imports.table import find_header, header_key, read_rows
from cardkit.imports.vocabulary import is_true, read_count

_CANDIDATES = 5
_ROW, _CHOICE, _COPIES, _LABEL = "row", "choice", "copies", "remember label"
COLUMNS = (
    _ROW, _CHOICE, _COPIES, _LABEL, "name", "set", "number", "rarity", "language", "why", "file",
    "line", *(f"candidate {number}" for number in range(1, _CANDIDATES + 1)),
)  # fmt: skip
_COPIES_ALONE = f"the column {_COPIES!r} was changed, and no card is chosen"
_FILL_IN_BOTH = f"fill in {_CHOICE!r} too, or leave {_COPIES!r} as it was"
_REMEDIES = {
    ChoiceFault.NO_COPIES: f"fill in {_COPIES!r}",
    ChoiceFault.COPIES_OUT_OF_RANGE: f"write {{copies}} into {_COPIES!r}",
    ChoiceFault.OTHER_COPIES: f"write {{copies}} into {_COPIES!r} again; more copies are added "
    "with cardkit add, fewer by mending the file and cardkit import FILE --replace",
    ChoiceFault.NO_LABEL: f"clear {_LABEL!r}",
}


def review_csv(questions: Iterable[Question], catalogue: Catalogue) -> str:
    """Return one line for each question; the choice is to be filled in.

    A choice is the number of a candidate, an identifier, or a set's code and number.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for question in questions:
        stored, card = question.first, question.first.row.card
        cells = [
            question.row_id,
            "",
            question.copies or "?",
            "",
            card.name,
            card.set_label or card.set_code,
            card.number,
            card.rarity,
            card.language,
            card.reason,
            stored.file,
            stored.row.line,
            *(_called(each, catalogue) for each in question.candidates[:_CANDIDATES]),
        ]
        cells += [""] * (len(COLUMNS) - len(cells))
        writer.writerow([harmless(cell) for cell in cells])
    return text.getvalue()


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledIn:
    """What somebody wrote into a table.

    Attributes:
        choices: answers to what is not settled yet.
        settled_before: lines whose row is settled already, by the same table perhaps; what they
            say is not looked at.
    """

    choices: tuple[Choice, ...]
    settled_before: int = 0


def read_review(
    source: Source,
    questions: Sequence[Question],
    catalogue: Catalogue,
    settled: Mapping[int, str] | None = None,
) -> FilledIn:
    """Read the choices that were filled in; lines without one are left open.

    Args:
        source: the table.
        questions: what it may answer.
        catalogue: the cards that it may name.
        settled: numbers of rows that are settled, and their names.

    Raises:
        InputError: it is no such table, or choices cannot be understood; all of them at once.
    """
    needed = {header_key(name) for name in (_ROW, _CHOICE)}
    header = find_header(source.lines(), lambda keys: int(needed <= set(keys)))
    if header is None or not needed <= set(header.keys):
        raise InputError(
            f"expects a table with the columns {_ROW!r} and {_CHOICE!r}",
            where=source.name,
            remedy="write one with cardkit review --export FILE, and fill in the choices",
        )
    by_row = {stored.row_id: each for each in questions for stored in each.rows}
    choices: dict[str, Choice] = {}
    faults: list[Fault] = []
    settled_before = 0
    for row in read_rows(source.lines(), header):
        cells = dict(zip(header.keys, row.cells, strict=False))
        if not cells.get(_CHOICE):
            question = by_row.get(_number(cells[_ROW]))
            is_meant = question is not None and cells.get("name") == question.first.row.card.name
            if question is not None and is_meant and _other_copies(cells, question):
                where = f"{source.name}:{row.line}"
                faults.append(Fault(what=_COPIES_ALONE, where=where, remedy=_FILL_IN_BOTH))
            continue
        if settled and cells.get("name") and settled.get(_number(cells[_ROW])) == cells["name"]:
            settled_before += 1
            continue
        found = _choice(cells, by_row, catalogue)
        if isinstance(found, Choice):
            choices[found.question.key] = found
        else:
            what, remedy = found
            faults.append(Fault(what=what, where=f"{source.name}:{row.line}", remedy=remedy))
    if faults:
        raise InputError.of(faults)
    return FilledIn(choices=tuple(choices.values()), settled_before=settled_before)


def _number(row: str) -> int:
    """Return the number of a row; 0, which no row has, where it is none."""
    return int(row) if row.isdecimal() and len(row) < 19 else 0


def _choice(
    cells: Mapping[str, str], by_row: Mapping[int, Question], catalogue: Catalogue
) -> Choice | tuple[str, str]:
    """Return a line's choice, or what is wrong with it and the remedy."""
    row, text = cells[_ROW], cells[_CHOICE]
    question = by_row.get(_number(row))
    if question is None or cells.get("name", "") not in ("", question.first.row.card.name):
        return (
            f"expects the number of an unresolved row, got {row!r}",
            "clear its choice, or write the table anew: cardkit review --export FILE",
        )
    card = _card(text, question, catalogue)
    if card is None:
        return (
            f"expects the number of a candidate, a card's identifier, or a set's code and number, "
            f"got {text!r}",
            "look it up: cardkit search WORDS",
        )
    copies = _other_copies(cells, question)
    count = read_count(copies) if copies else None
    choice = Choice(
        question=question,
        card=card,
        count=count,
        for_label=is_true(cells.get(header_key(_LABEL), "")),
    )
    fault = choice.fault
    if copies and count is None:  # words, or more than can be counted
        unread = ChoiceFault.COPIES_OUT_OF_RANGE
        fault = ChoiceFault.OTHER_COPIES if question.copies else unread
    if fault is None:
        return choice
    got = f", got {copies!r}" if copies and fault is not ChoiceFault.NO_LABEL else ""
    remedy = _REMEDIES[fault]
    return f"{fault}{got}", remedy.format(copies=question.copies or "how many you have")


def _other_copies(cells: Mapping[str, str], question: Question) -> str:
    """Return the copies that somebody wrote; empty where they are as the table was written."""
    copies = cells.get(_COPIES, "").strip()
    return "" if copies in ("?", str(question.copies or "")) else copies


def _card(text: str, question: Question, catalogue: Catalogue) -> Card | None:
    if text.isdecimal() and len(text) == 1:
        at = int(text) - 1
        return question.candidates[at] if 0 <= at < len(question.candidates) else None
    # Somebody may copy a whole candidate: its identifier comes first.
    found = catalogue.find(text) or catalogue.find(text.split(" ", 1)[0])
    return found[0] if len(found) == 1 else None


def _called(card: Card, catalogue: Catalogue) -> str:
    return f"{card.card_id} {card_in_words(card, catalogue)}"


def card_in_words(card: Card, catalogue: Catalogue) -> str:
    """Return a card as people know it: ``Dugtrio (Steep Hills 19, Common)``."""
    card_set = catalogue.card_set(card.set_id)
    rarity = f", {card.rarity}" if card.rarity else ""
    return f"{card.name} ({card_set.name if card_set else card.set_id} {card.number}{rarity})"
