"""Adventures with corrections and results by hand in any order stay sound, and replay."""

from __future__ import annotations

import random

import pytest

from cardkit.cards import BASIC_ENERGY_TYPES
from cardkit.energy import format_energy
from cardkit.referee import Action, Phase, Seeded, Table
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Recorded
from cardkit.referee.recording import Scribe
from cardkit.referee.said import parse_entry
from cardkit.referee.verification import verify
from cardkit.rules import Condition
from tests.referee.recorded import playable
from tests.referee.worlds import adventure_world

TABLE = Table.lay(playable(adventure_world()))
PLACES = ("active", "enemy", *(f"bench-{n}" for n in range(1, 7)), "pc-1", "pc-5")


def anything(dice: random.Random) -> Action:
    """Something that a person may say, sensible or not."""
    place, other = dice.choice(PLACES), dice.choice(PLACES)
    own = [one for one in PLACES if one != "enemy"]
    letters = format_energy(tuple(dice.choices(BASIC_ENERGY_TYPES, k=dice.randrange(1, 5))))
    names = "+".join(sorted(dice.sample([*Condition], dice.randrange(1, 4))))
    key = dice.choice(TABLE.cards).key
    return parse_entry(
        dice.choice(
            (
                f"set {place} damage {dice.randrange(0, 30) * 5}",
                f"set {place} conditions {names}",
                f"set {place} conditions none",
                f"set {place} energy {letters}",
                f"set {place} energy none",
                f"set {place} down",
                f"set {place} up",
                f"set balls {dice.randrange(7)}",
                f"set badges {dice.randrange(5)}",
                f"set knock-outs {dice.randrange(5)}",
                f"set drawn {letters[0]}",
                f"move {dice.choice(own)} {dice.choice(own)}",
                f"put {key} {other}",
                f"take {dice.choice(own)}",
                f"by-hand {dice.randrange(1, 3)} damage {dice.randrange(1, 20) * 10} enemy {names}",
                f"by-hand 2 self {dice.randrange(1, 9) * 10} discard {letters[0]}",
            )
        )
    )


@pytest.mark.parametrize("seed", range(8))
def test_sound_positions_stay_sound_and_records_replay(seed: int) -> None:
    dice = random.Random(seed)
    pen = Recorded(Seeded(seed))
    adventure = Adventure.on(TABLE, pen)
    scribe = Scribe(adventure, pen.take(), player="anybody", seed=seed)
    said = 0
    for _ in range(150):
        action = dice.choice(tuple(adventure.legal_actions))
        for _ in range(6):
            proposal = anything(dice)
            before = adventure.text
            if not adventure.explain(proposal):
                action, said = proposal, said + 1
            assert adventure.text == before, "explaining changes nothing"
        adventure.push(action)
        assert adventure.status() == (), str(action)
        assert adventure.state.phase is not Phase.MOVING
        scribe.write(adventure, action, pen.take())
        if dice.random() < 0.1:
            text = adventure.text
            adventure.pop()
            adventure.push(action)
            assert adventure.text == text
            pen.take()
        if adventure.outcome is not None:
            break
    record = scribe.record(adventure, "" if adventure.outcome else "enough")
    found = verify(record)
    assert said > 20
    assert found.corrections + found.by_hand > 20
