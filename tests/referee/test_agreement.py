"""Two positions agree only where everything in them does."""

from __future__ import annotations

from cardkit.referee.agreement import agree
from cardkit.referee.state import State, present
from tests.referee.table_talk import main, power

CACHES = {"_keepers", "_kept", "_seen", "_settled", "_vacant", "table"}
"""What follows from the rest, and what two positions of a game share anyway."""


def positions() -> tuple[State, State]:
    adventure = main()
    power(adventure, "active", "R")
    return adventure.state, adventure.state.copy()


def test_a_copy_agrees() -> None:
    one, other = positions()
    assert agree(one, other)


def test_every_part_of_a_position_must_agree() -> None:
    for name in set(State.__slots__) - CACHES:
        one, other = positions()
        value, another = getattr(other, name), present(other.active).copy()
        if name in {"bench", "pc"}:
            value[value.index(None)] = another
        elif isinstance(value, list):
            value.append(another)
        else:
            another.damage += 10
            pokemon = {"active", "enemy", "fallen", "caught"}
            setattr(other, name, another if name in pokemon else object())
        assert not agree(one, other), name


def test_every_part_of_a_pokemon_must_agree() -> None:
    for name in (*type(present(positions()[0].active)).__slots__, "burden"):
        if name == "facts":  # the number says which card it is
            continue
        one, other = positions()
        setattr(present(other.active), name, object())
        assert not agree(one, other), name
