"""The manifest laid out: what is printed on each card of the game, in the form the rules need.

Nothing here changes during a game, so every copy of a position shares one table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self, overload

from cardkit.cards import Card, EnergyType, TypeModifier
from cardkit.cardtext.powers import Moment
from cardkit.cardtext.vocabulary import Place
from cardkit.decks.model import RarityDeck
from cardkit.energy import ENERGY_ORDER
from cardkit.errors import Fault, InputError
from cardkit.manifest import Manifest, ManifestCard
from cardkit.naming import fold_name
from cardkit.referee.attack_facts import AttackFacts, Memory, why_unread
from cardkit.referee.power_facts import (
    ON_DEALING,
    ON_TAKING,
    SETTLED_RULES,
    Body,
    PowerFacts,
    Trigger,
    Use,
    bodies_of,
    kept_by,
    moments_of,
    settles_once,
    triggers_of,
    uses_of,
    why_no_effect,
)
from cardkit.rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CardFacts:
    """One card of the game; its copies share one value, which is equal to no other.

    Attributes:
        key: short name in position texts: the card id, ``*`` after a proxy's.
        playable: may be the player's Pokemon; a proxy may not (Rule: S9).
        evolves_from: folded name of what it evolves from, empty when nothing is printed.
        folded_name: its own name, folded alike.
        card: everything else that is printed.
        has_limits: the text of an attack says when it may be used at all.
        powers: its Abilities, Poke-Powers and Poke-Bodies, as printed.
        bodies: rules that they keep up.
        kept: the same by the kind of the rule.
        settles: some of these change what lies on Pokemon when they come.
        settles_once: those change it alike as long as the same Pokemon lie there.
        for_others: some of these are for other Pokemon, too.
        on_dealing: some change what the blows of those do that bear them.
        on_taking: some change what blows do to those that bear them.
        blows_of_others: some that change blows are for other Pokemon, too.
        uses: what the player may do with them.
        acts: some of them keep up a rule, or do something when they are used.
        triggers: what they do at a moment.
    """

    key: str
    name: str
    deck: RarityDeck
    deck_number: int
    proxy: bool
    playable: bool
    hp: int
    types: tuple[EnergyType, ...]
    weaknesses: tuple[TypeModifier, ...]
    resistances: tuple[TypeModifier, ...]
    retreat_cost: int
    attacks: tuple[AttackFacts, ...]
    folded_name: str
    evolves_from: str
    card: Card
    has_limits: bool
    powers: tuple[PowerFacts, ...]
    bodies: tuple[Body, ...]
    kept: Mapping[type, tuple[Body, ...]]
    settles: bool
    settles_once: bool
    for_others: bool
    on_dealing: bool
    on_taking: bool
    blows_of_others: bool
    uses: tuple[Use, ...]
    acts: bool
    triggers: tuple[Trigger, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Every card of a game. A card in the game is a number: its index in ``cards``.

    Attributes:
        cards: facts of each card; copies have numbers in a row.
        decks: numbers of each rarity deck's cards, weakest deck first, ascending.
        energy: the whole Energy deck in the usual order.
        labels: name of each card, with its key where different cards share a name.
        powers_work: whether Abilities and the like have the effects that are read of them.
        has_texts: some text of a card that may be the player's has effects (Rule: S43).
        has_bodies: some power of such a card keeps up a rule.
        kept: kinds of the rules that they keep up.
        has_uses: some power of such a card can be used by the player, and does something.
        settles: some such rule changes what lies on Pokemon (HP, conditions) when it comes.
        moments: when some power of such a card works by itself.
        memories: what those effects ask about the last turns.
    """

    manifest: Manifest
    rules: HouseRules
    cards: tuple[CardFacts, ...]
    labels: tuple[str, ...]
    decks: tuple[tuple[int, ...], ...]
    energy: tuple[EnergyType, ...]
    powers_work: bool
    has_texts: bool
    has_bodies: bool
    kept: frozenset[type]
    has_uses: bool
    settles: bool
    moments: frozenset[Moment]
    memories: frozenset[Memory]

    @classmethod
    def lay(cls, manifest: Manifest, *, powers_work: bool = True) -> Self:
        """Lay a manifest out.

        Args:
            manifest: the cards of the game.
            powers_work: False as in games from before powers had effects (Rule: S46).

        Raises:
            InputError: naming every card that cannot be played with, and what else is missing.
        """
        faults = tuple(_faults(manifest))
        if faults:
            raise InputError.of(faults)
        cards: list[CardFacts] = []
        decks: list[tuple[int, ...]] = []
        keys: set[str] = set()
        for deck in RarityDeck:
            first = len(cards)
            for entry in manifest.decks.get(deck, ()):
                facts = _card_facts(entry, deck, manifest.rules, keys, powers_work=powers_work)
                cards.extend([facts] * entry.count)
            decks.append(tuple(range(first, len(cards))))
        ones = [facts for facts in cards if facts.playable]
        attacks = [attack for facts in ones for attack in facts.attacks]
        powers = [power for facts in ones for power in facts.powers]
        energy = [kind for kind, count in manifest.energy.items() for _ in range(count)]
        return cls(
            manifest=manifest,
            rules=manifest.rules,
            cards=tuple(cards),
            labels=_labels(cards),
            powers_work=powers_work,
            has_texts=any(
                (*(attack.steps for attack in attacks), *(not each.unread for each in powers))
            ),
            has_bodies=any(facts.bodies for facts in ones),
            kept=frozenset(kind for facts in ones for kind in facts.kept),
            has_uses=any(not use.void for facts in ones for use in facts.uses),
            settles=any(facts.settles for facts in ones),
            moments=frozenset().union(*(moments_of(facts.triggers) for facts in ones)),
            memories=frozenset().union(
                *(attack.memories for attack in attacks), *(power.memories for power in powers)
            ),
            decks=tuple(decks),
            energy=tuple(sorted(energy, key=ENERGY_ORDER.__getitem__)),
        )


class CardNames(Sequence[str]):
    """What lies in a deck, by the labels of its cards; made without looking at them."""

    __slots__ = ("_deck", "_labels")

    def __init__(self, table: Table, deck: Sequence[int]) -> None:
        self._labels = table.labels
        self._deck = deck

    def __len__(self) -> int:
        return len(self._deck)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self._labels[card] for card in self._deck[index]]
        return self._labels[self._deck[index]]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadText:
    """Card text that this referee does not read: it is never half applied (Rule: S43).

    Attributes:
        kind: ``attack``, or what the card calls its ability (``Ability``, ``Poké-Power``, ...).
        name: name of the attack or ability.
        why: a phrase for a person.
    """

    deck: RarityDeck
    card: Card
    kind: str
    name: str
    why: str


def unread_texts(manifest: Manifest, *, powers_work: bool = True) -> tuple[UnreadText, ...]:
    """List what the referee does not read, card by card, before a game.

    Attacks that are listed cannot be used; powers that are listed have no effect. Cards that
    can never be the player's are left out: what enemies print never counts (Rule: S37).
    """
    return tuple(
        unread
        for deck in RarityDeck
        for entry in manifest.decks.get(deck, ())
        if _is_playable(entry, manifest.rules)
        for unread in _unread_of(entry.card, deck, powers_work=powers_work)
    )


def evolution_name(name: str) -> str:
    """Fold a name for comparing with "Evolves from" (Rule: S40); EX and ex stay apart.

    >>> evolution_name("Charizard-EX") == evolution_name("Charizard ex")
    False
    >>> evolution_name("Nidoran ♀") == evolution_name("Nidoran♀")
    True
    """
    folded = fold_name(name)
    return f"{folded[:-2]}EX" if name.rstrip().endswith("EX") else folded


def _unread_of(card: Card, deck: RarityDeck, *, powers_work: bool) -> Iterable[UnreadText]:
    for ability in card.abilities:
        why = why_no_effect(ability, card, powers_work=powers_work)
        if why:
            yield UnreadText(deck=deck, card=card, kind=ability.kind, name=ability.name, why=why)
    for attack in card.attacks:
        why = why_unread(attack, card)
        if why:
            yield UnreadText(deck=deck, card=card, kind="attack", name=attack.name, why=why)


def _card_facts(
    entry: ManifestCard,
    deck: RarityDeck,
    rules: HouseRules,
    keys: set[str],
    *,
    powers_work: bool,
) -> CardFacts:
    card = entry.card
    key = card.card_id + ("*" if entry.proxy else "")
    while key in keys:  # one printing in two decks, or twice in one
        key += "'"
    keys.add(key)
    attacks = tuple(AttackFacts.of(attack, card) for attack in card.attacks)
    playable = _is_playable(entry, rules)
    powers = tuple(
        PowerFacts.of(ability, card, works=powers_work)
        for ability in (card.abilities if playable else ())
    )
    bodies, uses = bodies_of(powers), uses_of(powers)
    for_others = [body for body in bodies if body.part.bearer.place is not Place.SELF]
    return CardFacts(
        key=key,
        name=card.name,
        deck=deck,
        deck_number=deck.number,
        proxy=entry.proxy,
        playable=playable,
        hp=card.hp or 0,
        types=card.types,
        weaknesses=card.weaknesses,
        resistances=card.resistances,
        retreat_cost=card.retreat_cost,
        attacks=attacks,
        folded_name=evolution_name(card.name),
        evolves_from=evolution_name(card.evolves_from) if card.evolves_from else "",
        card=card,
        has_limits=any(attack.limits for attack in attacks),
        powers=powers,
        bodies=bodies,
        kept=kept_by(bodies),
        settles=any(isinstance(body.part.rule, SETTLED_RULES) for body in bodies),
        settles_once=all(map(settles_once, bodies)),
        for_others=bool(for_others),
        on_dealing=any(isinstance(body.part.rule, ON_DEALING) for body in bodies),
        on_taking=any(isinstance(body.part.rule, ON_TAKING) for body in bodies),
        blows_of_others=any(
            isinstance(body.part.rule, (*ON_DEALING, *ON_TAKING)) for body in for_others
        ),
        uses=uses,
        acts=bool(bodies) or not all(use.void for use in uses),
        triggers=triggers_of(powers),
    )


def _labels(cards: Sequence[CardFacts]) -> tuple[str, ...]:
    """Name the cards so that only equal ones share a label."""
    named = Counter(facts.name for facts in {facts.key: facts for facts in cards}.values())
    return tuple(
        facts.name if named[facts.name] == 1 else f"{facts.name} ({facts.key})" for facts in cards
    )


def _is_playable(entry: ManifestCard, rules: HouseRules) -> bool:
    """Whether the card may become the player's Pokemon (Rule: S9)."""
    return not entry.proxy or (rules.proxies_playable and bool(entry.card.attacks))


def _faults(manifest: Manifest) -> Iterable[Fault]:
    for deck, entries in manifest.decks.items():
        for entry in entries:
            yield from _card_faults(entry.card, deck)
    start = manifest.decks.get(RarityDeck.COMMON, ())
    if not any(entry.count and _is_playable(entry, manifest.rules) for entry in start):
        yield Fault(
            what="the Common deck holds no card that the player may start with",
            remedy="put at least three Common cards in it that are not proxies",
            rule="S12",
        )
    if manifest.rules.revive_hp is not None and manifest.rules.revive_hp < 10:
        yield Fault(
            what=f"a revived Pokemon has at least 10 HP, got {manifest.rules.revive_hp}",
            remedy="set revive_hp to 10 or more",
            rule="S25",
        )
    if manifest.rules.bench_size < 2:
        yield Fault(
            what=f"the bench has room for 2 Pokemon at the start, got {manifest.rules.bench_size}",
            remedy="set bench_size to 2 or more",
            rule="S8",
        )


def _card_faults(card: Card, deck: RarityDeck) -> Iterable[Fault]:
    where = f"{deck}: {card.name} ({card.card_id})"
    if not card.is_pokemon:
        yield Fault(
            what=f"a rarity deck holds Pokemon only, got a {card.supertype} card",
            where=where,
            remedy="leave it out",
            rule="S1",
        )
        return
    if not card.hp:
        yield Fault(
            what=f"the HP must be known to play, got {card.hp!r}",
            where=where,
            remedy="get the card's data with cardkit catalogue update, or leave it out",
            rule="S28",
        )
    if not card.types:
        yield Fault(
            what="the type must be known to play, got none",
            where=where,
            remedy="get the card's data with cardkit catalogue update, or leave it out",
            rule="S28",
        )
