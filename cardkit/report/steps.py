"""A recorded game as the steps that a page shows, in few bytes.

Every text is written once, in ``texts``, and named by its number from then on. The table is a
list of facts: those of the game first (event, round, badges), then one per place. A step holds the
facts that changed and nothing else, so a reader who goes through the steps in order knows them
all. A fact that is a place is its columns with tabs between; an empty text is an empty place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardkit.playing.board import effect_words, energy_words, next_blow, types_now
from cardkit.playing.story import played_words, said_words
from cardkit.plurals import counted
from cardkit.referee.events import BADGES
from cardkit.referee.happenings import Happening, What
from cardkit.referee.records import MoveKind, Record
from cardkit.referee.state import BALLS, Phase, Pokemon, State
from cardkit.referee.verification import Replay, Replayed, Verification

GAME_FACTS = ("Event", "Round", "Badges", "Balls", "Knock-outs", "Enemy's next attack", "Asked")
"""What is told about the game as a whole, in order."""

COLUMNS = ("Pokémon", "Types", "HP", "Energy", "Weakness", "Resistance", "Conditions and effects")
"""What is told about each place, in order."""

_SAID = {MoveKind.CORRECTION: "correction", MoveKind.BY_HAND: "by hand"}


def steps_of(record: Record, where: str = "record") -> dict[str, Any]:
    """Verify a record and return its steps for the page.

    Raises:
        RecordError: at the first line that does not prove right.
    """
    replay = Replay(record, where)
    writing = _Writing()
    for line in replay:
        if replay.adventure is not None:
            writing.add(line, replay.adventure.state)
    found = replay.verification()
    return {
        "title": _title(found),
        "ending": _ending(found),
        "facts": GAME_FACTS,
        "places": writing.places,
        "columns": COLUMNS,
        "texts": list(writing.texts),
        "steps": writing.steps,
        "events": writing.events,
    }


class _Writing:
    """The steps so far.

    Attributes:
        texts: every text by its number, in that order.
        steps: of each step the action, why, what happened, and pairs of fact and text.
        events: pairs of a step at which an event begins, and its words.
    """

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}
        self.steps: list[list[Any]] = []
        self.events: list[tuple[int, int]] = []
        self.places: list[str] = []
        self._known: list[str] = []

    def add(self, line: Replayed, state: State) -> None:
        """Write one step down."""
        if not self.places:
            self.places = [name for name, _ in _places(state)]
            self._known = [""] * (len(GAME_FACTS) + len(self.places))
        facts = [*_game_facts(state), *(_place(pokemon) for _, pokemon in _places(state))]
        changes: list[int] = []
        for number, (known, fact) in enumerate(zip(self._known, facts, strict=True)):
            if known != fact:
                changes += [number, self._number(fact)]
        self._known = facts
        action, why = ("", "") if line.move is None else (line.move.action, line.move.why)
        if line.move is not None and line.move.kind in _SAID:
            action += f" [{_SAID[line.move.kind]}]"
        told = [self._number(str(happening)) for happening in line.happenings]
        self._note_event(line.happenings)
        self.steps.append([self._number(action), self._number(why), told, changes])

    def _note_event(self, happenings: tuple[Happening, ...]) -> None:
        for happening in happenings:
            if happening.kind is What.EVENT_BEGINS:
                self.events.append((len(self.steps), self._number(happening.words)))

    def _number(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))


def _game_facts(state: State) -> Iterator[str]:
    yield f"{state.event.title()} (event {state.events})"
    yield "" if state.phase in (Phase.EVENT, Phase.PREPARE) else str(state.rounds)
    yield f"{state.badges} of {BADGES}"
    yield f"{state.balls} of {BALLS}"
    yield str(state.knock_outs)
    blow = next_blow(state)
    yield "" if blow is None else f"{blow.total} damage"
    yield "" if state.attempt is None else str(state.attempt.question)


def _places(state: State) -> Iterator[tuple[str, Pokemon | None]]:
    yield "Enemy", state.enemy
    yield "Beaten", state.fallen
    yield "Caught", state.caught
    yield "Active", state.active
    for number, pokemon in enumerate(state.bench, start=1):
        yield f"Bench {number}", pokemon
    for number, pokemon in enumerate(state.pc, start=1):
        yield f"PC {number}", pokemon


def _place(pokemon: Pokemon | None) -> str:
    if pokemon is None:
        return ""
    facts = pokemon.facts
    states = [*map(str, pokemon.conditions)]
    if pokemon.laid:
        states.append(effect_words(pokemon))
    cells = (
        f"{facts.name} ({facts.deck})",
        "/".join(types_now(pokemon)),
        "knocked out" if pokemon.down else f"{pokemon.remaining_hp}/{pokemon.hp}",
        energy_words(pokemon.energy),
        ", ".join(map(str, facts.weaknesses)),
        ", ".join(map(str, facts.resistances)),
        ", ".join(states),
    )
    return "\t".join(cell.replace("\t", " ") for cell in cells)


def _title(found: Verification) -> str:
    seed = "" if found.seed is None else f", seed {found.seed}"
    words = played_words(found.player)
    return f"{words[:1].upper()}{words[1:]}{seed}"


def _ending(found: Verification) -> str:
    end = f"Stopped: {found.stopped}"
    if found.outcome is not None:
        end = f"Won: {found.outcome.reason.words} ({found.outcome.reason.rule})"
    return (
        f"{end}. {counted(found.actions, 'action')}, {counted(found.rounds, 'round')}, "
        f"{counted(found.events, 'event')}, {counted(found.badges, 'badge')}. {said_words(found)}"
    ).strip()
