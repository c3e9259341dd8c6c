"""What texts do with Energy: discarding, moving, attaching (Rule: S43).

The opponent's Energy is the enemy's pool; a discard pile means the Energy discard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from cardkit.cards import EnergyType
from cardkit.cardtext.operations import AttachEnergy, DiscardEnergy, Energies, MoveEnergy
from cardkit.cardtext.vocabulary import Side
from cardkit.energy import ENERGY_ORDER, format_energy
from cardkit.referee.happenings import What
from cardkit.referee.state import Pokemon
from cardkit.referee.texts.counting import amount_of
from cardkit.referee.texts.deeds import elsewhere
from cardkit.referee.texts.execution import OPERATIONS, Execution
from cardkit.referee.texts.supply import supplies, units_of

_AS_PRINTED = {kind: frozenset({kind}) for kind in EnergyType}
ENOUGH = "enough"
"""The answer that ends taking as many as one likes."""


class _Card(NamedTuple):
    """An Energy card and where it lies; ``holder`` None is the Energy discard.

    It counts as what it prints, or as what it provides where a rule changes that.
    """

    place: str
    holder: Pokemon | None
    kind: EnergyType
    counts_as: frozenset[EnergyType]

    @property
    def word(self) -> str:
        return f"{self.place}:{self.kind.letter}" if self.place else self.kind.letter


def _lying_on(run: Execution, holders: Sequence[tuple[str, Pokemon]]) -> list[_Card]:
    named = len(holders) > 1
    cards: list[_Card] = []
    for place, pokemon in holders:
        rules = supplies(pokemon, run.play.state)
        where = place if named else ""
        for kind in sorted(pokemon.energy, key=ENERGY_ORDER.__getitem__):
            counts_as = _AS_PRINTED[kind]
            if rules:
                counts_as = frozenset[EnergyType]().union(*units_of(kind, rules))
            cards.append(_Card(where, pokemon, kind, counts_as))
    return cards


def _pick(
    run: Execution, cards: list[_Card], wanted: Energies, question: str, by: Side = Side.YOURS
) -> list[_Card]:
    """Return Energy cards as a text asks for them; where it leaves a choice it is asked."""
    fitting = cards
    if wanted.types:
        fitting = [card for card in cards if not card.counts_as.isdisjoint(wanted.types)]
    if wanted.each:
        return _one_of_each(run, fitting, wanted)
    if wanted.number is None and not wanted.any_number:
        return fitting
    number = len(fitting) if wanted.number is None else amount_of(run, wanted.number)
    if wanted.any_number or wanted.up_to or wanted.different:
        return _one_by_one(run, fitting, number, wanted, question, by)
    if number >= len(fitting):
        return fitting
    if not number:
        return []
    between = "+" if fitting[0].place else ""  # it is named of all or of none
    groups = _groups(tuple([card.word for card in fitting]), number, between)
    return [fitting[place] for place in groups[run.choose(question, tuple(groups), by)]]


@lru_cache(maxsize=4096)
def _groups(words: tuple[str, ...], number: int, between: str) -> dict[str, tuple[int, ...]]:
    """Return the distinct groups of so many cards with these words, and where their cards lie."""
    few = [  # equal cards are one choice
        place for place, word in enumerate(words) if words[:place].count(word) < number
    ]
    return {
        between.join(words[place] for place in group): group for group in combinations(few, number)
    }


def _one_of_each(run: Execution, fitting: list[_Card], wanted: Energies) -> list[_Card]:
    number = 1 if wanted.number is None else amount_of(run, wanted.number)
    taken: list[_Card] = []
    left = list(fitting)
    for kind in wanted.types:  # a type that is named twice takes another card
        some = [card for card in left if kind in card.counts_as][:number]
        for card in some:
            left.remove(card)
        taken += some
    return taken


def _one_by_one(
    run: Execution,
    fitting: list[_Card],
    number: int,
    wanted: Energies,
    question: str,
    by: Side,
) -> list[_Card]:
    taken: list[_Card] = []
    left = list(fitting)
    optional = wanted.any_number or wanted.up_to
    while left and len(taken) < number:
        options = tuple(dict.fromkeys(card.word for card in left))
        answer = run.choose(question, (*options, ENOUGH) if optional else options, by)
        if answer == ENOUGH:
            break
        card = next(each for each in left if each.word == answer)
        left.remove(card)
        taken.append(card)
        if wanted.different:
            left = [each for each in left if each.kind is not card.kind]
    return taken


def _discard(run: Execution, deed: DiscardEnergy) -> int:
    holders = _holders(run, deed)
    groups = [[holder] for holder in holders] if deed.each else [holders]
    gone: list[_Card] = []
    for group in groups:
        cards = _lying_on(run, group)
        gone += _pick(run, cards, deed.energy, "which Energy is discarded", deed.chooser)
    for card in gone:
        if card.holder is not None:
            card.holder.energy.remove(card.kind)
            run.play.state.energy_discard.append(card.kind)
    if gone:
        _tell(run, What.ENERGY_DISCARDED, gone)
    return len(gone)


def _holders(run: Execution, deed: DiscardEnergy) -> list[tuple[str, Pokemon]]:
    """Return who may lose Energy; where only some of several do, the chooser chooses."""
    if deed.source.number is None:
        return run.find(deed.source)
    chosen = run.pick(deed.source, "whose Energy is discarded")
    return [each for each in run.find(deed.source) if any(each[1] is one for one in chosen)]


def _move(run: Execution, deed: MoveEnergy) -> int:
    cards = _lying_on(run, run.find(deed.source))
    moving = _pick(run, cards, deed.energy, "which Energy moves")
    moved = _hand_out(run, moving, elsewhere(deed), spread=deed.spread)
    if moved:
        _tell(run, What.ENERGY_MOVED, moved)
    return len(moved)


def _attach(run: Execution, deed: AttachEnergy) -> int:
    state = run.play.state
    if deed.each:
        attached = []
        for _, pokemon in run.find(deed.target):
            for card in _pick(run, _discarded(run), deed.energy, "which Energy is attached"):
                state.energy_discard.remove(card.kind)
                pokemon.energy.append(card.kind)
                attached.append(card)
    else:
        coming = _pick(run, _discarded(run), deed.energy, "which Energy is attached")
        attached = _hand_out(run, coming, deed.target, spread=deed.spread)
    if attached:
        _tell(run, What.ENERGY_ATTACHED, attached)
    return len(attached)


def _discarded(run: Execution) -> list[_Card]:
    discarded = sorted(run.play.state.energy_discard, key=ENERGY_ORDER.__getitem__)
    return [_Card("", None, kind, _AS_PRINTED[kind]) for kind in discarded]


def _hand_out(run: Execution, cards: list[_Card], target: Any, *, spread: bool) -> list[_Card]:
    """Lay Energy cards on one Pokemon, or spread them; return those that found a place."""
    if not cards:
        return []
    places = dict(run.find(target))
    if not spread and places:
        holders = {id(card.holder) for card in cards}
        only = cards[0].holder if len(holders) == 1 else None
        chosen = run.pick(target, "who gets the Energy", without=only)
        places = {place: one for place, one in places.items() if any(one is c for c in chosen)}
    laid: list[_Card] = []
    for card in cards:
        options = tuple(place for place, one in places.items() if one is not card.holder)
        if not options:
            continue
        place = run.choose(f"who gets {card.kind}", options) if spread else options[0]
        if card.holder is None:
            run.play.state.energy_discard.remove(card.kind)
        else:
            card.holder.energy.remove(card.kind)
        places[place].energy.append(card.kind)
        laid.append(card)
    return laid


def _tell(run: Execution, what: What, cards: list[_Card]) -> None:
    if run.play.hears(what):
        letters = format_energy([card.kind for card in cards])
        run.play.tell(what, name=run.attack.name, energy=letters)


_DEEDS: dict[type, Callable[[Execution, Any], int]] = {
    DiscardEnergy: _discard,
    MoveEnergy: _move,
    AttachEnergy: _attach,
}
OPERATIONS.update(_DEEDS)
