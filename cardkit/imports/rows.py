"""From a row of the table to a row of the collection, or to the reason why it is none."""

from __future__ import annotations

from dataclasses import dataclass

from cardkit.cards import CardId
from cardkit.collection import Row
from cardkit.imports.dialects import Dialect, Meaning
from cardkit.imports.matching import Matched, Matcher, Unmatched, Wanted
from cardkit.imports.names import ReadName, read_name
from cardkit.imports.report import SkippedRow, SkipReason
from cardkit.imports.table import Header
from cardkit.imports.table import Row as TableRow
from cardkit.imports.vocabulary import (
    MAX_COUNT,
    Condition,
    Language,
    is_this_game,
    is_true,
    language_in_words,
    language_of_label,
    names_sealed_product,
    read_condition,
    read_count,
    read_finish,
    read_language,
)
from cardkit.naming import fold_name

_NO_NAME = "(no name)"
_NO_RARITY = frozenset({"", "none", "unconfirmed", "n/a", "-"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Printed:
    """What a row says of the card itself, and what was made of it; shared by its copies."""

    skip: SkipReason | None
    name: str
    set_label: str
    set_code: str
    number: str
    rarity: str
    kind: str
    language: str
    finish: str
    remarks: str
    found: Matched | Unmatched | None


class RowReader:
    """Reads the rows of one table."""

    def __init__(self, dialect: Dialect, header: Header, file: str, matcher: Matcher) -> None:
        self._header = header
        self._file = file
        self._matcher = matcher
        positions = dialect.positions(header.keys)
        self._places = {meaning: positions.get(meaning, ()) for meaning in Meaning}
        says_nothing = {Meaning.FOLDER, Meaning.GAME, Meaning.WISH_LIST}
        mute = {at for meaning in says_nothing for at in self._places[meaning]}
        self._telling = [at for at in range(len(header.names)) if at not in mute]
        self._printed: dict[tuple[str, ...], _Printed] = {}
        self.without_quantity = 0
        """Rows that were counted as one copy for want of a quantity."""

    def read(self, row: TableRow) -> Row | SkippedRow:
        """Return a row of the collection, or why it is none."""
        cells = row.cells
        skip = self._skip(cells)
        if skip is not None:
            return SkippedRow(line=row.line, reason=skip, name=self._value(Meaning.NAME, cells))
        condition = read_condition(self._value(Meaning.CONDITION, cells))
        printed = self._read_printed(cells, condition)
        quantity = self._value(Meaning.QUANTITY, cells)
        count = read_count(quantity)
        skip = printed.skip or (SkipReason.SEALED if condition.sealed else None)
        if skip is None and count == 0 and not row.fault:
            skip = SkipReason.NO_COPIES
        if skip is not None or printed.found is None:
            return SkippedRow(line=row.line, reason=skip or SkipReason.BLANK, name=printed.name)
        fault = row.fault
        if count is None:
            fault = fault or (
                f"expects a quantity from 0 to {MAX_COUNT:,} in whole copies, got {quantity!r}"
            )
        elif not quantity:
            self.without_quantity += 1
        return self._row(row.line, cells, condition, printed, 0 if fault else count or 0, fault)

    def _row(
        self,
        line: int,
        cells: list[str],
        condition: Condition,
        printed: _Printed,
        count: int,
        fault: str,
    ) -> Row:
        found = printed.found
        matched = found if isinstance(found, Matched) and not fault else None
        reason, candidates = _why_unresolved(found, fault)
        finish = self._value(Meaning.FINISH, cells) or condition.finish
        grade = self._value(Meaning.GRADE, cells)
        return Row(
            name=printed.name,
            set_label=printed.set_label,
            set_code=printed.set_code,
            number=printed.number,
            rarity=printed.rarity,
            kind=printed.kind,
            count=count,
            finish=_finish(read_finish(finish) if finish else "", printed.finish),
            condition=condition.name,
            language=printed.language,
            grade="" if grade.casefold() == "ungraded" else grade,
            note=_note(self._value(Meaning.NOTE, cells), printed.remarks),
            card_id=matched.card.card_id if matched else None,
            step=matched.step if matched else None,
            reason=reason,
            candidates=candidates,
            file=self._file,
            line=line,
        )

    def _value(self, meaning: Meaning, cells: list[str]) -> str:
        """Return the first cell with this meaning that is not blank."""
        for place in self._places[meaning]:
            if cells[place]:
                return cells[place]
        return ""

    def _skip(self, cells: list[str]) -> SkipReason | None:
        """Return why a row is no card, as far as that shows without reading the card."""
        if not any(cells[at] for at in self._telling):
            return SkipReason.BLANK
        if tuple(cells) == self._header.names:
            return SkipReason.REPEATED_HEADER
        game = self._value(Meaning.GAME, cells)
        if game and not is_this_game(game):
            return SkipReason.OTHER_GAME
        if is_true(self._value(Meaning.WISH_LIST, cells)):
            return SkipReason.WISH_LIST
        return None

    def _read_printed(self, cells: list[str], condition: Condition) -> _Printed:
        told = (
            self._value(Meaning.NAME, cells),
            self._value(Meaning.CLEAN_NAME, cells),
            self._value(Meaning.SET, cells),
            self._value(Meaning.SET_CODE, cells),
            self._value(Meaning.NUMBER, cells),
            self._value(Meaning.RARITY, cells),
            self._value(Meaning.KIND, cells),
            self._value(Meaning.GAME, cells),
            self._value(Meaning.LANGUAGE, cells) or condition.language,
        )
        printed = self._printed.get(told)
        if printed is None:
            printed = self._printed[told] = self._match(*told)
        return printed

    def _match(
        self,
        text: str,
        clean: str,
        label: str,
        code: str,
        number: str,
        rarity: str,
        kind: str,
        game: str,
        language_text: str,
    ) -> _Printed:
        name = _joined(read_name(text), clean)
        language = _language(language_text, name.language, game, label)
        skip = self._no_card(name, number, rarity)
        wanted = Wanted(
            name=name,
            set_label=label,
            set_code=code,
            number=number,
            rarity=rarity,
            asian=language.name if language.asian else "",
        )
        return _Printed(
            skip=skip,
            name=text or clean or _NO_NAME,
            set_label=label,
            set_code=code,
            number=number or name.number,
            rarity=rarity,
            kind=kind,
            language=language.name,
            finish=name.finish,
            remarks="; ".join(name.remarks),
            found=None if skip else self._matcher.match(wanted),
        )

    def _no_card(self, name: ReadName, number: str, rarity: str) -> SkipReason | None:
        if rarity.casefold() == "code card" or name.name.casefold().startswith("code card"):
            return SkipReason.CODE_CARD
        told = number or name.number or rarity.casefold() not in _NO_RARITY
        if not told and names_sealed_product(name.name) and not self._matcher.names_card(name):
            return SkipReason.SEALED
        return None


def _joined(name: ReadName, clean: str) -> ReadName:
    """Add the spelling of a column with clean names."""
    folded = fold_name(clean)
    if not folded or folded in name.spellings:
        return name
    return ReadName(
        name=name.name or clean,
        spellings=(*name.spellings, folded),
        number=name.number,
        finish=name.finish,
        language=name.language,
        remarks=name.remarks,
    )


def _language(text: str, in_name: str, game: str, label: str) -> Language:
    """Return the row's language; one that says Asian wins over a column that says English.

    Apps fill the column with English where they know nothing better.
    """
    column = read_language(text)
    told = (column, read_language(in_name), language_in_words(game), language_of_label(label))
    return next((each for each in told if each is not None and each.asian), None) or (
        column if text else read_language(in_name)
    )


def _finish(column: str, in_name: str) -> str:
    """A pattern in the name says more than the column, which calls it Holofoil."""
    return in_name or column


def _note(owner: str, remarks: str) -> str:
    """Join the owner's note and the name's remarks; some apps leave ``; ; `` in empty notes."""
    return "; ".join(part for part in (owner.strip("; "), remarks) if part)


def _why_unresolved(
    found: Matched | Unmatched | None, fault: str
) -> tuple[str, tuple[CardId, ...]]:
    if isinstance(found, Unmatched):
        return fault or found.reason, found.candidates
    if found is not None and fault:
        return fault, (found.card.card_id,)
    return "", ()
