"""Rules for what powers say of hand, deck, discard pile, prizes, Trainers: all void (Rule: S43)."""

from __future__ import annotations

import re

from cardkit.cardtext.conditions import Elsewhere
from cardkit.cardtext.counts import Amount
from cardkit.cardtext.grammar import Grammar, slot, spellings, whole
from cardkit.cardtext.lasting import ElsewhereRule
from cardkit.cardtext.operations import Energies, NoEffect, OutOfPlay
from cardkit.cardtext.passive_rules import lay
from cardkit.cardtext.powers import Activated, AlwaysOn, Given
from cardkit.cardtext.targets import SELF, Target
from cardkit.cardtext.vocabulary import Place, Side, Zone
from cardkit.cardtext.void_rules import is_thing, places_in
from cardkit.rules import Condition

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_MAY = re.compile(
    r"(?:you|your opponent|each player|neither player|players|(?:any|no) player|both players"
    r"|that player|they) (?:can't|can|cannot) "
)
_CANNOT_BE = re.compile(r"[\w' ,]+ cards? can't be (?:played|attached|put) ")


_FROM_HAND = re.compile(
    r"(?:you|your opponent|neither player|each player) (?:can't|can) (?:play|attach|put) [^.;]*"
    r" from (?:his or her|their|your) hands?(?: to [^.;,]*)?"
    r"|to attach an? [\w ]+ card from your hand to (?:~|this Pokémon), you must discard [^.;,]*"
)


_SAFE = re.compile(
    r"(?!as long as |if |when )[\w ,'~-]+ can't be (?:put|discarded|moved|removed|returned"
    r"|shuffled) [^.;]*"
    r"(?:by (?:an )?effects? of your opponent's [^.;]*|into (?:your opponent's|their) hand)"
    r"|your opponent can't remove [\w ]+ by evolving or devolving [\w ]+"
    r"|your turn (?:does not|doesn't) end when you play [A-Z][\w' ]+"
)
"""What nothing of the opponent's does in the adventure (Rule: S37)."""


def _elsewhere(text: str) -> ElsewhereRule | None:
    """Read what players may and may not do with cards that are not in play."""
    if text.endswith(" for it"):
        return None  # a step of what happened before
    if _SAFE.fullmatch(text):
        return ElsewhereRule(zones=frozenset({Zone.OTHER}), what=text)
    if not _MAY.match(text) and not _CANNOT_BE.match(text):
        return None
    if _FROM_HAND.fullmatch(text) and "next turn" not in text:
        return ElsewhereRule(zones=frozenset({Zone.HAND}), what=text)
    zones = places_in(text)
    return ElsewhereRule(zones=zones, what=text) if zones and is_thing(text) else None


def _spell_elsewhere(value: object) -> str | None:
    return value.what if isinstance(value, ElsewhereRule) else None


_FOUND = re.compile(
    r"search your (?:deck|discard pile) for [\w' ,-]+?,? (?:reveal (?:it|them), )?and "
    r"(?:attach|put|switch) (?:it|them|that card) (?:onto|to|on|with) (?:(?!damage|flip)[\w'~ ])+"
    r"(?: \(this counts as evolving [\w ~]+\))?"
)


def _found(text: str) -> OutOfPlay | None:
    """Read a search whose cards come into play: without the deck there are none (Rule: S43)."""
    if not _FOUND.fullmatch(text) or ("discard pile" in text and "Energy" in text):
        return None
    zone = Zone.DECK if "your deck" in text else Zone.DISCARD
    return OutOfPlay(zones=frozenset({zone}), what=text)


_UPPER = re.compile(r"[A-Z][\w'é.-]*(?: [A-Z][\w'é.-]*)*(?:(?:, or |, | or )[A-Z][\w'é.-]*)*")
"""Names of the cards that may be put on a Pokemon to evolve it."""


def _spell_upper(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _spell_found(value: object) -> str | None:
    return value.what if isinstance(value, OutOfPlay) else None


def add_power_void_rules(grammar: Grammar) -> None:
    """Add what is done, and what is always on, about things that the adventure does not have."""
    _add_void(grammar)
    grammar.lexical("beside", _elsewhere, _spell_elsewhere)
    grammar.rule("passive", "{beside}", AlwaysOn(rule=slot("beside")))
    _add_constant(grammar)
    _add_borne(grammar)
    _add_trainers(grammar)
    _add_gone(grammar)
    _add_following(grammar)
    _add_never(grammar)
    _add_prizes(grammar)


def _add_constant(grammar: Grammar) -> None:
    """Add what is always on in words that hold no slot."""
    other = frozenset({Zone.OTHER})
    for text, zones in (
        ("~ can evolve during [your first turn or |]the turn you play it", other),
        ("[~|this Pokémon] can't evolve during your first turn or the turn you play it", other),
        ("if[ you go second, and if|] this Pokémon is in your hand when you are setting up to "
         "play, you may put it face down [as your Active Pokémon|on your Bench|as your Active "
         "Pokémon or on your Bench]", frozenset({Zone.HAND})),
        ("it can evolve during your first turn or the turn you play it", other),
        ("[each|all] Pokémon Tool [card|cards] in play [has|have] no effect",
         frozenset({Zone.TOOLS})),
        ("Pokémon Tool cards attached to your opponent's Pokémon have no effect",
         frozenset({Zone.TOOLS})),
        ("all Special Energy attached to Pokémon provide Colorless Energy and have no other effect",
         frozenset({Zone.SPECIAL_ENERGY})),
        ("your opponent's attacks and Abilities can't put damage counters on your Benched Pokémon",
         other),
        ("whenever your opponent plays a Supporter card from their hand, prevent all effects of "
         "that card done to you or your hand", frozenset({Zone.TRAINERS})),
        ("your opponent plays with his or her hand face up", frozenset({Zone.HAND})),
        ("this Pokémon can evolve during [your first turn or |]the turn you play it", other),
        ("you may play this card from your hand to evolve a Pokémon during your first turn or the "
         "turn you play that Pokémon", frozenset({Zone.HAND})),
        ("this Pokémon may have up to [2|4] Pokémon [Tool cards|Tools] attached to it",
         frozenset({Zone.TOOLS})),
        ("no Trainer cards can be played", frozenset({Zone.TRAINERS})),
        ("if you go second, this Pokémon can evolve during your first turn", other),
        ("if you go first, this Pokémon can use attacks during your first turn", other),
        ("your opponent puts any Prize cards they would take in the Lost Zone instead of into "
         "their hand", frozenset({Zone.PRIZES})),
        ("you may attach any Technical Machine to [~|this Pokémon]", frozenset({Zone.TOOLS})),
    ):
        for spelling in spellings(text):
            grammar.rule("passive", spelling,
                         AlwaysOn(rule=ElsewhereRule(zones=zones, what=spelling)))


def _add_borne(grammar: Grammar) -> None:
    """Add what is always on for some Pokemon."""
    other = frozenset({Zone.OTHER})
    lay(grammar, "if it loses this Ability, discard Pokémon [Tools|Tool cards] from it until only "
        "1 remains", ElsewhereRule(zones=frozenset({Zone.TOOLS}), what="loses its Tools"), SELF)
    crowd = ElsewhereRule(zones=frozenset({Zone.ENEMY_BENCH}), what="crowded Bench")
    lay(grammar, "your opponent can't have more than [3|4] Benched Pokémon", crowd, SELF)
    lay(grammar, "if they have [4|5] or more Benched Pokémon, they discard Benched Pokémon until "
        "they have [3|4] Pokémon on the Bench", crowd, SELF)
    lay(grammar, "if more than one effect changes the number of Benched Pokémon allowed, use the "
        "smaller number", crowd, SELF)
    gone = ElsewhereRule(zones=frozenset({Zone.DISCARD}), what="attacks of discarded Pokémon")
    for which in ("any Basic Pokémon in your discard pile",
                  "any Basic Pokémon in your discard pile, except for Pokémon with a Rule Box",
                  "Basic Pokémon in your discard pile", "all Pokémon in the Lost Zone"):
        lay(grammar, f"{{self}} can use the attacks of {which}", gone, SELF)
    rule = ElsewhereRule(zones=frozenset({Zone.HAND}), what=slot("attack"))
    lay(grammar, "{self} can evolve into any Pokémon ex that evolves from {attack} if you play it "
        "from your hand onto {self}", rule, SELF)
    for text, what, zones in (
        ("prevent all effects of your opponent's [Abilities|Pokémon's Abilities] done to {bearer}",
         "effects of Abilities", other),
        ("prevent all effects of Poké-Powers used by your opponent's Pokémon done to {bearer}",
         "effects of Poké-Powers", other),
        ("prevent all effects of your opponent's GX attacks, including damage, done to {bearer}",
         "GX attacks", other),
    ):
        lay(grammar, text, ElsewhereRule(zones=zones, what=what))


def _add_trainers(grammar: Grammar) -> None:
    """Add what Trainers cannot do."""
    festival = Elsewhere(zones=frozenset({Zone.STADIUM}), what=slot("name"))
    grammar.rule("idle", "if {name} is in play, {self} may use an attack it has twice. If the "
                 "first attack Knocks Out your opponent's Active Pokémon, you may attack again "
                 "after your opponent chooses a new Active Pokémon",
                 Given(condition=festival, part=AlwaysOn(rule=ElsewhereRule(
                     zones=frozenset({Zone.STADIUM}), what="attacks twice"))))
    entry = ElsewhereRule(zones=frozenset({Zone.OTHER}), what=slot("w"))
    lay(grammar, "put {self} into play only with the effect of {w:anything}", entry, SELF)
    for kinds in ("a Trainer card (excluding Pokémon Tools and Stadium cards)",):
        lay(grammar, f"{{when}} your opponent plays {kinds}, prevent all effects of that card done "
            "to {bearer}", ElsewhereRule(zones=frozenset({Zone.TRAINERS}), what=kinds))
    for kinds in ("an Item", "a Supporter", "an Item or Supporter", "a Trainer", "a Stadium"):
        lay(grammar, f"{{when}} your opponent plays {kinds} card from [their|his or her] hand, "
            "prevent all effects of that card done to {bearer}",
            ElsewhereRule(zones=frozenset({Zone.TRAINERS}), what=kinds))


def _out(grammar: Grammar, text: str, *zones: Zone, follows: bool = False) -> None:
    """Add what happens beside the table, in the text's own words."""
    target = next((slot(each) for each in ("target", "self") if f"{{{each}}}" in text), None)
    value = OutOfPlay(zones=frozenset(zones), what=spellings(text)[0], target=target,
                      follows=follows)
    grammar.rule("deed", text, value)


def _add_void(grammar: Grammar) -> None:
    """Add what touches only zones that the adventure does not have (Rule: S43)."""
    rule = grammar.rule
    for verb in ("search your deck for", "search your discard pile for"):
        zone = Zone.DECK if "deck" in verb else Zone.DISCARD
        value = OutOfPlay(zones=frozenset({zone}), what=slot("w"))
        rule("deed", f"{verb} {{w:thing}} and switch it with {{self}}", value)
    _out(grammar, "you win this game", Zone.OTHER)
    _out(grammar, "put [that card|it] onto {target} to evolve it", Zone.DECK, follows=True)
    hand = "from your hand onto {self}"
    value = OutOfPlay(zones=frozenset({Zone.HAND}), what=slot("w"))
    grammar.lexical("upper", whole(_UPPER), _spell_upper)
    rule("deed", f"put {{w:upper}} {hand} (this counts [as|a] evolving {{self}})[ and|, and] "
         "remove all damage counters from {self}", value)
    _out(grammar, "switch a card from your hand with the top card of your deck", Zone.HAND)
    _out(grammar, "switch 1 of your opponent's face-down Prize cards with the top card of their "
         "deck", Zone.PRIZES)
    _out(grammar, "put that Pokémon and all cards attached to it in the Lost Zone instead of the "
         "discard pile", Zone.LOST_ZONE)
    _out(grammar, "play [2|up to 2] Supporter cards", Zone.TRAINERS)
    _out(grammar, "~'s type (color) becomes the same as that type of Energy until the end of the "
         "turn", Zone.HAND)
    rule("deed", "attach {n:number} {type} Energy card to {one}", OutOfPlay(
        zones=frozenset({Zone.HAND}), what="attach", target=slot("one"),
        energy=Energies(number=Amount(fixed=slot("n")), types=(slot("type"),))))


def _add_gone(grammar: Grammar) -> None:
    """Add cards that leave play."""
    rule = grammar.rule
    cards = "all [cards attached to it|attached cards]"
    _out(grammar, f"discard {{self}} and {cards}[| (this does not count as a Knock Out)]",
         Zone.DISCARD)
    loose = "discard all cards attached to {self} and"
    _out(grammar, f"{loose} return it to your hand", Zone.HAND)
    _out(grammar, f"{loose} put it on the [bottom|top] of your deck", Zone.DECK)
    _out(grammar, f"{loose} attach [it|~] to [1|one] of your [|Lightning |Metal ]Pokémon as a "
         "[Pokémon Tool|Special Energy] card", Zone.TOOLS)
    later = "onto [that Pokémon|the Poisoned Pokémon|the Burned Pokémon]"
    for text in spellings(f"this also includes putting a Pokémon Level-Up card {later}"):
        rule("deed", text, NoEffect(what=text))
    for condition in Condition:
        for who in ("those Pokémon are already", "any of those Pokémon are", "it is already"):
            text = f"if {who} {condition.value}, remove that Special Condition"
            rule("deed", text, NoEffect(what=text))
    _out(grammar, "[have both you and your opponent reveal your hands|each player may draw a card]",
         Zone.HAND)
    _out(grammar, "their new Active Pokémon is [Poisoned|Burned|Confused]", Zone.ENEMY_BENCH)
    rule("deed", "switch {self} with [a|an] {attack} in your hand",
         OutOfPlay(zones=frozenset({Zone.HAND}), what=slot("attack")))
    _out(grammar, "[put|return] a Pokémon Tool card attached to {target} [into|to] your hand",
         Zone.TOOLS)
    _out(grammar, "put {target} onto your Bench", Zone.DISCARD)


def _add_following(grammar: Grammar) -> None:
    """Add what is done to cards that were looked at."""
    rule = grammar.rule
    for text in ("discard the other card", "discard all attached cards",
                 "treat [that card|the new ~] as a Basic Pokémon",
                 "treat the new Benched Pokémon as a Basic Pokémon",
                 "put any cards you looked at back in the same order",
                 "the Supporter card remains in your opponent's hand",
                 "[your opponent discards|you discard] first"):
        _out(grammar, text, Zone.DECK, follows=True)
    for who in ("this Pokémon", "it", "~"):
        _out(grammar, f"play {who} onto your Bench", Zone.HAND)
    _out(grammar, "discard the other [2|3|4] cards", Zone.DECK, follows=True)
    _out(grammar, "discard a card from it", Zone.HAND, follows=True)
    _out(grammar, "return those cards to your opponent's hand", Zone.HAND, follows=True)
    _out(grammar, "at the end of your opponent's next turn, return those cards to your opponent's "
         "hand", Zone.HAND, follows=True)
    rule("deed", "have {void}", slot("void"), compound=True)
    grammar.lexical("found", _found, _spell_found, "s")
    rule("deed", "{found}", slot("found"), compound=True)
    _out(grammar, "your opponent does the same", Zone.DECK, follows=True)
    for text in (
        "any cards attached to ~, damage counters, Special Conditions, and effects on it are now "
        "on the new Pokémon",
        "any attached cards, damage counters, Special Conditions, turns in play, and any other "
        "effects remain on the new Pokémon",
        "any cards attached to this Pokémon, damage counters, Special Conditions, and effects on "
        "it are now on the new Pokémon",
        "these cards are not in play or in your opponent's hand",
        "the cards stay face down",
    ):
        rule("deed", text, NoEffect(what=text))


_AS_CARD = re.compile(
    r"(?:as long as|when|whenever|prevent|the) [^.]*(?:this card is attached to"
    r"|(?:~|this Pokémon) is attached to)[^.]*"
    r"|this card provides [^.]* only while (?:this card|it's|it is) [\w' ]+"
    r"|if this card is attached to a Pokémon, [^.]*"
)
"""What a Pokemon does as a card on another, which it never is (Rule: S43)."""


def _add_never(grammar: Grammar) -> None:
    """Add what waits for something that never comes."""
    rule = grammar.rule
    never = OutOfPlay(zones=frozenset({Zone.HAND}), what=slot("w"))
    for where, zone in (("hand", Zone.HAND), ("discard pile", Zone.DISCARD)):
        away = Elsewhere(zones=frozenset({zone}), what=where)
        rule("idle", f"once during your turn, if {{self}} is in your {where}, you may "
             "{w:anything}", Activated(condition=away, steps=(never,)))
    tool = ElsewhereRule(zones=frozenset({Zone.TOOLS}), what=slot("w"))
    grammar.lexical("ascard", whole(_AS_CARD), _spell_upper)
    rule("idle", "{w:ascard}", AlwaysOn(rule=tool), compound=True)
    idle = ElsewhereRule(zones=frozenset({Zone.OTHER}), what=slot("w"))
    rule("idle", "[if|as long as] {elsewhere}, {w:anything}",
         AlwaysOn(rule=idle, condition=slot("elsewhere")))
    once = Activated(condition=Elsewhere(zones=frozenset({Zone.DECK}), what="drawn now"),
                     steps=(OutOfPlay(zones=frozenset({Zone.HAND}), what="put onto the Bench"),))
    rule("power", "once during your turn, if you drew {self} from your deck at the beginning of "
         "your turn and your Bench isn't full, before you put it into your hand, you may put it "
         "onto your Bench", once)


def _add_prizes(grammar: Grammar) -> None:
    """Add Prize cards and the other Bench."""
    _out(grammar, "your opponent [chooses|picks] the Benched Pokémon to switch", Zone.ENEMY_BENCH)
    _out(grammar, "your opponent doesn't take any Prize cards", Zone.PRIZES)
    won = ElsewhereRule(zones=frozenset({Zone.PRIZES}), what="Prize cards")
    lay(grammar, "if your opponent's {f:attacking} is Knocked Out by {ownstrike}, take [1|2] more "
        "Prize [card|cards]", won, Target(side=Side.OPPONENTS, place=Place.ACTIVE,
                                          filters=slot("f")))
    _out(grammar, "your opponent takes [1|2] fewer Prize [card|cards]", Zone.PRIZES)
    _out(grammar, "[your opponent can't|the player can't|that player can't] take any Prize cards "
         "for it", Zone.PRIZES)
