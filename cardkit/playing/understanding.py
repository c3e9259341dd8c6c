"""Which action a person means: a number, the notation, or a few letters of names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from itertools import combinations

from cardkit.cards import EnergyType
from cardkit.energy import ENERGY_ORDER
from cardkit.errors import InputError
from cardkit.naming import fold_name
from cardkit.playing.lookup import find, nearest
from cardkit.playing.menu import Option
from cardkit.playing.saying import hand_result
from cardkit.playing.wording import energies, spots
from cardkit.referee.actions import (
    ACTIONS,
    Action,
    Attach,
    Catch,
    ChooseEvent,
    Decide,
    EventKind,
    Evolve,
    Heal,
    Lead,
    Release,
    Retreat,
    Revive,
    SendOut,
    SpotAction,
    Swap,
    UseAttack,
    UsePower,
)
from cardkit.referee.said import AttackByHand, parse_entry
from cardkit.referee.spots import Zone
from cardkit.referee.state import Phase, State
from cardkit.referee.texts.borrowing import attacks_of
from cardkit.referee.texts.costs import retreat_cost

_ALONE = {kind.word: kind for kind in ACTIONS if not fields(kind)}
_SAME = {"discard": "ball", "flee": "run", "skip": "pass", "end": "pass"}
"""What people type for a word that stands alone."""
_BARE = _ALONE | {typed: _ALONE[word] for typed, word in _SAME.items()}
_AT_SPOT = {kind.word: kind for kind in ACTIONS if issubclass(kind, SpotAction)}
_OTHER_VERBS = ("choose", "answer", "attack", "use", "retreat", "switch", "swap", "event", "go")
VERBS = (*_BARE, *_AT_SPOT, *_OTHER_VERBS)
"""What an action may begin with."""
_DONE_WITH: dict[Phase, tuple[type[SpotAction], ...]] = {
    Phase.PREPARE: (Lead,),
    Phase.ENERGY: (Attach, Revive),
    Phase.MAIN: (Heal,),
    Phase.RELEASE: (Release,),
    Phase.REPLACE: (SendOut,),
    Phase.EVOLVE: (Evolve,),
}
"""What is done at a moment with a Pokemon that is only named."""
_SHORTEST_BEGINNING = 2
_SHORTEST_SLIP = 3
_BY_HAND = re.compile(r"(?:(?:attack|use)\s+)?(.*?)[\s:,]*\bby[\s-]hand\b[\s:,]*(.*)", re.I)
_FILLERS = re.compile(r"^(?:to|with|on|the|for|at|it)\s+", re.I)


def understand(state: State, found: Sequence[Option], line: str) -> list[Action]:
    """Return the actions that may be meant; several when it is not clear, none when nothing is.

    What is legal comes before what is not: an action that is not legal is returned when it is
    clearly meant, so that it can be explained.

    Args:
        state: the position.
        found: what may be done.
        line: what was typed.

    Raises:
        InputError: when it is an attack by hand whose result is not understood.
    """
    text = " ".join(line.split())
    if text.isdecimal():
        return [option.action for option in found if str(option.number) == text.lstrip("0")]
    if by_hand := _BY_HAND.fullmatch(text):
        return _attack_by_hand(state, by_hand[1], by_hand[2])
    exact = _exact(text)
    if exact is not None:
        return [exact]
    first, _, rest = text.partition(" ")
    verbs = _verbs(first.casefold())
    if verbs:
        meant = [action for verb in verbs for action in _of_verb(state, verb, _bare(rest))]
        legal = {option.action for option in found}
        allowed = [action for action in meant if action in legal]
        if meant:
            return list(dict.fromkeys(allowed or meant))
    named = [option for option in found if not isinstance(option.action, Swap)]
    listed = [named[n].action for n in find(text, [option.short for option in named])]
    return listed or _called(state, text)


def _called(state: State, text: str) -> list[Action]:
    """Return what is done with an attack, a power or a Pokemon of the table, legal or not."""
    if len(text) < _SHORTEST_SLIP:
        return []
    return _attack(state, text) or _powers(state, text) or _with_pokemon(state, text)


def attack_elsewhere(state: State, text: str) -> str:
    """Return why an attack of a Pokemon that is not the Active is not used; empty if it is none."""
    wanted = fold_name(text).removeprefix("attack ")
    for spot, pokemon in state.owned():
        for attack in pokemon.facts.attacks:
            if len(wanted) >= _SHORTEST_SLIP and fold_name(attack.name).startswith(wanted):
                owner = f"{pokemon.facts.name} ({spot})"
                return f"{attack.name} is an attack of {owner}; only the Active attacks (S28)"
    return ""


def _with_pokemon(state: State, text: str) -> list[Action]:
    """Return what is done with a Pokemon at this moment; the enemy is caught."""
    found: list[Action] = []
    for spot in spots(state, text):
        found += [kind(spot=spot) for kind in _DONE_WITH.get(state.phase, ())]
        if state.phase is Phase.MAIN and spot.zone is Zone.BENCH:
            found += _retreat(state, str(spot))
    if not found and state.enemy is not None and find(text, [state.enemy.facts.name]):
        found = [Catch()]
    return found


def _exact(text: str) -> Action | None:
    try:
        return parse_entry(text.casefold() if text.casefold() in _BARE else text)
    except InputError:
        return None


def _bare(rest: str) -> str:
    """Return what follows a verb without the words that only join."""
    while (shorter := _FILLERS.sub("", rest)) != rest:
        rest = shorter
    return rest


def _verbs(word: str) -> list[str]:
    """Return the verbs that a word is, begins, or nearly is."""
    if word in VERBS:
        return [word]
    begun = [verb for verb in VERBS if len(word) >= _SHORTEST_BEGINNING and verb.startswith(word)]
    near = nearest(word, VERBS) if not begun and len(word) >= _SHORTEST_SLIP else ""
    return [near] if near else begun


def _of_verb(state: State, verb: str, rest: str) -> list[Action]:
    if verb in _BARE:
        return [_BARE[verb]()]
    if verb in _AT_SPOT:
        kind = _AT_SPOT[verb]
        return [kind(spot=spot) for spot in spots(state, rest)]
    return _OTHERS[verb](state, rest)


def _attack(state: State, rest: str) -> list[Action]:
    return [UseAttack(number=number) for number in _attack_numbers(state, rest)]


def _use(state: State, rest: str) -> list[Action]:
    """Return the powers of the team that are called so, or whose Pokemon are, and the attacks."""
    return [*_powers(state, rest, owners=True), *_attack(state, rest)]


def _powers(state: State, rest: str, *, owners: bool = False) -> list[Action]:
    """Return the powers of the team that are called so, or with ``owners`` whose Pokemon are."""
    known = [
        (UsePower(spot=spot, number=number), use.power.name, pokemon.facts.name)
        for spot, pokemon in state.team()
        for number, use in enumerate(pokemon.facts.uses, start=1)
    ]
    named: Sequence[int] = range(len(known))
    if rest:
        named = find(rest, [power for _, power, _ in known])
        if owners and not named:
            named = find(rest, [owner for _, _, owner in known])
    return [known[n][0] for n in named]


def _attack_numbers(state: State, rest: str) -> list[int]:
    attacks = () if state.active is None else attacks_of(state, state.active)
    if rest.isdecimal() and len(rest) <= 2:
        return [int(rest)]
    if not rest:
        return [*range(1, len(attacks) + 1)]
    return [number + 1 for number in find(rest, [attack.name for attack in attacks])]


def _attack_by_hand(state: State, which: str, told: str) -> list[Action]:
    numbers = _attack_numbers(state, which.strip())
    if not numbers:
        raise InputError(
            f"expects an attack of the Active, got {which!r}", remedy="name it, or its number"
        )
    result = hand_result(state, told)
    return [AttackByHand(number=number, result=result) for number in numbers]


def _retreat(state: State, rest: str) -> list[Action]:
    """Return a retreat for each place and, where no payment is named, each that is possible."""
    place, _, paid = rest.partition(" for ")
    if not paid and (with_paying := re.fullmatch(r"(.+?),? paying (.+)", rest)):
        place, paid = with_paying[1], with_paying[2]
    held = [] if state.active is None else state.active.energy
    cost = 0 if state.active is None else retreat_cost(state, state.active)
    payments = [energies(paid)] if paid else _payments(held, cost)
    return [
        Retreat(spot=spot, payment=payment) for spot in spots(state, place) for payment in payments
    ]


def _payments(held: Sequence[EnergyType], cost: int) -> list[tuple[EnergyType, ...]]:
    ordered = sorted(held, key=ENERGY_ORDER.__getitem__)
    return [*dict.fromkeys(combinations(ordered, min(cost, len(ordered))))]


def _swap(state: State, rest: str) -> list[Action]:
    joint = re.split(r"\s+(?:with|and|<>|for)\s+|\s*,\s*", rest, maxsplit=1)
    halves = [joint] if len(joint) == 2 else []
    words = rest.split()
    halves += [[" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))]
    for one, other in halves:
        found = [
            Swap(team=team, pc=stored) if team.in_play else Swap(team=stored, pc=team)
            for team in spots(state, one)
            for stored in spots(state, other)
            if team.in_play != stored.in_play
        ]
        if found:
            return list(found)
    return []


def _event(_state: State, rest: str) -> list[Action]:
    events = [*EventKind]
    return [ChooseEvent(event=events[n]) for n in find(rest, [str(event) for event in events])]


def _decide(state: State, rest: str) -> list[Action]:
    options = () if state.attempt is None else state.attempt.options
    named = [str(spot) for spot in spots(state, rest) if str(spot) in options]
    found = named or [options[n] for n in find(rest, options)]
    return [Decide(answer=answer) for answer in found or [rest] if answer]


_OTHERS: dict[str, Callable[[State, str], list[Action]]] = {
    "choose": _decide,
    "answer": _decide,
    "attack": _attack,
    "use": _use,
    "retreat": _retreat,
    "switch": _retreat,
    "swap": _swap,
    "event": _event,
    "go": _event,
}
