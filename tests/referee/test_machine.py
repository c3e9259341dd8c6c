"""The whole adventure against its invariants, with actions and mishaps in any order.

Besides playing, the machine lays damage, conditions, Energies and balls on the table, as card
texts will: so the rare corners (full PC, knock-outs in one moment, the champion) are reached.

Each action is a step: taken, taken back, taken again and replayed elsewhere. The tests take
10,000 of them; ``CARDKIT_MACHINE_STEPS=1000000 pytest tests/referee/test_machine.py`` takes a
million.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cardkit.cards import EnergyType
from cardkit.referee import (
    ACTIVE,
    Action,
    Adventure,
    EventKind,
    IllegalAction,
    Phase,
    Pokemon,
    Recorded,
    Scripted,
    Seeded,
    Table,
    bench,
    parse_action,
    pc,
)
from cardkit.referee.actions import (
    ACTIONS,
    ChooseEvent,
    Retreat,
    SpotAction,
    Swap,
    UseAttack,
    UsePower,
)
from cardkit.referee.conditions import give
from cardkit.referee.texts.settling import settle
from cardkit.rules import Condition
from tests.referee.power_worlds import power_world
from tests.referee.worlds import adventure_world, rules, text_world

TABLES = [
    Table.lay(adventure_world()),
    Table.lay(text_world()),
    Table.lay(power_world()),
    Table.lay(
        adventure_world(
            rules(
                bench_size=3,
                pc_size=1,
                retreats_per_turn=2,
                balls_per_catch=2,
                revive_hp=30,
                proxies_playable=True,
            )
        )
    ),
    Table.lay(adventure_world(rules(bench_size=2, pc_size=0, balls_per_catch=0, chart={}))),
]
STEPS = int(os.environ.get("CARDKIT_MACHINE_STEPS", "10000"))
SHARES = 5
SPOTS = (ACTIVE, *map(bench, range(7)), *map(pc, range(7)))
FIGHTING = (Phase.ENERGY, Phase.MAIN, Phase.CATCHING)


def plausible(adventure: Adventure) -> Iterator[Action]:
    """Yield actions that a player might try, legal or not, far more than are ever legal."""
    for kind in ACTIONS:
        if issubclass(kind, SpotAction):
            yield from (kind(spot=spot) for spot in SPOTS)
        elif kind.shape == "":
            yield kind()
    yield from (ChooseEvent(event=event) for event in EventKind)
    yield from (UseAttack(number=number) for number in range(4))
    yield from (UsePower(spot=spot, number=number) for spot in SPOTS[:8] for number in (0, 1, 2))
    yield from (Swap(team=one, pc=two) for one in SPOTS for two in SPOTS)
    active = adventure.state.active
    held = sorted(set(active.energy)) if active is not None else []
    kinds = [*held[:3], EnergyType.FIGHTING]
    for size in range(4):
        for payment in combinations_with_replacement(kinds, size):
            yield from (Retreat(spot=spot, payment=payment) for spot in SPOTS[:8])


class AdventureMachine(RuleBasedStateMachine):
    adventure: Adventure
    steps: ClassVar[int] = 0

    @initialize(
        table=st.integers(0, len(TABLES) - 1),
        seed=st.integers(0, 2**32),
        badges=st.integers(0, 3),
        fight=st.booleans(),
    )
    def begin(self, table: int, seed: int, badges: int, fight: bool) -> None:
        self.chance = Recorded(Seeded(seed))
        self.adventure = Adventure.on(TABLES[table], self.chance)
        self.adventure.state.badges = badges
        self.adventure.state.champion_lost = badges == 3
        if fight:
            self.adventure.state.event = EventKind.CHAMPION if badges == 3 else EventKind.GYM

    def running(self) -> bool:
        return self.adventure.outcome is None

    def over(self) -> bool:
        return not self.running()

    def fighting(self) -> bool:
        return self.adventure.state.phase in FIGHTING

    @precondition(running)
    @rule(actions=st.integers(1, 80), seed=st.integers(0, 2**32))
    def wander(self, actions: int, seed: int) -> None:
        """Take listed actions of any kind, each kind as often as the others."""
        chosen = random.Random(seed).choice
        for _ in range(actions):
            listed = tuple(self.adventure.legal_actions)
            if not listed:
                break
            word = chosen(sorted({action.word for action in listed}))
            self.step(chosen([action for action in listed if action.word == word]))

    def step(self, action: Action) -> None:
        """Take an action, take it back, take it again; a twin replays it from its outcomes."""
        adventure = self.adventure
        before = adventure.text
        self.chance.take()
        twin = adventure.copy(Scripted(""))
        told = adventure.push(action)
        assert adventure.pop() == action
        assert adventure.text == before
        assert adventure.push(action) == told
        script = Scripted(self.chance.take())
        twin.chance = script
        assert twin.apply(parse_action(str(action))) == told
        assert twin.text == adventure.text
        assert script.left == 0
        assert all(happening.to_dict()["words"] for happening in told)
        self.the_position_is_sound()
        AdventureMachine.steps += 1

    @precondition(running)
    @rule(actions=st.integers(1, 12), first=st.sampled_from(["attack", "catch", "run", "pass"]))
    def play_on(self, actions: int, first: str) -> None:
        self.pursue(first, actions)

    @precondition(running)
    @rule(share=st.integers(0, SHARES - 1))
    def listed_is_accepted_and_unlisted_refused(self, share: int) -> None:
        """Ask for every listed action, and for a share of all that might be tried."""
        listed = tuple(self.adventure.legal_actions)
        assert len(set(listed)) == len(listed)
        for action in listed:
            assert action in self.adventure.legal_actions
        before = self.adventure.text
        tried = tuple(plausible(self.adventure))
        for action in set(tried[share::SHARES]) - set(listed):
            violations = self.adventure.explain(action)
            assert violations, f"{action} is not listed, and no rule forbids it"
            assert all(violation.rule and violation.what for violation in violations)
        refused = next(action for action in tried if action not in listed)
        with pytest.raises(IllegalAction):
            self.adventure.push(refused)
        assert self.adventure.text == before

    @precondition(over)
    @rule(seed=st.integers(0, 2**32))
    def after_the_end_nothing_is_legal(self, seed: int) -> None:
        assert not self.adventure.legal_actions
        for action in plausible(self.adventure):
            assert "S11" in [violation.rule for violation in self.adventure.explain(action)]
        self.begin(table=0, seed=seed, badges=0, fight=False)

    @precondition(fighting)
    @rule(data=st.data(), left=st.sampled_from([10, 20, 30]))
    def wound(self, data: st.DataObject, left: int) -> None:
        pokemon = data.draw(st.sampled_from(self.standing()))
        pokemon.damage = max(0, pokemon.hp - left)

    @precondition(fighting)
    @rule(data=st.data(), condition=st.sampled_from(Condition))
    def afflict(self, data: st.DataObject, condition: Condition) -> None:
        give(data.draw(st.sampled_from(self.standing())), condition)
        self.settled()

    @precondition(fighting)
    @rule(data=st.data(), count=st.integers(1, 6))
    def power_up(self, data: st.DataObject, count: int) -> None:
        state = self.adventure.state
        pokemon = data.draw(st.sampled_from(self.standing()[1:]))
        for _ in range(min(count, len(state.energy_deck))):
            index = data.draw(st.integers(0, len(state.energy_deck) - 1))
            pokemon.energy.append(state.energy_deck.pop(index))
        self.settled()

    @precondition(fighting)
    @rule(count=st.integers(0, 5))
    def ready(self, count: int) -> None:
        self.adventure.state.balls = count

    @precondition(fighting)
    @rule()
    def nearly_win(self) -> None:
        state = self.adventure.state
        assert state.enemy is not None
        state.knock_outs = max(2, state.knock_outs)
        state.enemy.damage = state.enemy.hp - 10
        self.supply_active()
        self.pursue("attack", 3)

    @precondition(fighting)
    @rule()
    def nearly_lose(self) -> None:
        """Leave 10 HP to every own Pokemon in play."""
        for pokemon in self.standing()[1:]:
            pokemon.damage = pokemon.hp - 10
        self.pursue("pass", 3)

    @precondition(fighting)
    @rule()
    def fill_up(self) -> None:
        """Fill bench and PC from the Common deck."""
        state = self.adventure.state
        for row in (state.bench, state.pc):
            for index, pokemon in enumerate(row):
                if pokemon is None and state.decks[0]:
                    card = state.decks[0].pop()
                    row[index] = Pokemon(card, state.table.cards[card])
        self.settled()

    @precondition(fighting)
    @rule()
    def meet_an_evolution(self) -> None:
        """Let the enemy be one that evolves from an own Pokemon, if the deck holds one.

        The Active gets what it needs to knock it out.
        """
        state = self.adventure.state
        enemy = state.enemy
        names = {pokemon.facts.folded_name for _, pokemon in state.owned()}
        assert enemy is not None
        deck = state.decks[enemy.facts.deck_number - 1]
        fitting = [card for card in deck if state.table.cards[card].evolves_from in names]
        if fitting:
            deck.remove(fitting[0])
            deck.append(enemy.card)
            deck.sort()
            met = Pokemon(fitting[0], state.table.cards[fitting[0]])
            met.energy, met.burden = enemy.energy, enemy.burden
            state.enemy = met
            self.settled()
            met.damage = met.hp - 10
            self.supply_active()
            self.pursue("attack", 3)

    def pursue(self, first: str, actions: int) -> None:
        """Fight, catch, run or wait for a while; evolve and attach to the Active on the way."""
        wishes = (first, "evolve", "send", "attach active", "throw", "event", "lead", "attack")
        for _ in range(actions):
            listed = tuple(self.adventure.legal_actions)
            wished = [a for wish in wishes for a in listed if str(a).startswith(wish)]
            if listed:
                self.step((wished or listed)[0])

    def settled(self) -> None:
        """Settle what was laid on the table from outside; nobody falls by it."""
        state = self.adventure.state
        settle(state)
        for pokemon in (state.enemy, *state.side):
            if pokemon is not None:
                pokemon.damage = min(pokemon.damage, pokemon.hp - 10)

    def supply_active(self) -> None:
        """Attach what the Active's first attack costs, as far as the deck holds it."""
        state = self.adventure.state
        assert state.active is not None
        for kind in state.active.facts.attacks[0].cost:
            if kind in state.energy_deck:
                state.energy_deck.remove(kind)
                state.active.energy.append(kind)

    def standing(self) -> list[Pokemon]:
        """The enemy, then every own Pokemon in play that lives."""
        state = self.adventure.state
        assert state.enemy is not None
        return [state.enemy, *(pokemon for _, pokemon in state.team() if pokemon.alive)]

    @invariant()
    def the_position_is_sound(self) -> None:
        """Cards conserved, damage in tens, pool at most 3, balls 0 to 5, and what waits is there.

        Checked here once more in other words than :func:`faults_of` uses.
        """
        adventure = self.adventure
        state = adventure.state
        assert adventure.status() == ()
        lying = [pokemon.card for _, pokemon in state.owned()] + state.pile
        lying += [p.card for p in (state.enemy, state.fallen, state.caught) if p is not None]
        lying += [card for deck in state.decks for card in deck]
        assert sorted(lying) == list(range(len(state.table.cards)))
        assert state.powered or not any(one.facts.acts for _, one in state.owned())
        everybody = [pokemon for _, pokemon in state.owned()]
        everybody += [state.enemy] if state.enemy is not None else []
        energies = [kind for pokemon in everybody for kind in pokemon.energy]
        energies += state.energy_deck + state.energy_discard
        energies += [state.drawn] if state.drawn is not None else []
        assert sorted(energies) == sorted(state.table.energy)
        postures = {Condition.ASLEEP, Condition.CONFUSED, Condition.PARALYZED}
        for pokemon in everybody:
            assert len(postures & set(pokemon.conditions)) <= 1
            assert pokemon.damage >= 0
            assert pokemon.damage % 10 == 0
        assert state.enemy is None or len(state.enemy.energy) <= 3
        assert 0 <= state.balls <= 5
        assert bool(adventure.legal_actions) != (adventure.outcome is not None)

    @invariant()
    def what_powers_change_is_as_if_looked_for_anew(self) -> None:
        """What is remembered of the powers in play is what a copy finds that has forgotten it."""
        state, anew = self.adventure.state, self.adventure.state.copy()
        for _, pokemon in anew.owned():
            anew.turn(pokemon, down=pokemon.down)
        settle(anew)
        assert state.kept() == anew.kept()
        for (_, one), (_, fresh) in zip(state.owned(), anew.owned(), strict=True):
            assert (one.hp, one.types, one.burden) == (fresh.hp, fresh.types, fresh.burden)
        if state.enemy is not None and anew.enemy is not None:
            assert state.enemy.hp == anew.enemy.hp


def test_every_step_keeps_the_rules() -> None:
    AdventureMachine.steps = 0
    while AdventureMachine.steps < STEPS:
        run_state_machine_as_test(
            AdventureMachine,
            settings=settings(
                max_examples=25,
                stateful_step_count=40,
                deadline=None,
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
            ),
        )
