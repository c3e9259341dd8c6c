"""Positions as one line of text, both ways: a test or a bug report is one line.

A line is parts set apart by ``/``. :func:`position_text` writes all of them, in this order; its
counterpart :func:`~cardkit.referee.position_reader.parse_position` takes them in any order and
fills in what is left out::

    skirmish main event 1 round 3 badges 0 balls 2 ko 1 piled 1 retreats 0 throws 0
    / active base1-46:20:RR:Poisoned / bench - base1-58:down - - - / pc - - - - -
    / enemy base1-44:0:G / pile base1-47 / energy discard GW

============================  =====================================  ===========================
part                          meaning                                when left out
============================  =====================================  ===========================
``skirmish``, ``gym``, ...    the event                              ``skirmish``
``main``, ``energy``, ...     what is asked for                      what the rest asks for
``event 1 round 1``           events and player turns begun          1
``badges 0 balls 0``          badges, ready balls                    0
``ko 0 piled 0``              knock-outs, and those that give balls  as many as lie in the pile
``retreats 0 throws 0``       in this turn, for this catch           0
``GX VSTAR champion-lost``    marks: used in this event, S15         none
``active``, ``enemy``         one Pokemon                            ``-``
``bench``, ``pc``             Pokemon from the first place on        empty places
``pile``, ``energy discard``  cards; Energy letters                  ``-``
``drawn G``                   the drawn Energy                       none
``fallen``, ``caught``        a Pokemon that waits for a decision    none (damage of ``fallen``: HP)
``next gym skirmish``         the events that may come next          none
``then enemy-turn``           steps that follow                      the usual ones
``outcome champion-beaten``   how the adventure ended                none
``asking attack 1``           the attack that asks something         none
``answers yes bench-1``       what was answered it so far            none
``outcomes HT 3``             how chance fell for it so far          none
``fell 7@3!``                 card 7 was knocked out in round 3;     none
                              ``!`` by damage of an attack
``standing 3#7=RULE``         card 7 laid it in round 3: it holds    none
                              to the end of the event
``used bench-1#1 =Name``      powers used in this turn: where, which;  none
                              names of which one may be used
``pending active:1:enemy:30`` powers to work: where, which, whose     none
                              moment it is (``-`` nobody's), damage
``first-round``               mark: the event's first round          none
============================  =====================================  ===========================

A Pokemon is its card, then damage, Energy letters and conditions, each after a ``:`` and in any
order; what card text remembers follows in the same way (:mod:`cardkit.referee.memory_notation`).
``down`` is a knocked-out one, ``-`` an empty place. The card is its id, or its name with ``-`` for
spaces where only one card has it; ``*`` after either marks a proxy. What lies in the decks is not
written: it is all that lies nowhere else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from cardkit.referee.actions import format_energy
from cardkit.referee.attack_facts import Memory
from cardkit.referee.chance import format_outcomes
from cardkit.referee.conditions import POISON_DAMAGE
from cardkit.referee.memory_notation import (
    falls_text,
    memory_marks,
    pending_text,
    standing_text,
    strength_marks,
    used_text,
)
from cardkit.referee.state import Pokemon, State

COUNTERS = {
    "event": "events",
    "round": "rounds",
    "badges": "badges",
    "balls": "balls",
    "ko": "knock_outs",
    "piled": "pile_count",
    "retreats": "retreats",
    "throws": "throws",
}
"""Words of the line and the numbers of a position that they stand for."""
FIRST_ROUND = "first-round"
"""Mark of the first round of an event, which card text may ask about."""
CHAMPION_LOST = "champion-lost"
"""Mark of a position whose champion has won once (Rule: S15)."""
SAT_OUT = "sat-out"
"""Mark of a Paralyzed Pokemon whose owner has had a turn with it (Rule: S36)."""


def position_text(state: State) -> str:
    """Return a position as one line: equal positions have equal lines and go on alike."""
    cards = state.table.cards
    counters = " ".join(f"{word} {getattr(state, name)}" for word, name in COUNTERS.items())
    marks = [*sorted(state.once_used), *([CHAMPION_LOST] if state.champion_lost else [])]
    if Memory.FIRST_ROUND in state.table.memories and state.first_round:
        marks.append(FIRST_ROUND)
    parts = [
        " ".join([state.event, state.phase, counters, *marks]),
        f"active {_pokemon_text(state.active, state)}",
        f"bench {_row_text(state.bench, state)}",
        f"pc {_row_text(state.pc, state)}",
        f"enemy {_pokemon_text(state.enemy, state)}",
        f"pile {' '.join(written_key(cards[card].key) for card in sorted(state.pile)) or '-'}",
        f"energy discard {format_energy(state.energy_discard) or '-'}",
    ]
    if state.drawn is not None:
        parts.append(f"drawn {state.drawn.letter}")
    for name, pokemon in (("fallen", state.fallen), ("caught", state.caught)):
        if pokemon is not None:
            parts.append(f"{name} {_pokemon_text(pokemon, state)}")
    if state.choices:
        parts.append(f"next {' '.join(state.choices)}")
    if state.agenda:
        parts.append(f"then {' '.join(reversed(state.agenda))}")
    parts += _memory_parts(state)
    if state.outcome is not None:
        parts.append(f"outcome {state.outcome.reason}")
    return " / ".join(parts)


def _memory_parts(state: State) -> Iterator[str]:
    """Yield what card text remembers beside the Pokemon."""
    falls = falls_text(state)
    if falls:
        yield f"fell {falls}"
    for name, text in (("used", used_text(state)), ("pending", pending_text(state))):
        if text:
            yield f"{name} {text}"
    if state.standing:
        yield f"standing {standing_text(state)}"
    attempt = state.attempt
    if attempt is not None:
        yield f"asking {attempt.action}"
        if attempt.answers:
            yield f"answers {' '.join(attempt.answers)}"
        if attempt.outcomes:
            yield f"outcomes {format_outcomes(attempt.outcomes)}"


def position_digest(state: State) -> str:
    """Return a short fingerprint of a position: 16 hexadecimal digits."""
    return hashlib.sha256(position_text(state).encode()).hexdigest()[:16]


def _pokemon_text(pokemon: Pokemon | None, state: State) -> str:
    if pokemon is None:
        return "-"
    key = written_key(pokemon.facts.key)
    if pokemon.down:
        return f"{key}:down"
    conditions = [condition.value for condition in pokemon.conditions]
    conditions += strength_marks(pokemon)
    if pokemon.poison not in (0, POISON_DAMAGE):
        conditions.append(str(pokemon.poison))
    if pokemon.sat_out:
        conditions.append(SAT_OUT)
    energy = format_energy(pokemon.energy)
    rest = f":{pokemon.damage}:{energy}:{'+'.join(conditions)}"
    text = key + rest.rstrip(":").removesuffix(":0")
    if state.table.has_texts:
        return ":".join([text, *memory_marks(pokemon, state)])
    return text


def _row_text(row: Iterable[Pokemon | None], state: State) -> str:
    return " ".join(_pokemon_text(pokemon, state) for pokemon in row)


def written_key(key: str) -> str:
    """Spell a card's key so that it cannot be taken for punctuation of the line."""
    if ":" in key or "%" in key:
        key = key.replace("%", "%25").replace(":", "%3A")
    return {"-": "%2D", "/": "%2F"}.get(key, key)
