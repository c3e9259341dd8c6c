"""Every command of a seat, good and bad, with typed lines."""

from __future__ import annotations

import pytest

from cardkit.playing.commands import Word, meant, parse_command
from cardkit.playing.helping import FIRST_PAGE
from cardkit.playing.paint import Style
from cardkit.playing.talk import Pace
from cardkit.referee import Adventure
from cardkit.referee.autopilots import player_maker
from tests.playing.making import Fixed, sit
from tests.referee.recorded import EASY

LEAD, ENERGY = "lead bench-1", "1"
TO_MAIN = (LEAD, "ball")


def test_a_game_is_played_by_numbers() -> None:
    sitting = sit("1", "1", "1")
    assert sitting.actions == ["lead bench-1", "attach active", "attack 1"]
    assert "Ada uses Tap: 10, weakness ×2 = 20 (S28)" in sitting.text


def test_a_game_is_played_by_the_notation() -> None:
    assert sit(LEAD, "attach bench-2", "pass").actions == [LEAD, "attach bench-2", "pass"]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("lead ada", "lead bench-1"),
        ("LEAD  Bob", "lead bench-2"),
        ("led cid", "lead bench-3"),
        ("lead b3", "lead bench-3"),
        ("lead with bench 2", "lead bench-2"),
        ("bob", "lead bench-2"),
        ("swap ada with pc-2", "swap bench-1 pc-2"),
        ("swap pc 2 cid", "swap bench-3 pc-2"),
        ("swap bench-1, pc-1", "swap bench-1 pc-1"),
    ],
)
def test_before_an_event_a_few_letters_are_enough(typed: str, action: str) -> None:
    assert sit(typed).actions == [action]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("attach ada", "attach active"),
        ("attach to act", "attach active"),
        ("att bob", "attach bench-2"),
        ("atach cid", "attach bench-3"),
        ("cid", "attach bench-3"),
        ("ball", "ball"),
        ("discard", "ball"),
    ],
)
def test_the_energy_goes_where_a_few_letters_say(typed: str, action: str) -> None:
    assert sit(LEAD, typed).actions == [LEAD, action]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("attack tap", "attack 1"),
        ("use tap", "attack 1"),
        ("attack 1", "attack 1"),
        ("tap", "attack 1"),
        ("atack ta", "attack 1"),
        ("retreat bob", None),
        ("pass", "pass"),
        ("skip", "pass"),
        ("catch", "catch"),
        ("ctach", "catch"),
    ],
)
def test_the_turn_is_played_in_words(typed: str, action: str | None) -> None:
    played = sit(*TO_MAIN, typed).actions[2:]
    assert played == ([action] if action else [])


def test_a_retreat_names_its_payment_or_is_asked_for_it() -> None:
    typed = (LEAD, "attach ada", "pass", "ball", "retreat bob for g")
    assert sit(*typed).actions[-1] == "retreat bench-2 G"
    assert sit(*typed[:-1], "retreat to bob").actions[-1] == "retreat bench-2 G"
    assert sit(*typed[:-1], "retreat bob paying grass").actions[-1] == "retreat bench-2 G"


def test_what_is_not_clear_is_asked_with_numbers() -> None:
    typed = (*TO_MAIN, "set active energy RW", "retreat bob")
    sitting = sit(*typed, "2")
    assert "1 retreat to bench-2 Bob, paying Fire [retreat bench-2 R]" in sitting.text
    assert sitting.actions[-1] == "retreat bench-2 W"
    none = sit(*typed, "")
    assert "None of them, then." in none.text
    assert len(none.actions) == 3
    assert len(sit(*typed, "9").actions) == 3


def test_the_only_attack_that_can_be_paid_is_meant() -> None:
    assert sit(*TO_MAIN, "attack").actions[-1] == "attack 1"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("99", "expects a number from 1 to"),
        ("9" * 5000, "expects a number from 1 to"),
        ("fly away", "neither an action nor a command: 'fly away' -> help tells what may be typed"),
        ("helb", "did you mean help?"),
        ("undo many", "expects how many steps, got 'many'"),
        ("undo 0", "expects how many steps, got '0'"),
        ("undo ²", "expects how many steps, got '²'"),
        ("undo 99999999999999999", "there are 2 steps to undo, got '99999999999999999'"),
        ("log all", "expects how many steps, got 'all'"),
        ("hint genius", "an autopilot is"),
        ("why not dance", "expects an action, got 'dance'"),
        ("card Missingno", "no card of this game is called 'Missingno'"),
        ("set", "expects what is to be put right, got ''"),
        ("set nobody damage 10", "nothing here is called"),
        ("set enemy damage lots", "expects a number, got 'lots'"),
        ("set enemy damage 999999999", "expects a number up to 9999, got '999999999'"),
        ("set enemy 999999999 damage", "expects a number up to 9999, got '999999999'"),
        ("set balls 999", "ready balls are 0 to 5, got 999 (S6)"),
        ("set enemy sleepy", "expects what is to be put right"),
        ("move nowhere", "expects two places, got 'nowhere'"),
        ("put", "expects a card that lies in a deck, and a place, got ''"),
        ("put nobody bench-3", "expects a card that lies in a deck"),
        ("take nobody", "nothing here is called 'nobody'"),
        ("attack 7 by hand: 10", "number 7 is not one of them (S28)"),
        ("attack wild by hand: magic", "expects what the attack did, got 'magic'"),
        ("attack zzzzz by hand: 10", "expects an attack of the Active, got 'zzzzz'"),
        ("set balls 9", "ready balls are 0 to 5, got 9 (S6)"),
        ("\x00", "neither an action nor a command"),
        ("é" * 300, "neither an action nor a command"),
    ],
)
def test_bad_input_is_answered_and_changes_nothing(typed: str, words: str) -> None:
    sitting = sit(*TO_MAIN, typed, "pass")
    assert words in sitting.text
    assert sitting.actions == [LEAD, "ball", "pass"]


def test_an_action_that_is_not_legal_is_explained_with_every_rule() -> None:
    text = sit(*TO_MAIN, "attack burst", "run", "attach bob").text
    assert "Burst costs RRR, missing RRR (S28)" in text
    assert "has 0 Energy, its retreat cost is 1 (S26)" in text
    assert "'attach' belongs where the drawn Energy is used" in text


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("why not attack burst", "Burst costs RRR, missing RRR (S28)"),
        ("why not attack 1", "Nothing forbids attack 1"),
        ("why not", "attack 2 is not legal"),
        ("why not catch", "Nothing forbids catch"),
        ("why not swap ada pc-1", "'swap' belongs where the event is prepared"),
        ("why not event champion", "the champion asks for 3 badges, there are 0 (S15)"),
        ("why not revive bob", "a revive takes 5 balls ready before the draw"),
        ("why not retreat bob", "Ada retreats for 1 Energy card, not 0 (S23)"),
    ],
)
def test_why_not(typed: str, words: str) -> None:
    sitting = sit(*TO_MAIN, typed)
    assert words in sitting.text
    assert sitting.actions == [LEAD, "ball"]


def test_why_tells_the_last_step() -> None:
    assert "Ada, Bob, Cid are drawn from the Common deck (S12)" in sit("why").text
    assert "2. ball Grass is discarded for a ball; 1 are ready (S22)" in sit(*TO_MAIN, "why").text


def test_odds_are_told() -> None:
    text = sit(*TO_MAIN, "odds").text
    assert "Catch Dot: an even roll catches. Rolls: 1 (one to begin with); 50% (S30, S31)." in text
    assert "With balls thrown after a failure, 1: 75% (S32)." in text
    assert "Attack 1, Tap: the enemy falls: 0%, one of yours falls in the turn after: 0%." in text
    assert "The enemy's next attack, with 1 in the pool: 10 × 1 = 10; Ada: 100 HP left" in text
    assert "1 of 9 Energies is Grass and would make your Active Poisoned: 11% (S35)." in text


def test_odds_know_conditions_and_gyms() -> None:
    text = sit(*TO_MAIN, "set enemy confused", "set active burned and poisoned", "odds").text
    assert "one for a condition" in text
    assert "It is Confused: 50% that it hurts itself with 30 instead (S37)." in text
    assert "Ada takes 20, then its burn ends with 50% (S36)." in text
    assert "Ada takes 10 at each check-up (S36)." in text
    paralyzed = sit(*TO_MAIN, "set enemy paralyzed", "set active asleep", "odds").text
    assert "It is Paralyzed and does not attack (S37)." in paralyzed
    assert "Ada wakes at each check-up with 50% (S36)." in paralyzed
    asleep = sit(*TO_MAIN, "set enemy asleep", "set active confused", "odds").text
    assert "It attacks only if it wakes first: 50%" in asleep
    assert "Ada hurts itself with 30 in 50% of its attacks (S28)." in asleep
    assert "nothing is left to chance" in sit("odds").text
    weak = sit(*TO_MAIN, "set enemy damage 40", "odds").text
    assert "one for less than half its HP" in weak
    assert "Attack 1, Tap: the enemy falls: 100%" in weak


def test_a_failed_catch_has_odds_of_its_own() -> None:
    sitting = sit(*TO_MAIN, "catch", "odds", "throw", dice="12")
    assert "Another roll for a ball: an even roll catches, 50% (S30, S32)." in sitting.text
    assert sitting.actions[-1] == "throw"


def test_how_much_prints_the_workings() -> None:
    text = sit(*TO_MAIN, "how much").text
    assert "attack 1, Tap: 10, weakness ×2 = 20 (S28)." in text
    assert "attack 2, Wild: the text of Wild is not read" in text
    assert "The enemy's next attack: 10 × 1 = 10 (S37)." in text
    assert "No enemy is there" in sit("how much").text


def test_a_hint_comes_with_its_reason_and_changes_nothing() -> None:
    sitting = sit(LEAD, "hint", "hint random")
    assert "The careful autopilot would take" in sitting.text
    assert "The random autopilot would take" in sitting.text
    assert ": by chance, one of" in sitting.text
    assert sitting.actions == [LEAD]


def test_undo_goes_back_to_the_start_and_no_further() -> None:
    sitting = sit(*TO_MAIN, "pass", "undo", "undo 2", "undo", "lead bob")
    assert "Taken back: pass." in sitting.text
    assert "Taken back: ball, lead bench-1." in sitting.text
    assert "This is the very start: nothing is left to take back." in sitting.text
    assert sitting.actions == ["lead bench-2"]
    assert sitting.kept[0] == sitting.kept[5], "the save goes back too"


def test_undo_of_more_than_there_is_goes_to_the_start() -> None:
    assert sit(*TO_MAIN, "undo 99").actions == []


def test_the_log_tells_the_latest_steps_or_so_many() -> None:
    text = sit(*TO_MAIN, "log").text
    assert "Ada, Bob, Cid are drawn from the Common deck (S12)" in text
    assert "1. lead bench-1" in text
    last = sit(*TO_MAIN, "log 1").talk.said[-1]
    assert "2. ball" in last
    assert "1. lead" not in last


def test_cards_texts_and_rules_are_shown() -> None:
    text = sit(LEAD, "card", "card uma", "texts", "rules", "save", "help").text
    assert "Ada ● (test-ada), Fire, 100 HP, weakness none, resistance none, retreat 1" in text
    assert "Wild (R) 50 [the text of Wild is not read" in text
    assert "Uma ◆ (test-uma), Colorless, 80 HP" in text
    assert "1 attack, used by hand" in text
    assert "retreats_per_turn = 1" in text
    assert "Grass Poisoned, Fire Burned" in text
    assert "saved after every step: here.jsonl" in text
    for typed, _ in FIRST_PAGE:
        assert typed in text


def test_every_text_read_is_said_so() -> None:
    assert "Every attack and ability of your cards is read" in sit("texts", manifest=EASY).text


@pytest.mark.parametrize(
    ("typed", "entry"),
    [
        ("set enemy damage 40", "set enemy damage 40"),
        ("set dot damage 40", "set enemy damage 40"),
        ("set enemy hp 20", "set enemy damage 40"),
        ("set enemy 40 damage", "set enemy damage 40"),
        ("set active poisoned", "set active conditions Poisoned"),
        ("set ada pois", "set active conditions Poisoned"),
        ("set active asleep and burned", "set active conditions Asleep+Burned"),
        ("set active conditions none", "set active conditions none"),
        ("set active healthy", "set active conditions none"),
        ("set bob energy rw", "set bench-2 energy RW"),
        ("set bob energy fire, water", "set bench-2 energy RW"),
        ("set bench 2 energy 2 fire", "set bench-2 energy RR"),
        ("set pool fi", None),
        ("set pool R", "set enemy energy R"),
        ("set pool none", "set enemy energy none"),
        ("set bob down", "set bench-2 down"),
        ("set bob knocked out", "set bench-2 down"),
        ("set balls 3", "set balls 3"),
        ("set badges 1", "set badges 1"),
        ("set knock-outs 2", "set knock-outs 2"),
        ("set ko 2", "set knock-outs 2"),
        ("move bob to pc 1", "move bench-2 pc-1"),
        ("move bob with cid", "move bench-2 bench-3"),
        ("move b2 b4", "move bench-2 bench-4"),
        ("put dot on bench-4", "put test-dot bench-4"),
        ("put uma as the enemy", "put test-uma enemy"),
        ("take cid", "take bench-3"),
        ("correct balls 1", "set balls 1"),
    ],
)
def test_corrections_are_said_in_words(typed: str, entry: str | None) -> None:
    sitting = sit(*TO_MAIN, typed)
    assert sitting.actions[2:] == ([entry] if entry else [])
    if entry:
        assert f"corrected at the table: {entry} (S46)" in sitting.text
        assert len(sitting.kept) == 4


def test_a_correction_takes_a_condition_off_and_postures_replace_each_other() -> None:
    sitting = sit(*TO_MAIN, "set active poisoned", "set active asleep", "set active not pois")
    assert sitting.actions[-2:] == [
        "set active conditions Asleep+Poisoned",
        "set active conditions Asleep",
    ]
    assert sit(*TO_MAIN, "set active asleep", "set active confused").actions[-1] == (
        "set active conditions Confused"
    )


def test_a_drawn_energy_is_corrected() -> None:
    assert sit(LEAD, "set drawn fire").actions[-1] == "set drawn R"
    assert "expects one Energy, got 'RR'" in sit(LEAD, "set drawn RR").text


WILD = ("lead ada", "set drawn fire", "attach ada")


@pytest.mark.parametrize(
    ("told", "result"),
    [
        ("40 damage, enemy asleep, self 10, discard R", "damage 40 self 10 discard R enemy Asleep"),
        ("40", "damage 40"),
        ("damage 40 to the enemy; heal 20", "damage 40 heal 20"),
        ("20 damage and 10 to itself", "damage 20 self 10"),
        ("enemy is poisoned and burned", "enemy Burned+Poisoned"),
        ("asleep", "enemy Asleep"),
        ("self confused", "own Confused"),
        ("discard fire", "discard R"),
        ("bench-2 10, bob 20", "hurt bench-2 10 hurt bench-2 20"),
        ("heal bob 20", "mend bench-2 20"),
        ("nothing", "nothing"),
    ],
)
def test_an_unread_attack_is_used_by_hand(told: str, result: str) -> None:
    expected = f"by-hand 2 {result}"
    whole = sit(*WILD, f"attack 2 by hand: {told}")
    asked = sit(*WILD, "attack wild", told)
    assert asked.actions[-1] == expected
    if result != "nothing":
        assert whole.actions[-1] == expected
    numbered = sit(*WILD, "1", told)
    assert "Wild (by hand)" in numbered.text or numbered.actions[-1] == "attack 1"


def test_a_result_that_is_not_understood_is_asked_again_and_may_be_taken_back() -> None:
    sitting = sit(*WILD, "attack wild", "a lot", "", "back", "pass")
    assert "expects what the attack did, got 'a lot'" in sitting.text
    assert "Taken back: nothing of it has happened." in sitting.text
    assert sitting.actions[-1] == "pass"


def test_an_impossible_result_is_refused() -> None:
    sitting = sit(*WILD, "attack wild by hand: 40, discard WW")
    assert "Ada cannot discard WW: there is R (S43)" in sitting.text
    assert len(sitting.actions) == 3


def test_every_step_is_kept() -> None:
    sitting = sit(*TO_MAIN, "pass")
    assert len(sitting.kept) == 4, "at the start too"
    assert len(set(sitting.kept)) == 4


def winning_lines() -> list[str]:
    """What the careful autopilot would type in the easy world."""
    adventure = Adventure.start(EASY, Fixed())
    player = player_maker("careful", adventure.state.table)(1)
    typed = []
    while adventure.outcome is None:
        action = player.choose(adventure).action
        adventure.push(action)
        typed.append(str(action))
    return typed


def test_a_won_adventure_ends() -> None:
    sitting = sit(*winning_lines(), manifest=EASY)
    assert sitting.game is not None
    assert sitting.game.outcome is not None
    assert "You have won the adventure: the champion's third Pokemon is knocked out" in sitting.text


def test_the_screen_fits_eighty_columns_and_twenty_four_lines() -> None:
    for screen in sit(*winning_lines(), manifest=EASY).talk.said:
        lines = screen.splitlines()
        assert len(lines) <= 23, "one line is left for the prompt"
        assert all(len(line) <= 80 for line in lines)


def test_plain_mode_draws_nothing_and_moves_nothing() -> None:
    plain = Style(plain=True)
    sitting = sit(*TO_MAIN, "pass", "board", "actions", "help", style=plain)
    assert sitting.talk.cleared == 0
    assert not set(sitting.talk.text) & set("─█░★☆●○\x1b")
    assert "Enemy: Dot, Grass, common deck, 60 of 60 HP left." in sitting.text
    assert "Active: Ada, Fire, common deck" in sitting.text
    assert "1: attack with Tap: 10, weakness ×2 = 20 damage." in sitting.text


def test_plain_mode_counts_many_swaps() -> None:
    typed = ("move bob pc-1", "move cid pc-2", "put dot bench-2", "put uma bench-3")
    text = sit(*typed, "put rex bench-4", "lead ada", style=Style(plain=True)).text
    assert "more: type actions, or say what you want." in text
    assert "swap bench-2 Dot with pc-1 Bob." not in text.split("put test-rex bench-4")[-1]


def test_an_empty_active_place_may_be_filled_from_the_pc() -> None:
    fill = ("put dot b4", "put dot b5", "move b1 pc-1", "put dot b1")
    text = sit(*fill, "undo 4", *fill, "actions").text
    assert "swap active empty with pc-1 Ada" in text


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in sit(*TO_MAIN).talk.text
    assert "\x1b[1;31m" in sit(*TO_MAIN, style=Style(colour=True)).talk.text


def test_line_by_line_waits_for_enter() -> None:
    sitting = sit(LEAD, "", "", "", "", "ball", "", pace=Pace.LINE)
    assert sitting.actions == [LEAD, "ball"]
    assert sitting.talk.prompts.count("") == 5


def test_completion_offers_actions_commands_and_names() -> None:
    words = sit("1").talk.words[0]
    assert {"odds", "bench-1", "Ada", "retreat", "enemy"} <= set(words)


@pytest.mark.parametrize(
    ("line", "word", "rest"),
    [
        ("", Word.BOARD, ""),
        ("  UNDO   3 ", Word.UNDO, "3"),
        ("why not attack 1", Word.WHY_NOT, "attack 1"),
        ("why", Word.WHY, ""),
        ("how much", Word.HOW_MUCH, ""),
        ("q", Word.QUIT, ""),
        ("?", Word.HELP, ""),
        ("set enemy damage 10", Word.SET, "enemy damage 10"),
    ],
)
def test_commands_are_read(line: str, word: Word, rest: str) -> None:
    assert parse_command(line) == (word, rest)


def test_what_is_no_command() -> None:
    assert parse_command("undone") is None
    assert parse_command("attack 1") is None
    assert meant("hlep") == "help"
    assert meant("xyzzy") == ""
    assert meant("") == ""


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
def test_leaving(word: str) -> None:
    sitting = sit(LEAD, word, "ball")
    assert sitting.actions == [LEAD]
    assert sitting.talk.typed == ["ball"]


def test_an_attack_that_cannot_be_used_says_why_of_each() -> None:
    sitting = sit(LEAD, "ball", "set active asleep", "attack", "pass")
    assert "Which one?" not in sitting.text
    assert "attack 1 is not legal: Ada is Asleep" in sitting.text
    assert "attack 3 is not legal: Ada is Asleep" in sitting.text
    assert sitting.actions[-1] == "pass"


@pytest.mark.parametrize("typed", ["how much", "pass", "undo"])
def test_a_command_at_which_one_is_obeyed(typed: str) -> None:
    before = (*TO_MAIN, "set active energy RW")
    straight, asked = sit(*before, typed), sit(*before, "retreat bob", typed)
    assert "Which one?" in asked.text
    assert f"> {typed}" in asked.text
    assert "None of them, then." not in asked.text
    assert asked.actions == straight.actions
    assert straight.talk.said[-1] in asked.text or straight.talk.said[-1] in asked.talk.said


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("why not burst", "Burst costs RRR, missing RRR (S28)"),
        ("why not tap", "Nothing forbids attack 1"),
        ("why not bob", "heal bench-2 is not legal"),
        ("why not 1", "Nothing forbids attack 1"),
        ("burst", "Burst costs RRR, missing RRR (S28)"),
        ("bob", "Ada retreats for 1 Energy card, not 0 (S23)"),
    ],
)
def test_names_of_the_table_are_understood_when_they_are_not_legal(typed: str, words: str) -> None:
    sitting = sit(*TO_MAIN, typed)
    assert words in sitting.text
    assert sitting.actions == [LEAD, "ball"]


@pytest.mark.parametrize("typed", ["wild", "attack wild", "why not wild", "why not attack wild"])
def test_an_attack_of_the_bench_says_whose_it_is(typed: str) -> None:
    sitting = sit("lead bob", "ball", typed)
    assert "Wild is an attack of Ada (bench-1); only the Active attacks (S28)" in sitting.text
    assert len(sitting.actions) == 2


def test_the_enemy_by_its_name_is_caught_or_not_yet() -> None:
    assert "the drawn Energy must be used first" in sit(LEAD, "why not dot").text
