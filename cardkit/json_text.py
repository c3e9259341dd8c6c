"""Reading JSON text strictly, and how messages show values and places of a document.

Nothing that a file may hold makes this fail: deep nesting, numbers too long to print, NaN, keys
given twice and half characters are faults like any other, each with its JSON path.
"""

from __future__ import annotations

import json
import math
import re
import reprlib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cardkit.errors import Fault, InputError

JsonPath = tuple[str | int, ...]


class Trouble(NamedTuple):
    """What is wrong with one value of a document; becomes a :class:`Fault` with its file."""

    path: JsonPath
    what: str
    remedy: str = ""
    rule: str = ""


_MAX_DEPTH = 64
_MAX_DIGITS = 100
_LONGEST_TEXT = 60


def parse_json(text: str, where: str = "") -> Any:
    """Read JSON text strictly: no key twice, no NaN, no half characters, no endless nesting.

    Args:
        text: one JSON document; a byte order mark before it is ignored.
        where: the file, for messages.

    Raises:
        InputError: with ``file:line:column`` for broken JSON, else with every fault by JSON path.
    """
    try:
        document = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_pairs, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        raise InputError(
            f"expects JSON, got {_broken_at(text, error)}",
            where=f"{where or 'line'}:{error.lineno}:{error.colno}",
            remedy=_json_remedy(error),
        ) from error
    except RecursionError:
        raise InputError(
            "lists and objects are nested too deeply to be read",
            where=where,
            remedy=f"nest at most {_MAX_DEPTH} levels",
        ) from None
    faults = faults_by_path(unusable_values(document), where)
    if faults:
        raise InputError.of(faults)
    return document


def write_json(document: Any, *, width: int = 100) -> str:
    """Return a document as text for people: what fits on a line stands on one.

    Keys keep their order, so the same document is always the same text; it ends with a line break.

    >>> print(write_json({"name": "x", "types": ["Fire", "Water"]}, width=20), end="")
    {
      "name": "x",
      "types": [
        "Fire",
        "Water"
      ]
    }
    """
    return "\n".join(_lines(document, "", "", width)) + "\n"


def _lines(value: Any, before: str, after: str, width: int) -> Iterator[str]:
    """Yield the lines of a value; ``before`` is the indentation and the key, ``after`` a comma."""
    short = before + json.dumps(value, ensure_ascii=False) + after
    indent = " " * (len(before) - len(before.lstrip(" ")))
    nested = isinstance(value, dict | list) and value
    if not nested or (before and len(short) <= width):
        yield short
        return
    pairs = isinstance(value, dict)
    parts = list(value.items() if pairs else enumerate(value))
    yield before + ("{" if pairs else "[")
    for place, (key, part) in enumerate(parts, start=1):
        label = json.dumps(key, ensure_ascii=False) + ": " if pairs else ""
        yield from _lines(part, f"{indent}  {label}", "," * (place < len(parts)), width)
    yield f"{indent}{'}' if pairs else ']'}{after}"


def without_empty(document: dict[str, Any]) -> dict[str, Any]:
    """Drop fields that are None, empty, 0 or false: absent means the default."""
    return {key: value for key, value in document.items() if value}


def json_path(parts: Iterable[str | int]) -> str:
    """Return a JSON path.

    >>> json_path(("decks", "common", 3, "two words"))
    "$.decks.common[3]['two words']"
    """
    text = "$"
    for part in parts:
        if isinstance(part, int):
            text += f"[{part}]"
        elif re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", part):
            text += f".{part}"
        else:
            text += f"[{shown(part)}]"
    return text


def located(parts: Iterable[str | int], where: str = "") -> str:
    """Return a JSON path with the file before it."""
    return f"{where}: {json_path(parts)}" if where else json_path(parts)


def faults_by_path(troubles: Iterable[Trouble], where: str = "") -> tuple[Fault, ...]:
    """Return troubles as faults, each once, in the order of their paths."""
    ordered = sorted(dict.fromkeys(troubles), key=lambda one: (_order(one.path), one[1:]))
    return tuple(
        Fault(what=one.what, where=located(one.path, where), remedy=one.remedy, rule=one.rule)
        for one in ordered
    )


def _order(path: JsonPath) -> list[tuple[bool, int, str]]:
    return [(True, part, "") if isinstance(part, int) else (False, 0, part) for part in path]


def shown(value: object) -> str:
    """Return a value as a message shows it: short, on one line, no half characters.

    >>> shown("0123456789" * 10)
    "'012345678901234567890123456...2345678901234567890123456789'"
    >>> shown(None), shown(True), shown([1, [2, [3]]])
    ('null', 'true', '[1, [2, [...]]]')
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return _SHORT.repr(value)


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _LONGEST_TEXT
_SHORT.maxlevel = _SHORT.maxdict = 3
_SHORT.maxlist = 4


class _Twice(dict[str, Any]):
    """An object in which a key was given more than once."""

    keys_twice: tuple[str, ...] = ()


class _TooLong(str):
    """The digits of a number too long to be worked with."""

    __slots__ = ()


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) == len(pairs):
        return whole
    given = Counter(key for key, _ in pairs)
    twice = _Twice(whole)
    twice.keys_twice = tuple(key for key in whole if given[key] > 1)
    return twice


def _integer(digits: str) -> int | _TooLong:
    return int(digits) if len(digits) <= _MAX_DIGITS else _TooLong(digits)


def unusable_values(document: object) -> list[Trouble]:
    """Find what no document may hold, whatever its schema says."""
    found: list[Trouble] = []
    open_parts: list[tuple[JsonPath, object]] = [((), document)]
    while open_parts:
        path, value = open_parts.pop()
        found.extend(Trouble(path, *fault) for fault in _value_faults(value))
        children: Iterable[tuple[str | int, object]] = ()
        if isinstance(value, dict):
            children = value.items()
        elif isinstance(value, list):
            children = enumerate(value)
        if value and children and len(path) >= _MAX_DEPTH:
            words = "expects few levels of lists and objects, got very many"
            return [Trouble(path[:6], words, f"nest at most {_MAX_DEPTH} levels")]
        open_parts.extend(((*path, key), part) for key, part in children)
    return found


def _value_faults(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, _TooLong):
        yield f"expects a number of sensible size, got one of {len(value)} digits", "shorten it"
    elif isinstance(value, str) and _has_half_character(value):
        yield f"expects whole characters, got {shown(value)}", "remove the lone surrogate"
    elif isinstance(value, float) and not math.isfinite(value):
        yield f"expects a finite number, got {value!r}", "write a number"
    elif isinstance(value, int) and value.bit_length() > 3.33 * _MAX_DIGITS:
        yield "expects a number of sensible size, got one of very many digits", "shorten it"
    elif isinstance(value, dict):
        for key in getattr(value, "keys_twice", ()):
            yield f"expects each key once, got {shown(key)} twice", "remove one of them"
        for key in value:
            if _has_half_character(key):
                yield f"expects whole characters, got the key {shown(key)}", "rename it"


def _has_half_character(text: str) -> bool:
    return re.search("[\ud800-\udfff]", text) is not None


def _broken_at(text: str, error: json.JSONDecodeError) -> str:
    rest = text.removeprefix("\ufeff")[error.pos : error.pos + 20].splitlines()
    return shown(rest[0]) if rest and rest[0] else "the end of the text"


def _json_remedy(error: json.JSONDecodeError) -> str:
    cut = error.doc.strip() and not error.doc[error.pos :].strip()
    if cut or error.msg.startswith("Unterminated string"):
        return "the file is cut short: take a whole copy of it, or close what is open"
    for beginning, remedy in _JSON_REMEDIES:
        if error.msg.startswith(beginning):
            return remedy
    return "write JSON here"


_JSON_REMEDIES = (
    ("Expecting ',' delimiter", "put a comma before it, or close what is open"),
    ("Expecting ':' delimiter", "put a colon between the key and its value"),
    ("Expecting property name", "put the key in double quotes; no comma before a closing brace"),
    ("Illegal trailing comma", "remove the comma before the closing bracket or brace"),
    ("Extra data", "remove what follows the document"),
    ("Invalid control character", r"write \n or \t instead of a line break or tab in a text"),
    ("Invalid \\", r"write a backslash as \\"),
    ("Expecting value", "write a value: text in double quotes, a number, true, false or null"),
)
