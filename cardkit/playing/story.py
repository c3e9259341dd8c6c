"""A game told in words: the log on the screen, and a whole record as a text to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardkit.decks.model import RarityDeck
from cardkit.playing.board import board, rule
from cardkit.playing.game import PERSON, TABLE, Step
from cardkit.playing.paint import Line, Style, Tone, paint_all
from cardkit.plurals import agreeing, counted
from cardkit.referee.happenings import Happening, What
from cardkit.referee.records import MoveKind, Record
from cardkit.referee.state import State
from cardkit.referee.table import Table, UnreadText
from cardkit.referee.verification import Replay, Replayed, Verification
from cardkit.text_columns import fill

_GOOD = {
    What.ENEMY_KNOCKED_OUT,
    What.CAUGHT,
    What.EVENT_WON,
    What.ADVENTURE_WON,
    What.EVOLVED,
    What.REVIVED,
}
_BAD = {What.KNOCKED_OUT, What.EVENT_LOST, What.CONDITION_GIVEN, What.CATCH_FAILED}


_PLAYED = {PERSON: "played in the terminal", TABLE: "played with cards on the table"}


def tone_of(happening: Happening) -> Tone:
    """Return how a happening stands out."""
    if happening.kind in _GOOD:
        return Tone.GOOD
    return Tone.WARNING if happening.kind in _BAD else Tone.PLAIN


def happening_lines(happenings: Iterable[Happening], style: Style) -> list[Line]:
    """Return what happened, broken into lines."""
    lines: list[Line] = []
    for happening in happenings:
        text = str(happening)
        words = f"{text[:1].upper()}{text[1:]}" if style.plain else text
        parts = fill(words, style.width, "", "  ").splitlines()
        lines += [((part, tone_of(happening)),) for part in parts]
    return lines


_LEAST = (
    What.ENERGY_DRAWN,
    What.TURN_BEGINS,
    What.ENEMY_TURN_BEGINS,
    What.POOL_DISCARDED,
    What.EVENT_ENDS,
    What.ENEMY_ATTACHES,
)
"""What is left out first where there is little room: the table shows it, or it goes by itself."""


def latest(happenings: Sequence[Happening], room: int, style: Style) -> list[Line]:
    """Return what happened in so many lines: the least important is left out, then the oldest."""
    told = list(happenings)
    lines = happening_lines(told, style)
    for kind in _LEAST:
        if len(lines) <= room:
            return lines
        told = [happening for happening in told if happening.kind is not kind]
        lines = happening_lines(told, style)
    if len(lines) <= room:
        return lines
    kept = max(1, room - 1)
    return [
        ((f"... {counted(len(lines) - kept, 'line')} before: log", Tone.FAINT),),
        *lines[-kept:],
    ]


def log_lines(steps: Sequence[Step], first: int, style: Style) -> Iterator[Line]:
    """Yield steps with what happened; ``first`` is the number of the first."""
    for number, step in enumerate(steps, start=first):
        why = f" - {step.why}" if step.why else ""
        for part in fill(f"{number}. {step.action}{why}", style.width, "", "  ").splitlines():
            yield ((part, Tone.TITLE),)
        indented = Style(width=style.width - 3, plain=style.plain)
        for line in happening_lines(step.happenings, indented):
            yield (("   ", Tone.PLAIN), *line)


def rules_lines(table: Table) -> list[str]:
    """Return the house rules and the chart of a game (Rule: S46)."""
    rules = table.rules.to_dict()
    chart = rules.pop("chart")
    lines = ["House rules of this game; they never change while it runs (S46):"]
    lines += [f"  {name} = {str(value).lower()}" for name, value in rules.items()]
    lines.append("The enemy's own Energy makes your Active (S35):")
    pairs = [f"{kind} {condition}" for kind, condition in chart.items()]
    lines.append(f"  {', '.join(pairs) or 'nothing: the chart is empty'}")
    return lines


def unread_lines(texts: Sequence[UnreadText]) -> list[str]:
    """Return which card texts are not read, one paragraph per deck (Rule: S43)."""
    if not texts:
        return ["Every attack and ability of your cards is read by the referee."]
    attacks = sum(text.kind == "attack" for text in texts)
    abilities = len(texts) - attacks
    parts = []
    if attacks:
        parts.append(f"{counted(attacks, 'attack')}, used by hand: you say what happens")
    if abilities:
        parts.append(
            f"{counted(abilities, 'ability', 'abilities')}, without effect of "
            f"{agreeing(abilities, 'its', 'their')} own (marked *)"
        )
    lines = [f"Not read by the referee (S43): {'; '.join(parts)}."]
    decks: dict[RarityDeck, dict[str, dict[str, None]]] = {}
    for text in texts:
        name = text.name if text.kind == "attack" else f"{text.name}*"
        decks.setdefault(text.deck, {}).setdefault(text.card.name, {})[name] = None
    for deck, cards in decks.items():
        listed = "; ".join(f"{card}: {', '.join(names)}" for card, names in cards.items())
        lines.append(f"{deck.mark} {listed}")
    return lines


def whole_story(record: Record, where: str, width: int = 80) -> str:
    """Return a record as a text to read, verified line by line.

    Raises:
        RecordError: at the first line that does not prove right.
    """
    style = Style(width=width)
    opening = record.opening
    parts = [
        f"{opening.manifest.name}: an adventure, "
        + played_words(opening.player)
        + ("" if opening.seed is None else f", seed {opening.seed}"),
        f"Manifest {opening.manifest_digest}",
        *(
            fill(line, width, "", "    ")
            for line in rules_lines(Table.lay(opening.manifest, powers_work=opening.powers_work))
        ),
        "",
    ]
    replay = Replay(record, where)
    for line in replay:
        parts += _told(line, style)
    found = replay.verification()
    end = f"Stopped: {found.stopped}." if found.stopped else "The adventure is over."
    said = said_words(found)
    counts = (
        f"{counted(found.actions, 'action')}, {counted(found.rounds, 'round')}, "
        f"{counted(found.badges, 'badge')}."
    )
    parts += ["", fill(" ".join(filter(None, (end, counts, said))), width, "", "  ")]
    if replay.adventure is not None:
        parts += ["", paint_all([*board(replay.adventure.state, style), rule(style)], style)]
    return "\n".join(part.rstrip() for part in "\n".join(parts).splitlines()) + "\n"


def played_words(player: str) -> str:
    """Return who played a game."""
    return _PLAYED.get(player, f"played by the {player} autopilot")


def said_words(found: Verification) -> str:
    """Return what a person said in a game; empty when nothing."""
    if not found.by_hand and not found.corrections:
        return ""
    by_hand = counted(found.by_hand, "result")
    return f"A person said {by_hand} by hand and made {counted(found.corrections, 'correction')}."


def _told(line: Replayed, style: Style) -> list[str]:
    """Return one line of a record; a new event stands out."""
    parts: list[str] = []
    if line.move is not None:
        mark = {MoveKind.CORRECTION: " [correction]", MoveKind.BY_HAND: " [by hand]"}
        why = f" - {line.move.why}" if line.move.why else ""
        words = f"{line.move.number}. {line.move.action}{mark.get(line.move.kind, '')}{why}"
        parts.append(fill(words, style.width, "", "  "))
    for happening in line.happenings:
        text = str(happening)
        if happening.kind is What.EVENT_BEGINS:
            parts += ["", f"== {text[:1].upper()}{text[1:]} ".ljust(style.width, "=")]
        else:
            parts.append(fill(text, style.width, "   ", "     "))
    return parts


def ended(state: State) -> str:
    """Return the last words of an adventure."""
    outcome = state.outcome
    if outcome is None:
        return ""
    return (
        f"You have won the adventure: {outcome.reason.words} ({outcome.reason.rule}), after "
        f"{counted(outcome.rounds, 'round')} and {counted(outcome.events, 'event')}."
    )
