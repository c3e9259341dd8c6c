"""Short words for playing a scripted adventure in a test.

Every world of :mod:`tests.referee.worlds` deals Ada, Bob and Cid to bench 1 to 3 with the script
``1 1 1``; with Ada leading, bench 1 is empty.
"""

from __future__ import annotations

from cardkit.manifest import Manifest
from cardkit.referee import (
    Adventure,
    EventKind,
    Happening,
    Phase,
    Pokemon,
    Scripted,
    What,
    parse_action,
    parse_spot,
)
from cardkit.referee.conditions import give
from cardkit.rules import Condition
from tests.referee.worlds import PLENTY, against, energies, world


def begin(manifest: Manifest | None = None, script: str = "") -> Adventure:
    """Start with Ada, Bob and Cid dealt; the first skirmish is prepared."""
    return Adventure.start(manifest or world(), Scripted(f"1 1 1 {script}"))


def fight(
    manifest: Manifest | None = None,
    script: str = "",
    *,
    event: str = "skirmish",
    badges: int = 0,
    lead: str = "bench-1",
) -> Adventure:
    """Begin an event: Ada is Active, the first card of the enemy deck appears, G is drawn."""
    adventure = begin(manifest, f"1 1 {script}")
    adventure.state.event = EventKind(event)
    adventure.state.badges = badges
    do(adventure, f"lead {lead}")
    return adventure


def main(
    manifest: Manifest | None = None,
    script: str = "",
    *,
    event: str = "skirmish",
    badges: int = 0,
) -> Adventure:
    """Like :func:`fight`, with the first drawn G discarded and no ball ready."""
    adventure = fight(manifest, script, event=event, badges=badges)
    do(adventure, "ball")
    adventure.state.balls = 0
    return adventure


def do(adventure: Adventure, *lines: str) -> list[Happening]:
    """Apply actions; every position on the way must be sound."""
    told: list[Happening] = []
    for line in lines:
        told += adventure.push(parse_action(line))
        assert adventure.status() == ()
    return told


def phase(adventure: Adventure) -> Phase:
    """What is asked for now."""
    return adventure.state.phase


def kinds(told: list[Happening]) -> list[What]:
    return [happening.kind for happening in told]


def words(told: list[Happening], kind: What) -> list[str]:
    """The words of the happenings of one kind."""
    return [str(happening) for happening in told if happening.kind is kind]


def broken(adventure: Adventure, line: str) -> list[str]:
    """Numbers of the rules that an action breaks."""
    return [violation.rule for violation in adventure.explain(parse_action(line))]


def legal(adventure: Adventure, word: str = "") -> list[str]:
    """The legal actions whose notation begins with a word."""
    lines = [str(action) for action in adventure.legal_actions]
    return [line for line in lines if line.startswith(word)]


def at(adventure: Adventure, place: str) -> Pokemon:
    """The Pokemon at a place, or the enemy."""
    state = adventure.state
    pokemon = state.enemy if place == "enemy" else state.at(parse_spot(place))
    assert pokemon is not None, f"{place} is empty"
    return pokemon


def name_at(adventure: Adventure, place: str) -> str:
    return at(adventure, place).facts.name


def power(adventure: Adventure, place: str, letters: str) -> None:
    """Move Energies from the Energy deck to a Pokemon."""
    for energy in energies(letters):
        adventure.state.energy_deck.remove(energy)
        at(adventure, place).energy.append(energy)


def knock_out(adventure: Adventure, *places: str) -> None:
    """Lay own benched Pokemon upside down."""
    for place in places:
        pokemon = at(adventure, place)
        adventure.state.energy_discard += pokemon.energy
        pokemon.energy.clear()
        pokemon.damage = 0
        turn(adventure, place)


def turn(adventure: Adventure, place: str) -> None:
    """Lay an own Pokemon upside down, with whatever lies on it."""
    adventure.state.turn(at(adventure, place), down=True)


def weaken(adventure: Adventure, place: str, left: int = 10) -> None:
    """Leave a Pokemon with so many HP."""
    pokemon = at(adventure, place)
    pokemon.damage = pokemon.facts.hp - left


def checked(script: str, *conditions: Condition, who: str = "active") -> Adventure:
    """The enemy turn begins with these conditions; no Energy brings another."""
    adventure = main(against("C", PLENTY), f"{script} 1")
    for condition in conditions:
        give(at(adventure, who), condition)
    return adventure


def next_script(adventure: Adventure, script: str) -> Adventure:
    """The same position with other outcomes to come."""
    return adventure.copy(Scripted(script))


def unused(adventure: Adventure) -> int:
    """Outcomes of the script that nobody asked for."""
    chance = adventure.chance
    assert isinstance(chance, Scripted)
    return chance.left


def skip_to_main(adventure: Adventure) -> None:
    """Discard the drawn Energy without gaining a ball."""
    assert phase(adventure) is Phase.ENERGY
    balls = adventure.state.balls
    do(adventure, "ball")
    adventure.state.balls = balls
