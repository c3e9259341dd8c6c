"""Reading the one-line text of a position; :mod:`cardkit.referee.positions` shows its form."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeVar

from cardkit.errors import Fault, InputError
from cardkit.plurals import counted
from cardkit.referee import powers
from cardkit.referee.action_reader import parse_attempted
from cardkit.referee.actions import Action, EventKind, UseAttack, UsePower, WorkPower
from cardkit.referee.chance import Scripted, parse_outcomes
from cardkit.referee.legality import explain
from cardkit.referee.memory import Attempt
from cardkit.referee.memory_notation import (
    parse_fall,
    parse_pending,
    parse_standing,
    parse_used,
)
from cardkit.referee.outcome import Outcome, Reason
from cardkit.referee.play import Play
from cardkit.referee.position_words import (
    LONGEST_NUMBER,
    PokemonReader,
    Word,
    is_number,
    joined,
    split_parts,
)
from cardkit.referee.positions import CHAMPION_LOST, COUNTERS, FIRST_ROUND
from cardkit.referee.soundness import faults_of, usual_agenda
from cardkit.referee.state import Phase, State, Step
from cardkit.referee.table import Table
from cardkit.referee.texts.settling import settle

_E = TypeVar("_E", bound=StrEnum)

_ONCE = ("GX", "VSTAR")


def parse_position(text: str, table: Table) -> State:
    """Read a position; :func:`~cardkit.referee.positions.position_text` writes it.

    Args:
        text: the line; what it leaves out is filled in, as that module says.
        table: the cards of the game.

    Raises:
        InputError: naming everything in the line that cannot be read, with its column; else
            every rule that the position breaks.
    """
    reading = _Reading(table)
    for part in split_parts(text):
        reading.take(part)
    reading.fill_in()
    reading.settle_powers()
    if table.settles:
        settle(reading.state)
    if not reading.faults:
        reading.ask_again()
    if reading.faults:
        faults = sorted(reading.faults, key=lambda fault: fault[0])
        raise InputError.of(fault for _, fault in faults)
    broken = faults_of(reading.state)
    if broken:
        raise InputError.of(Fault(what=fault.what, rule=fault.rule) for fault in broken)
    return reading.state


class _Reading(PokemonReader):
    """A line while it is read: the position so far."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.state = State(table)
        self._given: set[str] = set()
        self._first_round = False
        self._sections: dict[str, Callable[[Word, list[Word]], None]] = {
            "active": self._take_one,
            "enemy": self._take_one,
            "fallen": self._take_one,
            "caught": self._take_one,
            "bench": self._take_row,
            "pc": self._take_row,
            "pile": self._take_pile,
            "discard": self._take_discard,
            "drawn": self._take_drawn,
            "next": self._take_next,
            "then": self._take_agenda,
            "outcome": self._take_outcome,
            "fell": self._take_falls,
            "standing": self._take_standing,
            "used": self._take_powers,
            "pending": self._take_powers,
            "asking": self._take_attempt,
            "answers": self._take_answers,
            "outcomes": self._take_outcomes,
        }
        self._of_powers: list[tuple[str, Word]] = []
        self._asking: Action | None = None
        self._answers: tuple[str, ...] = ()
        self._outcomes: tuple[bool | int, ...] = ()
        marks = (*_ONCE, CHAMPION_LOST, FIRST_ROUND)
        self._known = (*self._sections, *COUNTERS, *EventKind, *Phase, *marks)

    def take(self, words: list[Word]) -> None:
        """Take one part of the line."""
        if [word.text for word in words[:2]] == ["energy", "discard"]:
            words = words[1:]
        take = self._sections.get(words[0].text)
        if take is None:
            self._take_head(words)
        elif self._once(words[0], words[0].text):
            take(words[0], words[1:])

    def fill_in(self) -> None:
        """Fill in what the line leaves out, and lay the rest into the decks."""
        state = self.state
        if "the phase" not in self._given:
            state.phase = _usual_phase(state)
        for word in ("event", "round"):
            if word not in self._given:
                setattr(state, COUNTERS[word], 1)
        if "piled" not in self._given:
            state.pile_count = len(state.pile)
        if "ko" not in self._given:
            state.knock_outs = state.pile_count + (state.fallen is not None)
        if self._first_round:
            state.began = state.rounds
        if state.fallen is not None and not state.fallen.damage:
            state.fallen.damage = state.fallen.hp
        if "then" not in self._given:
            state.agenda = usual_agenda(state.phase)
        if state.outcome is not None:
            state.outcome = Outcome(
                reason=state.outcome.reason, rounds=state.rounds, events=state.events
            )
        pokemon = [mine for _, mine in state.owned()]
        pokemon += [other for other in (state.enemy, state.fallen, state.caught) if other]
        lying = {other.card for other in pokemon} | set(state.pile)
        state.decks = [[card for card in deck if card not in lying] for deck in state.table.decks]
        away = [*state.energy_discard, *([] if state.drawn is None else [state.drawn])]
        for energy in [*away, *(kind for other in pokemon for kind in other.energy)]:
            if energy in state.energy_deck:
                state.energy_deck.remove(energy)

    def _take_head(self, words: list[Word]) -> None:
        """Take event, phase, numbers and marks: a part without a name."""
        rest = list(words)
        while rest:
            word = rest.pop(0)
            number = rest[0] if rest else None
            if word.text in COUNTERS and number is not None and is_number(number.text):
                self._take_number(word, rest.pop(0))
            elif word.text in list(EventKind):
                if self._once(word, "the event"):
                    self.state.event = EventKind(word.text)
            elif word.text in list(Phase):
                if self._once(word, "the phase"):
                    self.state.phase = Phase(word.text)
            elif word.text in (*_ONCE, CHAMPION_LOST, FIRST_ROUND):
                self._take_mark(word)
            elif word.text in COUNTERS:
                what = f"a number of at most {LONGEST_NUMBER} digits follows {word.text!r}"
                self.wrong(word, what, f"write it like {word.text} 1")
                if rest and rest[0].text not in self._known:
                    rest.pop(0)  # meant as the number
            else:
                self.wrong(word, f"{word.text!r} is no word of a position", self._nearest(word))
                return  # what follows belongs to it

    def _take_number(self, word: Word, number: Word) -> None:
        if self._once(word, word.text):
            setattr(self.state, COUNTERS[word.text], int(number.text))

    def _take_mark(self, word: Word) -> None:
        if not self._once(word, word.text):
            return
        if word.text == CHAMPION_LOST:
            self.state.champion_lost = True
        elif word.text == FIRST_ROUND:
            self._first_round = True
        else:
            self.state.once_used |= {word.text}

    def _take_one(self, name: Word, words: list[Word]) -> None:
        if len(words) != 1:
            what = f"one Pokemon follows {name.text!r}, got {joined(words)!r}"
            self.wrong(name, what, f"write it like {name.text} CARD:20:RW:Poisoned, or -")
        for word in words[:1]:
            setattr(self.state, name.text, self.read_pokemon(word))

    def _take_row(self, name: Word, words: list[Word]) -> None:
        row = self.state.bench if name.text == "bench" else self.state.pc
        for word in words[len(row) :]:
            what = (
                f"the {name.text} has {counted(len(row), 'place')}, there is no room for "
                f"{word.text!r}"
            )
            self.wrong(word, what, "leave it out", rule="S8")
        for place, word in enumerate(words[: len(row)]):
            row[place] = self.read_pokemon(word)

    def _take_pile(self, _name: Word, words: list[Word]) -> None:
        for word in words:
            card = None if word.text == "-" else self.read_card(word, word.text)
            if card is not None:
                self.state.pile.append(card)

    def _take_discard(self, _name: Word, words: list[Word]) -> None:
        for word in words:
            if word.text != "-":
                self.state.energy_discard += self.read_energy(word, word.text)

    def _take_drawn(self, name: Word, words: list[Word]) -> None:
        if len(words) != 1 or len(words[0].text) != 1:
            what = f"one Energy letter follows {name.text!r}, got {joined(words)!r}"
            self.wrong(name, what, "write it like drawn G")
            return
        for energy in self.read_energy(words[0], words[0].text):
            self.state.drawn = energy

    def _take_next(self, name: Word, words: list[Word]) -> None:
        self.state.choices = self._members(name, words, EventKind)

    def _take_agenda(self, name: Word, words: list[Word]) -> None:
        self.state.agenda = list(reversed(self._members(name, words, Step)))

    def _take_falls(self, _name: Word, words: list[Word]) -> None:
        for word in words:
            fall = parse_fall(word.text, len(self.state.table.cards))
            if fall is None:
                what = f"{word.text!r} is no knock-out: a card's number, @ and a round"
                self.wrong(word, what, "write it like fell 7@3!")
            else:
                self.state.fell = (*self.state.fell, fall)

    def _take_standing(self, _name: Word, words: list[Word]) -> None:
        for word in words:
            try:
                standing = parse_standing(word.text, len(self.state.table.cards))
            except InputError as error:
                self.wrong(word, str(error), "write it as a position is written")
                continue
            if standing is None:
                what = f"{word.text!r} is no rule for the rest of the event"
                self.wrong(word, what, "write a round, #, a card's number, = and the rule")
            else:
                self.state.standing = (*self.state.standing, standing)

    def _take_powers(self, name: Word, words: list[Word]) -> None:
        """Keep what is said of powers until it is known who lies where."""
        self._of_powers += [(name.text, word) for word in words]

    def settle_powers(self) -> None:
        """Take what was said of powers."""
        state = self.state
        for name, word in self._of_powers:
            mark = parse_used(word.text, state) if name == "used" else None
            pending = parse_pending(word.text, state) if name == "pending" else None
            if mark is not None:
                state.used_powers |= {mark}
            elif pending is not None:
                state.pending = (*state.pending, pending)
            else:
                what = f"{word.text!r} names no power of a Pokemon that lies there"
                remedy = "write it like used bench-1#1 or pending active:1:enemy:30"
                self.wrong(word, what, remedy)

    def _take_attempt(self, name: Word, words: list[Word]) -> None:
        try:
            self._asking = parse_attempted(joined(words))
        except InputError as error:
            self.wrong(name, str(error), "write it like asking attack 1")

    def _take_answers(self, _name: Word, words: list[Word]) -> None:
        self._answers = tuple(word.text for word in words)

    def _take_outcomes(self, name: Word, words: list[Word]) -> None:
        try:
            self._outcomes = parse_outcomes(joined(words))
        except InputError as error:
            self.wrong(name, str(error), "write them like outcomes HT 3")

    def ask_again(self) -> None:
        """Carry the attack that asks out as far as it was, so that it asks again (Rule: S43)."""
        if self._asking is None:
            if self.state.phase is Phase.CHOOSING:
                what = "the phase is choosing, and no attack asks"
                self.faults.append((0, Fault(what=what, remedy="add asking attack 1", rule="S43")))
            return
        if not isinstance(self._asking, WorkPower):
            self.state.phase = Phase.MAIN
            broken = explain(self.state, self._asking)
            for violation in broken:
                self.faults.append((0, Fault(what=violation.what, rule=violation.rule)))
            if broken or not isinstance(self._asking, UseAttack | UsePower):
                return
        elif parse_pending(":".join(str(self._asking).split()[1:]), self.state) is None:
            what = f"no power works as {str(self._asking)!r} says"
            self.faults.append((0, Fault(what=what, rule="S43")))
            return
        waiting = Attempt(self._asking, "", (), self._answers, self._outcomes, 0)
        play = Play(self.state, Scripted(()))
        self.state.phase = Phase.MOVING
        try:
            powers.ask_again(play, waiting)
        except InputError as error:
            self.faults.append((0, Fault(what=f"the attack asks nothing here: {error}")))

    def _take_outcome(self, name: Word, words: list[Word]) -> None:
        for reason in self._members(name, words, Reason)[:1]:
            self.state.outcome = Outcome(reason=reason, rounds=0, events=0)

    def _members(self, name: Word, words: list[Word], kind: type[_E]) -> tuple[_E, ...]:
        """Read words that each are one of a vocabulary; there must be one."""
        known = ", ".join(kind)
        if not words:
            what = f"something follows {name.text!r}, got nothing"
            self.wrong(name, what, f"write one of {known}")
        for word in words:
            if word.text not in list(kind):
                what = f"{word.text!r} cannot follow {name.text!r}"
                self.wrong(word, what, f"write one of {known}")
        return tuple(kind(word.text) for word in words if word.text in list(kind))

    def _once(self, word: Word, name: str) -> bool:
        """Note that a part is given; say so when it was before."""
        if name in self._given:
            what = f"{name} is given twice, the second time by {word.text!r}"
            self.wrong(word, what, "leave one out")
            return False
        self._given.add(name)
        return True

    def _nearest(self, word: Word) -> str:
        near = get_close_matches(word.text, self._known, n=1)
        return f"did you mean {near[0]}" if near else f"write one of {', '.join(self._sections)}"


def _usual_phase(state: State) -> Phase:
    """Return what a position asks for, by what lies there."""
    if state.outcome is not None:
        return Phase.OVER
    if state.fallen is not None:
        return Phase.EVOLVE
    if state.caught is not None:
        return Phase.RELEASE
    if state.enemy is None:
        return Phase.EVENT if state.choices else Phase.PREPARE
    if state.active is not None and state.active.down:
        return Phase.REPLACE
    if state.throws:
        return Phase.CATCHING
    return Phase.MAIN if state.drawn is None else Phase.ENERGY
