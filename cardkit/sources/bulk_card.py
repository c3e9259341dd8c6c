"""One card or set of the public bulk data, read with all its quirks.

Newer files of some copies follow another schema (integer HP, ``GGCC`` costs, ``DoubleRare``); it
is understood as far as it goes. What cannot be understood is noted and left out; a card is
refused only when it cannot be told which card it is.
"""

from __future__ import annotations

import re
from collections import Counter

from cardkit.cards import (
    Ability,
    Attack,
    Card,
    CardId,
    CardSet,
    Damage,
    EnergyType,
    SetId,
    TypeModifier,
)
from cardkit.rarities import Rarity, parse_rarity
from cardkit.sources.bulk_values import (
    ENERGY_TYPES,
    KNOWN_SUBTYPES,
    SUPERTYPES,
    Document,
    Note,
    Values,
    is_identifier,
    respelt_subtype,
    shown,
)

_HP = range(10, 1_001, 10)
_DAMAGE = range(0, 10_000, 10)
_MODIFIER = range(1, 1_000)
_RETREAT = range(11)
_TOTAL = range(100_000)
_MOST_TYPES, _MOST_SUBTYPES = 2, 16
MOST_ATTACKS, MOST_ABILITIES = 8, 7
_MOST_COST, _MOST_MODIFIERS = 16, 4

MISPRINTED = {"zsv10pt5-80": ("60", "80")}
"""Numbers that the bulk data has wrong: what it says, and what is printed."""


class BulkReader:
    """Reads cards and sets, one after the other.

    Attributes:
        novelties: rarities and subtypes that are not known yet, and on how many cards they were
            met, as ``("rarity", text)``.
        values: notes what is to be said of the card that is read.
    """

    def __init__(self) -> None:
        self.novelties: Counter[tuple[str, str]] = Counter()
        self.values = Values()
        self._modifiers_read: dict[tuple[str, str], TypeModifier] = {}

    def card(self, document: object, set_id: str = "") -> tuple[Card | None, list[Note]]:
        """Read one card.

        Args:
            document: an entry of ``cards/en/<set>.json``, or of an answer of the API.
            set_id: the set, where the identifier does not tell.

        Returns:
            The card, or None when it cannot be told which card it is; what is to be said of it.

        >>> card, notes = BulkReader().card({"id": "base1-46", "name": "Charmander",
        ...     "number": "46", "supertype": "Pokémon", "hp": "50",
        ...     "attacks": [{"name": "Scratch", "cost": ["Free"], "damage": "10"}]})
        >>> card.hp, card.set_id, card.attacks[0].cost, card.retreat_cost, notes
        (50, 'base1', (), 0, [])
        """
        values = self.values
        notes: list[Note] = []
        values.notes = notes
        if not isinstance(document, dict):
            what = f"expected a card as an object, got {shown(document)}"
            return None, [Note(path="", what=what, refused=True)]
        card_id, name = values.line(document, "id"), values.line(document, "name")
        number = values.line(document, "number")
        supertype = SUPERTYPES.get(values.line(document, "supertype"))
        own_set = _set_of(document) or card_id.rpartition("-")[0] or set_id
        if not (supertype and name and number and is_identifier(card_id) and own_set):
            return None, notes + _missing(document, card_id, own_set, name, number, supertype)
        if card_id in MISPRINTED and number == MISPRINTED[card_id][0]:
            number = MISPRINTED[card_id][1]
        get = document.get
        return Card(
            card_id=CardId(card_id),
            name=name,
            supertype=supertype,
            set_id=SetId(own_set),
            number=number,
            rarity=self.rarity(get("rarity")),
            subtypes=self._subtypes(get("subtypes"), name),
            hp=values.remembered("hp", get("hp"), self.hp),
            types=values.remembered("types", get("types"), self.types),
            evolves_from=values.line(document, "evolvesFrom") if "evolvesFrom" in document else "",
            attacks=self._attacks(get("attacks")),
            abilities=self._abilities(get("abilities"), get("ancientTrait")),
            weaknesses=self.modifiers(get("weaknesses"), ".weaknesses"),
            resistances=self.modifiers(get("resistances"), ".resistances"),
            retreat_cost=self.retreat_cost(document),
            rules=self.rules(get("rules")) if "rules" in document else (),
            artist=values.line(document, "artist"),
            regulation_mark=values.line(document, "regulationMark"),
            level=values.line(document, "level") if "level" in document else "",
        ), notes

    def card_set(self, document: object) -> tuple[CardSet | None, list[Note]]:
        """Read one set of ``sets/en.json``; see :meth:`card`.

        >>> BulkReader().card_set({"id": "base1", "name": "Base", "printedTotal": 102,
        ...     "releaseDate": "1999/01/09"})[0].release_date
        '1999-01-09'
        """
        values = self.values
        notes: list[Note] = []
        values.notes = notes
        if not isinstance(document, dict):
            what = f"expected a set as an object, got {shown(document)}"
            return None, [Note(path="", what=what, refused=True)]
        set_id, name = values.line(document, "id"), values.line(document, "name")
        for key, present in (("id", is_identifier(set_id)), ("name", name)):
            if not present:
                what = f"expected the {key} of the set, got {shown(document.get(key))}"
                return None, [*notes, Note(path=f".{key}", what=what, refused=True)]
        released = values.line(document, "releaseDate").replace("/", "-")
        if released and not re.fullmatch(r"\d{4}-\d\d-\d\d", released):
            values.note(".releaseDate", "a date such as 2023/09/22", released)
            released = ""
        printed_total, total = document.get("printedTotal"), document.get("total")
        return CardSet(
            set_id=SetId(set_id),
            name=name,
            series=values.line(document, "series"),
            printed_total=values.whole_number(printed_total, ".printedTotal", _TOTAL) or 0,
            total=values.whole_number(total, ".total", _TOTAL) or 0,
            ptcgo_code=values.line(document, "ptcgoCode"),
            release_date=released,
        ), notes

    def rarity(self, value: object) -> Rarity | str | None:
        """Read a rarity; a new one is kept as it is, and counted."""
        rarity = self.values.remembered("rarity", value, self._read_rarity)
        if rarity is not None and not isinstance(rarity, Rarity):
            self.novelties["rarity", rarity] += 1
        return rarity

    def _read_rarity(self, value: object) -> Rarity | str | None:
        text = self.values.line({"rarity": value}, "rarity")
        return parse_rarity(text) if text and text.casefold() != "none" else None

    def _subtypes(self, value: object, name: str) -> tuple[str, ...]:
        found = self.values.remembered("subtypes", value, self._subtype_names)
        if KNOWN_SUBTYPES.issuperset(found):
            return found
        respelt = tuple(dict.fromkeys(respelt_subtype(each, name) for each in found))
        self.novelties.update(("subtype", each) for each in respelt if each not in KNOWN_SUBTYPES)
        return respelt

    def _subtype_names(self, value: object) -> tuple[str, ...]:
        return self.values.lines(value, ".subtypes", _MOST_SUBTYPES)

    def hp(self, value: object) -> int | None:
        """Read hit points."""
        return self.values.whole_number(value, ".hp", _HP)

    def types(self, value: object) -> tuple[EnergyType, ...]:
        """Read a list of types."""
        parts = enumerate(self.values.parts(value, ".types", _MOST_TYPES))
        found = [self.values.energy_type(part, f".types[{place}]") for place, part in parts]
        return tuple(dict.fromkeys(each for each in found if each))

    def _attacks(self, value: object) -> tuple[Attack, ...]:
        if value is None:
            return ()
        parts = enumerate(self.values.parts(value, ".attacks", MOST_ATTACKS))
        found = [self._attack(part, f".attacks[{place}]") for place, part in parts]
        return tuple([attack for attack in found if attack])

    def _attack(self, part: object, path: str) -> Attack | None:
        values = self.values
        if not isinstance(part, dict) or not (name := values.line(part, "name", path)):
            values.note(path, "an attack with a name", part)
            return None
        cost = values.remembered("cost", part.get("cost"), read_cost)
        if cost is None:
            # An attack at a wrong price would be worse than none.
            what = "a list of types or letters such as FCC (the attack is left out)"
            values.note(f"{path}.cost", what, part.get("cost"))
            return None
        damage = values.remembered("damage", part.get("damage"), read_damage)
        if damage is None:
            what = "damage such as 30, 30+, 20×, 50-, ? or nothing"
            values.note(f"{path}.damage", what, part.get("damage"))
        return Attack(
            name=name,
            cost=cost,
            damage=damage or Damage(),
            text=values.text(part, path),
            text_omitted=damage is None,
        )

    def _abilities(self, value: object, trait: object) -> tuple[Ability, ...]:
        if value is None and trait is None:
            return ()
        parts = enumerate(self.values.parts(value, ".abilities", MOST_ABILITIES))
        found = [self._ability(part, f".abilities[{place}]") for place, part in parts]
        if trait is not None:
            named = {**trait, "type": "Ancient Trait"} if isinstance(trait, dict) else trait
            found.append(self._ability(named, ".ancientTrait"))
        return tuple([ability for ability in found if ability])

    def _ability(self, part: object, path: str) -> Ability | None:
        values = self.values
        if not isinstance(part, dict) or not (name := values.line(part, "name", path)):
            values.note(path, "an ability with a name", part)
            return None
        kind = values.line(part, "type", path) or "Ability"
        return Ability(name=name, kind=kind, text=values.text(part, path))

    def modifiers(self, value: object, path: str) -> tuple[TypeModifier, ...]:
        """Read weaknesses or resistances."""
        if value is None:
            return ()
        known = self._modifiers_read
        if isinstance(value, list) and len(value) <= _MOST_MODIFIERS:
            try:
                return tuple([known[part["type"], part["value"]] for part in value])
            except (KeyError, TypeError):
                pass  # new, or not as expected
        parts = enumerate(self.values.parts(value, path, _MOST_MODIFIERS))
        found = [self._modifier(part, f"{path}[{place}]") for place, part in parts]
        return tuple([modifier for modifier in found if modifier])

    def _modifier(self, part: object, path: str) -> TypeModifier | None:
        if isinstance(part, dict):
            energy_type, value = part.get("type"), part.get("value")
            if isinstance(energy_type, str) and isinstance(value, str):
                modifier = _read_modifier(energy_type, value)
                if modifier is not None:
                    self._modifiers_read[energy_type, value] = modifier
                    return modifier
        self.values.note(path, "a type and a value such as Fire and ×2, +20 or -30", part)
        return None

    def rules(self, value: object) -> tuple[str, ...]:
        """Read the texts in the box of rules."""
        return self.values.texts(value, ".rules")

    def retreat_cost(self, document: Document) -> int:
        """Count the Energy that retreating costs; a card without the key retreats for free."""
        value = document.get("retreatCost", document.get("retreat"))
        if value is None:
            value = document.get("convertedRetreatCost")
            if value is None:
                return 0
        return self.values.remembered("retreat", value, self._read_retreat)

    def _read_retreat(self, value: object) -> int:
        if isinstance(value, str) and not value.isdecimal():
            value = list(value)
        if isinstance(value, list):
            value = len(value) - value.count("Free")
        return self.values.whole_number(value, ".retreatCost", _RETREAT) or 0


def read_cost(value: object) -> tuple[EnergyType, ...] | None:
    """Read a list of types or letters such as ``GGCC``; ``Free`` counts as nothing.

    Returns:
        None when it cannot be read.
    """
    if value is None or value in ("", "0", 0):
        return ()
    if isinstance(value, str):
        value = [value] if value in ENERGY_TYPES or value == "Free" else list(value)
    if not isinstance(value, list) or len(value) > _MOST_COST:
        return None
    try:
        return tuple(ENERGY_TYPES[each] for each in value if each != "Free")
    except (KeyError, TypeError):
        return None


def read_damage(value: object) -> Damage | None:
    """Read printed damage; None when it cannot be read."""
    if value is None:
        return Damage()
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        return None
    try:
        damage = Damage.parse(str(value))
    except ValueError:
        return None
    return damage if damage.amount in _DAMAGE else None


def _read_modifier(energy_type: str, value: str) -> TypeModifier | None:
    known = ENERGY_TYPES.get(energy_type)
    try:
        modifier = TypeModifier.parse(known.value, value) if known else None
    except ValueError:
        return None
    return modifier if modifier and modifier.amount in _MODIFIER else None


def _set_of(document: Document) -> str:
    """Return the set that answers of the API carry in each card; bulk files do not."""
    own = document.get("set")
    if own is None:
        return ""
    found = own.get("id") if isinstance(own, dict) else own
    return found if isinstance(found, str) and found.isprintable() and is_identifier(found) else ""


def _missing(
    document: Document, card_id: str, set_id: str, name: str, number: str, supertype: object
) -> list[Note]:
    """Say what a card lacks to be told from others."""
    wanted = (
        ("id", is_identifier(card_id), "an identifier such as sv3pt5-6"),
        ("name", name, "the name of the card"),
        ("number", number, "a collector number"),
        ("supertype", supertype, "Pokémon, Trainer or Energy"),
        # Without an identifier there is no set to be told from it: one fault, not two.
        ("set", set_id or not is_identifier(card_id), "the identifier of a set"),
    )
    return [
        Note(path=f".{key}", what=f"expected {what}, got {shown(document.get(key))}", refused=True)
        for key, present, what in wanted
        if not present
    ]
