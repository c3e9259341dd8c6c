"""What a person says about the table: results by hand and corrections (Rule: S43, S46)."""

from __future__ import annotations

import json

import pytest

from cardkit.errors import InputError
from cardkit.referee import Adventure, IllegalAction, Phase, Scripted, Table, What, parse_action
from cardkit.referee.recording import Recorder
from cardkit.referee.records import MoveKind, RecordError, read_record, write_record
from cardkit.referee.said import AttackByHand, Correction, HandResult, parse_entry
from cardkit.referee.verification import verify
from cardkit.rules import Condition
from cardkit.schema_check import schema_faults
from tests.referee.recorded import SMALL, forged
from tests.referee.table_talk import at, fight, main, name_at, power
from tests.referee.worlds import STARTERS, attack, card, energies, leading, world

ENTRIES = [
    "by-hand 1 nothing",
    "by-hand 2 damage 40",
    "by-hand 2 damage 40 self 10 heal 20 discard RW pool G enemy Asleep+Poisoned own Confused "
    "hurt bench-1 10 hurt bench-2 20 mend bench-3 30",
    "set enemy damage 40",
    "set bench-2 damage 0",
    "set active conditions none",
    "set enemy conditions Burned+Poisoned",
    "set active energy GRW",
    "set enemy energy none",
    "set bench-1 down",
    "set bench-1 up",
    "set balls 3",
    "set badges 2",
    "set knock-outs 1",
    "set drawn R",
    "move bench-1 pc-2",
    "put test-dot* bench-3",
    "put test-dot enemy",
    "take bench-3",
]


def odd_world() -> Adventure:
    """Ada's second attack is not read; she leads against a Dot with 60 HP."""
    wild = attack("Wild G 50", text_omitted=True)
    starters = [card("Ada", attacks=["Tap - 10", wild], hp=100), *STARTERS[1:]]
    adventure = main(
        world(starters=starters, common=[(card("Dot"), 3)], energy="GGRRWWLLPP"), "1 1 1 1 1 1"
    )
    power(adventure, "active", "GR")
    return adventure


def say(adventure: Adventure, line: str) -> list[What]:
    told = adventure.push(parse_entry(line))
    assert adventure.status() == ()
    return [happening.kind for happening in told]


def refusal(adventure: Adventure, line: str) -> str:
    before = adventure.text
    violations = adventure.explain(parse_entry(line))
    with pytest.raises(IllegalAction):
        adventure.push(parse_entry(line))
    assert adventure.text == before
    return "; ".join(str(violation) for violation in violations)


@pytest.mark.parametrize("line", ENTRIES)
def test_the_notation_goes_both_ways(line: str) -> None:
    assert str(parse_entry(line)) == line
    assert len(line) <= 200


def test_every_action_is_an_entry() -> None:
    assert parse_entry("attach active") == parse_action("attach active")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("by-hand", "a number and a result follow"),
        ("by-hand 1", "a number and a result follow"),
        ("by-hand x nothing", "a whole number, got 'x'"),
        ("by-hand 1 damage", "something follows 'damage'"),
        ("by-hand 1 damage ten", "a whole number, got 'ten'"),
        ("by-hand 1 enemy Sleepy", "conditions are Asleep, Burned"),
        ("by-hand 1 damage 0", "a result reads like damage 40"),
        ("by-hand 1 own Asleep damage 10", "a result reads like"),
        ("by-hand 1 hurt bench-1", "a place and a number follow 'hurt'"),
        ("by-hand 1 discard Q", "Energy letters are"),
        ("set", "a correction names a place"),
        ("set enemy damage", "a correction names a place"),
        ("set enemy damage -10", "a whole number, got '-10'"),
        ("set enemy damage 010", "a whole number, got '010'"),
        ("set nowhere damage 10", "a place is active"),
        ("set drawn RR", "a correction names a place"),
        ("set balls many", "a whole number"),
        ("move bench-1", "two places follow 'move'"),
        ("put test-dot", "a card and a place follow 'put'"),
        ("take", "one place follows 'take'"),
        ("shuffle", "an action begins with one of"),
        ("", "an action begins with one of"),
    ],
)
def test_what_is_no_entry_is_refused_with_its_form(line: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_entry(line)
    assert words in str(caught.value)
    assert caught.value.faults[0].remedy.startswith("write it like")


def test_s43_an_unread_attack_is_used_with_its_result_said() -> None:
    adventure = odd_world()
    assert refusal(adventure, "attack 2").endswith("(S43)")
    told = say(
        adventure,
        "by-hand 2 damage 20 self 10 discard R enemy Poisoned hurt bench-2 20",
    )
    assert told[0] is What.ATTACKED_BY_HAND
    # The enemy's check-up follows at once (S36), then its attack of 10 (S37).
    assert at(adventure, "enemy").damage == 20 + 10 + 10, "two check-ups"
    assert at(adventure, "active").damage == 10 + 10
    assert at(adventure, "active").energy == [*energies("G")]
    assert at(adventure, "bench-2").damage == 20


def test_s43_a_result_by_hand_heals_and_discards_from_the_pool() -> None:
    adventure = odd_world()
    at(adventure, "active").damage = 50
    at(adventure, "bench-2").damage = 30
    at(adventure, "enemy").energy.append(adventure.state.energy_deck.pop())
    adventure = adventure.copy(Scripted("T 1 T 1"))
    say(adventure, "by-hand 2 heal 30 pool P own Burned mend bench-2 100")
    assert at(adventure, "bench-2").damage == 0
    assert len(at(adventure, "enemy").energy) == 1, "discarded, then the next is drawn (S34)"
    assert at(adventure, "active").burned


def test_s38_an_attack_by_hand_knocks_out() -> None:
    adventure = odd_world()
    told = say(adventure, "by-hand 2 damage 60")
    assert What.ENEMY_KNOCKED_OUT in told


def test_s28_a_confused_attacker_may_fail_by_hand_too() -> None:
    adventure = odd_world()
    at(adventure, "active").posture = Condition.CONFUSED
    failing = adventure.copy(Scripted("T 1 1"))
    say(failing, "by-hand 2 damage 40")
    assert at(failing, "enemy").damage == 0
    assert at(failing, "active").damage == 30 + 10
    holding = adventure.copy(Scripted("H 1 1"))
    say(holding, "by-hand 2 damage 40")
    assert at(holding, "enemy").damage == 40


@pytest.mark.parametrize(
    ("line", "rule", "words"),
    [
        ("by-hand 1 damage 40", "S43", "Tap is read by the referee: use attack 1"),
        ("by-hand 3 damage 40", "S28", "number 3 is not one of them"),
        ("by-hand 2 damage 45", "S28", "full tens, at most 2000, got 45"),
        ("by-hand 2 damage 9000", "S28", "got 9000"),
        ("by-hand 2 discard WW", "S43", "cannot discard WW: there is GR"),
        ("by-hand 2 pool G", "S43", "the enemy's pool cannot discard G: there is nothing"),
        ("by-hand 2 enemy Asleep+Confused", "S36", "replace each other"),
        ("by-hand 2 hurt bench-1 10", "S43", "no living benched Pokemon lies at bench-1"),
        ("by-hand 2 hurt active 10", "S43", "at active"),
        ("by-hand 2 mend pc-1 10", "S43", "at pc-1"),
    ],
)
def test_a_result_that_cannot_be_is_refused(line: str, rule: str, words: str) -> None:
    said = refusal(odd_world(), line)
    assert words in said
    assert f"({rule})" in said


def test_a_long_result_is_refused() -> None:
    long = "by-hand 2 damage 10" + " hurt bench-2 10" * 20
    assert "at most 200 letters" in refusal(odd_world(), long)


def test_s28_an_attack_by_hand_must_be_paid_and_its_user_awake() -> None:
    adventure = odd_world()
    at(adventure, "active").energy.clear()
    adventure.state.energy_deck = list(adventure.state.table.energy)
    adventure.state.energy_discard = []
    assert "(S28)" in refusal(adventure, "by-hand 2 damage 40")
    sleeping = odd_world()
    at(sleeping, "active").posture = Condition.ASLEEP
    assert "is Asleep and cannot attack (S28)" in refusal(sleeping, "by-hand 2 damage 40")


def test_s21_an_attack_by_hand_belongs_into_the_turn() -> None:
    adventure = fight(leading(["Tap - 10"]))
    assert "(S21)" in refusal(adventure, "by-hand 1 damage 40")


def test_s29_a_gx_attack_by_hand_is_used_once() -> None:
    gx = attack("Big GX G 50", text_omitted=True)
    starter = card("Ada GX", attacks=[gx], subtypes=["Basic", "GX"], hp=990)
    others = [card("Bob"), card("Cid")]
    adventure = main(
        world(starters=[starter, *others], common=[(card("Dot", hp=500), 3)]), "1 1 1 1 1 1"
    )
    power(adventure, "active", "R")
    say(adventure, "set active energy GR")
    adventure.push(parse_entry("by-hand 1 damage 50"))
    assert adventure.state.once_used == {"GX"}


def test_s43_any_attack_may_be_said_where_an_ability_is_not_read() -> None:
    adventure = main(leading(["Tap - 10"], abilities=["Glow"]), "1 1")
    say(adventure, "by-hand 1 damage 30")
    assert at(adventure, "enemy").damage == 30


def test_a_result_is_read_from_words() -> None:
    assert HandResult.from_words(["nothing"]) == HandResult()
    assert str(HandResult()) == "nothing"


def test_corrections_change_the_table_and_nothing_else() -> None:
    adventure = main(world(common=[(card("Dot"), 3)], energy="GGRRWWLLPP"), "1 1")
    for line, shown in (
        ("set enemy damage 40", "enemy test-dot:40"),
        ("set active conditions Asleep+Poisoned", "active test-ada:0::Asleep+Poisoned"),
        ("set active conditions none", "active test-ada"),
        ("set active energy RW", "active test-ada:0:RW"),
        ("set active energy R", "active test-ada:0:R"),
        ("set enemy energy GL", "enemy test-dot:40:GL"),
        ("set bench-2 down", "bench - test-bob:down"),
        ("set bench-2 up", "bench - test-bob test-cid"),
        ("set balls 3", "balls 3"),
        ("set badges 1", "badges 1"),
        ("set knock-outs 2", "ko 2"),
        ("move bench-2 pc-1", "pc test-bob"),
        ("put test-dot bench-1", "bench test-dot"),
        ("take bench-1", "bench - - test-cid"),
        ("put test-dot enemy", "enemy test-dot /"),
    ):
        assert say(adventure, line) == [What.CORRECTED]
        assert adventure.state.phase is Phase.MAIN
        assert shown in adventure.text, line


def test_a_drawn_energy_is_put_right() -> None:
    adventure = fight(world(energy="GGRRWWLLPP"))
    say(adventure, "set drawn P")
    assert adventure.state.drawn is energies("P")[0]
    assert adventure.state.energy_discard == []
    say(adventure, "set drawn P")
    say(adventure, "attach active")
    assert at(adventure, "active").energy == [*energies("P")]


def test_a_card_that_moves_to_the_pc_leaves_everything() -> None:
    adventure = main(world(energy="GGRRWWLLPP"), "1 1")
    power(adventure, "bench-2", "RW")
    at(adventure, "bench-2").damage = 30
    say(adventure, "move bench-2 pc-3")
    assert at(adventure, "pc-3").energy == []
    assert at(adventure, "pc-3").damage == 0


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("set enemy damage 45", "full tens from 0, got 45 (S28)"),
        (
            "set enemy damage 60",
            "Dot (enemy) has 60 HP and 60 damage, yet it is not knocked out (S38)",
        ),
        (
            "set active damage 60",
            "Ada (active) has 60 HP and 60 damage, yet it is not knocked out (S27)",
        ),
        ("set active down", "there is no living Active (S27)"),
        ("set enemy down", "a knocked-out enemy leaves at once"),
        ("set bench-1 damage 10", "bench-1 is empty (S13)"),
        ("set bench-9 damage 10", "there is no place bench-9 (S8)"),
        ("set active conditions Asleep+Confused", "Asleep and Confused replace each other"),
        ("set active energy RRRR", "no RRR is left in the Energy deck"),
        ("set enemy energy RWLP", "the pool holds at most 3, got 4 (S34)"),
        ("set drawn R", "no drawn Energy waits"),
        ("set balls 6", "ready balls are 0 to 5, got 6 (S6)"),
        ("set badges 4", "badges are 0 to 3, got 4 (S11)"),
        ("move bench-1 pc-1", "both empty: nothing to move (S13)"),
        ("move bench-2 pc-9", "there is no place pc-9 (S8)"),
        ("move active pc-1", "there is no living Active (S27)"),
        ("put test-none bench-1", "no card test-none lies in a deck (S14)"),
        ("put test-dot bench-2", "bench-2 is taken"),
        ("put test-dot pc-9", "there is no place pc-9"),
        ("take active", "there is no living Active"),
    ],
)
def test_a_correction_that_leaves_no_sound_position_is_refused(line: str, words: str) -> None:
    manifest = world(common=[(card("Dot"), 3)], energy="GGRWLP")
    assert words in refusal(main(manifest, "1 1"), line)


def test_s18_knock_outs_that_would_end_a_gym_are_refused() -> None:
    adventure = main(world(uncommon=[(card("Uma"), 3)]), event="gym")
    assert "3 knock-outs would have ended the gym (S18)" in refusal(adventure, "set knock-outs 3")


def test_the_enemy_cannot_be_corrected_where_there_is_none() -> None:
    adventure = Adventure.start(world(), Scripted("1 1 1"))
    assert "there is no enemy" in refusal(adventure, "set enemy damage 10")


def test_the_last_in_play_stays() -> None:
    adventure = Adventure.start(world(), Scripted("1 1 1"))
    say(adventure, "take bench-1")
    say(adventure, "take bench-2")
    assert "at least one Pokemon must stay in play" in refusal(adventure, "take bench-3")
    assert name_at(adventure, "bench-3") == "Cid"


def test_records_mark_what_a_person_said_and_replay() -> None:
    recorder = Recorder(Table.lay(SMALL), Scripted("1 1 1 1 5 1 3"), player="person")
    for line in ("lead bench-1", "set drawn P", "attach active", "set balls 2", "attack 1"):
        recorder.apply(parse_entry(line))
    record = recorder.record("enough")
    text = write_record(record).encode()
    kinds = [json.loads(line)["kind"] for line in text.splitlines()]
    assert kinds == ["header", "action", "correction", "action", "correction", "action", "end"]
    assert not any(schema_faults(json.loads(line), "record") for line in text.splitlines())
    assert read_record(text) == record
    found = verify(record)
    assert (found.actions, found.corrections, found.by_hand) == (5, 2, 0)


def test_a_line_of_the_wrong_kind_is_refused() -> None:
    recorder = Recorder(Table.lay(SMALL), Scripted("1 1 1 1 5"), player="person")
    recorder.apply(parse_entry("lead bench-1"))
    recorder.apply(parse_entry("set balls 2"))
    text = write_record(recorder.record("enough")).encode()
    hidden = forged(text, 3, lambda line: line.update(kind="action"))
    with pytest.raises(RecordError, match="on a line of the kind 'correction', got 'action'"):
        verify(read_record(hidden, "game.jsonl"), where="game.jsonl")


def test_an_unsound_correction_in_a_record_is_refused_at_its_line() -> None:
    recorder = Recorder(Table.lay(SMALL), Scripted("1 1 1 1 5"), player="person")
    recorder.apply(parse_entry("lead bench-1"))
    recorder.apply(parse_entry("set balls 2"))
    text = write_record(recorder.record("enough")).encode()
    broken = forged(text, 3, lambda line: line.update(action="set balls 7"))
    with pytest.raises(RecordError, match=r"game.jsonl:3: 'set balls 7' is not legal.*S6"):
        verify(read_record(broken, "game.jsonl"), where="game.jsonl")


def test_kinds_of_lines() -> None:
    assert MoveKind.of(parse_action("pass")) is MoveKind.ACTION
    assert MoveKind.of(parse_entry("set balls 1")) is MoveKind.CORRECTION
    assert MoveKind.of(parse_entry("by-hand 1 nothing")) is MoveKind.BY_HAND
    assert issubclass(AttackByHand, type(parse_entry("by-hand 1 nothing")))
    assert isinstance(parse_entry("take bench-1"), Correction)
