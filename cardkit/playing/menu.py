"""What the player may do, in groups and with numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from cardkit.cardtext.coverage import does_nothing
from cardkit.energy import ENERGY_ORDER, format_energy
from cardkit.playing.board import energy_words
from cardkit.playing.paint import Line, Span, Style, Tone, broken
from cardkit.referee.actions import (
    Action,
    Attach,
    Catch,
    ChooseEvent,
    Decide,
    Decline,
    Evolve,
    Heal,
    Lead,
    LetGo,
    Pass,
    Release,
    Retreat,
    Revive,
    Run,
    SendOut,
    Stop,
    Swap,
    TakeBall,
    Throw,
    UseAttack,
    UsePower,
)
from cardkit.referee.adventure import Adventure
from cardkit.referee.appraisal import catch_odds
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.said import AttackByHand, HandResult
from cardkit.referee.spots import Spot, Zone, parse_spot
from cardkit.referee.state import Phase, State, present
from cardkit.referee.texts.borrowing import attack_of, attacks_of
from cardkit.referee.texts.striking import foreseen
from cardkit.referee.turns import HEAL_DAMAGE
from cardkit.text_columns import columns, fill

_MOST_LINES, _MOST_NARROW_LINES = 2, 5
"""A group takes so many lines of the screen, then it is cut; ``actions`` lists all."""
_MOST_SWAPS = 6
_INDENT = 10


class Option(NamedTuple):
    """One thing that may be done.

    Attributes:
        number: what is typed.
        action: what it is; an attack by hand has an empty result until it is told.
        group: the heading that it stands under.
        short: what it says under the heading.
        words: a phrase that stands alone.
        repeats: it differs from another one only in an empty place, or in what is paid.
    """

    number: int
    action: Action
    group: str
    short: str
    words: str
    repeats: bool = False

    @property
    def by_hand(self) -> bool:
        """Whether its result must still be told (Rule: S43)."""
        return isinstance(self.action, AttackByHand)


def options(adventure: Adventure) -> list[Option]:
    """Return what may be done, attacks first, with numbers from 1."""
    state = adventure.state
    actions: list[Action] = [*_by_hand(adventure), *adventure.legal_actions]
    actions.sort(key=lambda action: (_ORDER[type(action)], _repeats(state, action)))
    found: list[Option] = []
    for number, action in enumerate(actions, start=1):
        group, short, words = _WORDS[type(action)](state, action)
        found.append(Option(number, action, group, short, words, _repeats(state, action)))
    return found


def menu(found: list[Option], style: Style, *, whole: bool = False) -> list[Line]:
    """Return options as lines.

    Args:
        found: as :func:`options` returns them.
        style: how they are shown.
        whole: list every one, however many there are.
    """
    if style.plain:
        return [((sentence, Tone.PLAIN),) for sentence in _sentences(found, whole=whole)]
    lines: list[Line] = []
    groups: dict[str, list[Option]] = {}
    for option in found:
        groups.setdefault(option.group, []).append(option)
    for group, members in groups.items():
        lines += _group(group, members, style, whole=whole)
    return [part for line in lines for part in broken(line, style.width, _INDENT)]


def _sentences(found: list[Option], *, whole: bool) -> list[str]:
    """Return options in sentences; many swaps are counted, so that nobody must hear them all."""
    shown = [option for option in found if whole or not option.repeats]
    swaps = sum(isinstance(option.action, Swap) for option in shown)
    if not whole and swaps > _MOST_SWAPS:
        shown = [option for option in shown if not isinstance(option.action, Swap)]
    sentences = [f"{option.number}: {option.words}." for option in shown]
    if len(shown) < len(found):
        sentences.append(f"And {len(found) - len(shown)} more: type actions, or say what you want.")
    return sentences


def _group(group: str, members: list[Option], style: Style, *, whole: bool) -> list[Line]:
    """Lay entries out one after the other; what has no room is counted."""
    lines: list[list[Span]] = [[(group.ljust(_INDENT), Tone.TITLE)]]
    room = style.width - max(_INDENT, columns(group))
    most_lines = _MOST_NARROW_LINES if style.narrow else _MOST_LINES
    for index, option in enumerate(members):
        if option.repeats and not whole:
            more = f"  ... and {len(members) - index} more: actions"
            if columns(more) > room:
                lines.append([(" " * (_INDENT - 1), Tone.PLAIN)])
            lines[-1].append((more, Tone.FAINT))
            break
        number, text = str(option.number), f" {option.short}"
        needed = columns(number + text) + 2
        last = not whole and len(lines) == most_lines
        more = f"... and {len(members) - index} more: actions"
        reserve = columns(more) + 2 if last and index < len(members) - 1 else 0
        if needed + reserve > room and len(lines[-1]) > 1:
            if last:
                lines[-1].append((f"  {more}", Tone.FAINT))
                break
            lines.append([(" " * _INDENT, Tone.PLAIN)])
            room = style.width - _INDENT
        lines[-1] += [("  " if len(lines[-1]) > 1 else " ", Tone.PLAIN)]
        lines[-1] += [(number, Tone.NUMBER), (text, Tone.PLAIN)]
        room -= needed
    return [tuple(line) for line in lines]


def _by_hand(adventure: Adventure) -> Iterable[Action]:
    """Yield the attacks that may be used when a person says what they do (Rule: S43)."""
    state = adventure.state
    if state.phase is not Phase.MAIN:
        return
    attacks = attacks_of(state, present(state.active))
    for number, attack in enumerate(attacks, start=1):
        action = AttackByHand(number=number, result=HandResult())
        if attack.unread and not adventure.explain(action):
            yield action


def _repeats(state: State, action: Action) -> bool:
    """Whether it differs from another one only in an empty place, or in what is paid."""
    if isinstance(action, Retreat):
        held = sorted(present(state.active).energy, key=ENERGY_ORDER.__getitem__)
        return action.payment != tuple(held[: len(action.payment)])
    if not isinstance(action, Swap):
        return False
    team, stored = state.at(action.team), state.at(action.pc)
    if stored is None:
        return action.pc.number != state.pc.index(None) + 1
    if team is None and action.team.zone is Zone.BENCH:
        return action.team.number != state.bench.index(None) + 1
    return False


def _name(state: State, spot: Spot) -> str:
    pokemon = state.at(spot)
    return "empty" if pokemon is None else pokemon.facts.name


def _place(state: State, spot: Spot) -> str:
    return f"{spot} {_name(state, spot)}"


_Words = tuple[str, str, str]


def _event(_state: State, action: ChooseEvent) -> _Words:
    return "Go to", action.event, f"go to the {action.event}"


def _swap(state: State, action: Swap) -> _Words:
    team, stored = _place(state, action.team), _place(state, action.pc)
    return "Swap", f"{team} <> {stored}", f"swap {team} with {stored}"


def _lead(state: State, action: Lead) -> _Words:
    place = _place(state, action.spot)
    return "Lead with", place, f"lead with {place}"


def _attach(state: State, action: Attach) -> _Words:
    place = _place(state, action.spot)
    return f"{state.drawn} to", place, f"attach {state.drawn} to {place}"


def _take_ball(state: State, _action: TakeBall) -> _Words:
    words = f"discard {state.drawn} for a ball"
    return "or", words, words


def _revive(state: State, action: Revive) -> _Words:
    place = _place(state, action.spot)
    return "Revive", place, f"revive {place} for {state.drawn} and five balls"


def _use_attack(state: State, action: UseAttack) -> _Words:
    active, enemy = present(state.active), present(state.enemy)
    attack = attack_of(state, active, action.number)
    if is_void_here(attack):
        return (
            "Attack",
            f"{attack.name} (no effect here)",
            f"attack with {attack.name}: it has no effect here",
        )
    if attack.steps:
        short = f"{attack.name} {attack.damage or ''}".rstrip()
        return "Attack", f"{short} + text", f"attack with {short}, and what its text says"
    working = foreseen(state, active, enemy, attack)
    ends = ", knocks out" if working.total >= enemy.remaining_hp else ""
    short = f"{attack.name} {working}{ends}"
    return "Attack", short, f"attack with {attack.name}: {working} damage{ends}"


def is_void_here(attack: AttackFacts) -> bool:
    """Whether an attack does no damage, and all that its text does is void (Rule: S43)."""
    return bool(attack.steps) and not attack.damage and all(map(does_nothing, attack.steps))


def _attack_by_hand(state: State, action: AttackByHand) -> _Words:
    attack = attack_of(state, present(state.active), action.number)
    return (
        "Attack",
        f"{attack.name} (by hand)",
        f"attack with {attack.name} by hand: you say what its text does",
    )


def _use_power(state: State, action: UsePower) -> _Words:
    place = _place(state, action.spot)
    name = present(state.at(action.spot)).facts.uses[action.number - 1].power.name
    return "Use", f"{name} ({place})", f"use {name} of {place}"


def _catch(state: State, _action: Catch) -> _Words:
    odds = f"{catch_odds(state, balls=0):.0%}"
    name = present(state.enemy).facts.name
    return "Catch", f"{name}, {odds}", f"try to catch {name}: {odds}"


def _retreat(state: State, action: Retreat) -> _Words:
    place = _place(state, action.spot)
    paid = format_energy(action.payment) or "nothing"
    words = energy_words(action.payment) or "nothing"
    return "Retreat to", f"{place} for {paid}", f"retreat to {place}, paying {words}"


def _heal(state: State, action: Heal) -> _Words:
    place = _place(state, action.spot)
    healed = min(present(state.at(action.spot)).damage, HEAL_DAMAGE * (state.badges + 1))
    return "Heal", f"{place} {healed}", f"heal {place} by {healed} with a ball"


def _run(_state: State, _action: Run) -> _Words:
    return "Turn", "run", "run: leave the skirmish"


def _pass(_state: State, _action: Pass) -> _Words:
    return "Turn", "pass", "pass: end the turn"


def _throw(state: State, _action: Throw) -> _Words:
    left = state.balls - 1
    return "Catch", f"throw a ball ({left} left)", f"throw a ball for one more roll, {left} left"


def _stop(_state: State, _action: Stop) -> _Words:
    return "Catch", "stop", "stop: give the catch up"


def _release(state: State, action: Release) -> _Words:
    place = _place(state, action.spot)
    return "Release", place, f"release {place} to its deck"


def _let_go(state: State, _action: LetGo) -> _Words:
    name = present(state.caught).facts.name
    return "or", f"let {name} go", f"let the caught {name} go"


def _send(state: State, action: SendOut) -> _Words:
    place = _place(state, action.spot)
    return "Send", place, f"send {place} out as the Active"


def _evolve(state: State, action: Evolve) -> _Words:
    place, upper = _place(state, action.spot), present(state.fallen).facts.name
    return f"{upper} on", place, f"evolve {place} into {upper}"


def _decide(state: State, action: Decide) -> _Words:
    """Name what is answered; a place by what lies there."""
    attempt = state.attempt
    if attempt is not None and attempt.labels and action.answer in attempt.options:
        words = attempt.labels[attempt.options.index(action.answer)]
        return "Answer", words, f"answer: {words}"
    try:
        words = _place(state, parse_spot(action.answer))
    except ValueError:
        words = action.answer
    return "Answer", words, f"answer {words}"


def _decline(state: State, _action: Decline) -> _Words:
    name = present(state.fallen).facts.name
    return "or", "do not evolve", f"do not evolve: {name} goes to the pile"


_WORDS: dict[type[Action], Callable[[State, Any], _Words]] = {
    UseAttack: _use_attack,
    AttackByHand: _attack_by_hand,
    UsePower: _use_power,
    Catch: _catch,
    Throw: _throw,
    Stop: _stop,
    Attach: _attach,
    Revive: _revive,
    TakeBall: _take_ball,
    Retreat: _retreat,
    Heal: _heal,
    Run: _run,
    Pass: _pass,
    ChooseEvent: _event,
    Lead: _lead,
    Swap: _swap,
    Release: _release,
    LetGo: _let_go,
    SendOut: _send,
    Evolve: _evolve,
    Decline: _decline,
    Decide: _decide,
}
_ORDER = {kind: place for place, kind in enumerate(_WORDS)}


def in_words(state: State, action: Action) -> str:
    """Return an action in words; in its notation where it has none here."""
    try:
        return _WORDS[type(action)](state, action)[2]
    except (KeyError, LookupError):
        return str(action)


def listing(found: list[Option], style: Style) -> str:
    """Return every option with its notation, one per line."""
    lines = [f"{option.number:>3}  {option.words}  [{option.action}]" for option in found]
    return "\n".join(fill(line, style.width, "", "     ") for line in lines)
