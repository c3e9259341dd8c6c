"""Attacks whose text is read: what they ask, and what they leave behind (Rule: S43)."""

from __future__ import annotations

from cardkit.cards import Ability
from cardkit.cardtext.lasting import CannotAttack
from cardkit.cardtext.vocabulary import Until
from cardkit.playing.paint import Style
from cardkit.referee import Adventure
from cardkit.referee.happenings import Happening, What
from cardkit.referee.memory import Laid
from cardkit.referee.said import parse_entry
from tests.playing.making import TYPICAL, Fixed, sit
from tests.referee.worlds import STARTERS, attack, card, world

SWITCHING = attack("Dash - 20", text="You may switch this Pokémon with 1 of your Benched Pokémon.")
GUARDING = attack(
    "Guard - 10",
    text="During your opponent's next turn, any damage done to this Pokémon by attacks is "
    "reduced by 20.",
)
HOLDING = attack("Hold - 10", text="The Defending Pokémon can't attack during your "
                 "opponent's next turn.")  # fmt: skip
READ = world(
    starters=[card("Ada", attacks=[SWITCHING, GUARDING, HOLDING]), *STARTERS[1:]],
    common=[(card("Dot", hp=90), 3)],
    energy="GGRRWWLLPP",
)
TO_MAIN = ("lead ada", "ball")


def test_what_a_text_asks_is_answered_in_words() -> None:
    sitting = sit(*TO_MAIN, "attack dash", "yes", "cid", manifest=READ)
    assert "Attack 1 Dash 20 + text" in sitting.text
    assert "asked Dash:" in sitting.text
    assert "Answer 1 yes 2 no" in sitting.text
    assert sitting.actions[-3:] == ["attack 1", "choose yes", "choose bench-3"]
    assert sitting.game is not None
    assert "active test-cid" in sitting.game.adventure.text


def test_an_answer_may_be_a_number_or_the_notation_and_is_taken_back() -> None:
    typed = (*TO_MAIN, "attack dash", "2", "undo 2", "attack 1", "choose yes", "answer bob")
    sitting = sit(*typed, manifest=READ)
    assert sitting.actions[-3:] == ["attack 1", "choose yes", "choose bench-2"]
    assert "the answers are yes, no" in sit(*typed[:3], "choose maybe", manifest=READ).text


def test_what_a_text_leaves_behind_is_shown() -> None:
    sitting = sit(*TO_MAIN, "attack guard", "ball", "attack hold", manifest=READ)
    assert "Guard lays a rule on Ada" in sitting.text
    assert "attack 2, Guard: 10 printed, and what its text says" in (
        sit(*TO_MAIN, "how much", manifest=READ).text
    )


def test_a_coin_of_a_text_is_asked_once_at_the_table() -> None:
    flipping = attack(
        "Toss - 20",
        text="Flip a coin. If heads, this attack does 20 more damage. You may switch this "
        "Pokémon with 1 of your Benched Pokémon.",
    )
    manifest = world(starters=[card("Ada", attacks=[flipping]), *STARTERS[1:]], energy="GGRRWW")
    typed = ("ada", "bob", "cid", "lead ada", "R", "ball", "attack toss", "even", "no", "G", "W")
    sitting = sit(*typed, manifest=manifest, companion=True)
    assert sitting.text.count("asks for chance: what fell?") == 1
    assert sitting.actions[-2:] == ["attack 1", "choose no"]
    assert sitting.game is not None
    assert "enemy test-dot:40:G" in sitting.game.adventure.text


def test_plain_mode_tells_what_is_asked() -> None:
    plain = sit(*TO_MAIN, "attack dash", "board", manifest=READ, style=Style(plain=True))
    assert "Asked: Dash:" in plain.text
    assert "1: answer yes." in plain.text


def test_an_effect_holds_back_an_attack_by_hand_too() -> None:
    adventure = Adventure.start(TYPICAL, Fixed())
    for line in ("lead bench-1", "set drawn R", "attach active"):
        adventure.push(parse_entry(line))
    active = adventure.state.active
    assert active is not None
    active.laid = (Laid(CannotAttack(), Until.IN_PLAY, 0, active.card),)
    refused = adventure.explain(parse_entry("by-hand 2 damage 10"))
    assert [str(one) for one in refused] == ["Ada can't attack now, by an effect (S43)"]


def test_types_that_a_text_changes_are_shown_as_they_are_now() -> None:
    both = Ability(
        name="Two Natures", text="As long as this Pokémon is in play, it is Fire and Water type."
    )
    manifest = world(
        starters=[card("Ada", attacks=["Tap - 10"], abilities=[both]), *STARTERS[1:]],
        energy="GGRRWW",
    )
    lines = sit("lead ada", "ball", manifest=manifest).text
    plain = sit("lead ada", "ball", "board", manifest=manifest, style=Style(plain=True)).text
    assert "Ada ● Fire/Water" in lines
    assert "Ada, Fire and Water, common deck" in plain


def test_a_power_is_found_by_its_name_and_by_its_pokemon() -> None:
    """The same goes for attacks that are lent, and for what `why not` says of them."""
    healing = Ability(
        name="Bandage", text="Once during your turn, you may heal 20 damage from this Pokémon."
    )
    lending = Ability(
        name="Copycat", text="This Pokémon can use the attacks of all Pokémon in play as its own."
    )
    manifest = world(
        starters=[
            card("Ada", attacks=["Tap - 10"], abilities=[lending]),
            card("Nurse", attacks=["Bite - 30"], abilities=[healing]),
            card("Cid", attacks=["Claw R 40"]),
        ],
        common=[(card("Dot", hp=90), 3)],
        energy="GGRRWWLLPP",
    )
    for typed in ("bandage", "why not bandage"):
        again = sit(*TO_MAIN, "set nurse damage 40", "bandage", typed, manifest=manifest)
        assert again.actions[-1] == "use bench-2 1"
        assert "Bandage was used in this turn (S43)" in again.text
    for typed in ("use bandage", "use nurse"):
        assert sit(*TO_MAIN, typed, manifest=manifest).actions[-1] == "use bench-2 1"
    text = sit(*TO_MAIN, "use nurse", "why not use nurse", manifest=manifest).text
    assert "Bandage was used in this turn" in text
    lent = sit(*TO_MAIN, "why not attack claw", "attack bite", manifest=manifest)
    assert "Claw costs R, missing R" in lent.text
    assert lent.actions[-1] == "attack 2"


def test_an_attack_without_any_effect_says_so_before_it_is_used() -> None:
    """A text that is void in part, or comes with damage, is told as ever."""
    collecting = attack("Collect -", text="Draw 2 cards.")
    hitting = attack("Grab - 10", text="Draw a card.")
    sleepy = attack("Yawn -", text="Draw a card. Your opponent's Active Pokémon is now Asleep.")
    manifest = world(
        starters=[card("Ada", attacks=[collecting, hitting, sleepy]), *STARTERS[1:]],
        common=[(card("Dot", hp=90), 3)],
        energy="GGRRWWLLPP",
    )
    sitting = sit(*TO_MAIN, "how much", "attack collect", "log 1", manifest=manifest)
    assert "1 Collect (no effect here) 2 Grab 10 + text 3 Yawn + text" in sitting.text
    assert "attack 1, Collect: no effect here, its text speaks only of what" in sitting.text
    assert "attack 3, Yawn: its text; odds tells" in sitting.text
    assert "Collect: what it says of the deck and the hand has no effect in the adventure" in (
        sitting.text
    )
    void = Happening(What.VOID, {"name": "Study", "zones": "deck, discard, other, trainers"})
    assert void.words == (
        "Study: what it says of the deck, the discard, things beside the table and Trainer cards "
        "has no effect in the adventure"
    )
    plain = sit(*TO_MAIN, manifest=manifest, style=Style(plain=True))
    assert "1: attack with Collect: it has no effect here." in plain.text
