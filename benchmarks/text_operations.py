"""Compare the attack texts that cardkit reads with operations that others wrote by hand.

    python benchmarks/text_operations.py OPERATIONS.json BULK_FOLDER

OPERATIONS.json lists attacks by card id with what another engine does (facts only; entries marked
complete count), BULK_FOLDER is a copy of the public bulk card data. Both sides are carried out in
thought, with all coins heads and all tails, all conditions true and all false, and 2 of
everything that is counted. Differences that ``text_operations_explained.txt`` names are known.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from cardkit.cards import Attack, DamageForm
from cardkit.cardtext import Effects, GrammarError, read_attack
from cardkit.cardtext import effects as e
from cardkit.cardtext import lasting as l
from cardkit.cardtext import operations as o
from cardkit.cardtext.conditions import CoinsShow, Condition, Did, Every, Not
from cardkit.cardtext.counts import Amount, Coins, Count
from cardkit.cardtext.targets import Target
from cardkit.cardtext.vocabulary import Face, Place, Protection, Relation, Side, Until

EXPLAINED = Path(__file__).with_name("text_operations_explained.txt")
TWO = 2
"""How many there are of everything that is counted, heads before tails included."""


class Facts:
    """What an attack did in one scenario."""

    def __init__(self, heads: bool, holds: bool) -> None:
        self.heads = heads
        self.holds = holds
        self.coins = 0
        self.shown = 0
        self.damage = 0
        self.chosen = "defender"
        self.deeds: Counter[str] = Counter()

    def flip(self, coins: int | None) -> None:
        """Flip coins, all alike; None is until tails."""
        self.coins = TWO + 1 if coins is None else coins
        if coins is None:
            self.shown = TWO if self.heads else 0
        else:
            self.shown = coins if self.heads else 0
        self.deeds["coins until tails" if coins is None else "coins"] += coins or 1

    def key(self) -> tuple[int, tuple[tuple[str, int], ...]]:
        """Return the damage to the defender and what else was done, for comparison."""
        return max(0, self.damage), tuple(sorted((k, v) for k, v in self.deeds.items() if v))


def side(target: Target, facts: Facts) -> str:
    if target.place in (Place.CHOSEN, Place.NAMED):
        return facts.chosen
    facts.chosen = named(target)
    return facts.chosen


def named(target: Target) -> str:
    if target.place is Place.SELF or (target.side is Side.YOURS and target.place is Place.ACTIVE):
        return "attacker"
    if target.place is Place.ACTIVE:
        return "defender"
    whose = {Side.YOURS: "own", Side.OPPONENTS: "opponent", Side.BOTH: "both"}[target.side]
    where = "bench" if target.place is Place.BENCH else "any"
    return f"{whose} {where}{'' if target.number else ' each'}"


def read_ours(effects: Effects, attack: Attack, facts: Facts) -> None:
    facts.damage = attack.damage.amount if attack.damage.form is not DamageForm.TIMES else 0
    try:
        for step in effects.steps:
            ours(step, facts)
    except StopIteration:
        facts.damage = 0
        facts.deeds = Counter({k: v for k, v in facts.deeds.items() if k.startswith("coins")})


def number(count: Count | int, facts: Facts) -> int:
    if isinstance(count, int):
        return count
    if isinstance(count, Coins):
        return facts.shown if count.face is Face.HEADS else facts.coins - facts.shown
    return TWO


def total(amount: Amount, facts: Facts) -> int:
    return amount.fixed + (amount.per * number(amount.count, facts) if amount.count else 0)


def judged(condition: Condition, facts: Facts) -> bool:
    if isinstance(condition, CoinsShow):
        shown = facts.shown if condition.face is Face.HEADS else facts.coins - facts.shown
        wanted = facts.coins if condition.number is None else condition.number
        return shown == wanted if condition.relation is Relation.SAME else shown >= wanted
    if isinstance(condition, Did):
        return not condition.negated
    if isinstance(condition, Not):
        return not judged(condition.condition, facts)
    if isinstance(condition, Every):
        return all(judged(part, facts) for part in condition.conditions)
    return facts.holds


def ours(step: e.Step, facts: Facts) -> None:  # noqa: C901
    deeds = facts.deeds
    match step:
        case e.Choose():
            side(step.target, facts)
        case e.Flip():
            facts.flip(None if step.until_tails else number(step.coins, facts))
        case e.When():
            if judged(step.condition, facts):
                ours(step.then, facts)
            elif step.otherwise is not None:
                ours(step.otherwise, facts)
        case e.May() | e.BeforeDamage() | e.Cost():
            ours(step.step, facts)
        case e.Together():
            for part in step.steps:
                ours(part, facts)
        case e.Repeat():
            for _ in range(number(step.times, facts)):
                ours(step.step, facts)
        case o.Damage():
            if step.base is not None:
                facts.damage = total(step.base, facts)
            facts.damage += total(step.more, facts) if step.more else 0
            facts.damage -= total(step.less, facts) if step.less else 0
        case o.DamageTo():
            if side(step.target, facts) == "defender":
                facts.damage += total(step.amount, facts)
            else:
                where = side(step.target, facts)
                for one in (where,) if "both" not in where else _BOTH[where]:
                    deeds[f"damage {one}"] += total(step.amount, facts)
            if step.plain:
                deeds["ignore weakness"] = deeds["ignore resistance"] = 1
        case o.PutCounters():
            deeds[f"counters {side(step.target, facts)}"] += total(step.amount, facts)
        case o.AttackFails():
            raise StopIteration
        case _:
            other(step, facts)


def other(step: e.Step, facts: Facts) -> None:
    deeds = facts.deeds
    match step:
        case o.Give():
            if step.choose or not step.conditions:
                deeds[f"choice of conditions {side(step.target, facts)}"] = 1
            for condition in step.conditions if not step.choose else ():
                deeds[f"{condition} {side(step.target, facts)}"] = 1
        case o.Heal():
            deeds[f"heal {side(step.target, facts)}"] += (
                total(step.amount, facts) if step.amount else 999
            )
        case o.DiscardEnergy():
            some = 99 if step.energy.number is None else total(step.energy.number, facts)
            deeds[f"discard {side(step.source, facts)}"] += some * (
                len(step.energy.types) if step.energy.each else 1
            )
        case o.Switch():
            deeds["switch self" if step.side is Side.YOURS else "opponent switches"] = 1
        case o.Lasting():
            deeds[lasting(step)] += 1
        case o.Ignore():
            for what in step.what:
                deeds[f"ignore {what}"] = 1
        case _:
            pass


def lasting(step: o.Lasting) -> str:
    rule = step.rule
    mine = step.until is Until.YOUR_NEXT_TURN
    if isinstance(rule, l.DealsMore):
        return "DealsMore"  # a new base damage on one side is the same as more on the other
    if isinstance(rule, l.TakesLess):
        return f"TakesLess {rule.amount.fixed}"
    if isinstance(rule, l.Prevents):
        return f"prevent {rule.what}"
    return f"{type(rule).__name__}{' own next turn' if mine else ''}"


_IGNORED = {
    "swiftDamage": ("weakness", "resistance", "effects"),
    "noResistanceOrAnyEffectDamage": ("resistance", "effects"),
    "shredDamage": ("effects",),
}
_CONDITIONS = {"ASLEEP": "Asleep", "BURNED": "Burned", "CONFUSED": "Confused",
               "PARALYZED": "Paralyzed", "POISONED": "Poisoned"}  # fmt: skip
_BOTH = {
    "both bench each": ("own bench each", "opponent bench each"),
    "both any each": ("own any each", "opponent any each"),
}
_PLACES = {"attacker": "attacker", "defender": "defender", "one_of_opponents": "opponent any",
           "one_of_opponents_bench": "opponent bench", "one_of_own": "own any"}  # fmt: skip
_ALL = {"all opponent pokemon": "opponent any each", "opponent bench": "opponent bench each",
        "own bench": "own bench each", "all own pokemon": "own any each"}  # fmt: skip


def counted(amount: dict[str, Any]) -> int:
    """Return an amount of theirs in points."""
    points: int = amount["base"] + (amount.get("per", 0) * TWO if "count" in amount else 0)
    return points


def read_theirs(operations: list[dict[str, Any]], facts: Facts) -> None:
    for operation in operations:
        theirs(operation, facts, "")


def theirs(operation: dict[str, Any], facts: Facts, each: str) -> None:  # noqa: C901
    deeds = facts.deeds
    kind = operation["op"]
    if kind == "damage":
        points = counted(operation["amount"])
        where = each if operation["to"] == "each" else _PLACES[operation["to"]]
        if where == "defender":
            facts.damage += points
        else:
            deeds[f"damage {where}"] += points
        ignored = list(_IGNORED.get(operation.get("ignores", ""), ()))
        if operation.get("no_weakness_resistance"):
            ignored += ["weakness", "resistance"]
        for what in ignored:
            deeds[f"ignore {what}"] = 1
    elif kind in ("flip", "flip_until_tails"):
        facts.flip(None if kind == "flip_until_tails" else operation["n"])
        for part in operation.get("heads", ()) if facts.heads else operation.get("tails", ()):
            theirs(part, facts, each)
        for _ in range(facts.shown):
            for part in operation.get("per_heads", ()):
                theirs(part, facts, each)
    elif kind == "if":
        for part in operation["do"] if facts.holds else operation.get("else", ()):
            theirs(part, facts, each)
    elif kind == "each":
        for part in operation["do"]:
            theirs(part, facts, _ALL[operation["of"]])
    elif kind == "after_damage":
        for part in operation["do"]:
            theirs(part, facts, each)
    else:
        their_deed(operation, facts)


def their_deed(operation: dict[str, Any], facts: Facts) -> None:
    deeds = facts.deeds
    kind = operation["op"]
    who = operation.get("to", "defender")
    if kind == "condition":
        deeds[f"{_CONDITIONS[operation['is']]} {who}"] = 1
    elif kind == "heal":
        points = operation["n"]
        if points == "damage done":
            points = 10 * TWO
        deeds[f"heal {who}"] += points if isinstance(points, int) else 999
    elif kind == "discard_energy":
        which = operation["which"]
        deeds[f"discard {operation['from']}"] += 99 if isinstance(which, str) else len(which)
    elif kind == "counters":
        deeds[f"counters {_PLACES.get(who, who)}"] += counted(operation["amount"])
    elif kind == "next_turn_more":
        deeds["DealsMore"] += 1
    elif kind == "less_damage_next_turn":
        deeds[f"TakesLess {operation['n']}"] += 1
    elif kind in _SIMPLE:
        own = " own next turn" if kind == "cannot_attack_next_turn" and who == "attacker" else ""
        deeds[_SIMPLE[kind] + own] += 1


_SIMPLE = {
    "cannot_retreat_next_turn": "CannotRetreat",
    "cannot_attack_next_turn": "CannotAttack",
    "defender_must_flip_to_attack": "MustFlip",
    "prevent_all_effects_next_turn": f"prevent {Protection.ALL}",
    "prevent_all_damage_next_turn": f"prevent {Protection.DAMAGE}",
    "ignore_resistance": "ignore resistance",
    "cannot_use_this_attack_next_turn": "CannotUse own next turn",
    "choose_attack_defender_cannot_use": "CannotUse",
    "switch_self": "switch self",
    "opponent_switches": "opponent switches",
}


def attacks_by_card(folder: Path) -> dict[tuple[str, str], tuple[str, Attack]]:
    found = {}
    for path in sorted((folder / "cards/en").glob("*.json")):
        for card in json.loads(path.read_text(encoding="utf-8")):
            for attack in card.get("attacks", ()):
                value = Attack.from_dict(
                    {"name": attack["name"], "damage": attack.get("damage") or "",
                     "text": attack.get("text") or ""}
                )  # fmt: skip
                found[card["id"], attack["name"]] = (card["name"], value)
    return found


def compare(entry: dict[str, Any], effects: Effects, attack: Attack) -> list[str]:
    """Return the scenarios in which the two sides differ."""
    differences = []
    for heads in (True, False):
        for holds in (True, False):
            mine, other_side = Facts(heads, holds), Facts(heads, holds)
            read_ours(effects, attack, mine)
            read_theirs(entry["ops"], other_side)
            if mine.key() != other_side.key():
                name = f"{'heads' if heads else 'tails'}, conditions {str(holds).lower()}"
                differences.append(f"{name}: cardkit {mine.key()}, other {other_side.key()}")
    return differences


def main(operations: Path, folder: Path) -> int:
    explained = {
        line.split(":", 1)[0] for line in EXPLAINED.read_text(encoding="utf-8").splitlines() if line
    }
    known = attacks_by_card(folder)
    read = agreed = unread = told = 0
    for entry in json.loads(operations.read_text(encoding="utf-8")):
        found = known.get((entry["id"], entry["attack"]))
        if not entry["complete"] or found is None:
            continue
        name, attack = found
        try:
            effects = read_attack(attack, name)
        except GrammarError as error:
            print(error)
            return 1
        if not isinstance(effects, Effects):
            unread += 1
            continue
        read += 1
        differences = compare(entry, effects, attack)
        key = f"{entry['id']} {entry['attack']}"
        if not differences:
            agreed += 1
        elif key in explained:
            told += 1
        else:
            print(key, "|", attack.damage, "|", entry["ops"])
            for difference in differences:
                print("   ", difference)
    print(f"{read} read, {unread} unread; {agreed} agree ({agreed / read:.1%}), {told} explained, "
          f"{read - agreed - told} not")  # fmt: skip
    return 0 if agreed + told == read else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
