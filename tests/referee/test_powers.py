"""Powers in games of any age: old records go on without them (Rule: S43, S46)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardkit.cards import Ability
from cardkit.playing.game import Game
from cardkit.referee import Adventure, Scripted, Seeded, Table, parse_action, unread_texts
from cardkit.referee.recording import Recorder
from cardkit.referee.records import Record, RecordError, chained, read_record, write_record
from cardkit.referee.said import parse_entry
from cardkit.referee.verification import verify
from tests.referee.power_worlds import power_world
from tests.referee.recorded import playable
from tests.referee.worlds import card, world

ARMOR = Ability(name="Armor", text="This Pokémon takes 10 less damage from attacks.")
ARMED = playable(
    world(
        starters=[card(name, abilities=[ARMOR]) for name in ("Ada", "Bob", "Cid")],
        common=[(card("Dot"), 3)],
        energy="GGRRWW",
    )
)
GAME = (("lead bench-1", "1 1"), ("ball", ""), ("pass", "1 1"))


def played(*, powers_work: bool) -> Record:
    table = Table.lay(ARMED, powers_work=powers_work)
    script = " ".join(["1 1 1", *(outcomes for _, outcomes in GAME)])
    recorder = Recorder(table, Scripted(script), player="hand")
    for action, _ in GAME:
        recorder.apply(parse_action(action))
    return recorder.record("the test is over")


@pytest.mark.parametrize(("powers_work", "version", "damage"), [(False, 1, 10), (True, 2, 0)])
def test_a_game_goes_on_as_it_began(powers_work: bool, version: int, damage: int) -> None:
    record = played(powers_work=powers_work)
    assert record.opening.version == version
    again = read_record(write_record(record).encode())
    assert again == record
    assert verify(again).actions == len(GAME)
    game = Game.resume(again, Seeded(1))
    assert game.state.active is not None
    assert game.state.active.damage == damage
    game.play(parse_action("attach active"))
    assert game.record().opening.version == version
    assert verify(game.record()).actions == len(GAME) + 1


def test_an_old_game_is_not_one_of_today() -> None:
    """The version is not only a word: under the rules of today the same moves lead elsewhere."""
    old = played(powers_work=False)
    opening = replace(old.opening, version=2)
    check = chained(opening.to_dict(), "")
    moves = []
    for move in old.moves:
        chained_move = replace(move, check=chained(move.to_dict(), check))
        check = chained_move.check
        moves.append(chained_move)
    forged = replace(
        old, opening=replace(opening, check=chained(opening.to_dict(), "")), moves=tuple(moves)
    )
    with pytest.raises(RecordError, match="the rules lead to another position"):
        verify(forged)


def test_in_an_old_game_no_power_has_an_effect_and_any_attack_may_be_told_by_hand() -> None:
    old = Table.lay(ARMED, powers_work=False)
    adventure = Adventure.at("active Ada:G / enemy Dot", old, Scripted("1 1"))
    assert adventure.explain(parse_entry("by-hand 1 damage 20")) == ()
    [*texts] = unread_texts(ARMED, powers_work=False)
    assert {text.why for text in texts} == {"has no effect in a game of this age"}
    assert unread_texts(ARMED) == ()
    today = Adventure.at("active Ada:G / enemy Dot", Table.lay(ARMED), Scripted(""))
    [refused] = today.explain(parse_entry("by-hand 1 damage 20"))
    assert str(refused) == "Tackle is read by the referee: use attack 1 (S43)"


def test_a_proxy_and_an_enemy_have_no_powers() -> None:
    table = Table.lay(power_world())
    facts = {one.name: one for one in table.cards}
    assert facts["Gift 0"].bodies
    assert not facts["Max G"].powers
    assert table.has_bodies
    assert table.has_uses
    plain = Table.lay(world())
    assert not any((plain.has_bodies, plain.has_uses, plain.settles, plain.moments))


def test_every_invented_power_is_read() -> None:
    assert [text.name for text in unread_texts(power_world())] == []


def test_a_correction_knows_what_powers_change() -> None:
    giant = card(
        "Bob", abilities=[Ability(name="Growth", text="Each of your Pokémon gets +20 HP.")]
    )
    table = Table.lay(world(starters=[card("Ada"), giant, card("Cid")]))
    adventure = Adventure.at("active Ada:70 / bench Bob / enemy Dot", table, Scripted(""))
    [refused] = adventure.explain(parse_entry("take bench-1"))
    assert str(refused) == ("Ada (active) has 60 HP and 70 damage, yet it is not knocked out (S27)")
    adventure.push(parse_entry("set active damage 50"))
    adventure.push(parse_entry("take bench-1"))
    assert adventure.state.active is not None
    assert adventure.state.active.remaining_hp == 10


def test_what_a_power_asks_is_asked_in_words() -> None:
    table = Table.lay(power_world())
    adventure = Adventure.at(
        "active Gift-0:0:G / bench Gift-14great / enemy Gift-1", table, Scripted("")
    )
    adventure.push(parse_action("retreat bench-1"))
    assert adventure.state.attempt is not None
    assert adventure.state.attempt.question == (
        "Hum: put 2 damage counters on your opponent's Active Pokémon?"
    )
