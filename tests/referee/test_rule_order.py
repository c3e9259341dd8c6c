"""Orders that other engines and rulebooks fix, told again in this project's words.

Sources: the rulebooks of Diamond & Pearl and HeartGold & SoulSilver, the Game Boy game (facts read
in its disassembly), ryuu-play (MIT). Cases about Trainers, special Energy, prizes and LV.X have no
counterpart: the adventure has none of them (Rule: S43).
"""

from __future__ import annotations

from cardkit.cardtext.counts import Amount
from cardkit.cardtext.lasting import DealsMore, HasNoWeakness, TakesLess
from cardkit.cardtext.vocabulary import Until
from cardkit.manifest import Manifest
from cardkit.referee import Adventure, Scripted
from cardkit.referee.action_reader import parse_action
from cardkit.referee.memory import Laid
from cardkit.referee.state import present
from tests.referee.worlds import Entry, attack, card, world


def book(attacks: list[str | tuple[str, str]], *, weak: str = "", resist: str = "") -> Manifest:
    """A world whose Ada has these attacks, against a Uma with Weakness and Resistance."""
    printed = [
        attack(each) if isinstance(each, str) else attack(each[0], text=each[1]) for each in attacks
    ]
    enemies: list[Entry] = [(card("Uma", hp=200, types="C", weak=weak, resist=resist), 3)]
    return world(
        starters=[card("Ada", types="R", hp=100, attacks=printed), card("Bob"), card("Cid")],
        uncommon=enemies,
        energy="RRRRWWWW",
    )


def after(manifest: Manifest, given: str, chance: str, laid: object = None) -> Adventure:
    """Use the first attack in a position; rules lie on the defender."""
    adventure = Adventure.at(given, manifest, Scripted(chance))
    if laid is not None:
        bearer = adventure.state.active if isinstance(laid, DealsMore) else adventure.state.enemy
        rule = Laid(laid, Until.IN_PLAY, 0, 0)  # type: ignore[arg-type]
        present(bearer).laid = (rule,)
    adventure.apply(parse_action("attack 1"))
    return adventure


def damage(adventure: Adventure) -> int:
    return present(adventure.state.enemy).damage


POSITION = "event 1 round 1 / active Ada:R / bench Bob Cid / enemy Uma"


def test_a_reduction_comes_after_weakness() -> None:
    less = TakesLess(amount=Amount(fixed=20))
    assert damage(after(book(["Hit R 40"]), POSITION, "1 1", less)) == 20
    assert damage(after(book(["Hit R 30"], weak="R×2"), POSITION, "1 1", less)) == 40


def test_doubling_comes_before_weakness() -> None:
    double = DealsMore(times=2)
    assert damage(after(book(["Hit R 20"], weak="R×2"), POSITION, "1 1", double)) == 80


def test_a_printed_weakness_of_plus_twenty_adds() -> None:
    assert damage(after(book(["Hit R 30"], weak="R+20"), POSITION, "1 1")) == 50


def test_no_weakness_where_no_damage_is_done() -> None:
    text = "The Defending Pokémon is now Asleep."
    adventure = after(book([("Hit R", text)], weak="R+20"), POSITION, "T 1 T 1")
    assert damage(adventure) == 0


def test_damage_counters_know_neither_weakness_nor_reduction() -> None:
    text = "Put 3 damage counters on the Defending Pokémon."
    less = TakesLess(amount=Amount(fixed=20))
    assert damage(after(book([("Hit R", text)], weak="R×2"), POSITION, "1 1", less)) == 30


def test_coins_fix_the_base_before_weakness() -> None:
    text = "Flip 2 coins. This attack does 20 damage times the number of heads."
    assert damage(after(book([("Hit R 20×", text)], weak="R×2"), POSITION, "HT 1 1")) == 40


def test_weakness_may_be_gone() -> None:
    assert damage(after(book(["Hit R 30"], weak="R×2"), POSITION, "1 1", HasNoWeakness())) == 30


def test_what_is_asked_in_order_to_attack_is_paid_before_confusion() -> None:
    text = "Discard a Fire Energy attached to this Pokémon in order to use this attack."
    confused = POSITION.replace("Ada:R", "Ada:R:Confused")
    adventure = after(book([("Hit R 60", text)]), confused, "T 1 1")
    state = adventure.state
    assert damage(adventure) == 0
    assert present(state.active).energy == []
    assert present(state.active).damage >= 30


def test_conditions_come_after_the_damage() -> None:
    text = "The Defending Pokémon is now Asleep."
    adventure = Adventure.at(POSITION, book([("Hit R 30", text)]), Scripted("T 1 T 1"))
    told = [each.kind.value for each in adventure.push(parse_action("attack 1"))]
    assert told.index("struck") < told.index("given")


def test_the_active_changes_after_the_damage() -> None:
    text = "Switch this Pokémon with 1 of your Benched Pokémon."
    adventure = Adventure.at(POSITION, book([("Hit R 30", text)]), Scripted("1 1"))
    told = [each.kind.value for each in adventure.push(parse_action("attack 1"))]
    told += [each.kind.value for each in adventure.push(parse_action("choose bench-1"))]
    assert told.index("struck") < told.index("exchanged")
