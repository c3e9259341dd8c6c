"""The companion: the cards lie on the table, and a person says what happens there."""

from __future__ import annotations

import pytest

from cardkit.errors import InputError
from cardkit.playing.table_side import question_words, understand_answer
from cardkit.referee.asking import AskedKind, Question
from cardkit.referee.chance import Purpose
from tests.playing.making import Sitting, sit
from tests.referee.worlds import card, world

DEALT = ("ada", "bob", "cid")
FIGHT = (*DEALT, "lead ada", "dot", "fire")


def at_table(*typed: str) -> Sitting:
    return sit(*typed, companion=True)


def test_the_first_cards_are_asked_for() -> None:
    sitting = at_table(*DEALT)
    assert sitting.text.count("Draw three cards from the Common deck, one by one: which?") == 3
    assert [text for text in sitting.talk.said if text.startswith("=")] == [
        "= Ada",
        "= Bob",
        "= Cid",
    ]
    assert "Ada, Bob, Cid are drawn from the Common deck (S12)" in sitting.text


def test_a_round_is_played_with_what_the_person_says() -> None:
    sitting = at_table(*FIGHT, "attach ada", "attack tap", "G", "wat", "q")
    assert "The next enemy: which Pokemon did you draw from the Common deck?" in sitting.text
    assert "Which Energy did you draw? (its letter or name; S21)" in sitting.text
    assert "Which Energy did the enemy draw? (its letter or name; S34)" in sitting.text
    assert "enemy Dot attacks Ada: 10 × 1 = 10 (S37)" in sitting.text
    assert "Grass is the enemy's own type: Ada is now Poisoned (S35)" in sitting.text
    assert sitting.game is not None
    assert "enemy test-dot:20:G" in sitting.game.adventure.text


def test_what_happens_is_told_before_the_next_question() -> None:
    said = at_table(*FIGHT, "attach ada", "pass", "G").talk.said
    passes = next(n for n, text in enumerate(said) if "the player passes (S21)" in text)
    assert "the enemy's turn (S34)" in said[passes]


def test_the_catching_roll_says_what_it_needs() -> None:
    sitting = at_table(*FIGHT, "ball", "catch", "7", "3", "throw", "4", "dot", "R", "W")
    assert "The catching roll for Dot: which number? (1 to 6; 2 or 4 or 6 catches; S31)" in (
        sitting.text
    )
    assert "expects a number of the die, 1 to 6, got '7'" in sitting.text
    assert "Dot is caught and goes to bench-1 (S33)" in sitting.text
    assert sitting.actions[-2:] == ["catch", "throw"]


@pytest.mark.parametrize(("said", "awake"), [("even", True), ("4", True), ("t", False)])
def test_coins_are_said_as_numbers_or_words(said: str, awake: bool) -> None:
    sitting = at_table(*FIGHT, "ball", "set active asleep", "pass", said, "R", "3", "W")
    assert "Ada is Asleep: what was rolled? Even wakes it." in sitting.text
    assert ("even: Ada wakes (S36)" in sitting.text) is awake


def test_a_name_that_is_not_clear_is_asked_with_numbers() -> None:
    twins = world(starters=[card("Pikachu"), card("Pidgey"), card("Cid")], energy="RWFGR")
    sitting = sit("pi", "2", "pika", "CID", manifest=twins, companion=True)
    assert "1 Pikachu 2 Pidgey" in " ".join(sitting.text.split())
    assert "Pidgey, Pikachu, Cid are drawn" in sitting.text
    sitting = sit("pi", "", "pi", "0", "pi", "1", manifest=twins, companion=True)
    assert sitting.text.count("None of them, then.") == 2
    leaving = sit("pi", "quit", manifest=twins, companion=True)
    assert "None of them, then." not in leaving.text
    fighting = sit("pika", "pid", "cid", "1", "dot", "fi", "1", manifest=twins, companion=True)
    assert "1 Fire 2 Fighting" in " ".join(fighting.text.split())


def test_slips_of_the_finger_are_forgiven() -> None:
    sharp = world(starters=[card("Charmander"), card("Squirtle"), card("Bulbasaur")])
    sitting = sit("charmnader", "sqirtle", "blubasaur", manifest=sharp, companion=True)
    assert "Charmander, Squirtle, Bulbasaur are drawn" in sitting.text


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Mewtwo", "no card of the deck is called 'Mewtwo' -> type ? to see"),
        ("1", "expects the name of a card, got '1'"),
        ("?", "It may be Ada, Bob, Cid, Dot. Or back, board, card NAME, log, quit."),
        ("", "Draw three cards"),
    ],
)
def test_an_answer_that_is_none_is_asked_again(typed: str, words: str) -> None:
    sitting = at_table(typed, *DEALT)
    assert words in sitting.text
    assert "Ada, Bob, Cid are drawn" in sitting.text


def test_an_energy_that_is_not_there_is_refused() -> None:
    sitting = at_table(*DEALT, "lead ada", "dot", "metal", "Y", "xyz", "R")
    assert "no Metal Energy is left in the Energy deck" in sitting.text
    assert "no Fairy Energy is left in the Energy deck" in sitting.text
    assert "expects Energies, got 'xyz'" in sitting.text
    assert sitting.actions == ["lead bench-1"]


def test_back_takes_the_whole_action_back() -> None:
    sitting = at_table(*FIGHT, "attach ada", "attack tap", "back", "pass", "W", "R")
    assert "Taken back: nothing of it has happened." in sitting.text
    assert sitting.actions[-1] == "pass"
    assert sitting.game is not None
    assert sitting.game.state.enemy is not None
    assert sitting.game.state.enemy.damage == 0


def test_things_are_looked_up_while_a_question_waits() -> None:
    sitting = at_table(*FIGHT, "ball", "pass", "board", "card dot", "card zz", "log", "rules", "R")
    assert "ENEMY Dot ● Grass" in sitting.text
    assert "Dot ● (test-dot), Grass, 60 HP" in sitting.text
    assert "no card of this game is called 'zz'" in sitting.text
    assert "2. ball" in sitting.text
    assert "retreats_per_turn = 1" in sitting.text
    assert sitting.actions[-1] == "ball", "the action is not over"


def test_undo_asks_anew() -> None:
    sitting = at_table(*FIGHT, "ball", "pass", "R", "W", "undo", "pass", "G", "L")
    assert sitting.game is not None
    assert sitting.game.state.drawn == "Lightning"
    assert "enemy test-dot:0:G" in sitting.game.adventure.text


def test_leaving_within_a_question_keeps_the_position_before() -> None:
    sitting = at_table(*FIGHT, "ball", "pass", "quit", "R")
    assert sitting.actions[-1] == "ball"
    assert sitting.talk.typed == ["R"]
    before_any_card = at_table("ada", "back", "bob")
    assert before_any_card.game is None
    assert before_any_card.kept == []


def test_the_only_card_is_not_asked_for() -> None:
    lonely = world(common=[card("Dot")], energy="RW")
    sitting = sit(*DEALT, "lead ada", "r", manifest=lonely, companion=True)
    assert "It can only be Dot." in sitting.text


def test_an_attack_by_hand_at_the_table() -> None:
    sitting = at_table(
        *FIGHT, "attach ada", "attack 2 by hand: 40, enemy asleep, self 10, discard R", "odd", "G"
    )
    assert "Ada uses Wild; said by hand: damage 40 self 10 discard R enemy Asleep (S43)" in (
        sitting.text
    )
    assert "enemy Dot is Asleep" in sitting.text.replace("Enemy Dot", "enemy Dot")


def test_a_skirmish_is_left_and_the_gym_is_won() -> None:
    """Run from the skirmish, then three knock-outs (S18)."""
    strong = world(
        starters=[card("Ada", attacks=["Crush - 300"], retreat=0), card("Bob", retreat=0),
                  card("Cid", retreat=0)],
        uncommon=[(card("Uma", hp=80), 4)],
        energy="GGRRWWLLPP",
    )  # fmt: skip
    blow = ("ball", "attack crush")
    sitting = sit(
        *DEALT, "lead ada", "R", "ball", "run", "gym", "lead ada", "W",
        *blow, "G", "R", *blow, "G", "R", *blow,
        manifest=strong, companion=True,
    )  # fmt: skip
    assert "the gym is won; badges: 1 (S18)" in sitting.text


def test_every_purpose_has_its_words() -> None:
    for purpose in Purpose:
        question = Question(kind=AskedKind.COIN, purpose=purpose, who="Ada")
        words = question_words(question, "Rare")
        assert purpose.rule in words
        assert "{" not in words


def test_answers_are_understood_as_outcomes() -> None:
    deck = ("Fire", "Fighting", "Fighting")
    drawn = Question(kind=AskedKind.DRAW, purpose=Purpose.ENEMY_ENERGY, options=deck)
    assert understand_answer(drawn, "F").outcome == 2
    assert understand_answer(drawn, "R").outcome == 1
    assert understand_answer(drawn, "fighting energy").outcome == 2
    assert understand_answer(drawn, "fi").choices == ((1, "Fire"), (2, "Fighting"))
    coin = Question(kind=AskedKind.COIN, purpose=Purpose.SLEEP, who="Ada")
    assert understand_answer(coin, "odd") == (False, "odd", ())
    with pytest.raises(InputError):
        understand_answer(coin, "maybe")


@pytest.mark.parametrize("typed", ["hint", "odds", "why not catch", "set balls 3", "undo 2"])
def test_a_command_that_has_to_wait_for_an_answer_says_so(typed: str) -> None:
    sitting = at_table(*FIGHT, "ball", "pass", typed, "R", "W")
    word = typed.removesuffix(" catch").split(" balls")[0].split(" 2")[0]
    assert f"'{word}' has to wait: say first what was drawn. Or type back" in sitting.text
    assert sitting.actions[-1] == "pass"
    first = at_table(typed, *DEALT).text
    assert f"'{word}' has to wait: say first what was drawn. " in first
    assert "type back" not in first


def test_a_command_is_no_card_that_it_comes_near_to() -> None:
    """``card pikachu`` is nearly Pikachu; what begins a name is that name."""
    near = world(starters=[card("Hitmonchan"), card("Pikachu"), card("Logan")], energy="RWFGR")
    sitting = sit("hint", "hit", "card pikachu", "log", "pik", manifest=near, companion=True)
    answers = [text for text in sitting.talk.said if text.startswith("=")]
    assert answers == ["= Hitmonchan", "= Logan", "= Pikachu"]
    coin = at_table(*FIGHT, "ball", "set active asleep", "pass", "hint", "h", "R", "W")
    assert "'hint' has to wait: say first what was rolled or flipped." in coin.text
    assert "even: Ada wakes (S36)" in coin.text
