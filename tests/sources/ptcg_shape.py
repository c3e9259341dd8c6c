"""Bulk card data as the Pokemon TCG API v2 answers it: queries, pages and fields."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.sources.bulk_cards import BulkCards, Document

_MOST_PER_PAGE = 250
_KEYWORDS = ("id", "set.id", "number", "supertype", "regulationMark")
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<mark>[()])
      | (?P<either>OR\b)
      | (?P<term>[-!]*[\w.]+:(?:"(?:[^"\\]|\\.)*"|[\[{][^\]}]*[\]}]|[^\s()"]+))
    )""",
    re.VERBOSE,
)
_PLAIN_VALUE = re.compile(r"[\w*.-]*[^\W\d_][\w*.-]*|\d+")

Test = Callable[[Document], bool]


def answer(cards: BulkCards, path: str, query: Mapping[str, str]) -> tuple[int, Document]:
    """Return status and document for a path below ``/v2``."""
    kind, _, wanted = path.partition("/")
    if kind == "cards" and wanted:
        return _one(cards.by_id.get(wanted))
    if kind == "sets" and wanted:
        return _one(cards.sets.get(wanted))
    enumerations = {"rarities": "rarity", "supertypes": "supertype", "subtypes": "subtypes"}
    if kind in enumerations or kind == "types":
        key = enumerations.get(kind, kind)
        values = {text for card in cards.cards for text in _values(card, key)}
        return 200, {"data": sorted(values)}
    if kind not in ("cards", "sets"):
        return _error(404, "Not Found")
    entries = cards.cards if kind == "cards" else list(cards.sets.values())
    try:
        is_wanted = _parsed(query.get("q", ""))
        page, size = int(query.get("page", "1")), int(query.get("pageSize", str(_MOST_PER_PAGE)))
    except ValueError as error:
        return _error(400, f"Bad Request. {error}")
    found = [entry for entry in entries if is_wanted(entry)]
    for key in reversed([each for each in query.get("orderBy", "").split(",") if each]):
        found.sort(key=lambda entry: _values(entry, key.lstrip("-")), reverse=key[0] == "-")
    size = min(max(size, 1), _MOST_PER_PAGE)
    part = found[(page - 1) * size : page * size]
    if fields := [each for each in query.get("select", "").split(",") if each]:
        part = [{key: entry[key] for key in fields if key in entry} for entry in part]
    return 200, {
        "data": part,
        "page": page,
        "pageSize": size,
        "count": len(part),
        "totalCount": len(found),
    }


def _one(entry: Document | None) -> tuple[int, Document]:
    return (200, {"data": entry}) if entry else _error(404, "Not Found")


def _error(status: int, message: str) -> tuple[int, Document]:
    return status, {"error": {"message": message, "code": status}}


def _parsed(text: str) -> Test:
    """Read the query language: terms, OR, brackets, ``-`` for not, ``!`` for exactly."""
    tokens: list[str] = []
    place = 0
    while text[place:].strip():
        found = _TOKEN.match(text, place)
        if not found:
            raise ValueError(f"query at {text[place:]!r}")
        tokens.append(found[0].strip())
        place = found.end()
    test = _alternatives(tokens)
    if tokens:
        raise ValueError(f"query at {tokens[0]!r}")
    return test


def _alternatives(tokens: list[str]) -> Test:
    tests = [_all(tokens)]
    while tokens and tokens[0] == "OR":
        tokens.pop(0)
        tests.append(_all(tokens))
    return lambda entry: any(test(entry) for test in tests)


def _all(tokens: list[str]) -> Test:
    tests: list[Test] = []
    while tokens and tokens[0] not in ("OR", ")"):
        part = tokens.pop(0)
        if part == "(":
            tests.append(_alternatives(tokens))
            if not tokens or tokens.pop(0) != ")":
                raise ValueError("a bracket is not closed")
        else:
            tests.append(_term(part))
    return lambda entry: all(test(entry) for test in tests)


def _term(part: str) -> Test:
    marks, key, value = re.fullmatch(r"([-!]*)([\w.]+):(.*)", part, re.DOTALL).groups()  # type: ignore[union-attr]
    if value[0] in "[{":
        test = _range(key, value)
    else:
        if value[0] != '"' and not _PLAIN_VALUE.fullmatch(value):
            raise ValueError(f"value {value!r}")
        plain = re.sub(r"\\(.)", r"\1", value[1:-1]) if value[0] == '"' else value
        test = _text(key, plain, exactly="!" in marks or key in _KEYWORDS)
    return (lambda entry: not test(entry)) if "-" in marks else test


def _range(key: str, value: str) -> Test:
    low, _, high = value[1:-1].partition(" TO ")
    least = float("-inf") if low == "*" else float(low)
    most = float("inf") if high == "*" else float(high)

    def test(entry: Document) -> bool:
        numbers = [float(text) for text in _values(entry, key) if re.fullmatch(r"\d+", text)]
        if value[0] == "{":
            return any(least < number < most for number in numbers)
        return any(least <= number <= most for number in numbers)

    return test


def _text(key: str, wanted: str, *, exactly: bool) -> Test:
    wanted = wanted.casefold()

    def matches(text: str) -> bool:
        text = text.casefold()
        if "*" in wanted:
            return fnmatch.fnmatchcase(text, wanted)
        if exactly:
            return text == wanted
        return f" {wanted} " in f" {text} "

    return lambda entry: any(matches(text) for text in _values(entry, key))


def _values(entry: Any, key: str) -> list[str]:
    """Return everything under a key such as ``attacks.name``."""
    name, _, rest = key.partition(".")
    inner = entry.get(name) if isinstance(entry, dict) else None
    parts: Iterable[Any] = inner if isinstance(inner, list) else [] if inner is None else [inner]
    if rest:
        return [text for part in parts for text in _values(part, rest)]
    return [str(part) for part in parts]
