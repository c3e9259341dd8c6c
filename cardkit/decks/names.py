"""What a card's name alone tells: Pokemon, Trainer or Energy, and the mechanics in it.

Needed where the catalogue does not know a card, and where a source leaves mechanics out
(one writes no subtype for ``M Charizard-EX``). Names come from people and apps, so decorations
such as ``- 006/165`` or ``(Full Art)`` are expected.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from cardkit.cards import Mechanic, Supertype
from cardkit.naming import fold_name
from cardkit.resources import resource

_BRACKETS = re.compile(r"\s*(\([^()]*\)|\[[^\[\]]*\])")
_MARKED = re.compile(r"[(\[]((?:Prism |Gold )?Star|Prime|LV\. ?X|LEGEND|BREAK)[)\]]", re.IGNORECASE)
"""Mechanics that apps put in brackets."""
_NUMBER_TAIL = re.compile(
    r"\s+(?:-\s+[A-Z]{0,6}\d+[a-z]?\b|#\s?[A-Z]{0,6}\d+|[A-Z]{0,5}\d+/[A-Z]{0,5}\d+).*$",
    re.IGNORECASE,
)
_DELTA = re.compile(r"\s*(?:δ|delta species)\s*$", re.IGNORECASE)

_SUFFIXES: tuple[tuple[re.Pattern[str], Mechanic], ...] = tuple(
    (re.compile(rf"(?:{pattern})$"), mechanic)
    for pattern, mechanic in (
        (r"(?i:[- ]V[- ]?MAX)", Mechanic.VMAX),
        (r"(?i:[- ]V[- ]?STAR)", Mechanic.VSTAR),
        (r"(?i:[- ]V[- ]?UNION)", Mechanic.V_UNION),
        (r"[- ]V", Mechanic.V),
        (r"(?i:[- ]GX)", Mechanic.GX),
        (r"(?i:-EX)| EX", Mechanic.EX_UPPER),
        (r" [Ee]x", Mechanic.EX_LOWER),
        (r"(?i: LV\. ?X)", Mechanic.LEVEL_UP),
        (r"(?i: BREAK)", Mechanic.BREAK),
        (r"(?i: LEGEND)", Mechanic.LEGEND),
        (r"(?i: Prime)", Mechanic.PRIME),
        (r"\s?◇|\s?\{\*\}|(?i: Prism Star)", Mechanic.PRISM_STAR),
        (r"\s?[★☆]|(?i:(?: Gold)? Star)", Mechanic.STAR),
    )
)
_MEGA = re.compile(r"(?:M|Mega|Primal)\s", re.IGNORECASE)

_SPECIES_ITEM = re.compile(
    r"\b(?:spirit link|doll|drone rotom|rotom (?:bike|dex|phone)|(?:fossil|old amber) \w+)\b"
)
"""Trainers that carry a Pokemon's name."""
_ENERGY = re.compile(r"(?!energy\b).*\benergy(?: [grwlpfdmy]{2,4}| prism star)?")
_KIND_WORDS = re.compile(
    r"(?P<ENERGY>energy)|(?P<POKEMON>pokemon(?! tool)|\b(?:basic|stage [12])\b)"
    r"|(?P<TRAINER>trainer|supporter|item|stadium|tool|technical machine)"
)


def core_name(name: str) -> str:
    """Return a name without what apps hang on it: numbers, brackets, a delta sign.

    >>> core_name("Charizard ex - 006/165 (Holiday Calendar)")
    'Charizard ex'
    """
    text = _NUMBER_TAIL.sub("", unicodedata.normalize("NFC", name).strip())
    bare = _BRACKETS.sub("", _MARKED.sub(r"\1", text)).strip()
    return _DELTA.sub("", bare or text)


def subtypes_from_name(name: str) -> tuple[str, ...]:
    """Return the mechanics that a Pokemon's name carries, spelt as card data spells subtypes.

    Tera is never printed in a name, so it cannot be told. Two Pokemon joined by ``&`` are a
    TAG TEAM, whose ``Mega`` is no mechanic (Rule: S1).

    >>> subtypes_from_name("M Charizard-EX")
    ('MEGA', 'EX')
    >>> subtypes_from_name("Mega Sableye & Tyranitar-GX")
    ('TAG TEAM', 'GX')
    """
    core = core_name(name)
    mechanic = next((kind for pattern, kind in _SUFFIXES if pattern.search(core)), None)
    if mechanic is None:
        return (Mechanic.RADIANT.value,) if core.casefold().startswith("radiant ") else ()
    if mechanic is Mechanic.GX and " & " in core:
        return (Mechanic.TAG_TEAM.value, mechanic.value)
    if mechanic in (Mechanic.EX_LOWER, Mechanic.EX_UPPER) and _MEGA.match(core):
        return (Mechanic.MEGA.value, mechanic.value)
    return (mechanic.value,)


def supertype_from_name(name: str) -> Supertype | None:
    """Return what kind of card a name is; None when it names no Pokemon and no Energy.

    >>> supertype_from_name("Dark Charizard"), supertype_from_name("Charizard Spirit Link")
    (<Supertype.POKEMON: 'Pokémon'>, <Supertype.TRAINER: 'Trainer'>)
    >>> supertype_from_name("Double Colorless Energy")
    <Supertype.ENERGY: 'Energy'>
    """
    folded = fold_name(core_name(name))
    if _ENERGY.fullmatch(folded):
        return Supertype.ENERGY
    if _SPECIES_ITEM.search(folded):
        return Supertype.TRAINER
    return Supertype.POKEMON if _species().search(folded) else None


def supertype_from_words(words: str) -> Supertype | None:
    """Return what a column such as ``Trainer - Item`` or ``Basic Pokémon`` says, or None."""
    found = _KIND_WORDS.search(fold_name(words))
    return Supertype[str(found.lastgroup)] if found else None


@cache
def _species() -> re.Pattern[str]:
    """Return one pattern of all Pokemon names, longest first, as whole words."""
    lines = resource("decks", "species.txt").read_text(encoding="utf-8").splitlines()
    listed = ",".join(line for line in lines if not line.startswith("#")).split(",")
    names = sorted((fold_name(name) for name in listed if name.strip()), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
