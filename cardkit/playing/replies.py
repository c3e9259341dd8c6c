"""Answers to what a person asks; nothing here changes the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardkit.cards import Attack
from cardkit.energy import format_energy
from cardkit.errors import InputError
from cardkit.playing.commands import Word
from cardkit.playing.game import Game
from cardkit.playing.helping import help_text
from cardkit.playing.menu import in_words, listing, options
from cardkit.playing.odds import how_much, odds
from cardkit.playing.paint import Style, paint_all
from cardkit.playing.story import log_lines, rules_lines, unread_lines
from cardkit.playing.understanding import attack_elsewhere, understand
from cardkit.playing.wording import cards_named
from cardkit.referee.actions import Action
from cardkit.referee.autopilots import AUTOPILOTS, player_maker
from cardkit.referee.table import CardFacts, Table, UnreadText, unread_texts
from cardkit.text_columns import fill

_LOG_STEPS = 8
_MOST_EXPLAINED = 6
ADVISOR = "careful"
"""The autopilot that gives hints when no other is named: it answers at once."""


def reply(game: Game, word: Word, rest: str, style: Style) -> str:
    """Return the answer to a command.

    Raises:
        InputError: when what follows the command is not understood.
    """
    return _REPLIES[word](game, rest, style)


def violations_text(game: Game, action: Action, style: Style) -> str:
    """Return every rule that an action breaks, or that it is legal."""
    violations = game.adventure.explain(action)
    if not violations:
        return _sentences([f"Nothing forbids {action}: {in_words(game.state, action)}."], style)
    lines = [f"{action} is not legal:", *(f"  {violation}" for violation in violations)]
    return _sentences(lines, style)


def all_violations_text(game: Game, actions: Sequence[Action], style: Style) -> str:
    """Return what :func:`violations_text` says of the first few of several actions."""
    shown = [violations_text(game, action, style) for action in actions[:_MOST_EXPLAINED]]
    return "\n".join(shown)


def _actions(game: Game, _rest: str, style: Style) -> str:
    return listing(options(game.adventure), style)


def _why_not(game: Game, rest: str, style: Style) -> str:
    """Explain one action, or all attacks when none is named."""
    found = options(game.adventure)
    meant = understand(game.state, (), rest or "attack") or understand(game.state, found, rest)
    if not meant:
        if elsewhere := attack_elsewhere(game.state, rest):
            return _sentences([elsewhere], style)
        raise InputError(
            f"expects an action, got {rest!r}", remedy="write it like why not attack 1"
        )
    return all_violations_text(game, meant, style)


def _why(game: Game, rest: str, style: Style) -> str:
    """Tell why the last step went as it did, or explain an action."""
    if rest:
        return _why_not(game, rest, style)
    if not game.steps:
        return _sentences([str(happening) for happening in game.adventure.opening], style)
    return paint_all(log_lines(game.steps[-1:], len(game.steps), style), style)


def _how_much(game: Game, _rest: str, style: Style) -> str:
    return _sentences(how_much(game.adventure), style)


def _odds(game: Game, _rest: str, style: Style) -> str:
    return _sentences(odds(game.adventure), style)


def _hint(game: Game, rest: str, style: Style) -> str:
    name = rest or ADVISOR
    if name not in AUTOPILOTS:
        raise InputError(
            f"an autopilot is {' or '.join(AUTOPILOTS)}, got {rest!r}", remedy="name one of them"
        )
    if not game.adventure.legal_actions:
        return _sentences(["Nothing is left to do."], style)
    player = player_maker(name, game.state.table)(0)
    choice = player.choose(game.adventure.copy())
    numbers = [one.number for one in options(game.adventure) if one.action == choice.action]
    number = f"{numbers[0]}, " if numbers else ""
    words = in_words(game.state, choice.action)
    return _sentences([f"The {name} autopilot would take {number}{words}: {choice.why}."], style)


def _log(game: Game, rest: str, style: Style) -> str:
    if rest and not (rest.isdecimal() and len(rest) <= 6):
        raise InputError(f"expects how many steps, got {rest!r}", remedy="write it like log 20")
    count = min(int(rest) if rest else _LOG_STEPS, len(game.steps))
    first = len(game.steps) - count
    lines = [paint_all(log_lines(game.steps[first:], first + 1, style), style)]
    if first == 0:
        opening = [f"   {happening}" for happening in game.adventure.opening]
        lines.insert(0, _sentences(opening, style))
    return "\n".join(line for line in lines if line)


def _texts(game: Game, _rest: str, style: Style) -> str:
    return _sentences(unread_lines(_unread(game.state.table)), style)


def _unread(table: Table) -> tuple[UnreadText, ...]:
    return unread_texts(table.manifest, powers_work=table.powers_work)


def _rules(game: Game, _rest: str, style: Style) -> str:
    return _sentences(rules_lines(game.state.table), style)


def _card(game: Game, rest: str, style: Style) -> str:
    """Show cards of the game by name; the Active when none is named."""
    if rest:
        found = cards_named(game.state.table.cards, rest)
    else:
        shown = (game.state.active, game.state.enemy)
        found = [pokemon.facts for pokemon in shown if pokemon is not None]
    if not found:
        raise InputError(
            f"no card of this game is called {rest!r}" if rest else "nobody is in play yet",
            remedy="name a card of the game, like card pikachu",
        )
    lines = [line for facts in found[:4] for line in _printed(game, facts)]
    if len(found) > 4:
        lines.append(f"... and {len(found) - 4} more: {', '.join(one.name for one in found[4:])}")
    return _sentences(lines, style)


def _printed(game: Game, facts: CardFacts) -> list[str]:
    types = "/".join(facts.types)
    weak = ", ".join(map(str, facts.weaknesses)) or "none"
    resist = ", ".join(map(str, facts.resistances)) or "none"
    lines = [
        f"{facts.name} {facts.deck.mark} ({facts.key}), {types}, {facts.hp} HP, "
        f"weakness {weak}, resistance {resist}, retreat {facts.retreat_cost}"
    ]
    entries = [
        entry.card
        for cards in game.state.table.manifest.decks.values()
        for entry in cards
        if entry.card.card_id == facts.key.rstrip("*'")
    ]
    for card in entries[:1]:
        lines += [f"  {ability.kind} {ability.name}: {ability.text}" for ability in card.abilities]
        lines += [
            _attack_line(attack, read.unread)
            for attack, read in zip(card.attacks, facts.attacks, strict=True)
        ]
    return lines


def _attack_line(attack: Attack, unread: str) -> str:
    cost = format_energy(attack.cost) or "free"
    text = f". {attack.text}" if attack.text else ""
    note = f" [{unread}]" if unread else ""
    return f"  {attack.name} ({cost}) {attack.damage}{text}{note}".rstrip()


def _help(_game: Game, rest: str, style: Style) -> str:
    return help_text(rest, style)


def _sentences(lines: Sequence[str], style: Style) -> str:
    return "\n".join(fill(line, style.width, "", "    ") for line in lines)


_REPLIES: dict[Word, Callable[[Game, str, Style], str]] = {
    Word.ACTIONS: _actions,
    Word.WHY_NOT: _why_not,
    Word.WHY: _why,
    Word.HOW_MUCH: _how_much,
    Word.ODDS: _odds,
    Word.HINT: _hint,
    Word.LOG: _log,
    Word.TEXTS: _texts,
    Word.CARD: _card,
    Word.RULES: _rules,
    Word.HELP: _help,
}
ANSWERED = frozenset(_REPLIES)
"""Commands that only answer."""
