"""What card text remembers, as words of a position line, both ways.

==========================  ================================================================
``Burned-40``, ``Asleep-2``  more damage than usual per check-up, more coins to wake
``used-2@3``                used its second attack in round 3 (``used-Name@3`` a copied one)
``struck-40@3``             40 damage by attacks in the opponent's turn of round 3
``came@3``, ``healed@3``    became Active, was healed, in round 3
``evolved-Name@3``          evolved from Name in round 3
``laid-UNTIL@3#7=RULE``     a rule of card 7, laid in round 3, in the notation of effects
==========================  ================================================================

Rules for the rest of the event belong to no Pokemon: ``standing 3#7=RULE``.

Only what still matters is written: what was before the last round is as if it had never been.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, unquote

from cardkit.cardtext.notation import read_effects, write_effects
from cardkit.cardtext.operations import Lasting
from cardkit.cardtext.vocabulary import Until
from cardkit.errors import InputError
from cardkit.referee.burden import BURN_DAMAGE
from cardkit.referee.memory import Fall, Laid, Past, Pending, Standing
from cardkit.referee.state import Pokemon, State
from cardkit.rules import Condition

_LAID = re.compile(r"laid-([a-z-]+)@(\d{1,9})#(\d{1,9})=(.+)")
_PAST = re.compile(r"(used|struck|came|healed|evolved)(?:-([^@]+))?@(\d{1,9})")
_STRONGER = re.compile(r"(Burned|Asleep)-(\d{1,4})", re.IGNORECASE)
_STANDING = re.compile(r"(\d{1,9})#(\d{1,9})=(.+)")
_USED = re.compile(r"([a-z]+(?:-\d{1,2})?)#(-?)([1-9]\d{0,3})")
_PENDING = re.compile(r"([a-z]+(?:-\d{1,2})?):([1-9]\d{0,3}):([a-z]+(?:-\d{1,2})?|-):(\d{1,9})")
NOBODY = "-"
"""Whose moment it is when it is everybody's."""
_FALL = re.compile(r"(\d{1,9})@(\d{1,9})(!?)")


def strength_marks(pokemon: Pokemon) -> Iterator[str]:
    """Yield the conditions that are stronger than usual."""
    if pokemon.burned and pokemon.burn != BURN_DAMAGE:
        yield f"{Condition.BURNED}-{pokemon.burn}"
    if pokemon.posture is Condition.ASLEEP and pokemon.sleep_coins != 1:
        yield f"{Condition.ASLEEP}-{pokemon.sleep_coins}"


def memory_marks(pokemon: Pokemon, state: State) -> Iterator[str]:
    """Yield what lies on a Pokemon and what card text may ask about it."""
    past, last = pokemon.past, max(1, state.rounds - 1)
    if past.used_in >= last:
        yield f"used-{_attack_word(pokemon, past.used)}@{past.used_in}"
    if past.struck and past.struck_in >= last:
        yield f"struck-{past.struck}@{past.struck_in}"
    if past.came_in >= state.rounds > 0:
        yield f"came@{past.came_in}"
    if past.healed_in >= state.rounds > 0:
        yield f"healed@{past.healed_in}"
    if past.evolved_in >= state.rounds > 0:
        yield f"evolved-{quote(past.evolved_from)}@{past.evolved_in}"
    for laid in pokemon.laid:
        yield f"laid-{laid.until}@{laid.round}#{laid.by}={write_effects(laid.rule)}"


def take_strength(pokemon: Pokemon, word: str) -> bool:
    """Take a condition that is stronger than usual; False when the word is none."""
    found = _STRONGER.fullmatch(word)
    if found is None:
        return False
    if found[1].title() == Condition.BURNED:
        pokemon.burned, pokemon.burn = True, int(found[2])
    else:
        pokemon.posture, pokemon.sleep_coins = Condition.ASLEEP, int(found[2])
    return True


def take_memory(pokemon: Pokemon, word: str) -> bool:
    """Take what lies on a Pokemon or happened to it; False when the word says nothing of it.

    Raises:
        InputError: when a rule is not in the notation of effects.
    """
    laid = _LAID.fullmatch(word)
    if laid is not None:
        if laid[1] not in list(Until):
            raise InputError(
                f"a rule lasts {', '.join(Until)}, got {laid[1]!r}",
                remedy="write one of these after laid-",
            )
        rule = read_effects(laid[4])
        pokemon.laid = (*pokemon.laid, Laid(rule, Until(laid[1]), int(laid[2]), int(laid[3])))
        return True
    past = _PAST.fullmatch(word)
    if past is None:
        return False
    kind, what, round_number = past[1], unquote(past[2] or ""), int(past[3])
    if (kind in ("came", "healed")) is bool(what) or (kind == "struck" and not what.isdecimal()):
        return False
    changes: dict[str, object] = {f"{kind}_in": round_number}
    if kind == "used":
        changes["used"] = _attack_name(pokemon, what)
    elif kind == "struck":
        changes["struck"] = int(what)
    elif kind == "evolved":
        changes["evolved_from"] = what
    pokemon.past = Past(**{**pokemon.past._asdict(), **changes})
    return True


def falls_text(state: State) -> str:
    """Write the knock-outs that card text may ask about; empty when there are none."""
    last = max(1, state.rounds - 1)
    return " ".join(
        f"{fall.card}@{fall.round}{'!' if fall.by_damage else ''}"
        for fall in state.fell
        if fall.round >= last
    )


def standing_text(state: State) -> str:
    """Write the rules that hold for the rest of the event; empty when there are none."""
    return " ".join(
        f"{standing.round}#{standing.by}={write_effects(standing.lasting)}"
        for standing in state.standing
    )


def parse_standing(word: str, cards: int) -> Standing | None:
    """Read a rule for the rest of the event; None when the word is none.

    Raises:
        InputError: when the rule is not in the notation of effects.
    """
    found = _STANDING.fullmatch(word)
    if found is None or int(found[2]) >= cards:
        return None
    lasting = read_effects(found[3])
    if not isinstance(lasting, Lasting) or lasting.until is not Until.GAME:
        return None
    return Standing(lasting, int(found[1]), int(found[2]))


def places(state: State) -> Iterator[tuple[str, Pokemon]]:
    """Yield who is in play with the words of the places, knocked-out ones too, the enemy last."""
    for spot, pokemon in state.team():
        yield str(spot), pokemon
    if state.enemy is not None:
        yield "enemy", state.enemy


def place_of(state: State, card: int) -> str:
    """Return where a card lies in play; empty when it does not."""
    return next((place for place, pokemon in places(state) if pokemon.card == card), "")


def used_text(state: State) -> str:
    """Write the powers that were used in this turn; empty when there are none.

    They are called by their places: copies of a card are written alike, their numbers are not.
    """
    words = []
    for mark in state.used_powers:
        card, number_sign, number = mark.partition("#")
        if not number_sign:
            words.append(quote(mark, safe="="))
        elif place_of(state, int(card)):
            words.append(f"{place_of(state, int(card))}#{number}")
    return " ".join(sorted(words))


def parse_used(word: str, state: State) -> str | None:
    """Read the mark of a power that was used; None when the word is none."""
    if word.startswith("="):
        return unquote(word)
    found = _USED.fullmatch(word)
    pokemon = dict(places(state)).get(found[1]) if found else None
    if found is None or pokemon is None:
        return None
    known = pokemon.facts.triggers if found[2] else pokemon.facts.uses
    return f"{pokemon.card}#{found[2]}{found[3]}" if int(found[3]) <= len(known) else None


def pending_text(state: State) -> str:
    """Write the powers that are to work; empty when there are none."""
    return " ".join(
        f"{place_of(state, one.card)}:{one.number}:{place_of(state, one.subject) or NOBODY}"
        f":{one.amount}"
        for one in state.pending
        if place_of(state, one.card)
    )


def parse_pending(word: str, state: State) -> Pending | None:
    """Read a power that is to work; None when the word is none."""
    found = _PENDING.fullmatch(word)
    lying = dict(places(state))
    source = lying.get(found[1]) if found else None
    subject = lying.get(found[3]) if found else None
    if (
        found is None
        or source is None
        or source.down
        or source is state.enemy
        or int(found[2]) > len(source.facts.triggers)
        or (subject is None and found[3] != NOBODY)
    ):
        return None
    return Pending(source.card, int(found[2]), subject.card if subject else -1, int(found[4]))


def parse_fall(word: str, cards: int) -> Fall | None:
    """Read one knock-out; None when the word is none."""
    found = _FALL.fullmatch(word)
    if found is None or int(found[1]) >= cards:
        return None
    return Fall(int(found[1]), int(found[2]), bool(found[3]))


def _attack_word(pokemon: Pokemon, name: str) -> str:
    names = [attack.name for attack in pokemon.facts.attacks]
    return str(names.index(name) + 1) if name in names else quote(name)


def _attack_name(pokemon: Pokemon, word: str) -> str:
    attacks = pokemon.facts.attacks
    if word.isdecimal() and 1 <= int(word) <= len(attacks):
        return attacks[int(word) - 1].name
    return word
