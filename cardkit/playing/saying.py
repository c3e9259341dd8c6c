"""Corrections and results by hand, as a person says them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from cardkit.errors import InputError
from cardkit.playing.wording import (
    cards_named,
    condition_names,
    energies,
    energy,
    is_condition,
    places,
    spots,
)
from cardkit.referee.said import (
    ENEMY,
    Correction,
    Count,
    HandResult,
    MoveCards,
    PutCard,
    SetConditions,
    SetCount,
    SetDamage,
    SetDown,
    SetDrawn,
    SetEnergy,
    TakeCard,
)
from cardkit.referee.spots import Spot, parse_spot
from cardkit.referee.state import Pokemon, State
from cardkit.rules import Condition

_SET_FORMS = (
    "write it like set enemy damage 40, set active poisoned, set bench-1 energy RW, "
    "set balls 3, set bench-2 down"
)
_HAND_FORMS = (
    "write it like 40 damage, enemy asleep, self 10, heal 20, discard RR, pool R, self confused, "
    "bench-1 10, or nothing"
)
_MOST_DIGITS = 4
_DOWN = {"down": True, "ko": True, "out": True, "up": False, "alive": False, "back": False}


def corrections(state: State, word: str, rest: str) -> list[Correction]:
    """Return the corrections that may be meant; several when it is not clear.

    Args:
        state: the position that they are about.
        word: ``set``, ``move``, ``put`` or ``take``.
        rest: what follows it.

    Raises:
        InputError: when it is none.
    """
    readers: dict[str, Callable[[State, str], Sequence[Correction]]] = {
        "set": _set,
        "move": _move,
        "put": _put,
        "take": _take,
    }
    found = list(readers[word](state, rest))
    if not found:
        raise InputError(f"nothing here is called {rest!r}", remedy=_SET_FORMS)
    return found


def hand_result(state: State, text: str) -> HandResult:
    """Read what an attack did.

    Raises:
        InputError: when a part of it is not understood.
    """
    result = HandResult()
    for part in re.split(r"[,;]|\.\s", text):
        words = part.strip(" .")
        if words and words.casefold() not in ("nothing", "no damage"):
            result = _add_all(state, result, words)
    return result


def _add_all(state: State, result: HandResult, part: str) -> HandResult:
    """Add a part; where ``and`` joins two of them, each alone."""
    try:
        return _add(state, result, part)
    except InputError:
        first, joint, second = part.partition(" and ")
        if not joint:
            raise
        return _add_all(state, _add(state, result, first), second)


def _add(state: State, result: HandResult, part: str) -> HandResult:
    text = part.casefold()
    if number := re.fullmatch(r"(?:damage )?(\d{1,4})(?: damage)?(?: to (?:the )?enemy)?", text):
        return replace(result, damage=result.damage + int(number[1]))
    if number := re.fullmatch(r"(?:self|itself|recoil|me)(?: damage)? (\d{1,4})(?: damage)?", text):
        return replace(result, self_damage=result.self_damage + int(number[1]))
    if number := re.fullmatch(r"(\d{1,4})(?: damage)? to (?:itself|self|me)", text):
        return replace(result, self_damage=result.self_damage + int(number[1]))
    if number := re.fullmatch(r"heals? (\d{1,4})", text):
        return replace(result, heal=result.heal + int(number[1]))
    if letters := re.fullmatch(r"(?:pool|enemy discards?|discards? pool) (.+)", part, re.I):
        return replace(result, pool=(*result.pool, *energies(letters[1])))
    if letters := re.fullmatch(r"discards? (.+)", part, re.I):
        return replace(result, discard=(*result.discard, *energies(letters[1])))
    if named := re.fullmatch(r"(?:self|own|itself|me) (.+)", text):
        return replace(result, own=(*result.own, *condition_names(named[1])))
    if benched := re.fullmatch(r"(hurt |mend |heal )?(.+?) (\d{1,4})(?: damage)?", text):
        at = (_one_spot(state, benched[2]), int(benched[3]))
        if benched[1] in ("mend ", "heal "):
            return replace(result, mend=(*result.mend, at))
        return replace(result, hurt=(*result.hurt, at))
    named = re.fullmatch(r"(?:enemy (?:is |gets )?)?(.+)", text)
    assert named is not None  # noqa: S101 - one letter is enough for it
    try:
        return replace(result, enemy=(*result.enemy, *condition_names(named[1])))
    except InputError:
        what = f"expects what the attack did, got {part!r}"
        raise InputError(what, remedy=_HAND_FORMS) from None


def _one_spot(state: State, text: str) -> Spot:
    found = spots(state, text)
    if len(found) != 1:
        raise InputError(
            f"expects one place, got {text!r}" + f", which may be {_listed(found)}" * bool(found),
            remedy="name it like bench-2",
        )
    return found[0]


def _listed(found: Sequence[object]) -> str:
    return " or ".join(map(str, found))


def _set(state: State, rest: str) -> Sequence[Correction]:
    words = rest.split()
    text = rest.casefold()
    if count := re.fullmatch(r"(balls?|badges?|knock-?\s?outs?|kos?) (\d+)", text):
        return [SetCount(count=_count(count[1]), number=_whole(count[2]))]
    if text.startswith("drawn "):
        return [SetDrawn(energy=energy(rest[len("drawn ") :]))]
    if text.startswith("pool"):
        return [SetEnergy(place=ENEMY, energy=energies(rest[len("pool") :].strip()))]
    for at, word in enumerate(words):
        if at == 0:
            continue
        place, after = " ".join(words[:at]), " ".join(words[at + 1 :])
        made = _setting(state, place, word.casefold(), after, " ".join(words[at:]))
        if made:
            return made
    raise InputError(f"expects what is to be put right, got {rest!r}", remedy=_SET_FORMS)


def _setting(state: State, place: str, word: str, after: str, whole: str) -> list[Correction]:
    """Return what one key word with a place before it means; nothing when it is none.

    Raises:
        InputError: when the word is one, and the place is none or what follows is not understood.
    """
    make = _maker(state, word, after, whole)
    if make is None:
        return []
    found = places(state, place)
    if not found:
        raise InputError(f"nothing here is called {place!r}", remedy="name it like bench-2, enemy")
    return [make(at) for at in found]


def _maker(state: State, word: str, after: str, whole: str) -> Callable[[str], Correction] | None:
    """Return what makes the correction of a key word for a place."""
    if word == "damage" or (word == "hp" and after.isdecimal()):
        number = _whole(after)
        return lambda at: SetDamage(place=at, damage=_damage(state, at, number, word))
    if word.isdecimal() and after.casefold() == "damage":
        return lambda at: SetDamage(place=at, damage=_whole(word))
    if word in ("energy", "energies", "pool"):
        held = energies(after)
        return lambda at: SetEnergy(place=at, energy=held)
    if word in _DOWN or word == "knocked":
        return lambda at: SetDown(place=at, down=_DOWN.get(word, True))
    if word in ("healthy", "well"):
        return lambda at: SetConditions(place=at, conditions=())
    if word in ("conditions", "condition"):
        listed = condition_names(after)
        return lambda at: SetConditions(place=at, conditions=listed)
    if word in ("not", "no"):
        gone = condition_names(after)
        return lambda at: _changed(state, at, without=gone)
    if is_condition(word.split("+")[0].strip(",")):
        given = condition_names(whole)
        return lambda at: _changed(state, at, given=given)
    return None


def _changed(
    state: State,
    place: str,
    *,
    given: tuple[Condition, ...] = (),
    without: tuple[Condition, ...] = (),
) -> SetConditions:
    """Add conditions to those that are there, or take some off; postures replace each other."""
    pokemon = _at(state, place)
    held = set(pokemon.conditions if pokemon is not None else ())
    postures = {Condition.ASLEEP, Condition.CONFUSED, Condition.PARALYZED}
    if postures.intersection(given):
        held -= postures
    left = (held | set(given)) - set(without)
    return SetConditions(place=place, conditions=tuple(one for one in Condition if one in left))


def _damage(state: State, place: str, number: int, word: str) -> int:
    """Return damage; HP that are left are turned into it."""
    pokemon = _at(state, place)
    if word == "damage" or pokemon is None:
        return number
    return max(0, pokemon.hp - number)


def _at(state: State, place: str) -> Pokemon | None:
    return state.enemy if place == ENEMY else state.at(parse_spot(place))


def _count(word: str) -> Count:
    if word.startswith("ball"):
        return Count.BALLS
    return Count.BADGES if word.startswith("badge") else Count.KNOCK_OUTS


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise InputError(f"expects a number, got {text!r}", remedy=_SET_FORMS)
    if len(text) > _MOST_DIGITS:
        raise InputError(
            f"expects a number up to {10**_MOST_DIGITS - 1}, got {text!r}", remedy=_SET_FORMS
        )
    return int(text)


def _move(state: State, rest: str) -> Sequence[Correction]:
    for one, other in _halves(rest, (" to ", " with ", " and ", " <> ", " ")):
        first, second = spots(state, one), spots(state, other)
        if first and second:
            return [MoveCards(one=a, other=b) for a in first for b in second if a != b]
    raise InputError(f"expects two places, got {rest!r}", remedy="write it like move ada pc-2")


def _halves(text: str, joints: Sequence[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for joint in joints:
        parts = text.split(joint)
        found += [
            (joint.join(parts[:cut]), joint.join(parts[cut:])) for cut in range(1, len(parts))
        ]
    return found


def _put(state: State, rest: str) -> Sequence[Correction]:
    lying = [state.table.cards[card] for deck in state.decks for card in deck]
    for name, place in reversed(_halves(rest, (" ",))):
        where = places(state, place) if _is_place(place) else []
        for joint in (" the", " to", " on", " at", " as"):
            name = name.removesuffix(joint)
        found = cards_named(lying, name)
        if where and found:
            return [PutCard(key=card.key, place=at) for card in found for at in where]
    raise InputError(
        f"expects a card that lies in a deck, and a place, got {rest!r}",
        remedy="write it like put pikachu bench-3, or put machop enemy",
    )


def _is_place(text: str) -> bool:
    return bool(re.fullmatch(r"(enemy|active|(bench|pc|b|p)[\s-]*\d+)", text.casefold()))


def _take(state: State, rest: str) -> Sequence[Correction]:
    return [TakeCard(spot=spot) for spot in spots(state, rest)]
