"""One spelling of card text: what the grammar reads, and what it prints."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from operator import methodcaller

from cardkit.cardtext.targets import OWN_NAME

_REMINDERS = re.compile(
    r"\((?:"
    r"Don't apply Weakness (?:and|or) [Rr]esistance for Benched Pokémon\.?"
    r"|Apply Weakness and Resistance\."
    r"|after applying (?:Weakness and Resistance|weakness and resistance)"
    r"|after doing damage|after applying effects to the Retreat Cost"
    r"|(?:in addition to|not used to pay for) this attack's (?:Energy )?cost"
    r"|(?:both )?yours (?:and|or) your opponent's"
    r"|Any other effects[^()]*still happen\."
    r"|You must still do anything else[^()]*\."
    r"|Your opponent chooses the new (?:Active|Defending) Pokémon(?: to switch)?\."
    r"|Do the damage before switching the Pokémon\.(?: Switch the Pokémon even if [^()]* is "
    r"Knocked Out\.)?"
    r"|The amount of Weakness doesn't change\.|Skip (?:the between-turns step|Pokémon Checkup)\."
    r"|(?:Benching|Evolving) or (?:evolving|benching)[^()]* ends this effect\."
    r"|Benching either Pokémon ends this effect\."
    r"|(?:(?:all|remove|or|heal) )?(?:\d+|all)? ?(?:of them )?if (?:there is only|it only has|there"
    r" are (?:less|fewer) than) \d+"
    r"|\d+ if (?:it|he or she|you) (?:only )?ha(?:s|ve) (?:only )?\d+"
    r"|You can't use this attack if your Bench is full\."
    r"|You (?:can|may) choose the same Pokémon more than once\.|your choice"
    r"|This counts as evolving [^()]*\.|For example, [^()]*"
    r"|Those Prize cards remain[^()]*|That Prize card remains[^()]*"
    r"|Discard all cards attached to [^()]*\.|as long as there's room|even your own"
    r"|including (?![^()]*-EX)[^()]{1,30}|before they affect the damage"
    r")\)"
)
"""Reminders that say what the rules say anyway. Other brackets are read or the text is not."""

_CROWDED = re.compile(",(?:[a-z]| If )")
_SLIPS = tuple(
    (re.compile(pattern), spelling)
    for pattern, spelling in (
        (r"\benergy\b", "Energy"),
        (r"\bdefending Pokémon\b", "Defending Pokémon"),
        (r"\b([Ii]f (?:heads|tails)) (?=[a-z])", r"\1, "),
        (r",(?=[a-z])", ", "),
        (r"\b(the|be|to) \1\b", r"\1"),
        (r"(?<=\d)HP\b", " HP"),
        (r"\bYou opponent\b", "Your opponent"),
        (r"\bEnergy Cost\b", "Energy cost"),
        (r"(?<=, )If ", "if "),
        (r"(?<=\. )if ", "If "),
    )
)
"""Slips of the pen in printed texts and their copies."""


def _may_slip(text: str) -> bool:
    """Whether a text shows a sign of one of the slips: the quickest way not to look for each.

    One letter is looked for in a third of the time of a word.
    """
    return (
        "energy" in text
        or "defending" in text
        or "f heads " in text
        or "f tails " in text
        or "the the" in text
        or "be be" in text
        or "to to" in text
        or ". if " in text
        or ("H" in text and "0HP" in text)
        or ("Y" in text and "You opp" in text)
        or ("C" in text and "y Cost" in text)
        or ("," in text and _CROWDED.search(text) is not None)
    )


_SENTENCE = re.compile(r"\(([A-Z][^()]*\.)\)")
_inside: Callable[[re.Match[str]], str] = methodcaller("group", 1)
_TYPOGRAPHY = {
    "’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-", "´": "'", "`": "'",
    "Pokemon": "Pokémon",
}  # fmt: skip
_ODD_LETTERS = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0´`".encode("latin-1")
"""Spaces other than the plain one, and the odd letters of Western texts."""
_WITHOUT_ODD = bytes.maketrans(_ODD_LETTERS, b"?" * len(_ODD_LETTERS))
"""A table for :meth:`bytes.translate` under which nothing else changes."""


def _may_be_odd(text: str) -> bool:
    """Whether a text may hold odd letters or spaces: the quickest way not to look for each."""
    try:
        letters = text.encode("latin-1")
    except UnicodeEncodeError:
        return True
    return letters.translate(_WITHOUT_ODD) != letters or "Pokemon" in text


def _plain(text: str) -> str:
    if _may_be_odd(text):
        for odd, plain in _TYPOGRAPHY.items():
            text = text.replace(odd, plain)
        if not text.isprintable():
            text = " ".join(text.split())
    return text


_SYMBOLS = frozenset("★☆◇δ♢")
"""What ends names of cards after a space and may be left out in texts."""
_SUFFIXES = _SYMBOLS.union(
    ("ex", "EX", "GX", "V", "VMAX", "VSTAR", "LV.X", "BREAK", "LEGEND"),
    ("FB", "GL", "C", "4", "G", "E4", "M"),
)
"""The same, and what may stand after a hyphen as well."""
_SUFFIX_LETTERS = frozenset(each[-1] for each in _SUFFIXES)


def normalise(text: str, own_name: str = "") -> str:
    """Return a text in the grammar's spelling.

    Own names become ``~``, reminders in brackets go, quotes and spaces are made plain.

    >>> normalise("Flip a coin.  If heads, Pikachu does 10 damage to itself .", "Pikachu")
    'Flip a coin. If heads, ~ does 10 damage to itself.'
    """
    text = _plain(text)
    if "(" in text:
        text = _REMINDERS.sub("", text)
        if "(" in text:
            text = _SENTENCE.sub(_inside, text)  # a sentence in brackets is read like any other
    text = text.strip()
    if "  " in text:
        text = " ".join(text.split())
    if " ." in text or " ," in text:
        text = text.replace(" .", ".").replace(" ,", ",")
    if _may_slip(text):
        for pattern, spelling in _SLIPS:
            text = pattern.sub(spelling, text)
    for name in _own_names(own_name):
        if name in text:
            text = _marked(text, name)
            if not name.endswith("LV.X"):  # it is put on a Pokémon that is itself
                break  # a shorter name is then another Pokémon's
    if text and text[-1] not in ".!":
        text += "."
    return text


_GOES_ON = (" ex", " EX", " GX", " V ", " V.", " VMAX", " VSTAR", "-")
"""What makes a longer name of the own name."""


def _marked(text: str, name: str) -> str:
    pieces = text.split(name)
    before = marked = pieces[0]
    for after in pieces[1:]:
        whole = not (before[-1:].isalnum() or after[:1].isalnum() or after.startswith(_GOES_ON))
        marked += (OWN_NAME if whole else name) + after
        before = after
    return marked


def own_name_in(text: str, own_name: str) -> str:
    """Return the attacker's name in the form in which a text uses it.

    >>> own_name_in("Rotom can't retreat.", "Rotom V")
    'Rotom'
    """
    return next((name for name in _own_names(own_name) if name in text), own_name)


@cache
def _own_names(name: str) -> list[str]:
    name = _plain(name)
    names = [name] if name else []
    if "[" in name:  # Unown [R], which texts call Unown R
        name = name.replace("[", "").replace("]", "").strip()
        names += [name] if name else []
    while name and name[-1] in _SUFFIX_LETTERS:
        end = max(name.rfind(" "), name.rfind("-"))
        suffix = name[end + 1 :]
        if end < 1 or suffix not in _SUFFIXES or (suffix in _SYMBOLS and name[end] == "-"):
            break
        name = name[:end]
        if suffix in ("★", "☆"):
            names.insert(0, f"{name} Star")
        names.append(name)
    return names


_BREAK = re.compile(r"(?<=[^ .][.!]) (?=[A-Z~\d])")
_INITIALS = re.compile(r"(?:\b(?:Mr|Mrs|Lt|St|Jr|Prof|Dr)|LV\.X)\.$")
_BEGINNINGS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ~0123456789")
_DOUBTFUL = ("Mr", "Mrs", "Lt", "St", "Jr", "Prof", "Dr", "LV.X", " ", ".")
"""After these, ``". "`` may not end a sentence."""
_DOUBTFUL_LETTERS = frozenset(each[-1] for each in _DOUBTFUL)


def split_sentences(text: str) -> list[str]:
    """Split a normalised text into sentences without their full stops.

    >>> split_sentences("Flip a coin. If heads, draw a card.")
    ['Flip a coin', 'If heads, draw a card']
    """
    if "!" in text:
        return _split_carefully(text)
    sentences = text.removesuffix(".").split(". ")
    before = sentences[0]
    for begun in sentences[1:]:
        if begun[:1] not in _BEGINNINGS or (
            before[-1:] in _DOUBTFUL_LETTERS and before.endswith(_DOUBTFUL)
        ):
            return _split_carefully(text)
        before = begun
    return sentences


def _split_carefully(text: str) -> list[str]:
    """Split where a sentence ends, not after the initials of a name."""
    sentences: list[str] = []
    start = 0
    for found in _BREAK.finditer(text):
        if _INITIALS.search(text[start : found.start()]):
            continue
        sentences.append(text[start : found.start()])
        start = found.end()
    sentences.append(text[start:])
    return [sentence.removesuffix(".") for sentence in sentences]
