"""From a row of the table to a row of the collection, or to the reason why it is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import PurePath

from cardkit.collection import Row, RowCard
from cardkit.imports.dialects import Dialect, Meaning
from cardkit.imports.matching import Matched, Matcher, Unmatched, Wanted
from cardkit.imports.names import ReadName, read_name
from cardkit.imports.report import SkippedRow, SkipReason
from cardkit.imports.table import Header, header_key
from cardkit.imports.table import Row as TableRow
from cardkit.imports.titles import read_title
from cardkit.imports.vocabulary import (
    MAX_COUNT,
    Language,
    flagged_finish,
    is_this_game,
    is_true,
    joined_finish,
    language_in_words,
    language_of_label,
    names_sealed_product,
    read_condition,
    read_count,
    read_finish,
    read_language,
)
from cardkit.naming import fold_label, fold_name

NO_NAME = "(no name)"
"""What a row without a name is called."""
_NO_RARITY = frozenset({"", "none", "unconfirmed", "n/a", "-"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What was made of the cells that describe a card; shared by all rows that say the same."""

    card: RowCard
    skip: SkipReason | None
    finish: str
    remarks: str


_MEANINGS = (
    # What is printed on the card comes first, see _Read.
    Meaning.NAME,
    Meaning.CLEAN_NAME,
    Meaning.SET,
    Meaning.SET_CODE,
    Meaning.NUMBER,
    Meaning.RARITY,
    Meaning.KIND,
    Meaning.GAME,
    Meaning.LANGUAGE,
    Meaning.REGION,
    Meaning.PRODUCT,
    Meaning.QUANTITY,
    Meaning.FINISH,
    Meaning.CONDITION,
    Meaning.GRADE,
    Meaning.GRADER,
    Meaning.NOTE,
    Meaning.WISH_LIST,
    Meaning.SOLD,
    Meaning.FOIL,
    Meaning.REVERSE,
    Meaning.FIRST_EDITION,
)
"""The order in which a row's cells are handed on."""
_DESCRIBING = 11
"""How many of them describe the card."""
_NAME, _SET, _GAME, _QUANTITY, _FINISH, _CONDITION, _GRADE, _GRADER, _NOTE, _WISH_LIST, _SOLD = map(
    _MEANINGS.index,
    (
        Meaning.NAME,
        Meaning.SET,
        Meaning.GAME,
        Meaning.QUANTITY,
        Meaning.FINISH,
        Meaning.CONDITION,
        Meaning.GRADE,
        Meaning.GRADER,
        Meaning.NOTE,
        Meaning.WISH_LIST,
        Meaning.SOLD,
    ),
)
_FLAGS = _MEANINGS.index(Meaning.FOIL)


class _CellReader:
    """Takes the cells that mean something out of a row, in the order of ``_MEANINGS``."""

    def __init__(self, dialect: Dialect, header: Header, file: str) -> None:
        self._width = len(header.names)
        positions = dialect.positions(header.keys)
        # Behind the cells of the file stand a blank one, for what has no column, and one for
        # each meaning of several columns.
        self._several = [(m, places) for m, places in positions.items() if len(places) > 1]
        joined = [meaning for meaning, _ in self._several]
        self._take = itemgetter(
            *(
                self._width + 1 + joined.index(meaning)
                if meaning in joined
                else positions.get(meaning, (self._width,))[0]
                for meaning in _MEANINGS
            )
        )
        mute = {
            place
            for meaning in (Meaning.FOLDER, Meaning.GAME, Meaning.WISH_LIST)
            for place in positions.get(meaning, ())
        }
        self._telling = [place for place in range(self._width) if place not in mute]
        self._blanks = dialect.blanks
        self._set = PurePath(file).stem if dialect.set_in_file else ""
        self._words = [(_MEANINGS.index(each), words) for each, words in dialect.words.items()]
        self._rewrites = [(_MEANINGS.index(each.meaning), each) for each in dialect.rewrites]
        self._plain = not (self._blanks or self._set or self._words or self._rewrites)
        self.has_flags = not positions.keys().isdisjoint(_MEANINGS[_FLAGS:])

    def read(self, cells: list[str]) -> tuple[str, ...]:
        """Return one cell per meaning; of several columns the first that is not blank."""
        cells = [*cells, ""] if len(cells) == self._width else [*cells[: self._width], ""]
        for meaning, places in self._several:
            several = [cells[place] for place in places if cells[place]]
            if meaning is Meaning.QUANTITY and len(several) > 1:
                # Copies on sale and copies yet to be added: a nought in one is no answer.
                several = [cell for cell in several if cell != "0"] or several
            cells.append(several[0] if several else "")
        taken: tuple[str, ...] = self._take(cells)
        return taken if self._plain else self._reworded(taken)

    def is_telling(self, cells: list[str]) -> bool:
        """Whether a row says anything but where it is kept and which game it belongs to."""
        return any(map(cells.__getitem__, self._telling))

    def _reworded(self, taken: tuple[str, ...]) -> tuple[str, ...]:
        """Put what this format means in place of what it writes."""
        cells = ["" if cell in self._blanks else cell for cell in taken]
        for at, rewrite in self._rewrites:
            cells[at] = rewrite.pattern.sub(rewrite.by, cells[at])
        for at, words in self._words:
            cells[at] = words.get(header_key(cells[at]), cells[at])
        cells[_SET] = cells[_SET] or self._set
        return tuple(cells)


class RowReader:
    """Reads the rows of one table.

    A file of an app has a hundred thousand rows and a tenth as many cards, so what a row says of
    the card is looked at once, and the cells of a row are taken all at once.
    """

    def __init__(
        self, dialect: Dialect, header: Header, matcher: Matcher, *, file: str = ""
    ) -> None:
        self._dialect = dialect
        self._header = header
        self._matcher = matcher
        self._cells = _CellReader(dialect, header, file)
        self._known: dict[str, _Read] = {}
        self.without_quantity = 0
        """Rows that were counted as one copy for want of a quantity."""

    def read(self, row: TableRow) -> Row | SkippedRow:
        """Return a row of the collection, or why it is none."""
        told = self._cells.read(row.cells)
        skip = self._skip(row.cells, told)
        if skip is not None:
            return SkippedRow(line=row.line, reason=skip, name=told[_NAME])
        condition = read_condition(told[_CONDITION], self._dialect.scale)
        # One text is compared faster than a tuple of many; no cell holds the end of a line.
        key = "\n".join(told[:_DESCRIBING])
        if condition.language:
            key = f"{key}\n{condition.language}"
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._describe(told, condition.language)
        count = read_count(told[_QUANTITY])
        skip = known.skip or (SkipReason.SEALED if condition.sealed else None)
        if skip is None and count == 0 and not row.fault:
            skip = SkipReason.NO_COPIES
        if skip is not None:
            return SkippedRow(line=row.line, reason=skip, name=known.card.name)
        fault = row.fault
        if count is None:
            fault = fault or _count_fault(told[_QUANTITY])
        elif not told[_QUANTITY] and not fault and not self._dialect.one_a_row:
            self.without_quantity += 1
        finish = read_finish(told[_FINISH] or condition.finish)
        if known.finish:
            finish = joined_finish(known.finish, finish)
        if self._cells.has_flags:
            finish = finish or flagged_finish(*map(is_true, told[_FLAGS:]))
        return Row(
            card=_unresolved(known.card, fault) if fault else known.card,
            count=0 if fault else count or 0,
            finish=finish,
            condition=condition.name,
            grade=_grade(told[_GRADE], told[_GRADER]) if told[_GRADE] else "",
            note=_note(told[_NOTE], known.remarks) if told[_NOTE] else known.remarks,
            line=row.line,
        )

    def _skip(self, cells: list[str], told: tuple[str, ...]) -> SkipReason | None:
        """Return why a row is no card, as far as that shows without reading the card."""
        if not told[_NAME] and not self._cells.is_telling(cells):
            return SkipReason.BLANK
        names = self._header.names
        if cells[0] == names[0] and tuple(cells[: len(names)]) == names:
            return SkipReason.REPEATED_HEADER
        if self._dialect.trailers and header_key(cells[0]).startswith(self._dialect.trailers):
            return SkipReason.TRAILER
        if told[_GAME] and not is_this_game(told[_GAME]):
            return SkipReason.OTHER_GAME
        if self._dialect.game_in_set and told[_SET] and not is_this_game(told[_SET]):
            return SkipReason.OTHER_GAME
        if told[_WISH_LIST] and is_true(told[_WISH_LIST]):
            return SkipReason.WISH_LIST
        return SkipReason.SOLD if told[_SOLD] else None

    def _describe(self, told: tuple[str, ...], condition_language: str) -> _Read:
        text, clean, label, code, number, rarity, kind, game, language_text, region, product = told[
            :_DESCRIBING
        ]
        name = _joined(read_name(text), clean)
        if self._dialect.titles:
            name = read_title(text, self._matcher.is_name)
        language = _language(
            language_text or condition_language, name.language, f"{game} {region}".strip(), label
        )
        skip = self._no_card(name, number, rarity)
        wanted = Wanted(
            name=name,
            set_label=self._dialect.labels.get(fold_label(label or code), label),
            set_code=code,
            number=number,
            rarity=rarity,
            asian=language.name if language.asian else "",
            names_in=self._dialect.names_in,
        )
        found = self._match(wanted, product) if skip is None else Unmatched(reason="")
        matched = found if isinstance(found, Matched) else None
        unmatched = found if isinstance(found, Unmatched) else None
        if code and number.startswith(f"{code}-") and matched is None:
            skip = skip or SkipReason.OTHER_GAME  # Yu-Gi-Oh! counts so: PSV-064
        called = f"{self._dialect.id_only} {product}" if product else NO_NAME
        card = RowCard(
            name=text or clean or called,
            set_label=label,
            set_code=code,
            number=number or name.number,
            rarity=rarity,
            kind=kind,
            language=language.name,
            card_id=matched.card_id if matched else None,
            step=matched.step if matched else None,
            reason=unmatched.reason if unmatched else "",
            candidates=unmatched.candidates if unmatched else (),
        )
        return _Read(card=card, skip=skip, finish=name.finish, remarks="; ".join(name.remarks))

    def _match(self, wanted: Wanted, product: str) -> Matched | Unmatched:
        if product and not wanted.name.name:
            return Unmatched(reason="only a product number, and no table of them is at hand")
        found = self._matcher.match(wanted)
        return _to_be_reviewed(found) if self._dialect.titles else found

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


def _note(owner: str, remarks: str) -> str:
    """Join the owner's note and the name's remarks; some apps leave ``; ; `` in empty notes."""
    return "; ".join(part for part in (owner.strip("; "), remarks) if part)


def _grade(text: str, grader: str) -> str:
    if text.casefold() == "ungraded":
        return ""
    return text if grader.casefold() in text.casefold() else f"{grader} {text}"


def _to_be_reviewed(found: Matched | Unmatched) -> Unmatched:
    """Return what a title may mean: a guess, however good."""
    if isinstance(found, Matched):
        return Unmatched(reason="a seller's title: look at it", candidates=(found.card_id,))
    return replace(found, reason=f"a seller's title: {found.reason}")


def each_count(rows: Iterable[TableRow], header: Header, dialect: Dialect) -> Iterator[TableRow]:
    """Take rows with a column of copies for each finish apart: a row for each that is owned.

    Behind the cells stand the copies and their finish, as :func:`counted_apart` names them.
    """
    places = [
        (at, dialect.counts[key]) for at, key in enumerate(header.keys) if key in dialect.counts
    ]
    width = len(header.names)
    for row in rows:
        cells = row.cells[:width]
        if tuple(cells) == header.names:
            yield row._replace(cells=[*cells, *_COUNTED])
            continue
        told = [(cells[at], finish) for at, finish in places if cells[at] not in ("", "0")]
        if not any(cells):
            told = [("", "")]
        for copies, finish in told or [("0", "")]:
            yield row._replace(cells=[*cells, copies, finish])


_COUNTED = ("copies of the finish", "finish of the copies")


def counted_apart(header: Header, dialect: Dialect) -> tuple[Header, Dialect]:
    """Return header and format of what :func:`each_count` makes of a table."""
    names = (*header.names, *_COUNTED)
    copies, finish = _COUNTED
    columns = {**dialect.columns, Meaning.QUANTITY: (copies,), Meaning.FINISH: (finish,)}
    keys = (*header.keys, *_COUNTED)
    return replace(header, names=names, keys=keys), replace(dialect, columns=columns)


def _count_fault(text: str) -> str:
    return f"expects a quantity from 0 to {MAX_COUNT:,} in whole copies, got {text!r}"


def _unresolved(card: RowCard, fault: str) -> RowCard:
    """Return a card whose row cannot be trusted; what it was taken for is a candidate."""
    candidates = card.candidates if card.card_id is None else (card.card_id,)
    return replace(card, card_id=None, step=None, reason=fault, candidates=candidates)
