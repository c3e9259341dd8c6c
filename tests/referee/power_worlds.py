"""A world of powers: invented texts of every kind that the referee carries out."""

from __future__ import annotations

from cardkit.cards import Ability
from cardkit.manifest import Manifest
from tests.referee.worlds import BASICS, LETTERS, Entry, attack, card, world

TEXTS = (
    "This Pokémon takes 20 less damage from attacks.",
    "Once during your turn, you may heal 20 damage from 1 of your Pokémon.",
    "Each of your Pokémon gets +20 HP.",
    "If this Pokémon is your Active Pokémon and is damaged by an opponent's attack, put 2 damage "
    "counters on the Attacking Pokémon.",
    "This Pokémon can't be affected by any Special Conditions.",
    "Your Grass Pokémon's attacks do 10 more damage to your opponent's Active Pokémon (before "
    "applying Weakness and Resistance).",
    "If this Pokémon has any Energy attached to it, it has no Retreat Cost.",
    "At any time between turns, heal 10 damage from this Pokémon.",
    "Once during your turn, you may put 2 damage counters on your opponent's Active Pokémon.",
    "Once during your turn, you may put 2 damage counters on 1 of your opponent's Pokémon. If you "
    "use this Ability, this Pokémon is Knocked Out.",
    "During your turn, you may heal all damage from this Pokémon. (You can't use more than 1 VSTAR "
    "Power in a game.)",
    "As often as you like during your turn, you may move an Energy from 1 of your Pokémon to "
    "another of your Pokémon.",
    "Once during your turn, you may draw a card.",
    "Once during your turn, you may heal 30 damage from 1 of your Pokémon. If you use this "
    "Ability, your turn ends.",
    "Once during your turn, when this Pokémon moves from your Bench to become your Active "
    "Pokémon, you may put 2 damage counters on your opponent's Active Pokémon.",
    "Each of your Pokémon has no Weakness.",
    "This Pokémon's attacks cost Colorless less.",
    "You must discard an Energy attached to this Pokémon in order to use this Ability. Once during "
    "your turn, you may heal 20 damage from your Active Pokémon.",
    "If this Pokémon is Knocked Out by damage from an opponent's attack, put 4 damage counters on "
    "the Attacking Pokémon.",
    "When this Pokémon is Knocked Out by damage from an opponent's attack, you may move an Energy "
    "from this Pokémon to 1 of your Benched Pokémon.",
    "If your opponent's Active Pokémon is Knocked Out by damage from an attack of this Pokémon, "
    "heal 20 damage from this Pokémon.",
    "Put 1 more damage counter on your opponent's Poisoned Pokémon between turns.",
    "Once during your turn, when this Pokémon evolves, heal 20 damage from this Pokémon.",
    "At the end of your turn, heal 10 damage from this Pokémon.",
    "If any damage is done to this Pokémon by attacks, flip a coin. If heads, prevent that damage.",
    "This Pokémon can attack even if it is Asleep.",
    "As long as this Pokémon is your Active Pokémon, your opponent's Active Pokémon's attacks do "
    "10 less damage.",
    "Once during your turn, if this Pokémon is on your Bench, you may switch this Pokémon with "
    "your Active Pokémon.",
    "Once during your turn, you may switch your Active Pokémon with 1 of your Benched Pokémon. You "
    "can't use more than 1 Hum Ability each turn.",
    "Once during your turn, you may flip a coin. If heads, your opponent's Active Pokémon is now "
    "Poisoned.",
    "Once during your turn, you may attach a Fire Energy card from your discard pile to 1 of your "
    "Pokémon.",
    "As long as this Pokémon is in the Active Spot, each of your Benched Pokémon gets +30 HP.",
    "Each Pokémon in play has no Abilities.",
    "All Energy attached to this Pokémon are Fire Energy instead of their usual type.",
    "Each basic Grass Energy attached to your Pokémon provides GrassGrass Energy. You can't apply "
    "more than 1 Hum Ability at a time.",
    "Each basic Energy card attached to this Pokémon provides every type of Energy but provides "
    "only 1 Energy at a time.",
    "Once during your turn (before your attack), you may turn all basic Energy attached to all of "
    "your Pokémon into Fire Energy for the rest of the turn.",
    "This Pokémon can use the attacks of any Pokémon in play (both yours and your opponent's). "
    "(You still need the necessary Energy to use each attack.)",
)


def power_world() -> Manifest:
    """A world in which every text above is a power of a card of each stage of a line."""
    letters = BASICS[:8]
    cards: list[list[Entry]] = [[], [], []]
    for number, text in enumerate(TEXTS):
        letter = letters[number % 8]
        for stage, (deck, hp) in enumerate(zip(cards, (60, 90, 120), strict=True)):
            deck.append(
                card(
                    f"Gift {number}{['', 'great', 'vast'][stage]}",
                    types=letter,
                    hp=hp,
                    attacks=[f"Tap {letter} 30", attack(f"Hit {letter}C 50")],
                    weak=f"{letters[(number + 1) % 8]}×2",
                    retreat=number % 3,
                    evolves_from=f"Gift {number}{('', '', 'great')[stage]}" if stage else "",
                    subtypes=[("Basic", "Stage 1", "Stage 2")[stage]],
                    abilities=[Ability(name="Hum", text=text)],
                )
            )
    return world(
        starters=(),
        common=cards[0],
        uncommon=cards[1],
        rare=cards[2],
        ex=[card(f"Vee {letter} V", types=letter, hp=180) for letter in letters[:6]],
        vmax=[card(f"Max {letter}", types=letter, hp=220) for letter in letters[:6]],
        energy={LETTERS[letter]: 5 for letter in letters},
    )
