"""What attacks are expected to do, against every way in which they may turn out.

Every invented text of the grammar's tests is an attack here. The enemy is Colorless and has 400 HP,
all Energy is alike: nothing but the text asks chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from cardkit.cards import Card, EnergyType
from cardkit.cardtext.operations import KnockOut, KnockOutLater, Switch
from cardkit.cardtext.reading import parts_of
from cardkit.referee import Adventure, Phase, Scripted, branches
from cardkit.referee.actions import UseAttack
from cardkit.referee.conditions import give
from cardkit.referee.foresight.forecasts import Forecast
from cardkit.referee.foresight.walking import Foresight
from cardkit.referee.state import Pokemon, State, present
from cardkit.rules import Condition
from tests.referee.observing import position
from tests.referee.worlds import attack, card, invented_texts

SETTINGS = ("plain", "hurt", "extra")
PRINTED = ("20", "20+", "")
ENEMY_BLOW = 60
"""What the enemy's next attack does: 20 for each of three Energy cards."""
FAR_AWAY = 0.2
"""Long runs of heads are one way when they are foreseen."""


def mover(text: str, printed: str = "20") -> Card:
    return card("Mover", types="F", hp=800, attacks=[attack(f"Move FC {printed}", text=text)])


def laid(attacker: Card, setting: str = "plain") -> Adventure:
    """A position before the attack; see :mod:`tests.referee.observing` for the settings."""
    state = position(attacker, 1, setting)
    state.energy_deck = state.energy_deck[:1] * 30
    state.phase = Phase.MAIN
    if setting == "extra":
        present(state.enemy).energy = state.energy_deck[:2]
    return Adventure(state, Scripted(()), heard=frozenset())


def exact(adventure: Adventure) -> tuple[float, float]:
    """Average damage to the enemy and to the attacker when the player's next turn has begun."""
    dealt = suffered = 0.0
    enemy, active = present(adventure.state.enemy), present(adventure.state.active)
    for share, after in branches(adventure, UseAttack(number=1)):
        dealt += float(share) * (present(after.state.enemy).damage - enemy.damage)
        own = next(one for _, one in after.state.team() if one.card == active.card)
        suffered += float(share) * (own.damage - active.damage)
    return dealt, suffered


def foreseen(adventure: Adventure, blow: int = ENEMY_BLOW) -> Forecast:
    state = adventure.state
    before = state.copy()
    active = present(state.active)
    forecast = Foresight().forecast(state, active, active.facts.attacks[0], blow)
    after = Adventure(state, Scripted(()))
    assert after.text == Adventure(before, Scripted(())).text, "nothing on the table changes"
    return forecast


def leaves_no_choice(adventure: Adventure) -> bool:
    """Whether the text alone decides, and both who face each other stay."""
    facts = present(adventure.state.active).facts.attacks[0]
    others = (Switch, KnockOut, KnockOutLater)
    return (
        not (facts.asks or facts.unread)
        and not any(isinstance(part, others) for part in parts_of(facts.steps))
        and UseAttack(number=1) in adventure.legal_actions
    )


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_invented_text_is_foreseen_as_it_turns_out(setting: str) -> None:
    compared = 0
    for number, text in enumerate(invented_texts()):
        printed = PRINTED[(number + SETTINGS.index(setting)) % len(PRINTED)]
        adventure = laid(mover(text, printed), setting)
        if not leaves_no_choice(adventure):
            continue
        forecast = foreseen(adventure)
        dealt = forecast.damage + forecast.aftermath
        suffered = ENEMY_BLOW - forecast.spared + forecast.recoil
        assert (dealt, suffered) == pytest.approx(exact(adventure), abs=FAR_AWAY), text
        compared += 1
    assert compared > 200


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Flip a coin. If tails, this attack does nothing.", {"damage": 15, "knock_out": 0.5}),
        ("Flip 2 coins. This attack does 30 damage times the number of heads.", {"damage": 30}),
        ("Flip a coin. If heads, your opponent's Active Pokémon is now Paralyzed.", {"spared": 30}),
        ("Your opponent's Active Pokémon is now Poisoned.", {"aftermath": 20}),
        ("Your opponent's Active Pokémon is now Burned.", {"aftermath": 30}),
        ("This Pokémon can't attack during your next turn.", {"idle": 1}),
        ("This Pokémon is now Asleep.", {"idle": 0.25}),
        ("This Pokémon does 30 damage to itself.", {"recoil": 30}),
        ("This attack does 10 damage to each of your Benched Pokémon.", {"hurt": 20}),
        ("Discard 2 Energy from this Pokémon.", {"energy": -2}),
        ("Discard an Energy from your opponent's Active Pokémon.", {"pool": 1}),
        ("Draw 2 cards.", {"damage": 30}),
    ],
)
def test_what_a_text_is_expected_to_do(text: str, expected: dict[str, float]) -> None:
    adventure = laid(mover(text, "30"))
    present(adventure.state.enemy).damage = 370 if "knock_out" in expected else 0
    assert foreseen(adventure)._asdict() | expected == foreseen(adventure)._asdict()


def test_what_goes_beyond_the_enemys_hp_is_not_dealt() -> None:
    adventure = laid(mover("Flip a coin. If heads, this attack does 70 more damage.", "30+"))
    present(adventure.state.enemy).damage = 360
    forecast = foreseen(adventure)
    assert (forecast.damage, forecast.dealt, forecast.knock_out) == (65, 35, 0.5)


def test_conditions_that_are_there_already_add_nothing() -> None:
    adventure = laid(mover("Your opponent's Active Pokémon is now Poisoned."))
    give(present(adventure.state.enemy), Condition.POISONED)
    assert foreseen(adventure).aftermath == 0


@pytest.mark.parametrize(("energy", "damage"), [("F", 20), ("FF", 40), ("FFW", 60)])
def test_counts_are_taken_from_the_position(energy: str, damage: int) -> None:
    text = "This attack does 20 damage for each Energy attached to this Pokémon."
    adventure = laid(mover(text, "20×"))
    letters = {"F": EnergyType.FIGHTING, "W": EnergyType.WATER}
    present(adventure.state.active).energy = [letters[letter] for letter in energy]
    assert foreseen(adventure).damage == damage


@pytest.mark.parametrize(("carried", "damage"), [(2, 70), (0, 20)])
def test_an_option_is_taken_where_it_helps(carried: int, damage: int) -> None:
    """Energy that nobody has cannot be given for more damage."""
    text = "You may discard 2 Energy from this Pokémon. If you do, this attack does 50 more damage."
    adventure = laid(mover(text, "20+"))
    active = present(adventure.state.active)
    active.energy = active.energy[:carried]
    assert foreseen(adventure).damage == damage


def changed(state: State) -> Iterator[str]:
    """Change the position step by step in what texts ask about; name each step."""
    enemy, active = present(state.enemy), present(state.active)
    first, last = state.bench[0], state.bench[1]
    assert first is not None
    assert last is not None
    yield "as laid"
    active.damage = 60
    yield "the attacker is hurt"
    active.energy = [EnergyType.FIRE, EnergyType.WATER, EnergyType.FIRE]
    yield "it has Energy of two types"
    active.energy = [EnergyType.WATER, EnergyType.METAL, EnergyType.GRASS]
    yield "it has Energy of three types"
    give(active, Condition.BURNED)
    yield "it is Burned"
    enemy.damage = 390
    yield "the enemy is nearly down"
    give(enemy, Condition.ASLEEP)
    enemy.energy = [EnergyType.FIRE]
    yield "the enemy sleeps and has one card"
    first.damage, last.energy = 50, [EnergyType.PSYCHIC, EnergyType.WATER]
    yield "the bench is hurt and has Energy"
    state.energy_discard = [EnergyType.GRASS, EnergyType.WATER, EnergyType.WATER]
    yield "Energy was discarded"
    active.hp = 100
    yield "the attacker's HP sink"
    state.active, state.bench[0] = first, active
    yield "it stands on the bench"
    state.bench[1] = Pokemon(active.card, active.facts)
    yield "another has come"
    state.bench[1] = None
    yield "nobody has"


def test_what_is_remembered_is_what_would_be_foreseen_anew() -> None:
    remembered = 0
    for text in invented_texts():
        state = laid(mover(text, "20+")).state
        attacker = present(state.active)
        attack_facts = attacker.facts.attacks[0]
        shared = Foresight()
        remembered += shared.reading(attack_facts).inputs is not None
        for step in changed(state):
            anew = Foresight().forecast(state, attacker, attack_facts, ENEMY_BLOW)
            for _ in range(2):
                found = shared.forecast(state, attacker, attack_facts, ENEMY_BLOW)
                assert found == anew, (text, step)
    assert remembered > 300


def evolved(state: State) -> None:
    facts = present(laid(card("Grown", hp=800, evolves_from="Mover")).state.active).facts
    first = present(state.bench[0])
    grown = Pokemon(first.card, facts)
    grown.energy = first.energy
    state.bench[0] = grown


def discarded(state: State) -> None:
    state.energy_discard = [EnergyType.WATER, EnergyType.GRASS]


def exchanged(state: State) -> None:
    present(state.active).energy = [EnergyType.FIRE, EnergyType.WATER]


def poisoned(state: State) -> None:
    give(present(state.enemy), Condition.POISONED)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (
            "This attack does 10 damage for each Pokémon in play that isn't an Evolved Pokémon.",
            evolved,
        ),
        (
            "This attack does 20 damage for each type of basic Energy card in your discard pile.",
            discarded,
        ),
        (
            "This attack does 20 more damage for each Fire Energy attached to this Pokémon.",
            exchanged,
        ),
        (
            "If your opponent's Active Pokémon is Poisoned, this attack does 50 more damage.",
            poisoned,
        ),
    ],
)
def test_what_is_alike_in_number_only_is_foreseen_anew(
    text: str, change: Callable[[State], None]
) -> None:
    state = laid(mover(text, "20+")).state
    attacker = present(state.active)
    attacker.energy = [EnergyType.FIRE, EnergyType.FIRE]
    state.energy_discard = [EnergyType.WATER, EnergyType.WATER]
    shared = Foresight()
    assert shared.reading(attacker.facts.attacks[0]).inputs is not None
    damages = []
    for _ in range(2):
        found = shared.forecast(state, attacker, attacker.facts.attacks[0], ENEMY_BLOW)
        assert found == Foresight().forecast(state, attacker, attacker.facts.attacks[0], ENEMY_BLOW)
        damages.append(found.damage)
        change(state)
    assert damages[0] != damages[1]


def test_ways_are_remembered_by_what_a_text_asks() -> None:
    foresight = Foresight()
    text = "This attack does 10 more damage for each Energy attached to this Pokémon."
    state = laid(mover(text, "20+")).state
    active, enemy = present(state.active), present(state.enemy)
    first = foresight.prospects(state, active, active.facts.attacks[0])
    enemy.damage = active.damage = 50
    assert foresight.prospects(state, active, active.facts.attacks[0]) is first
    active.energy = active.energy[:1]
    assert foresight.prospects(state, active, active.facts.attacks[0]) is not first
