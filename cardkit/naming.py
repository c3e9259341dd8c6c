"""Names, set labels and collector numbers, brought to one spelling for comparison.

Apps, decklists and card data write the same thing in many ways. What is folded here is for
look-ups only; what a person sees stays as it was printed.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from cardkit.cards import EnergyType

_SIGNS = {
    "♀": " f ",
    "♂": " m ",
    "★": " star ",
    "☆": " star ",
    "◇": " prism star ",
    "α": " alpha ",
    "β": " beta ",
    "γ": " gamma ",
    "δ": " delta ",
    "&": " and ",
    "+": " plus ",
    "'": "",
    "’": "",
    "‘": "",
    "ʼ": "",
    "`": "",
}
"""Signs that carry meaning in a name, and the apostrophes, which carry none."""
_SIGN_TABLE = str.maketrans(_SIGNS)

_TYPE_BY_LETTER = {kind.letter: kind.value.casefold() for kind in EnergyType}
_LETTER_BY_TYPE = {word: letter.casefold() for letter, word in _TYPE_BY_LETTER.items()}
_TYPE_WORDS = "|".join(_LETTER_BY_TYPE)
_TYPE_LETTERS = "".join(_TYPE_BY_LETTER).casefold()


_MARKS = re.compile(r"[\W_]+")
_OPENING = re.compile(r"[{\[(]")


def _plain(text: str) -> str:
    """Drop accents and case, spell signs out, turn every other mark into one space."""
    bare = text.casefold()
    if text.isascii():  # most names are, and what follows takes time
        words = bare.split()
        if all(map(str.isalnum, words)):
            return " ".join(words)
    else:
        # An acute accent alone stands for an apostrophe; NFKC would take it apart.
        text = unicodedata.normalize("NFKC", text.replace("´", "'")).casefold()
        decomposed = unicodedata.normalize("NFD", text)
        bare = "".join(letter for letter in decomposed if not "\u0300" <= letter <= "\u036f")
        bare = unicodedata.normalize("NFC", bare)
    # Signs come last: Δ and ά are δ and α by now.
    bare = bare.translate(_SIGN_TABLE)
    return " ".join(_MARKS.sub(" ", bare).split())


@lru_cache(maxsize=16_384)
def fold_name(text: str) -> str:
    """Return a card's name in the spelling under which the catalogue keeps it.

    Accents, case, punctuation, hyphens and curly quotes do not matter; ♀ ♂ δ ★ ◇ and the Energy
    letters of decklists are spelt out; ``Basic`` before ``Fire Energy`` is dropped. ``ex`` and
    ``EX`` fold to the same word: the collector number tells such cards apart.

    >>> fold_name("Charizard-GX") == fold_name("charizard gx")
    True
    >>> fold_name("Nidoran ♀"), fold_name("Nidoran F"), fold_name("Farfetch’d")
    ('nidoran f', 'nidoran f', 'farfetchd')
    >>> fold_name("Dratini δ") == fold_name("Dratini (Delta Species)")
    True
    >>> fold_name("Mewtwo ★"), fold_name("Mewtwo Gold Star"), fold_name("Cyrus {*}")
    ('mewtwo star', 'mewtwo star', 'cyrus prism star')
    >>> fold_name("Basic {R} Energy"), fold_name("Fire Energy"), fold_name("Pokédex")
    ('fire energy', 'fire energy', 'pokedex')
    >>> fold_name("Unit Energy GrassFireWater"), fold_name("Unit {G}{R}{W} Energy")
    ('unit energy grw', 'unit energy grw')
    >>> fold_name("Unown [!]"), fold_name("Imakuni?")
    ('unown exclamation', 'imakuni')
    """
    if _OPENING.search(text):
        text = text.replace("{*}", " prism star ")
        text = re.sub(r"[\[(]([!?])[\])]", _unown_letter, text)
        text = re.sub(r"(?:\{[A-Z]\}){2,}", lambda found: re.sub(r"[{}]", "", found[0]), text)
        text = re.sub(r"\{([A-Z])\}", lambda found: f" {_TYPE_BY_LETTER.get(found[1], '')} ", text)
    name = _plain(text)
    name = name.replace("delta species", "delta").replace("gold star", "star")
    if "energy" in name:
        name = _fold_energy(name)
    return name


def _unown_letter(found: re.Match[str]) -> str:
    """Keep the two Unown apart whose letter is a punctuation mark."""
    return " exclamation " if found[1] == "!" else " question "


def _fold_energy(name: str) -> str:
    name = re.sub(rf"^basic ({_TYPE_WORDS}) energy$", r"\1 energy", name)
    # Energies of several types name them in words, in letters, and on either side of "Energy".
    name = re.sub(
        rf"(?<=energy )(?:{_TYPE_WORDS}){{2,}}$",
        lambda found: re.sub(_TYPE_WORDS, lambda word: _LETTER_BY_TYPE[word[0]], found[0]),
        name,
    )
    return re.sub(rf"^(\w+) ([{_TYPE_LETTERS}]{{2,4}}) energy$", r"\1 energy \2", name)


@lru_cache(maxsize=2_048)
def fold_label(text: str) -> str:
    """Return a set's label in one spelling; nothing that may carry meaning is dropped.

    >>> fold_label("HS—Unleashed"), fold_label("Ruby & Sapphire")
    ('hs unleashed', 'ruby and sapphire')
    >>> fold_label("McDonald’s Collection 2021")
    'mcdonalds collection 2021'
    """
    return _plain(text)


_ERA_PREFIX = re.compile(r"^\s*(?:[A-Z]{2,4}\d{0,2}(?:\.\d)?|XY|SM)\s*(?::|-|–|—)\s+(?=\S)")
_RUN = re.compile(
    r"\s*[(\[]\s*(?:1st edition|unlimited|shadowless)"
    r"(?:\s*(?:&|and|/|,)\s*(?:unlimited|shadowless))?\s*[)\]]",
    re.IGNORECASE,
)


@lru_cache(maxsize=2_048)
def label_spellings(text: str) -> tuple[str, ...]:
    """Return the folded spellings that a label may stand for, the most literal first.

    Print runs in brackets, an era prefix (``SV05: ``, ``SM - ``), a trailing ``Base Set`` and a
    leading ``Pokemon`` are dropped one after the other.

    >>> label_spellings("SV05: Temporal Forces")
    ('sv05 temporal forces', 'temporal forces')
    >>> label_spellings("Base Set (1st Edition & Shadowless)")[-1]
    'base set'
    >>> label_spellings("SWSH01: Sword & Shield Base Set")[-1]
    'sword and shield'
    >>> label_spellings("Pokemon Base Set")
    ('pokemon base set', 'base set', 'pokemon')
    """
    spellings = [fold_label(text)]
    without_run = _RUN.sub("", text)
    without_prefix = _ERA_PREFIX.sub("", without_run)
    last = fold_label(without_prefix)
    spellings += [fold_label(without_run), last]
    if last.startswith("pokemon "):
        spellings.append(last.removeprefix("pokemon "))
    spellings += [each.removesuffix(" base set") for each in (last, spellings[-1])]
    return tuple(dict.fromkeys(spelling for spelling in spellings if spelling))


_KEPT_PREFIXES = frozenset(
    ("SWSH", "SM", "XY", "BW", "DP", "HGSS", "TG", "GG", "SV", "RC", "H", "SH", "SL", "AR", "RT")
)
"""Letters that belong to the number itself, even where somebody put a space after them."""
_PROMO_NUMBER = re.compile(r"(SVP|MEP)(?: ?EN)?[ -]*(\d+[A-Z]?)")
_PLAIN_NUMBER = re.compile(r"0*([0-9]+)(?:/0*([0-9]+))?")
_SPACED_NUMBER = re.compile(r"([A-Z]+(?:-[A-Z]+)?) +(\d+[A-Z]?)")


@lru_cache(maxsize=16_384)
def number_key(text: str) -> str:
    """Return a collector number (without total) as the catalogue's look-ups spell it.

    Capital letters, and no zero before a digit run.

    >>> number_key("004"), number_key("TG05"), number_key("SM103a"), number_key("?")
    ('4', 'TG5', 'SM103A', '?')
    """
    bare = unicodedata.normalize("NFKC", text).strip().upper()
    return re.sub(r"(?<!\d)0+(?=\d)", "", bare)


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectorNumber:
    """A collector number as somebody wrote it, read for comparison.

    Attributes:
        text: as written.
        key: compare with :func:`number_key` of a card's number.
        printed_total: the number after the slash; secret cards exceed it, so it is only a hint.
        code: a promo code written before the number (``SVP 176``), else empty.
        also: keys of further cards that the same text names (``073/076 / 074/076``).
    """

    text: str
    key: str
    printed_total: int | None = None
    code: str = ""
    also: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> CollectorNumber:
        """Read a collector number in any shape that cards, apps and decklists use.

        Raises:
            ValueError: when there is nothing to read.

        >>> CollectorNumber.parse("004/102")
        CollectorNumber(text='004/102', key='4', printed_total=102, code='', also=())
        >>> CollectorNumber.parse("TG12/TG30").key, CollectorNumber.parse("TG12/TG30").printed_total
        ('TG12', 30)
        >>> CollectorNumber.parse("SVP 176").code, CollectorNumber.parse("SVP 176").key
        ('SVP', '176')
        >>> CollectorNumber.parse("073/076 / 074/076").also
        ('74',)
        >>> [CollectorNumber.parse(shape).key for shape in ("#25", "001/M-P", "GG05", "!", "one")]
        ['25', '1', 'GG5', '!', 'ONE']
        """
        plain = _PLAIN_NUMBER.fullmatch(text)
        if plain:
            total = plain[2]
            return cls(text=text, key=plain[1], printed_total=int(total) if total else None)
        first, *further = _halves(text)
        number, _, total = first.partition("/")
        number = number.strip().removeprefix("NO.").lstrip("#").strip()
        if not number:
            raise ValueError(f"a collector number must look like 4, 4/102 or TG12, got {text!r}")
        code, number = _split_code(number)
        digits = re.fullmatch(r"[A-Z]*?0*(\d+)", total.strip())
        return cls(
            text=text,
            key=number_key(number),
            printed_total=int(digits[1]) if digits else None,
            code=code,
            also=tuple(number_key(half.partition("/")[0].lstrip("#")) for half in further),
        )


def _halves(text: str) -> list[str]:
    """Split what two-piece cards carry: ``073/076 / 074/076``."""
    bare = unicodedata.normalize("NFKC", text).translate({0x2044: "/", 0x2215: "/"})
    bare = bare.strip().upper()
    halves = re.split(r"(?<=\d)\s+/\s+(?=\S+/)|\s*(?:&|,)\s*", bare)
    return [half for half in halves if half] or [bare]


def _split_code(number: str) -> tuple[str, str]:
    promo = _PROMO_NUMBER.fullmatch(number)
    if promo:
        return promo[1], promo[2]
    spaced = _SPACED_NUMBER.fullmatch(number)
    if spaced is None:
        return "", number
    if spaced[1] in _KEPT_PREFIXES:
        return "", spaced[1] + spaced[2]
    return spaced[1], spaced[2]
