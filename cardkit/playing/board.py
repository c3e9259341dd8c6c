"""The table as text: drawn on a screen of 80 columns, or told in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardkit.cards import EnergyType, TypeModifier
from cardkit.energy import ENERGY_ORDER
from cardkit.playing.paint import Line, Span, Style, Tone, broken
from cardkit.referee.actions import EventKind
from cardkit.referee.damage import Blow, Working, work_out
from cardkit.referee.encounters import next_pool
from cardkit.referee.events import BADGES, KNOCK_OUTS_TO_WIN
from cardkit.referee.spots import ACTIVE
from cardkit.referee.state import BALLS, Phase, Pokemon, State
from cardkit.referee.texts.in_force import is_ruled
from cardkit.referee.texts.striking import strike_under_rules
from cardkit.referee.texts.words import rule_words, step_words
from cardkit.referee.turns import ENEMY_DAMAGE
from cardkit.text_columns import columns, pad

_LABEL = 8
_NAME = 31
_HP = 9
_BAR = 10
_LOW = 0.34
"""Below this share of its HP a Pokemon is in danger."""


def board(state: State, style: Style) -> list[Line]:
    """Return the table as lines: enemy, Active, bench, PC, and what lies beside them."""
    if style.plain:
        return list(_told(state))
    drawn = _drawn(state, style)
    return [part for line in drawn for part in broken(line, style.width, _LABEL)]


def next_blow(state: State) -> Working | None:
    """Return what the enemy's next attack does to the Active; None when nobody would attack.

    Where a rule in force flips a coin, it is as if it showed tails.
    """
    enemy, active = state.enemy, state.active
    if enemy is None or active is None or active.down:
        return None
    per_card = ENEMY_DAMAGE * enemy.facts.deck_number
    types, pool = enemy.facts.types, next_pool(enemy)
    if not is_ruled(enemy, state) and not is_ruled(active, state):
        return work_out(per_card, types, active.facts, cards=pool)
    blow = Blow(base=per_card, types=types, defender=active.facts, cards=pool)
    return strike_under_rules(state, enemy, active, blow, flip=lambda: False)


def rule(style: Style) -> Line:
    """Return a line across the screen."""
    return (("─" * style.width, Tone.FAINT),)


def _drawn(state: State, style: Style) -> Iterator[Line]:
    yield _header(state, style)
    yield rule(style)
    if state.enemy is not None:
        yield from _enemy(state, state.enemy, style)
    for label, pokemon in (("beaten", state.fallen), ("caught", state.caught)):
        if pokemon is not None:
            yield _pokemon(label, pokemon, Tone.ENEMY, style)
    if state.active is not None:
        yield _pokemon("ACTIVE", state.active, Tone.OWN, style)
        if not state.active.down:
            yield _second_line(_facts(state.active))
        yield from _effects(state.active)
    empty: list[int] = []
    for number, pokemon in enumerate(state.bench, start=1):
        if pokemon is None:
            empty.append(number)
        else:
            yield _pokemon(f"bench-{number}", pokemon, Tone.PLAIN, style, energy=True)
    if empty:
        yield ((pad("bench", _LABEL), Tone.FAINT), (f"{_numbers(empty)} empty", Tone.FAINT))
    yield from _pc_row(state, style)
    yield from _warning(standing_words(state))
    if state.attempt is not None:
        yield ((pad("asked", _LABEL), Tone.TITLE), (state.attempt.question, Tone.TITLE))


def _effects(pokemon: Pokemon) -> Iterator[Line]:
    """Yield what card text has laid on a Pokemon (Rule: S43)."""
    yield from _warning(effect_words(pokemon))


def _warning(text: str) -> Iterator[Line]:
    """Yield a text that stands out, if there is any."""
    if text:
        yield _second_line([(text, Tone.WARNING)])


def effect_words(pokemon: Pokemon) -> str:
    """Return the effects that lie on a Pokemon in words; empty when there are none."""
    words = [rule_words(laid.rule, laid.until) for laid in pokemon.laid]
    return f"effects: {'; '.join(words)}" if words else ""


def standing_words(state: State) -> str:
    """Return the rules for the rest of the event in words; empty when there are none."""
    words = [step_words(standing.lasting) for standing in state.standing]
    return f"effects: {'; '.join(words)}" if words else ""


def _header(state: State, style: Style) -> Line:
    left = f"{state.event.title()} (event {state.events})"
    if state.phase not in (Phase.EVENT, Phase.PREPARE):
        left += f"  round {state.rounds}"
    parts = [f"badges {'★' * state.badges}{'☆' * (BADGES - state.badges)}"]
    parts.append(f"balls {'●' * state.balls}{'○' * (BALLS - state.balls)}")
    goal = "" if state.event is EventKind.SKIRMISH else f"/{KNOCK_OUTS_TO_WIN}"
    parts.append(f"knock-outs {state.knock_outs}{goal}")
    right = "   ".join(parts)
    gap = max(2, style.width - columns(left) - columns(right))
    return ((left, Tone.TITLE), (" " * gap, Tone.PLAIN), (right, Tone.TITLE))


def _enemy(state: State, enemy: Pokemon, style: Style) -> Iterator[Line]:
    yield _pokemon("ENEMY", enemy, Tone.ENEMY, style)
    spans: list[Span] = [("pool ", Tone.FAINT), *_energy(enemy.energy)]
    spans += [("  ", Tone.PLAIN), *_modifiers(enemy)]
    blow = next_blow(state)
    if blow is not None:
        held = f" unless {enemy.posture}" if enemy.posture is not None else ""
        spans.append((f"  next hit {blow.total}{held}", Tone.WARNING))
    yield _second_line(spans)
    yield from _effects(enemy)


def _pokemon(
    label: str, pokemon: Pokemon, tone: Tone, style: Style, *, energy: bool = False
) -> Line:
    facts = pokemon.facts
    types = "/".join(types_now(pokemon))
    name = f"{facts.name} {facts.deck.mark}"
    room = _NAME - 1 - columns(types)
    spans: list[Span] = [
        (pad(label, _LABEL), tone if tone is not Tone.PLAIN else Tone.FAINT),
        (pad(name, min(columns(name), room)), tone),
        (" ", Tone.PLAIN),
        (types, Tone.of(pokemon.types[0]) if pokemon.types else Tone.PLAIN),
    ]
    gap = 1 if style.narrow else max(0, _NAME - columns(name) - 1 - columns(types))
    spans.append((" " * gap, Tone.PLAIN))
    if pokemon.down:
        return (*spans, (" knocked out", Tone.BAD))
    spans += [*_hp(pokemon, style), ("  ", Tone.PLAIN)]
    if energy:
        spans += _energy(pokemon.energy)
    if pokemon.conditions:
        spans.append((f"{'  ' if energy else ''}{'+'.join(pokemon.conditions)}", Tone.WARNING))
    return tuple(spans)


def _hp(pokemon: Pokemon, style: Style) -> list[Span]:
    hp, left = pokemon.hp, pokemon.remaining_hp
    filled = max(1, round(_BAR * left / hp)) if left else 0
    tone = Tone.BAD if left < _LOW * hp else Tone.GOOD
    if style.narrow:
        return [(f" {left}/{hp}", tone)]
    return [
        (f" {left}/{hp}".rjust(_HP), tone),
        (" ", Tone.PLAIN),
        ("█" * filled, tone),
        ("░" * (_BAR - filled), Tone.FAINT),
    ]


def _facts(pokemon: Pokemon) -> list[Span]:
    return [
        ("Energy ", Tone.FAINT),
        *_energy(pokemon.energy),
        ("  ", Tone.PLAIN),
        *_modifiers(pokemon),
        (f"  retreat {pokemon.facts.retreat_cost}", Tone.FAINT),
    ]


def _second_line(spans: Iterable[Span]) -> Line:
    return ((" " * _LABEL, Tone.PLAIN), *spans)


def _energy(energies: list[EnergyType]) -> list[Span]:
    if not energies:
        return [("-", Tone.FAINT)]
    ordered = sorted(energies, key=ENERGY_ORDER.__getitem__)
    return [(kind.letter, Tone.of(kind)) for kind in ordered]


def _modifiers(pokemon: Pokemon) -> list[Span]:
    weak, resist = _listed(pokemon.facts.weaknesses), _listed(pokemon.facts.resistances)
    return [(f"weak {weak or '-'}  resist {resist or '-'}", Tone.FAINT)]


def _listed(modifiers: Iterable[TypeModifier]) -> str:
    return ", ".join(str(modifier) for modifier in modifiers)


def _pc_row(state: State, style: Style) -> Iterator[Line]:
    stored = [(n, one) for n, one in enumerate(state.pc, start=1) if one is not None]
    if not state.pc:
        return
    text = "  ".join(f"{n} {one.facts.name} {one.facts.deck.mark}" for n, one in stored)
    free = len(state.pc) - len(stored)
    if free:
        text += f"{'  ' if stored else ''}{free if stored else 'all'} empty"
    room = style.width - _LABEL
    if columns(text) > room and not style.narrow:  # names give way before a place does
        each = room // len(stored) - 4
        text = "  ".join(f"{n} {pad(one.facts.name, each).rstrip()}" for n, one in stored)
    yield ((pad("PC", _LABEL), Tone.FAINT), (text, Tone.FAINT))


def _numbers(numbers: list[int]) -> str:
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(map(str, numbers))


def _told(state: State) -> Iterator[Line]:
    """Tell the table in sentences, one after the other."""
    event = f"Event {state.events} is a {state.event}."
    if state.phase not in (Phase.EVENT, Phase.PREPARE):
        event += f" Round {state.rounds}."
    yield ((event, Tone.PLAIN),)
    counts = f"Badges: {state.badges} of {BADGES}. Balls ready: {state.balls} of {BALLS}."
    yield ((f"{counts} Knock-outs in this event: {state.knock_outs}.", Tone.PLAIN),)
    if state.enemy is not None:
        yield ((f"Enemy: {described(state.enemy)}", Tone.PLAIN),)
        pool = energy_words(state.enemy.energy) or "nothing"
        blow = next_blow(state)
        next_words = "" if blow is None else f" Its next attack would do {blow.total} damage."
        yield ((f"The enemy's pool holds {pool}.{next_words}", Tone.PLAIN),)
    for label, other in (("Beaten", state.fallen), ("Caught", state.caught)):
        if other is not None:
            yield ((f"{label}: {described(other)}", Tone.PLAIN),)
    for spot, pokemon in state.team():
        place = "Active" if spot == ACTIVE else f"Bench {spot.number}"
        held = energy_words(pokemon.energy) or "no Energy"
        energy = "" if pokemon.down else f" Attached: {held}."
        yield ((f"{place}: {described(pokemon)}{energy}", Tone.PLAIN),)
        if pokemon.laid:
            yield ((f"{place} is under {effect_words(pokemon)}.", Tone.PLAIN),)
    if state.standing:
        yield ((f"In this event: {standing_words(state)}.", Tone.PLAIN),)
    if state.attempt is not None:
        yield ((f"Asked: {state.attempt.question}.", Tone.PLAIN),)
    stored = [one.facts.name for one in state.pc if one is not None]
    yield ((f"In the PC: {', '.join(stored) or 'nobody'}.", Tone.PLAIN),)


def described(pokemon: Pokemon) -> str:
    """Return a Pokemon in a sentence."""
    facts = pokemon.facts
    start = f"{facts.name}, {' and '.join(types_now(pokemon))}, {facts.deck} deck, "
    if pokemon.down:
        return f"{start}knocked out."
    conditions = "".join(f", {condition}" for condition in pokemon.conditions)
    weak = _listed(facts.weaknesses) or "none"
    resist = _listed(facts.resistances) or "none"
    return (
        f"{start}{pokemon.remaining_hp} of {pokemon.hp} HP left{conditions}. "
        f"Weakness {weak}, resistance {resist}, retreat {facts.retreat_cost}."
    )


def types_now(pokemon: Pokemon) -> tuple[EnergyType, ...]:
    """Return the types of a Pokemon as they are now, each once; texts may change the printed."""
    return tuple(dict.fromkeys(pokemon.types))


def energy_words(energies: Iterable[EnergyType]) -> str:
    """Return Energies in words: ``2 Fire, Water``; empty when there are none."""
    counted: dict[EnergyType, int] = {}
    for kind in sorted(energies, key=ENERGY_ORDER.__getitem__):
        counted[kind] = counted.get(kind, 0) + 1
    return ", ".join(f"{n} {kind}" if n > 1 else str(kind) for kind, n in counted.items())
