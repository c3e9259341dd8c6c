"""Reading a query that a person typed; every mistake is named with its place."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from cardkit.errors import Fault, InputError
from cardkit.sources.queries import And, Not, Or, Part, Pattern, Range, Term

_MOST_LETTERS, _MOST_DEPTH = 2_000, 20
_EXAMPLE = 'write it like set.id:sv3pt5 rarity:common or name:"venusaur v"'

_FIELDS = frozenset(
    (
        *("id", "name", "supertype", "subtypes", "level", "hp", "types"),
        *("evolvesFrom", "evolvesTo", "rules", "number", "artist", "rarity", "flavorText"),
        *("retreatCost", "convertedRetreatCost", "nationalPokedexNumbers", "regulationMark"),
        *("ancientTrait.name", "ancientTrait.text"),
        *("abilities.name", "abilities.text", "abilities.type"),
        *("attacks.name", "attacks.cost", "attacks.text", "attacks.damage"),
        "attacks.convertedEnergyCost",
        *("weaknesses.type", "weaknesses.value", "resistances.type", "resistances.value"),
        *("set.id", "set.name", "set.series", "set.printedTotal", "set.total", "set.ptcgoCode"),
        *("set.releaseDate", "set.updatedAt", "images.small", "images.large"),
    )
)
_DEEP = ("legalities.", "set.legalities.", "set.images.", "tcgplayer.", "cardmarket.")
"""Fields with more below them than is worth listing."""

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<open>\() | (?P<close>\))
    | (?P<or>OR(?=[\s()]|$)) | (?P<and>AND(?=[\s()]|$)) | (?P<not>NOT(?=[\s()]|$)|-)
    | (?P<field>!?[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*):
    """,
    re.VERBOSE,
)
_QUOTED = re.compile(r'["“”„]((?:[^"“”\\]|\\.)*)["“”]')
_RANGE = re.compile(r"([\[{])\s*([^\s\[\]{}\"]+)\s+TO\s+([^\s\[\]{}\"]+)\s*([\]}])")
_BOUND = re.compile(r"\*|[\w./-]+")
_BARE = re.compile(r'(?:[^\s()\[\]{}"“”\\]|\\.)+')


def parse_query(text: str) -> Part:
    r"""Read a query.

    Raises:
        InputError: it cannot be read, or it names fields that cards do not have.

    >>> print(parse_query("set.id:sv3pt5 rarity:common"))
    set.id:"sv3pt5" rarity:"common"
    >>> print(parse_query('(types:fire OR types:water) -subtypes:ex name:char* hp:[150 TO *]'))
    (types:"fire" OR types:"water") -subtypes:"ex" name:char* hp:[150 TO *]
    >>> parse_query("set.id:")
    Traceback (most recent call last):
        ...
    cardkit.errors.InputError: query, letter 8: expected a value after set.id:, got nothing; ...
    """
    if len(text) > _MOST_LETTERS:
        raise _fault(f"expected at most {_MOST_LETTERS} letters, got {len(text)}", 0)
    reader = _Reader(text)
    part = reader.alternatives(depth=0)
    if reader.place < len(text):
        raise _fault("expected an opening bracket before ')'", reader.place)
    if reader.unknown:
        raise InputError.of(reader.unknown)
    return part


@dataclass(slots=True)
class _Reader:
    """Reads one query from left to right."""

    text: str
    place: int
    unknown: list[Fault]

    def __init__(self, text: str) -> None:
        self.text, self.place, self.unknown = text, 0, []
        self._skip_spaces()

    def alternatives(self, depth: int) -> Part:
        """Read parts with OR between them, as far as the bracket goes."""
        parts = [self._all_of(depth)]
        while self._take("or"):
            parts.append(self._all_of(depth))
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _all_of(self, depth: int) -> Part:
        parts = [self._part(depth)]
        while self.place < len(self.text):
            if self._next() in ("close", "or"):
                break
            self._take("and")
            parts.append(self._part(depth))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _part(self, depth: int) -> Part:
        start = self.place
        if depth > _MOST_DEPTH:
            raise _fault(f"expected brackets at most {_MOST_DEPTH} deep, got more", start)
        if self._take("not"):
            return Not(self._part(depth + 1))
        if self._take("open"):
            part = self.alternatives(depth + 1)
            if not self._take("close"):
                raise _fault("expected ')' for this bracket", start)
            return part
        found = _TOKEN.match(self.text, self.place)
        if found is None or found.lastgroup != "field":
            raise self._no_field(start)
        self.place = found.end()
        field = self._known(found["field"].removeprefix("!"), start)
        part = self._value(field, exactly=found["field"].startswith("!"))
        self._skip_spaces()
        return part

    def _value(self, field: str, *, exactly: bool) -> Part:
        start = self.place
        if found := _QUOTED.match(self.text, start):
            self.place = found.end()
            return Term(field=field, value=self._checked(found[1], start), exactly=exactly)
        if found := _RANGE.match(self.text, start):
            self.place = found.end()
            opened, low, high, closed = found.groups()
            if not (_BOUND.fullmatch(low) and _BOUND.fullmatch(high)):
                raise _fault(f"expected bounds such as [100 TO 150], got {found[0]!r}", start)
            inclusive = {"with_low": opened == "[", "with_high": closed == "]"}
            return Range(field=field, low=low, high=high, **inclusive)
        found = _BARE.match(self.text, start)
        if found is None:
            raise _fault(f"expected a value after {field}:, got {self._rest(start)}", start)
        self.place = found.end()
        value = self._checked(found[0], start)
        if "*" in re.sub(r"\\.", "", found[0]):
            return Pattern(field=field, value=value)
        return Term(field=field, value=value, exactly=exactly)

    def _checked(self, raw: str, start: int) -> str:
        value = re.sub(r"\\(.)", r"\1", raw).strip()
        if not value or not value.isprintable():
            raise _fault(f"expected one line of text as a value, got {value!r}", start)
        return value

    def _known(self, field: str, start: int) -> str:
        """Return a field in the API's spelling; note it when there is no such field."""
        spellings = {known.casefold(): known for known in _FIELDS}
        folded = field.casefold()
        if folded in spellings:
            return spellings[folded]
        if not folded.startswith(_DEEP):
            near = difflib.get_close_matches(folded, spellings, n=1)
            remedy = f"did you mean {spellings[near[0]]}?" if near else _EXAMPLE
            what = f"expected a field of a card, got {field!r}"
            self.unknown.append(Fault(where=_where(start), what=what, remedy=remedy))
        return field

    def _no_field(self, start: int) -> InputError:
        found = _BARE.match(self.text, start) or _QUOTED.match(self.text, start)
        if found is None:
            return _fault(f"expected field:value, got {self._rest(start)}", start)
        remedy = f"write name:{found[0]}, or put values with spaces in quotes"
        return _fault(f"expected field:value, got {found[0]!r}", start, remedy)

    def _next(self) -> str | None:
        found = _TOKEN.match(self.text, self.place)
        return found.lastgroup if found else None

    def _take(self, kind: str) -> bool:
        found = _TOKEN.match(self.text, self.place)
        if found is None or found.lastgroup != kind:
            return False
        self.place = found.end()
        self._skip_spaces()
        return True

    def _skip_spaces(self) -> None:
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1

    def _rest(self, start: int) -> str:
        return repr(self.text[start : start + 20]) if self.text[start:].strip() else "nothing"


def _where(place: int) -> str:
    return f"query, letter {place + 1}"


def _fault(what: str, place: int, remedy: str = _EXAMPLE) -> InputError:
    return InputError(what, where=_where(place), remedy=remedy)
