"""Rules for what happens in hand, deck, lost zone, prizes, among Trainers and on the other bench.

Such a clause is a verb and a phrase about cards. It is kept in its own words; the places that it
names give its zones, and the zones decide that it is void in the adventure (Rule: S43). The phrase
may not speak of damage, coins, conditions or anything else that is in play: such a clause must be
read for what it does, or not at all.
"""

from __future__ import annotations

import re
from typing import Any

from cardkit.cardtext.conditions import Elsewhere
from cardkit.cardtext.effects import OncePerEvent, Repeat
from cardkit.cardtext.grammar import Grammar, slot, spellings
from cardkit.cardtext.lasting import ElsewhereRule
from cardkit.cardtext.operations import Lasting, OutOfPlay
from cardkit.cardtext.targets import DEFENDER, NOWHERE, Zones
from cardkit.cardtext.vocabulary import Until, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_OF_PLAY = frozenset(
    b"damage flip flips heads tails Asleep Burned Confused Paralyzed Poisoned heal recovers"
    b" Weakness Resistance attack attacks Knocked Knock prevent retreat if If attached switch"
    b" switches counter counters turn Active".split()
)
"""Words of what is in play."""
_HALF_OF_PLAY = frozenset((b"Special", b"now"))
_ALSO_OF_PLAY = re.compile(r"\b(?:Special Conditions?|(?:is|are) now)\b")
_HAS_ATTACK = re.compile(r"\bthat (?:has|have) the [A-Z][\w' ]* attack\b")
_THING = re.compile(r"[\w'’\-,&\[\]♀♂δ◇★:/~ .!()\"]+")

_PLACES = {
    word: (sign, re.compile(rf"\b{sign}{ending}\b"), frozenset((zone,)))
    for words, sign, ending, zone in (
        (b"hand hands", "", "", Zone.HAND),
        (b"deck decks", "", "", Zone.DECK),
        (b"find", "you find there", "", Zone.DECK),
        (b"Lost", "Lost Zone", "", Zone.LOST_ZONE),
        (b"Prize", "Prize card", "s?", Zone.PRIZES),
        (b"discard", "discard pile", "s?", Zone.DISCARD),
        (b"Stadium Stadiums", "", "", Zone.STADIUM),
        (b"Supporter", "Supporter card", "s? in play", Zone.TRAINERS),
    )
    for word in words.split()
}
"""By a word of it: how the phrase for a place begins, unless the word says it all; the phrase; the
place."""
_PLACE_WORDS = frozenset(_PLACES)
_WORD = re.compile(r"\w+")
_LETTERS = bytes([code if _WORD.match(chr(code)) else ord(" ") for code in range(256)])
_CARDS_ONLY = re.compile(r"\b(?:(?:other|those|that|revealed) cards?|rest of|them|it)\b")

_DEED = re.compile(
    r"(?:(?:your opponent|each player|you) )?(draws?) "
    r"|(?:for each of those Pokémon, )?(?:instead )?"
    r"(?:(?:your opponent|each player|both players|that player|they|you|have your opponent) )?"
    r"(?:search|searches|look at|looks at|reveal|reveals|discard|discards|put|puts|shuffle"
    r"|shuffles|choose|show|shows|attach|return|returns|take|takes|turn|count(?! the )|add|switch"
    r"|use"
    r"|ignore|name|move|devolve|remove|treat) "
)


_DRAWING: Zones = frozenset((Zone.DECK, Zone.HAND))
_DISCARDED: Zones = frozenset((Zone.DISCARD,))
_OPENINGS = frozenset(
    (
        *("search", "look", "reveal", "discard", "put", "shuffle", "choose", "show", "attach"),
        *("return", "take", "turn", "count", "add", "switch", "use", "ignore", "name", "move"),
        *("devolve", "remove", "treat", "draw", "for", "instead", "your", "each", "both"),
        *("that", "they"),
        *("you", "have"),
    )
)
"""First words of such clauses."""


def words_of(text: str) -> list[bytes]:
    """Return the whole words of a text, encoded: to look for many at once is quickest so.

    >>> words_of("Put it on top, or don't.")
    [b'Put', b'it', b'on', b'top', b'or', b'don', b't']
    """
    try:
        return text.encode("latin-1").translate(_LETTERS).split()
    except UnicodeEncodeError:
        return [word.encode() for word in _WORD.findall(text)]


def is_thing(text: str) -> bool:
    """Whether a phrase speaks of cards only, and of nothing that is in play."""
    if " attack" in text:
        text = _HAS_ATTACK.sub("", text).replace(" as the effect of this attack", "")
    return _speaks_of_cards(text, words_of(text))


def _speaks_of_cards(text: str, words: list[bytes]) -> bool:
    if not _OF_PLAY.isdisjoint(words) or text[:1] == " " or text[-1:] == "," or ". " in text:
        return False
    if not _HALF_OF_PLAY.isdisjoint(words) and _ALSO_OF_PLAY.search(text):
        return False
    return _THING.fullmatch(text) is not None


def _thing(text: str) -> str | None:
    """A phrase about cards that are not in play."""
    return text if is_thing(text) else None


def _nonenergy(text: str) -> str | None:
    return None if "Energy" in text else _thing(text)


def _spell(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def places_in(text: str) -> Zones:
    """The places that a phrase names."""
    return _places_among(words_of(text), text)


def _places_among(words: list[bytes], text: str) -> Zones:
    zones = NOWHERE
    for word in _PLACE_WORDS.intersection(words):
        sign, phrase, place = _PLACES[word]
        if not sign or (sign in text and phrase.search(text)):
            zones |= place
    return zones


def _out_of_play(text: str) -> OutOfPlay | None:
    """Read a clause that moves or shows cards which are not in play."""
    if text.partition(" ")[0] not in _OPENINGS:
        return None
    deed = _DEED.match(text)
    if deed is None or " in order to use " in text:
        return None
    words = words_of(text)
    zones = _places_among(words, text)
    if deed.lastindex:
        return OutOfPlay(zones=zones | _DRAWING, what=text) if is_thing(text) else None
    if "your discard pile" in text and "Energy" in text:
        zones -= _DISCARDED  # such Energy is in the game
    if not zones or not is_thing(text.replace("turn ", "take ", 1)):
        return None
    return OutOfPlay(zones=zones, what=text)


def _spell_out(value: object) -> str | None:
    return value.what if isinstance(value, OutOfPlay) else None


_PUT = re.compile(
    r"(?:(?:you|they|your opponent|that player) (?:put|shuffled|revealed|searched|drew) [^,.]*"
    r"|you discarded a Pokémon Tool(?: card)?) in this way"
)
"""What was done to cards beside the table before."""
_ASKED = re.compile(
    r"(?:there (?:is|are)|your opponent (?:has|doesn't have)|you (?:have|don't have|played"
    r"|discarded|can't discard|didn't play|don't discard|discard)|any of those cards|it's|that card"
    r"|the total of|either player|neither player|both|a Stadium is|the discarded card|he or she has"
    r"|they have|you find|[A-Z][\w']+ Stadium is) "
)
_FOLLOWING = re.compile(
    r"(?:any of those cards|it's|that card|the discarded card|you find .* there$"
    r"|(?:he or she|they) (?:has|have) .* there$)"
)
"""Conditions on cards that an earlier step looked at."""
_WHEN = re.compile(r" (?:during )?this turn$")


def _elsewhere(text: str) -> Elsewhere | None:
    """Read a condition on cards which are not in play."""
    if _PUT.fullmatch(text) and is_thing(text) and "Energy" not in text:
        return Elsewhere(zones=frozenset({Zone.DECK}), what=text, follows=True)
    if not _ASKED.match(text) or ", you may " in text:
        return None
    bare, played = _WHEN.subn("", text)
    zones = places_in(bare) | ({Zone.TRAINERS} if played and " played " in f" {bare} " else set())
    follows = not zones and bool(_FOLLOWING.match(text))
    if follows:
        zones = frozenset({Zone.DECK})
    if not zones or not is_thing(bare):
        return None
    return Elsewhere(zones=zones, what=text, follows=follows)


def _spell_elsewhere(value: object) -> str | None:
    return value.what if isinstance(value, Elsewhere) else None


def add_phrases(grammar: Grammar) -> None:
    """Add the categories of phrases in the text's own words."""
    grammar.lexical("thing", _thing, _spell)
    grammar.lexical("nonenergy", _nonenergy, _spell)
    grammar.lexical("void", _out_of_play, _spell_out, _OPENINGS)
    grammar.lexical("elsewhere", _elsewhere, _spell_elsewhere)


def add_void_rules(grammar: Grammar) -> None:
    """Add operations and conditions in zones beside the table."""
    grammar.rule("simple", "{void}", slot("void"))
    grammar.rule("cond", "{elsewhere}", slot("elsewhere"))
    grammar.rule("simple", "{void} for each {per}", Repeat(times=slot("per"), step=slot("void")),
                 compound=True)
    _add_afterwards(grammar)
    _add_in_play(grammar)
    _add_lasting(grammar)
    for kind, thing in (("GX", "GX attack"), ("VSTAR", "VSTAR Power")):
        grammar.rule("simple", f"you can't use more than 1 {thing} in a game",
                     OncePerEvent(kind=kind))


def _out(grammar: Grammar, text: str, *zones: Zone) -> None:
    """Add a rule whose words name no place, or things in play that go there."""
    value = OutOfPlay(
        zones=frozenset(zones),
        what=spellings(text)[0],
        energy=slot("energy") if "{energy}" in text else None,
        target=_target(text),
    )
    grammar.rule("simple", text, value)


def _target(text: str) -> Any:
    """The slot of the Pokemon that a template names, None without one."""
    return next((slot(name) for name in ("target", "holder") if f"{{{name}}}" in text), None)


def _add_afterwards(grammar: Grammar) -> None:
    """What is done to the cards that were looked at before."""
    for text in (
        "discard the other cards",
        "discard the rest",
        "discard them",
        "discard it",
        "discard that card",
        "discard [1|2|3] cards from it",
        "treat the new Benched Pokémon as Basic Pokémon",
        "shuffle it afterward",
    ):
        value = OutOfPlay(zones=frozenset({Zone.DECK}), what=spellings(text)[0], follows=True)
        grammar.rule("simple", text, value)
    them = "[it|them|that card|those cards|1 of them|that Energy card]"
    value = OutOfPlay(zones=frozenset({Zone.DECK}), what="attach them", target=slot("holder"),
                      follows=True)
    grammar.rule("simple", f"attach {them} to {{holder}}[| in any way you like]", value)


def _add_in_play(grammar: Grammar) -> None:
    """What moves cards from play to a void zone (Rule: S43)."""
    bench = "each Pokémon that you put onto your Bench in this way"
    _out(grammar, f"attach {{energy}} from your discard pile to {bench}", Zone.DECK)
    removing = "by removing [the highest Stage Evolution card|any number of Evolution cards] from"
    for text in (f"devolve {{target}} {removing} it",
                 "devolve [any number|as many] of your Benched Pokémon as many times as you like",
                 "remove the highest Stage Evolution card from {target}"):
        _out(grammar, text, Zone.OTHER)
    won = "when {foe} is Knocked Out by damage from [those attacks|this attack], take"
    _out(grammar, f"{won} [1|2|3] more Prize [card|cards]", Zone.PRIZES)
    own = "put any number of your Pokémon in play and all cards attached to them into your hand"
    _out(grammar, own, Zone.HAND)
    many = "a number of cards up to the number of heads"
    _out(grammar, f"put {many} from your discard pile into your hand", Zone.HAND)
    _out(grammar, f"search your deck for {many} and put them into your hand", Zone.DECK)
    whose = "[your|their|his or her|your opponent's]"
    for ending, zone in (
        (f" [into|to|back to|in] {whose} hand", Zone.HAND),
        (f" [|back ]into {whose} deck", Zone.DECK),
        (f" [and put them |]on [top|the bottom] of {whose} deck[| in any order]", Zone.DECK),
        (" in the Lost Zone[| instead of the discard pile| instead of discarding it]",
         Zone.LOST_ZONE),
    ):
        for text in spellings(ending):
            grammar.rule("away", text, frozenset({zone}))
    for verb in ("put", "shuffle", "return", "your opponent shuffles", "your opponent returns",
                 "your opponent puts", "they shuffle", "have your opponent shuffle"):
        grammar.rule("moves", verb, "put")
    for text in ("all cards attached to it", "all cards attached to them", "all attached cards",
                 "all Energy cards attached to it", "all cards attached to"):
        grammar.rule("theircards", text, "all cards attached to it")
    moved = OutOfPlay(zones=slot("away"), what="put {target} and all cards attached to it away",
                      target=slot("target"))
    grammar.rule("simple", "{moves} {target} and {theircards}{away}", moved)
    later = OutOfPlay(zones=frozenset({Zone.DECK}), what=slot("w"), follows=True)
    grammar.rule("simple", "instead search for {w:thing}", later)
    for text in ("use the effect of that [card|Supporter card] as the effect of this attack",
                 "the Supporter card remains in your [opponent's |]discard pile",
                 "the Supporter card remains in your opponent's hand",
                 "choose 1 of that card's attacks", "look at the card you chose",
                 "put the other cards back in any order", "reveal the card",
                 "[your opponent|they|you] [does|do] the same"):
        _out(grammar, text, Zone.DECK)
    grammar.lexical("gear", _gear, _spell_out, _GEAR_OPENINGS)
    grammar.rule("simple", "{gear}", slot("gear"), compound=True)
    grammar.lexical("banned", _banned, _spell_elsewhere_rule)
    barred = Lasting(rule=slot("banned"), bearer=DEFENDER)
    for text in ("during your opponent's next turn, {banned}",
                 "{banned} during [their|his or her|your opponent's] next turn",
                 "until the end of your opponent's next turn, {banned}"):
        grammar.rule("simple", text, barred, compound=True)
    longer = Lasting(rule=slot("banned"), bearer=DEFENDER, until=Until.YOUR_NEXT_TURN)
    for text in ("during your next turn, {banned}", "until the end of your next turn, {banned}",
                 "for the rest of this game, {banned}"):
        grammar.rule("simple", text, longer, compound=True)
    chosen = "choose {energy} attached to {target} and return [it|them] to your opponent's hand"
    _out(grammar, chosen, Zone.HAND)
    for text in (
        "put {energy} [attached to|from] {holder} into [your|their|your opponent's] hand",
        "return {energy} attached to {target} to [your|your opponent's] hand",
    ):
        _out(grammar, text, Zone.HAND)
    _out(grammar, "shuffle {energy} [attached to|from] {target} into your deck", Zone.DECK)
    _out(grammar, "put {energy} attached to {holder} in the Lost Zone", Zone.LOST_ZONE)
    tools = "Pokémon [Tool|Tools][| card| cards]"
    _out(grammar, f"discard [a|all|any|up to 2] {tools} [attached to|from] {{holder}}", Zone.TOOLS)
    _out(grammar, "discard all Trainer cards attached to {foe}", Zone.TOOLS)


_THINGS = (r"(?:Pokémon Tools?(?: cards?)?|Special Energy(?: cards?)?|Technical Machine cards?"
           r"|Trainer cards?|Future Booster Energy Capsules?|Stadium cards?)")
_GEAR = re.compile(
    r"(?:discard|remove|return|move) (?:(?:up to|any number of|as many|all|a|an|the|[1-9]) )*"
    rf"{_THINGS}(?:(?: and| or|, and|,) (?:(?:all|a|an|[1-9]) )?{_THINGS})*(?: as you like)?"
    r" (?:attached to|from|in play)(?: (?:your|opponent's|his or her|their|each|of|1|all|any"
    r"|Active|Benched|Pokémon|this|that|the|Defending|both|~|to|another|it|them))*"
)
_GEAR_OPENINGS = ("discard", "remove", "return", "move")


def _gear(text: str) -> OutOfPlay | None:
    """Read what is done to Tools and special Energy on Pokemon, which nobody has."""
    if not _GEAR.fullmatch(text):
        return None
    return OutOfPlay(zones=frozenset({Zone.TOOLS}), what=text)


_HAND = r"from (?:your opponent's|his or her|their) hand"
_DEEDS = "play|attach|use|draw|put"
_BANNED = re.compile(
    rf"(?:[\w ]+ can't be (?:attached|played) {_HAND}[\w ~]*"
    rf"|[\w ]+ can't be (?:attached|played) to [\w ]+ {_HAND}"
    rf"|(?:if|when|whenever) (?:they|your opponent) (?:attach|attaches|put|puts|play|plays) [^.]*"
    rf"{_HAND}[^.]*"
    r"|(?:they|your opponent|each player) can't play [\w ,]+(?: from (?:his or her|their) hand)?"
    r"(?: to evolve [\w ]+)?"
    r"|(?:they|your opponent) can't attach [\w ]+(?: from (?:his or her|their) hand)? to [\w ]+"
    r"|(?:they|your opponent) can't use any (?:Poké-Powers|Poké-Bodies|GX attacks)[\w ]*"
    r"|(?:they|your opponent) can't draw a card at the beginning of"
    r"|if (?:this Pokémon|~) is Knocked Out, your opponent can't take any Prize cards for it"
    r"|if the Defending Pokémon is Knocked Out, take [12] more Prize cards?"
    r"|each (?:Stadium|Pokémon Tool|Stadium or Pokémon Tool) card in play has no effect"
    r"|you may attach [\w ]+ from your hand to [\w ]+)"
)


def _banned(text: str) -> ElsewhereRule | None:
    """Read what waits for a hand or for prizes, or bars from them (Rule: S43)."""
    if not _BANNED.fullmatch(text):
        return None
    return ElsewhereRule(zones=frozenset({Zone.HAND}), what=text)


def _spell_elsewhere_rule(value: object) -> str | None:
    return value.what if isinstance(value, ElsewhereRule) else None


def _add_lasting(grammar: Grammar) -> None:
    value = Lasting(
        rule=ElsewhereRule(zones=frozenset({Zone.TRAINERS}), what=slot("w")), bearer=DEFENDER
    )
    for text in (
        "your opponent can't play {w:thing} from [their|his or her] hand during [their|his or her"
        "|your opponent's] next turn",
        "during your opponent's next turn, they can't play {w:thing} from their hand",
        "your opponent can't attach {w:thing} from [their|his or her] hand to [|any of ]"
        "[their|his or her] [|Active ]Pokémon during [their|his or her|your opponent's] next turn",
    ):
        grammar.rule("simple", text, value)
