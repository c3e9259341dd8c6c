"""Small worlds to test the referee in: invented cards, and manifests made of them.

``card("Ember", types="R", hp=60, attacks=["Spark R 10"])`` is a card, ``world(common=[...])`` a
manifest. Cards of a world are few, so a script of outcomes can name each draw by its position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardkit.cards import (
    Ability,
    Attack,
    Card,
    CardId,
    Damage,
    EnergyType,
    SetId,
    Supertype,
    TypeModifier,
)
from cardkit.decks.model import RarityDeck
from cardkit.manifest import Manifest, ManifestCard
from cardkit.resources import template
from cardkit.rules import HouseRules

LETTERS = {kind.letter: kind for kind in EnergyType}
BASICS = tuple("GRWLPFDMY")


def energies(letters: str) -> tuple[EnergyType, ...]:
    """``"RW"`` is Fire and Water."""
    return tuple(LETTERS[letter] for letter in letters)


def attack(line: str, *, text: str = "", text_omitted: bool = False) -> Attack:
    """``"Spark RC 30+"``: name, cost letters (``-`` for none), printed damage if any."""
    name, cost, *damage = line.rsplit(" ", 2) if line.count(" ") > 1 else line.split(" ")
    return Attack(
        name=name,
        cost=energies(cost.strip("-")),
        damage=Damage.parse("".join(damage)),
        text=text,
        text_omitted=text_omitted,
    )


def modifiers(text: str) -> tuple[TypeModifier, ...]:
    """``"R×2 W+20"``: weaknesses or resistances."""
    return tuple(TypeModifier.parse(LETTERS[part[0]].value, part[1:]) for part in text.split())


def card(
    name: str,
    *,
    types: str = "C",
    hp: int = 60,
    attacks: Sequence[str | Attack] = ("Tackle C 10",),
    weak: str = "",
    resist: str = "",
    retreat: int = 1,
    evolves_from: str = "",
    subtypes: Sequence[str] = ("Basic",),
    abilities: Sequence[str | Ability] = (),
) -> Card:
    """An invented card; its id is made of its name."""
    return Card(
        card_id=CardId(f"test-{name.lower().replace(' ', '-')}"),
        name=name,
        supertype=Supertype.POKEMON,
        set_id=SetId("test"),
        number="1",
        rarity=None,
        subtypes=tuple(subtypes),
        hp=hp,
        types=energies(types),
        evolves_from=evolves_from,
        attacks=tuple(attack(part) if isinstance(part, str) else part for part in attacks),
        abilities=tuple(
            Ability(name=part) if isinstance(part, str) else part for part in abilities
        ),
        weaknesses=modifiers(weak),
        resistances=modifiers(resist),
        retreat_cost=retreat,
    )


def rules(**switches: Any) -> HouseRules:
    """The default house rules with some switches turned."""
    return replace(HouseRules.from_dict(template("rules")), **switches)


Entry = Card | tuple[Card, int] | ManifestCard


def proxy(name: str, **printed: Any) -> ManifestCard:
    """One proxy: no attacks unless they are given."""
    return ManifestCard(card=card(name, **{"attacks": (), **printed}), count=1, proxy=True)


def _entries(given: Iterable[Entry]) -> tuple[ManifestCard, ...]:
    return tuple(
        entry
        if isinstance(entry, ManifestCard)
        else ManifestCard(card=entry[0], count=entry[1])
        if isinstance(entry, tuple)
        else ManifestCard(card=entry, count=1)
        for entry in given
    )


STARTERS = (card("Ada"), card("Bob"), card("Cid"))
"""The first three cards of every world's Common deck, dealt by ``1 1 1``."""


def world(
    *,
    common: Iterable[Entry] = (card("Dot"),),
    uncommon: Iterable[Entry] = (card("Uma", hp=80),),
    rare: Iterable[Entry] = (card("Rex", hp=100),),
    ex: Iterable[Entry] = (card("Exa", hp=150),),
    vmax: Iterable[Entry] = (card("Max", hp=300),),
    energy: str | Mapping[EnergyType, int] = "GRWLP",
    starters: Iterable[Entry] = STARTERS,
    house: HouseRules | None = None,
) -> Manifest:
    """A manifest; the starters lie first in the Common deck."""
    decks = {
        RarityDeck.COMMON: _entries((*starters, *common)),
        RarityDeck.UNCOMMON: _entries(uncommon),
        RarityDeck.RARE: _entries(rare),
        RarityDeck.EX: _entries(ex),
        RarityDeck.VMAX: _entries(vmax),
    }
    if isinstance(energy, str):
        energy = {LETTERS[letter]: energy.count(letter) for letter in BASICS if letter in energy}
    return Manifest(
        name="test",
        rules=house or rules(),
        minimums=dict.fromkeys(RarityDeck, 0),
        energy_total=(0, 100),
        energy_per_type=0,
        decks=decks,
        energy=energy,
    )


PLENTY = "GGGGRRRRWWWWLLLLPPPP"
"""Energies that last for some rounds."""


def leading(leader_attacks: list[str], **printed: Any) -> Manifest:
    """A world whose leader has these attacks; Dot has 60 HP."""
    return world(
        starters=[card("Ada", attacks=leader_attacks, **printed), *STARTERS[1:]],
        common=[(card("Dot"), 3)],
        energy="GGRRWWLLPP",
    )


def against(types: str, energy: str, *, house: HouseRules | None = None) -> Manifest:
    """Commons of these types in front of a leader with 990 HP."""
    return world(
        starters=[card("Ada", hp=990), *STARTERS[1:]],
        common=[(card("Dot", types=types), 4)],
        energy=energy,
        house=house,
    )


def adventure_world(house: HouseRules | None = None) -> Manifest:
    """A world large enough to be played to its end: every type, evolution lines, a proxy."""
    per_type = [
        (
            card(
                f"Small {letter}",
                types=letter,
                hp=50 + 10 * (number % 3),
                attacks=[f"Tap {letter} 20", f"Hit {letter}C 40"],
                weak=f"{BASICS[(number + 1) % 9]}×2",
                resist=f"{BASICS[(number + 4) % 9]}-30",
                retreat=number % 3,
            ),
            3,
        )
        for number, letter in enumerate(BASICS)
    ]
    middle = [
        (
            card(
                f"Middle {letter}",
                types=letter,
                hp=80 + 10 * (number % 3),
                attacks=[f"Hit {letter}C 50", attack(f"Odd {letter} 30", text_omitted=True)],
                weak=f"{BASICS[(number + 1) % 9]}+20",
                resist=f"{BASICS[(number + 5) % 9]}-20",
                retreat=1 + number % 2,
                evolves_from=f"Small {letter}",
                subtypes=["Stage 1"],
            ),
            2,
        )
        for number, letter in enumerate(BASICS)
    ]
    large = [
        card(
            f"Large {letter}",
            types=letter + BASICS[(number + 1) % 9],
            hp=120,
            attacks=[f"Slam {letter}{letter}C 120"],
            weak=f"{BASICS[(number + 2) % 9]}×2 {BASICS[(number + 3) % 9]}×2",
            retreat=2,
            evolves_from=f"Middle {letter}",
            subtypes=["Stage 2"],
            abilities=["Glow"],
        )
        for number, letter in enumerate(BASICS)
    ]
    vees = [
        card(
            f"Vee {letter} V",
            types=letter,
            hp=180,
            attacks=[f"Blast {letter}C 110"],
            retreat=2,
            subtypes=["Basic", "V"],
        )
        for letter in BASICS[:6]
    ]
    maxes: list[Entry] = [
        card(
            f"Vee {letter} VMAX",
            types=letter,
            hp=200,
            attacks=[f"Storm {letter}CC 200"],
            weak=f"{BASICS[number + 1]}×2",
            retreat=3,
            evolves_from=f"Vee {letter} V",
            subtypes=["VMAX"],
        )
        for number, letter in enumerate(BASICS[:5])
    ]
    return world(
        common=per_type,
        uncommon=middle,
        rare=large,
        ex=vees,
        vmax=[*maxes, proxy("Dream VMAX", types="P", hp=200, retreat=3)],
        energy={LETTERS[letter]: 5 for letter in BASICS},
        house=house,
    )


def invented_texts() -> list[str]:
    """Every invented text of the grammar's tests."""
    lines = (Path(__file__).parents[1] / "cardtext/texts.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith((" ", "#"))]


def text_world() -> Manifest:
    """A world in which every invented text of the grammar's tests is an attack of some card."""
    texts = invented_texts()
    # Some texts count for a printed "20×", others add to "20+"; the rest goes with a plain number.
    cards: list[Entry] = []
    for number in range(0, len(texts), 3):
        letter = BASICS[number % 8]
        attacks = [
            attack(f"Say{number + place} C {damage}", text=text)
            for place, text in enumerate(texts[number : number + 3])
            for damage in [("20", "20+", "")[(number + place) % 3]]
        ]
        cards.append(
            card(
                f"Teller {number}",
                types=letter,
                hp=60 + 10 * (number % 9),
                attacks=attacks,
                weak=f"{BASICS[(number + 1) % 8]}×2",
                retreat=number % 3,
            )
        )
    third = len(cards) // 3
    return world(
        common=cards[:third],
        uncommon=cards[third : 2 * third],
        rare=cards[2 * third :],
        ex=[card(f"Vee {letter} V", types=letter, hp=180) for letter in BASICS[:6]],
        vmax=[card(f"Max {letter}", types=letter, hp=220) for letter in BASICS[:6]],
        energy={LETTERS[letter]: 5 for letter in BASICS[:8]},
    )
