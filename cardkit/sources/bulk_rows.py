"""Whole files of the public bulk data, turned into what the catalogue stores.

Nearly every card has the one shape of the structures below. msgspec reads that several times
faster than documents of any shape: it checks types and lengths on the way, and passes over what no
card keeps. What a value such as a cost is stored as is asked of
:class:`~cardkit.sources.bulk_card.BulkReader` once and looked up from then on, so that both ways
come to the same. A card of another shape is left to the reader, and so is one about which the
reader would have something to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, TypeVar

from msgspec import DecodeError, Meta, Raw, Struct, ValidationError, field
from msgspec.json import Decoder, Encoder, decode

from cardkit.cards import Supertype
from cardkit.catalogue.rows import Row, encode, stored_field
from cardkit.naming import fold_name, number_key
from cardkit.sources.bulk_card import (
    MISPRINTED,
    MOST_ABILITIES,
    MOST_ATTACKS,
    BulkReader,
    read_cost,
    read_damage,
)
from cardkit.sources.bulk_values import (
    KNOWN_SUBTYPES,
    MOST_IDENTIFIER_LETTERS,
    MOST_LINE_LETTERS,
    MOST_TEXT_LETTERS,
    MOST_TEXTS,
)

K = TypeVar("K")
V = TypeVar("V")

_MOST_KNOWN = 10_000

_Identifier = Annotated[str, Meta(min_length=1, max_length=MOST_IDENTIFIER_LETTERS)]
_Line = Annotated[str, Meta(max_length=MOST_LINE_LETTERS)]
_Text = Annotated[str, Meta(max_length=MOST_TEXT_LETTERS)]
_Rule = Annotated[str, Meta(min_length=1, max_length=MOST_TEXT_LETTERS)]


class _Attack(Struct, gc=False):
    name: _Line
    cost: tuple[str, ...] = ()
    damage: str | None = None
    text: _Text = ""
    effect: None = None  # what some call the text


class _Ability(Struct, gc=False):
    name: _Line
    type: _Line
    text: _Text = ""
    effect: None = None


class _Modifier(Struct, gc=False, frozen=True):
    type: str
    value: str


class _Card(Struct, gc=False, rename="camel"):
    id: _Identifier
    name: _Line
    supertype: Supertype
    number: _Line
    rarity: str | None = None
    subtypes: tuple[str, ...] = ()
    hp: str | None = None
    types: tuple[str, ...] = ()
    evolves_from: _Line = ""
    attacks: Annotated[tuple[_Attack, ...], Meta(max_length=MOST_ATTACKS)] = ()
    abilities: Annotated[tuple[_Ability, ...], Meta(max_length=MOST_ABILITIES)] = ()
    weaknesses: tuple[_Modifier, ...] = ()
    resistances: tuple[_Modifier, ...] = ()
    retreat_cost: tuple[str, ...] | None = None
    converted_retreat_cost: int | None = None
    rules: Annotated[tuple[_Rule, ...], Meta(max_length=MOST_TEXTS)] = ()
    artist: _Line = ""
    regulation_mark: _Line = ""
    level: _Line = ""
    # Few cards have these, or none of the bulk data:
    ancient_trait: None = None
    card_set: None = field(default=None, name="set")
    retreat: None = None


_CARDS = Decoder(list[_Card])
_CARD = Decoder(_Card)
_RAW_CARDS = Decoder(list[Raw])
_ENCODER = Encoder()


UNREAD = (DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a file raises that needs a more forgiving reader, or is broken."""


class _LeftToReaderError(Exception):
    """The reader would have something to say."""


class _Known(dict[K, V]):
    """What each value of a field is stored as.

    Args:
        reader: reads values, and notes what there is to say about them.
        stored: returns what a value is stored as, using the reader.
    """

    def __init__(self, reader: BulkReader, stored: Callable[[K], V]) -> None:
        super().__init__()
        self._reader, self._stored = reader, stored

    def __missing__(self, value: K) -> V:
        stored = self._stored(value)
        if self._reader.values.notes or self._reader.novelties:
            self._reader.values.notes.clear()
            self._reader.novelties.clear()
            raise _LeftToReaderError
        if len(self) < _MOST_KNOWN:
            self[value] = stored
        return stored


class RowReader:
    """Turns the cards of one file after the other into rows."""

    def __init__(self) -> None:
        reader = BulkReader()
        self._rarities = _Known(reader, reader.rarity)
        self._subtypes = _Known(reader, _known_subtypes)
        self._hps = _Known(reader, reader.hp)
        self._types = _Known(reader, partial(_known_types, reader))
        self._costs = _Known(reader, _known_cost)
        self._damages = _Known(reader, _known_damage)
        self._modifiers = _Known(reader, partial(_known_modifiers, reader))
        self._retreat_costs = _Known(reader, partial(_known_retreat_cost, reader))

    def rows(self, content: bytes, set_id: str) -> list[Row | None]:
        """Return the row of each card; None where the reader must look at it.

        Args:
            content: a file, which is a list of cards.
            set_id: the set, where an identifier does not tell.

        Raises:
            UNREAD: it is none, or there is something wrong with the whole.
        """
        cards = _read(content)
        told = [None if card is None else self._told(card) for card in cards]
        contents = _ENCODER.encode_lines(told).decode().split("\n")
        is_printable = b"\x7f" not in content and b"\xc2" not in content  # no control but escapes
        return [
            None
            if card is None
            or fields is None
            or ("\\" in row and row.count("\\") > row.count('\\"'))
            or not (is_printable or row.isprintable())
            else Row(
                card.id,
                row,
                card.id.rpartition("-")[0] or set_id,
                number_key(fields[2]),
                fold_name(fields[0]),
            )
            for card, fields, row in zip(cards, told, contents, strict=False)
        ]

    def _told(self, card: _Card) -> tuple[Any, ...] | None:
        """Return what is said of a card, in the order of rows.FIELDS."""
        card_id, name, number = card.id, card.name.strip(), card.number.strip()
        is_plain = card_id.isascii() and card_id.isprintable() and " " not in card_id
        if not (name and number and is_plain) or card_id in MISPRINTED:
            return None
        try:
            return (
                name,
                card.supertype,
                number,
                self._rarities[card.rarity],
                self._subtypes[card.subtypes],
                self._hps[card.hp],
                self._types[card.types],
                card.evolves_from.strip(),
                [self._attack(attack) for attack in card.attacks] if card.attacks else (),
                [_ability(ability) for ability in card.abilities] if card.abilities else (),
                self._modifiers[card.weaknesses],
                self._modifiers[card.resistances],
                self._retreat_costs[card.retreat_cost or card.converted_retreat_cost],
                card.rules,
                card.artist.strip(),
                card.regulation_mark.strip(),
                card.level.strip(),
            )
        except _LeftToReaderError:
            return None

    def _attack(self, attack: _Attack) -> tuple[Any, ...]:
        name = attack.name.strip()
        if not name:
            raise _LeftToReaderError
        return name, self._costs[attack.cost], *self._damages[attack.damage], attack.text


def _read(content: bytes) -> list[_Card] | list[_Card | None]:
    """Return the cards of a file; None in place of those of another shape."""
    try:
        return _CARDS.decode(content)
    except ValidationError:
        return [_read_alone(each) for each in _RAW_CARDS.decode(content)]


def _read_alone(content: Raw) -> _Card | None:
    try:
        return _CARD.decode(content)
    except ValidationError:
        return None


def left_to_reader(content: bytes, rows: Sequence[Row | None]) -> dict[int, Any]:
    """Return the cards of a file that have no row, as documents by place.

    Raises:
        UNREAD: as :meth:`RowReader.rows` does.
    """
    if None not in rows:
        return {}
    texts = _RAW_CARDS.decode(content)
    return {place: decode(texts[place]) for place, row in enumerate(rows) if row is None}


def _ability(ability: _Ability) -> tuple[str, str, str]:
    name, kind = ability.name.strip(), ability.type.strip()
    if not (name and kind):
        raise _LeftToReaderError
    return name, kind, ability.text


def _raw(value: object) -> Raw:
    """Return a value as it stands in a row, ready to be put there."""
    return Raw(encode(value).encode())


def _known_types(reader: BulkReader, names: tuple[str, ...]) -> Raw:
    return _raw(reader.types(list(names)))


def _known_modifiers(reader: BulkReader, parts: tuple[_Modifier, ...]) -> Raw:
    documents = [{"type": part.type, "value": part.value} for part in parts]
    return _raw(stored_field("weaknesses", reader.modifiers(documents, "")))


def _known_retreat_cost(reader: BulkReader, cost: tuple[str, ...] | int | None) -> int:
    if isinstance(cost, int) and cost:
        raise _LeftToReaderError  # in numbers only
    return reader.retreat_cost({"retreatCost": list(cost)}) if cost else 0


def _known_subtypes(names: tuple[str, ...]) -> Raw:
    if not KNOWN_SUBTYPES.issuperset(names) or len(set(names)) < len(names):
        raise _LeftToReaderError  # new, or to be told by the name of the card
    return _raw(names)


def _known_cost(cost: tuple[str, ...]) -> Raw:
    read = read_cost(list(cost))
    if read is None:
        raise _LeftToReaderError
    return _raw(read)


def _known_damage(printed: str | None) -> tuple[int, str]:
    damage = read_damage(printed)
    if damage is None:
        raise _LeftToReaderError
    return damage.amount, damage.form.value
