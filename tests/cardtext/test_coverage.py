from __future__ import annotations

import pytest

from cardkit.cards import Attack, Damage
from cardkit.cardtext.coverage import Outcome, measure, outcome_of


def attack(damage: str = "", text: str = "", *, omitted: bool = False) -> Attack:
    return Attack(name="Hum", damage=Damage.parse(damage), text=text, text_omitted=omitted)


@pytest.mark.parametrize(
    ("one", "outcome"),
    [
        (attack("30"), Outcome.NO_TEXT),
        (attack("30", "Draw a card."), Outcome.VOID),
        (attack("30+", "Does 10 more damage for each card in your hand."), Outcome.VOID),
        (attack("30", "You may draw a card. If you do, flip a coin."), Outcome.VOID),
        (attack("30", "If you have no cards in your hand, heal 30 damage from this Pokémon."),
         Outcome.VOID),
        (attack("30", "Heal 10 damage from this Pokémon. Draw a card."), Outcome.READ),
        (attack("20×", "Flip 2 coins. This attack does 20 damage for each heads."), Outcome.READ),
        (attack("20×"), Outcome.UNREAD),
        (attack("20×", "Heal 10 damage from this Pokémon."), Outcome.UNREAD),
        (attack("20", "Dance."), Outcome.UNREAD),
        (attack("20", omitted=True), Outcome.UNREAD),
    ],
)  # fmt: skip
def test_every_attack_has_one_outcome(one: Attack, outcome: Outcome) -> None:
    assert outcome_of(one, "Mossling")[0] is outcome


def test_what_blocks_is_counted_by_sentence() -> None:
    measured = measure(
        (one, "Mossling", {"deck": deck})
        for one, deck in (
            (attack("20", "Dance."), "common"),
            (attack("30", "Heal 10 damage from this Pokémon. Dance."), "rare"),
            (attack("30"), "rare"),
        )
    )
    assert measured.blockers == {"Dance": 2}
    assert measured.total.share == pytest.approx(1 / 3)
    assert measured.groups["deck"]["rare"].to_dict("attacks") == {
        "attacks": 2, "read": 0, "no_text": 1, "void": 0, "unread": 1,
        "share": 0.5, "text_share": 0.0,
    }  # fmt: skip
