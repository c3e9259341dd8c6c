"""Effects in the project's own notation, both ways: one word without white space.

``When(condition=CoinsShow(face=Face.heads),then=Give(target=Target(side=Side.opponents,...)))``:
a value is its class with the fields that differ from the defaults, a tuple stands in ``[]``, a set
in ``{}``, a word of a vocabulary after the vocabulary's name, any other text as in JSON. The
starter catalogue carries effects in this form, and a position the rules that last.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum
from functools import cache
from typing import Any

from msgspec import Struct

from cardkit.cards import EnergyType
from cardkit.cardtext import (
    conditions,
    counts,
    damage_operations,
    effects,
    lasting,
    operations,
    powers,
    targets,
    vocabulary,
)
from cardkit.cardtext.values import default_of, part_names
from cardkit.errors import InputError
from cardkit.rules import Condition

_WORDS = {"true": True, "false": False, "none": None}
_UNTOLD = ("said", "wording")
"""How an effect was worded, which is no part of it."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+|[A-Za-z]\w*(?:\.[\w-]+)?|[()\[\]{},=]')


def write_effects(value: Any) -> str:
    """Write effects, or any value inside them.

    >>> from cardkit.cardtext.effects import Flip
    >>> write_effects((Flip(coins=2), Flip()))
    '[Flip(coins=2),Flip()]'
    """
    if isinstance(value, Struct):
        kind = type(value)
        told = (
            f"{name}={write_effects(getattr(value, name))}"
            for name in part_names(kind)
            if name not in _UNTOLD and getattr(value, name) != default_of(kind, name)
        )
        return f"{kind.__name__}({','.join(told)})"
    if isinstance(value, tuple):
        return f"[{','.join(write_effects(part) for part in value)}]"
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(write_effects(part) for part in value))}}}"
    if isinstance(value, StrEnum):
        return f"{type(value).__name__}.{value.value.replace(' ', '_')}"
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
        for letter in " :/":
            text = text.replace(letter, f"\\u{ord(letter):04x}")
        return text
    return next((word for word, meant in _WORDS.items() if value is meant), str(value))


def read_effects(text: str) -> Any:
    """Read what :func:`write_effects` wrote.

    Raises:
        InputError: when it is not in this notation, naming the place.
    """
    reader = _Reader(text)
    value = reader.value()
    if reader.upcoming:
        raise reader.wrong("nothing follows")
    return value


@cache
def _vocabulary() -> dict[str, type]:
    """Return every class that the notation may name."""
    modules = (
        conditions,
        counts,
        damage_operations,
        effects,
        lasting,
        operations,
        powers,
        targets,
        vocabulary,
    )
    known = {
        name: thing
        for module in modules
        for name, thing in vars(module).items()
        if isinstance(thing, type) and (issubclass(thing, (Struct, StrEnum)))
    }
    # Special conditions share their class name with nothing that is a value of its own here.
    return known | {"EnergyType": EnergyType, "Condition": Condition}


class _Reader:
    """Reads a value, token by token.

    Attributes:
        upcoming: the next token; empty at the end.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = 0
        self._start = 0
        self.upcoming = ""
        self._advance()

    def value(self) -> Any:
        first = self._take()
        if first == "[":
            return tuple(self._until("]"))
        if first == "{":
            return frozenset(self._until("}"))
        if first[:1] == '"':
            return json.loads(first)
        if first in _WORDS:
            return _WORDS[first]
        if first.lstrip("-").isdecimal():
            return int(first)
        name, dot, word = first.partition(".")
        kind = _vocabulary().get(name)
        if kind is None:
            raise self.wrong("a value follows", first)
        if dot:
            return self._word(kind, word, first)
        return self._made(kind, first)

    def _word(self, kind: type, word: str, token: str) -> Any:
        try:
            return kind(word.replace("_", " "))
        except (TypeError, ValueError) as error:
            raise self.wrong(f"a word of {kind.__name__} follows", token) from error

    def _made(self, kind: type, token: str) -> Any:
        self._expect("(")
        given: dict[str, Any] = {}
        while self.upcoming != ")":
            if given:
                self._expect(",")
            name = self._take()
            self._expect("=")
            given[name] = self.value()
        self._expect(")")
        try:
            return kind(**given)
        except TypeError as error:
            raise self.wrong(f"the fields of {kind.__name__} follow ({error})", token) from error

    def _until(self, end: str) -> list[Any]:
        values: list[Any] = []
        while self.upcoming != end:
            if values:
                self._expect(",")
            values.append(self.value())
        self._expect(end)
        return values

    def _expect(self, token: str) -> None:
        if self.upcoming != token:
            raise self.wrong(f"{token!r} follows")
        self._take()

    def _take(self) -> str:
        taken = self.upcoming
        self._advance()
        return taken

    def _advance(self) -> None:
        self._start = self._next
        if self._next == len(self._text):
            self.upcoming = ""
            return
        found = _TOKEN.match(self._text, self._next)
        if found is None:
            raise self.wrong("effects in their notation follow", self._text[self._next :][:20])
        self.upcoming, self._next = found.group(), found.end()

    def wrong(self, expected: str, got: str | None = None) -> InputError:
        """Return an error about the token that stands here."""
        return InputError(
            f"{expected}, got {self.upcoming if got is None else got!r}",
            where=f"column {self._start + 1}",
            remedy="effects are written as docs/cardtext.md shows",
        )
