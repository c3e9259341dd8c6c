"""Outcomes that a person says, and how they become those of a record."""

from __future__ import annotations

import pytest

from cardkit.referee import (
    Adventure,
    Asked,
    AskedKind,
    ChanceError,
    Purpose,
    Question,
    Recorded,
)
from cardkit.referee.actions import Pass
from cardkit.referee.conditions import give
from cardkit.rules import Condition
from tests.referee.table_talk import at, do, fight, main
from tests.referee.worlds import card, world

DECK = ("Fire", "Fire", "Fighting", "Water", "Metal")
DRAW = Question(kind=AskedKind.DRAW, purpose=Purpose.ENERGY_OF_THE_TURN, options=DECK)
COIN = Question(kind=AskedKind.COIN, purpose=Purpose.SLEEP, who="Ada")
DIE = Question(kind=AskedKind.DIE, purpose=Purpose.CATCH, who="Dot", hits=frozenset({1, 6}))


@pytest.mark.parametrize(
    ("question", "answer", "outcome"),
    [
        (DRAW, "Fire", 1),
        (DRAW, "fire energy", 1),
        (DRAW, "FIG", 3),
        (DRAW, "w", 4),
        (DRAW, "etal", 5),
        (DRAW, "2", 2),
        (COIN, "heads", True),
        (COIN, "H", True),
        (COIN, "even", True),
        (COIN, "4", True),
        (COIN, "t", False),
        (COIN, "odd", False),
        (COIN, "5", False),
        (DIE, "6", 6),
        (DIE, " 1 ", 1),
    ],
)
def test_answers_in_words(question: Question, answer: str, outcome: bool | int) -> None:
    read = question.read(answer)
    assert read == outcome
    assert type(read) is type(outcome)


@pytest.mark.parametrize(
    ("question", "answer", "message"),
    [
        (DRAW, "fi", "expects one card, 'fi' may be Fire, Fighting; say more of its name"),
        (
            DRAW,
            "grass",
            r"of the deck \(Fire, Fighting, Water, Metal\), or its position",
        ),
        (DRAW, "6", "position from 1 to 5, got '6'"),
        (DRAW, "", "position from 1 to 5, got ''"),
        (COIN, "7", "expects heads or tails, got '7'"),
        (COIN, "", "expects heads or tails, got ''"),
        (DIE, "0", "expects a number of the die, 1 to 6, got '0'"),
        (DIE, "heads", "expects a number of the die, 1 to 6, got 'heads'"),
    ],
)
def test_what_is_no_answer_is_refused(question: Question, answer: str, message: str) -> None:
    with pytest.raises(ChanceError, match=message):
        question.read(answer)


def test_questions_list_their_answers() -> None:
    assert DRAW.choices == ("Fire", "Fighting", "Water", "Metal")
    assert COIN.choices == ("heads", "tails")
    assert DIE.choices == ("1", "2", "3", "4", "5", "6")


@pytest.mark.parametrize(("kind", "wrong"), [("coin", 1), ("die", True), ("die", 7), ("draw", 0)])
def test_outcomes_of_another_kind_are_refused(kind: str, wrong: bool | int) -> None:
    table = Asked(lambda _question: wrong)
    with pytest.raises(ChanceError, match="expects"):
        _ = table.draw(3) if kind == "draw" else getattr(table, kind)()


def asked(adventure: Adventure, *answers: bool | int | str) -> list[Question]:
    """Let a person give these answers; return the list in which the questions will stand."""
    questions: list[Question] = []
    left = list(answers)

    def ask(question: Question) -> bool | int | str:
        questions.append(question)
        return left.pop(0)

    adventure.chance = Recorded(Asked(ask))
    return questions


def test_every_question_says_what_for() -> None:
    adventure = main()
    give(at(adventure, "active"), Condition.BURNED)
    give(at(adventure, "active"), Condition.ASLEEP)
    give(at(adventure, "enemy"), Condition.CONFUSED)
    questions = asked(
        adventure, "odd", "tails", "Fire", "even", "odd", "heads", "Water", 4, "Fire", 1
    )
    do(adventure, "pass", "ball", "catch")
    assert [(q.kind, q.purpose, q.who, q.rule) for q in questions] == [
        ("coin", "burn", "Ada", "S36"),
        ("coin", "sleep", "Ada", "S36"),
        ("draw", "enemy-energy", "", "S34"),
        ("coin", "enemy-confusion", "enemy Dot", "S37"),
        ("coin", "burn", "Ada", "S36"),
        ("coin", "sleep", "Ada", "S36"),
        ("draw", "energy-of-the-turn", "", "S21"),
        ("die", "catch", "Dot", "S31"),
    ]
    assert questions[-1].hits == {2, 4, 6}


def test_the_record_holds_positions() -> None:
    adventure = main()
    questions = asked(adventure, "water", "lightning")
    adventure.push(Pass())
    assert questions[0].options == tuple(main().state.energy_deck)
    chance = adventure.chance
    assert isinstance(chance, Recorded)
    first = questions[0].options.index("Water") + 1
    assert chance.text == f"{first} {questions[1].options.index('Lightning') + 1}"


def test_cards_of_one_name_are_told_apart_by_their_keys() -> None:
    twins = [card("Dot"), card("Dot", hp=70)]
    manifest = world(common=[(twins[0], 2), twins[1], card("Eve")], energy="GGGRRRWWW")
    adventure = fight(manifest, "1 1")
    questions = asked(adventure, 2, "Dot (test-dot')", "grass", "water")
    do(adventure, "ball", "catch")
    enemy = next(q for q in questions if q.purpose == "new-enemy")
    assert enemy.choices == ("Dot (test-dot)", "Dot (test-dot')", "Eve")
