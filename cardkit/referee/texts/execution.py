"""One text carried out: the steps in order, then damage, then what was put off (Rule: R4, R5).

``docs/cardtext.md`` says how the values of :mod:`cardkit.cardtext` are meant. What asks the player
goes through :class:`~cardkit.referee.texts.attempts.Answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from cardkit.cardtext.conditions import Did, KnocksOut
from cardkit.cardtext.counts import NOTHING, Amount, DamageDone, Done
from cardkit.cardtext.damage_operations import Limit
from cardkit.cardtext.effects import (
    BeforeDamage,
    Choice,
    Choose,
    ChooseAttack,
    ChooseCondition,
    Cost,
    Flip,
    May,
    OncePerEvent,
    Repeat,
    Step,
    Together,
    UnusableIf,
    UsableDespite,
    UsableIf,
    When,
)
from cardkit.cardtext.operations import AttackFails, Damage, DiscardEnergy, Ignore
from cardkit.cardtext.reading import parts_of
from cardkit.cardtext.targets import Target, is_void
from cardkit.cardtext.vocabulary import Ignored, Place, Side
from cardkit.referee.attack_facts import AttackFacts, possible
from cardkit.referee.chance import Purpose
from cardkit.referee.happenings import What
from cardkit.referee.once import asked_once, is_nowhere
from cardkit.referee.play import Play
from cardkit.referee.state import Pokemon
from cardkit.referee.texts.attempts import Answers
from cardkit.referee.texts.counting import count_of
from cardkit.referee.texts.finding import Sides, matching
from cardkit.referee.texts.judging import holds
from cardkit.referee.texts.summing import limit, sum_up
from cardkit.referee.texts.words import class_words, step_words
from cardkit.rules import Condition as SpecialCondition

MOST_COINS = 100
"""Coins of one flip; no game sees the hundredth."""
_AT_ONCE = (Damage, Limit, Ignore, AttackFails, Flip, Choose, ChooseAttack, ChooseCondition,
            BeforeDamage, Cost, UsableIf, UnusableIf, UsableDespite, OncePerEvent)  # fmt: skip
_KNOWN_LATER = (KnocksOut, DamageDone)


class Execution:
    """A text while it is carried out, with its registers.

    Attributes:
        attacker: the Pokemon whose text it is.
        attack: the attack, for its cost and its name.
        sides: who stands where.
        coins: faces of the last flip; True is heads.
        chosen: what the last choice chose.
        new_active: what became Active by the last exchange.
        did: how many the last operation moved; 0 is that nothing was done.
        base: damage so far, before Weakness; None while the attack has none.
        terms: how it came about.
        added: by the last damage step.
        counted: how that step counted it.
        ignored: what the damage is not affected by.
        failed: the attack does nothing any more.
        damage_done: to the defender.
        damaged: ids of the Pokemon that damage of this attack has reached.
        striking: in a rule that strikes back, the damage that struck.
        copied: the attack that is used as this one.
    """

    def __init__(
        self, play: Play, attacker: Pokemon, attack: AttackFacts, sides: Sides, answers: Answers
    ) -> None:
        self.play: Play = play
        self.attacker: Pokemon = attacker
        self.attack: AttackFacts = attack
        self.sides: Sides = sides
        self.answers: Answers = answers
        self.coins: list[bool] = []
        self.chosen: list[Pokemon] = []
        self.new_active: list[Pokemon] = []
        self.chosen_attack: AttackFacts | None = None
        self.chosen_condition: SpecialCondition | None = None
        self.did: int = 0
        self.base: int | None = attack.damage if attack.prints_damage else None
        self.terms: list[str] = []
        self.added: int = 0
        self.counted: Amount = NOTHING
        self.ignored: frozenset[Ignored] = frozenset()
        self.failed = False
        self.damage_done: int = 0
        self.damaged: set[int] = set()
        self.striking: int | None = None
        self.copied: AttackFacts | None = None
        self._later: list[tuple[Step, list[bool], list[Pokemon]]] | None = []
        self._void: set[str] = set()

    # -- the order of an attack

    def pay(self, steps: Sequence[Step]) -> None:
        """Pay what the text requires before anything may stop the attack."""
        for step in steps:
            if isinstance(step, Cost):
                self.do(step)

    def before_damage(self, steps: Sequence[Step]) -> None:
        """Pass through the text; what follows damage is put off, what was paid is behind."""
        early = read_early(steps)
        for number, step in enumerate(steps):
            if self.failed:
                return
            if isinstance(step, Cost):
                continue
            if number < early:
                self.do_at_once(step)
            else:
                self.part(step)

    def at_once(self, steps: Sequence[Step]) -> None:
        """Pay and do everything now: for texts that are no attack's."""
        self._later = None
        self.pay(steps)
        for step in steps:
            if not isinstance(step, Cost):
                self.do(step)

    def after_damage(self) -> None:
        """Do what was put off."""
        later, self._later = self._later or [], None
        for step, coins, chosen in later:
            self.coins = coins
            if chosen:
                self.chosen = chosen
            self.do(step)

    def do(self, step: Step) -> None:
        """Carry out one step now."""
        if self.failed:
            return
        flow = FLOW.get(type(step))
        if flow is not None:
            flow(self, step)
            return
        if is_nowhere(step):
            self.tell_void(step)
            self.did = 0
            return
        self.did = OPERATIONS[type(step)](self, step)

    def do_at_once(self, step: Step) -> None:
        """Carry out a step now, with everything inside it."""
        later, self._later = self._later, None
        self.do(step)
        self._later = later

    def part(self, step: Step) -> None:
        """Carry out a step now, or after damage where it can wait."""
        if self._later is not None and put_off(step):
            self._later.append((step, self.coins.copy(), self.chosen.copy()))
        else:
            self.do(step)

    # -- who is meant

    def stand(self, target: Target) -> list[tuple[str, Pokemon]]:
        """Return who stands where a target says, whatever it asks of them."""
        if target.place is Place.SELF:
            return [each for each in self.sides.own if each[1] is self.attacker]
        if target.place in _REGISTERS:
            wanted = _REGISTERS[target.place](self)
            everybody = (*self.sides.own, *self.sides.opposing)
            return [each for each in everybody if any(each[1] is one for one in wanted)]
        return self.sides.at(target.side, target.place)

    def find(self, target: Target) -> list[tuple[str, Pokemon]]:
        """Return who fits a target, without choosing."""
        return matching(
            self.stand(target), target, self.chosen, self.attacker if target.other else None
        )

    def pick(self, target: Target, question: str, without: Pokemon | None = None) -> list[Pokemon]:
        """Return who is meant, ``without`` this one; a target that leaves a choice is asked for."""
        found = [each for each in self.find(target) if each[1] is not without]
        number = target.number
        if number is None or (number >= len(found) and not target.up_to):
            everybody = [pokemon for _, pokemon in found]
            if number is not None:
                self.chosen = everybody
            return everybody
        sizes = range(number + 1) if target.up_to else (number,)
        groups = {
            "+".join(place for place, _ in group) or "none": group
            for size in sizes
            for group in combinations(found, size)
        }
        answer = self.choose(question, tuple(groups), target.chooser)
        self.chosen = [pokemon for _, pokemon in groups[answer]]
        return self.chosen

    def choose(
        self,
        question: str,
        options: Sequence[str],
        by: Side = Side.YOURS,
        labels: Sequence[str] = (),
    ) -> str:
        """Return one of several options; the opponent of an adventure draws lots.

        ``labels`` are the options in words, where they do not speak for themselves.
        """
        if by is Side.OPPONENTS and len(options) > 1:
            drawn = self.play.chance.draw(len(options), Purpose.CARD_TEXT, options)
            return options[drawn - 1]
        return self.answers.take(f"{self.attack.name}: {question}", options, labels)

    def tell_void(self, value: Any) -> None:
        """Tell once what does not exist in this game (Rule: S43)."""
        if not self.play.listening:
            return
        zones = ", ".join(sorted(zone for zone in value.zones if is_void((zone,))))
        if zones not in self._void:
            self._void.add(zones)
            self.play.tell(What.VOID, name=self.attack.name, zones=zones.replace("-", " "))


@asked_once
def put_off(step: Step) -> bool:
    """Whether a step waits until after damage: it changes nothing that comes before."""
    if isinstance(step, When) and asks_later(step):
        return True
    return not any(isinstance(part, _AT_ONCE) for part in parts_of(step))


def asks_later(step: When) -> bool:
    """Whether a condition can be judged only once the damage is done."""
    return any(isinstance(part, _KNOWN_LATER) for part in parts_of(step.condition))


@asked_once
def read_early(steps: Sequence[Step]) -> int:
    """Return how many steps act at once, because damage or coins hang on what they do."""
    for number in range(len(steps) - 1, -1, -1):
        parts = list(parts_of(steps[number]))
        if any(isinstance(part, (Did, Done)) for part in parts) and any(
            isinstance(part, _AT_ONCE) for part in parts
        ):
            return number
    return 0


_REGISTERS: dict[Place, Callable[[Execution], list[Pokemon]]] = {
    Place.CHOSEN: lambda run: run.chosen,
    Place.NEW_ACTIVE: lambda run: run.new_active,
    Place.ATTACKER: lambda run: [one for _, one in run.sides.opposing[:1]],
}


def _flip(run: Execution, step: Flip) -> None:
    who = run.attack.name
    if step.until_tails:
        run.coins = []
        while not run.coins or (run.coins[-1] and len(run.coins) < MOST_COINS):
            run.coins.append(run.play.chance.coin(Purpose.CARD_TEXT, who))
    else:
        coins = min(count_of(run, step.coins), step.most or MOST_COINS)
        run.coins = [run.play.chance.coin(Purpose.CARD_TEXT, who) for _ in range(coins)]
    if run.play.listening:
        faces = " ".join("heads" if heads else "tails" for heads in run.coins) or "no coin"
        run.play.tell(What.FLIPPED, name=who, faces=faces)


def _when(run: Execution, step: When) -> None:
    if holds(run, step.condition):
        run.part(step.then)
    elif step.otherwise is not None:
        run.part(step.otherwise)


def _may(run: Execution, step: May) -> None:
    """An option; what the opponent may do, an enemy does not (Rule: S37, S43)."""
    if not possible(step.step):
        run.tell_void(step.step)
        run.did = 0
    elif step.by is Side.YOURS and run.choose(f"{step_words(step.step)}?", ("yes", "no")) == "yes":
        run.part(step.step)
    else:
        run.did = 0


def _choice(run: Execution, step: Choice) -> None:
    options = {
        f"{number}-{class_words(option)}".replace(" ", "-"): option
        for number, option in enumerate(step.options, start=1)
        if possible(option)
    }
    if options:
        labels = tuple(step_words(option) for option in options.values())
        run.part(options[run.choose("which", tuple(options), labels=labels)])


def _together(run: Execution, step: Together) -> None:
    for each in step.steps:
        run.part(each)


def _repeat(run: Execution, step: Repeat) -> None:
    for _ in range(count_of(run, step.times)):
        run.part(step.step)


def _cost(run: Execution, step: Cost) -> None:
    run.do_at_once(step.step)
    if run.did < asked(step.step):
        run.failed = True
        run.play.tell(What.DOES_NOTHING, name=run.attack.name, why="what it asks cannot be paid")


@asked_once
def asked(step: Step) -> int:
    """Return how many a requirement asks for: Energy in full, of anything else something."""
    energy = step.energy if isinstance(step, DiscardEnergy) else None
    if energy is None or energy.up_to or energy.number is None:
        return 1
    return max(1, energy.number.fixed) * (len(energy.types) if energy.each else 1)


def _choose(run: Execution, step: Choose) -> None:
    if is_nowhere(step):
        run.tell_void(step)
        run.chosen = []
    else:
        run.chosen = run.pick(step.target, "choose a Pokemon")
    run.did = len(run.chosen)


def _choose_attack(run: Execution, step: ChooseAttack) -> None:
    attacks = {
        attack.name.replace(" ", "-"): attack
        for pokemon in run.pick(step.target, "whose attack")
        for attack in pokemon.facts.attacks
    }
    run.chosen_attack = attacks[run.choose("which attack", tuple(attacks))] if attacks else None
    run.did = len(attacks)


def _choose_condition(run: Execution, step: ChooseCondition) -> None:
    conditions = step.conditions or tuple(SpecialCondition)
    run.chosen_condition = SpecialCondition(run.choose("which condition", conditions))


def _ignore(run: Execution, step: Ignore) -> None:
    run.ignored |= step.what


def _fails(run: Execution, _step: AttackFails) -> None:
    run.failed = True
    run.play.tell(What.DOES_NOTHING, name=run.attack.name, why="its text says so")


FLOW: dict[type, Callable[[Execution, Any], None]] = {
    Flip: _flip,
    When: _when,
    May: _may,
    Choice: _choice,
    Together: _together,
    Repeat: _repeat,
    BeforeDamage: lambda run, step: run.do_at_once(step.step),
    Cost: _cost,
    UsableIf: lambda _run, _step: None,
    UnusableIf: lambda _run, _step: None,
    UsableDespite: lambda _run, _step: None,
    OncePerEvent: lambda _run, _step: None,
    Choose: _choose,
    ChooseAttack: _choose_attack,
    ChooseCondition: _choose_condition,
    Damage: sum_up,
    Limit: limit,
    Ignore: _ignore,
    AttackFails: _fails,
}

OPERATIONS: dict[type, Callable[[Execution, Any], int]] = {}
"""What is done, by kind; each returns how many it moved. Filled by the modules of deeds."""
