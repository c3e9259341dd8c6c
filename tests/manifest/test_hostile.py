"""Whatever is in the file: a manifest or an InputError, never a crash."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.errors import InputError
from cardkit.manifest import Manifest, read_manifest, write_manifest
from tests.manifest import example

TEXT = write_manifest(example.manifest())

WORDS = st.sampled_from(
    [
        "",
        "\x00",
        "\ud800",
        "a\n",
        "Fire",
        "Trainer",
        "Pokémon",
        "LEGEND",
        "toy-1",
        "×2",
        "?",
        "9" * 9,
    ]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=10**30)
    | st.floats()
    | WORDS
    | st.text(max_size=20)
)
KEYS = st.sampled_from(["count", "proxy", "card", "hp", "types", "Dragon", "common"]) | st.text(
    max_size=5
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    if isinstance(value, dict):
        below = list(value.items())
    else:
        below = list(enumerate(value)) if isinstance(value, list) else []
    for key, part in below:
        found += places(part, (*path, key))
    return found


PLACES = places(example.manifest().to_dict())


def mutate(document: Any, path: tuple[Any, ...], value: Any, how: str) -> Any:
    if not path:
        return value
    try:
        holder = document
        for key in path[:-1]:
            holder = holder[key]
        if isinstance(holder, dict) and not isinstance(path[-1], str):
            return document  # No JSON reader returns an object with such a key.
        if how == "replace":
            holder[path[-1]] = value
        elif how == "remove":
            del holder[path[-1]]
        elif how == "double":
            holder.append(copy.deepcopy(holder[path[-1]]))
        else:
            holder[str(value)] = holder.pop(path[-1])
    except (AttributeError, IndexError, KeyError, TypeError):
        pass  # An earlier mutation took the place away.
    return document


def attempt(read: Callable[[], Manifest]) -> Manifest | InputError:
    try:
        return read()
    except InputError as refusal:
        return refusal


def check(document: Any) -> None:
    found = attempt(lambda: Manifest.from_dict(document, where="m.json"))
    if isinstance(found, InputError):
        assert found.faults
        assert all(fault.what and fault.where.startswith("m.json: $") for fault in found.faults)
    else:
        assert Manifest.from_dict(found.to_dict()) == found
        text = write_manifest(found)
        assert write_manifest(read_manifest(text)) == text
        text.encode()


def check_text(text: str) -> None:
    found = attempt(lambda: read_manifest(text, "m.json"))
    if isinstance(found, InputError):
        assert all(fault.what and fault.where.startswith("m.json") for fault in found.faults)
    else:
        assert read_manifest(write_manifest(found)) == found


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(PLACES), VALUES, st.sampled_from(["replace", "remove", "double", "key"])
        ),
        min_size=1,
        max_size=3,
    )
)
def test_a_document_changed_at_random_places(
    mutations: list[tuple[tuple[Any, ...], Any, str]],
) -> None:
    document = example.manifest().to_dict()
    for path, value, how in mutations:
        document = mutate(document, path, copy.deepcopy(value), how)
    check(document)


@settings(deadline=None, max_examples=150)
@given(st.integers(0, len(TEXT) - 1), st.integers(0, 12), st.text(max_size=4))
def test_a_text_changed_at_a_random_place(start: int, length: int, by: str) -> None:
    check_text(TEXT[:start] + by + TEXT[start + length :])


@settings(deadline=None, max_examples=100)
@given(VALUES)
def test_any_document_at_all(document: Any) -> None:
    check(document)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=40))
def test_any_text_at_all(text: str) -> None:
    check_text(text)


@pytest.mark.parametrize("depth", [1, 10, 60, 63, 64, 65, 66, 200, 900, 2000])
def test_a_document_nested_to_any_depth(depth: int) -> None:
    deep: Any = 1
    for _ in range(depth):
        deep = [deep] if depth % 2 else {"a": deep}
    document = example.manifest().to_dict()
    document["decks"]["common"][0]["card"]["types"] = deep
    check(document)


@pytest.mark.parametrize("depth", [70, 500, 5000, 200_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_a_text_nested_to_any_depth(depth: int, opening: str, closing: str) -> None:
    check_text(opening * depth)
    check_text(opening * depth + "1" + closing * depth)
