"""What people, apps and other card lists call the printed rarities, in six languages."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from cardkit.rarities import Rarity, parse_rarity

_RARITY_SYNONYMS: dict[str, Rarity] = {
    "c": Rarity.COMMON,
    "u": Rarity.UNCOMMON,
    "uc": Rarity.UNCOMMON,
    "r": Rarity.RARE,
    "rh": Rarity.RARE_HOLO,
    "rr": Rarity.DOUBLE_RARE,
    "ar": Rarity.ILLUSTRATION_RARE,
    "ir": Rarity.ILLUSTRATION_RARE,
    "sar": Rarity.SPECIAL_ILLUSTRATION_RARE,
    "sir": Rarity.SPECIAL_ILLUSTRATION_RARE,
    "sr": Rarity.RARE_SECRET,
    "ur": Rarity.ULTRA_RARE,
    "hr": Rarity.HYPER_RARE,
    "mhr": Rarity.MEGA_HYPER_RARE,
    "bwr": Rarity.BLACK_WHITE_RARE,
    "pr": Rarity.PROMO,
    "promos": Rarity.PROMO,
    "black star promo": Rarity.PROMO,
    "holo rare": Rarity.RARE_HOLO,
    "holofoil rare": Rarity.RARE_HOLO,
    "rare holofoil": Rarity.RARE_HOLO,
    "holo": Rarity.RARE_HOLO,
    "secret rare": Rarity.RARE_SECRET,
    "rainbow rare": Rarity.RARE_RAINBOW,
    "holo rare ex": Rarity.RARE_HOLO_EX,
    "holo rare gx": Rarity.RARE_HOLO_GX,
    "holo rare v": Rarity.RARE_HOLO_V,
    "holo rare vmax": Rarity.RARE_HOLO_VMAX,
    "holo rare vstar": Rarity.RARE_HOLO_VSTAR,
    "holo rare lv x": Rarity.RARE_HOLO_LV_X,
    "holo rare star": Rarity.RARE_HOLO_STAR,
    "shiny holo rare": Rarity.RARE_SHINY,
    "shiny rare gx": Rarity.RARE_SHINY_GX,
    "shiny rare v": Rarity.RARE_HOLO_V,
    "shiny rare vmax": Rarity.RARE_HOLO_VMAX,
    "shiny ultra": Rarity.SHINY_ULTRA_RARE,
    "shining rare": Rarity.RARE_SHINING,
    "prism rare": Rarity.RARE_PRISM_STAR,
    "prism star rare": Rarity.RARE_PRISM_STAR,
    "prism star": Rarity.RARE_PRISM_STAR,
    "prime rare": Rarity.RARE_PRIME,
    "break rare": Rarity.RARE_BREAK,
    "legend rare": Rarity.LEGEND,
    "radiant": Rarity.RADIANT_RARE,
    "amazing": Rarity.AMAZING_RARE,
    "ace rare": Rarity.RARE_ACE,
    "ace spec": Rarity.ACE_SPEC_RARE,
    "trainer gallery": Rarity.TRAINER_GALLERY_RARE_HOLO,
    "character rare": Rarity.TRAINER_GALLERY_RARE_HOLO,
    "full art trainer": Rarity.ULTRA_RARE,
    "black and white rare": Rarity.BLACK_WHITE_RARE,
}
"""What apps and other card lists call the printed rarities."""

_IN_OTHER_LANGUAGES: dict[Rarity, str] = {
    Rarity.COMMON: "häufig, haeufig, gewöhnlich, gewoehnlich, commune, común, comune, comum",
    Rarity.UNCOMMON: "nicht so häufig, nicht so haeufig, nicht häufig, ungewöhnlich, "
    "ungewoehnlich, weniger häufig, peu commune, inhabituelle, poco común, infrecuente, "
    "no común, non comune, poco comune, incomum, pouco comum, não comum",
    Rarity.RARE: "selten, rare, rara, raro",
    Rarity.RARE_HOLO: "holo selten, selten holo, seltene holo, holo seltene, rara holo, "
    "holo rara, raro holo, rare holographique, rara holográfica, rara olografica, olografica, "
    "holographique, holográfica",
    Rarity.DOUBLE_RARE: "doppelt selten, doppelselten, double rare, doble rara, rara doble, "
    "rara doppia, doppia rara, rara dupla, dupla rara",
    Rarity.ULTRA_RARE: "ultraselten, ultra selten, ultra rara, rara ultra, ultrarara",
    Rarity.RARE_SECRET: "geheim selten, geheime seltene, selten geheim, rare secrète, "
    "secrète rare, rara secreta, secreta rara, rara segreta, segreta rara",
    Rarity.ILLUSTRATION_RARE: "seltene illustration, illustration selten, illustration rare, "
    "ilustración rara, rara ilustración, illustrazione rara, rara illustrazione, "
    "ilustração rara, rara de ilustração",
    Rarity.SPECIAL_ILLUSTRATION_RARE: "besonders seltene illustration, "
    "spezielle seltene illustration, illustration spéciale rare, ilustración especial rara, "
    "rara ilustración especial, illustrazione speciale rara, rara illustrazione speciale, "
    "ilustração especial rara, rara de ilustração especial",
    Rarity.HYPER_RARE: "hyperselten, hyper selten, híper rara, hiper rara, iper rara, "
    "hyper rara, rara hiper, rara iper",
}
_SYMBOLS = {
    "●": "common",
    "○": "common",
    "⚫": "common",
    "⬤": "common",
    "•": "common",
    "◆": "uncommon",
    "◇": "uncommon",
    "♦": "uncommon",
    "♢": "uncommon",
    "★": "rare",
    "☆": "rare",
    "⭐": "rare",
}
"""What is printed on the card instead of a word."""

_FINISH = (
    r"(?:non holo(?:foil)?|reverse holo(?:foil)?|rev(?:erse)? ?holo|reverse|rev|parallel|mirror"
    r"|(?:poke|master) ball(?: pattern)?|1st ed(?:ition)?|first edition|unlimited|shadowless"
    r"|cosmos(?: holo)?|stamped|normal|holo(?:foil)?|foil)"
)
_FINISH_BEHIND = re.compile(rf" {_FINISH}$")
_FINISH_BEFORE = re.compile(rf"^{_FINISH} ")
"""A finish hung on a rarity: ``Common (Reverse)``, ``Uncommon Holo``."""

_NO_RARITY = frozenset(
    (
        "",
        *("none", "no rarity", "unknown", "unconfirmed", "fixed", "n a", "na", "null"),
        *("keine", "aucune", "sans rarete", "ninguna", "sin rareza", "nessuna", "nenhuma"),
    )
)


@lru_cache(maxsize=1_024)
def read_rarity(text: str) -> Rarity | str | None:
    """Return the rarity that somebody's word for it means.

    Only whole words that are known count: a misspelt rarity is unknown. The text itself comes
    back when it is unknown, None when it says that there is none.

    >>> read_rarity("Holo Rare"), read_rarity("secret-rare").value, read_rarity("None")
    (<Rarity.RARE_HOLO: 'Rare Holo'>, 'Rare Secret', None)
    >>> read_rarity("Nicht so häufig").value, read_rarity("Common (Reverse)").value
    ('Uncommon', 'Common')
    >>> read_rarity("●").value, read_rarity("comon")
    ('Common', 'comon')
    """
    if text.strip() in _SYMBOLS:
        return _BY_WORDS[_SYMBOLS[text.strip()]]
    words = _words(text)
    if words in _NO_RARITY:
        return None
    while True:
        if words in _BY_WORDS:
            return _BY_WORDS[words]
        shorter = _FINISH_BEHIND.sub("", words)
        shorter = shorter if shorter != words else _FINISH_BEFORE.sub("", words)
        if shorter == words:
            return parse_rarity(text)
        words = shorter


def _words(text: str) -> str:
    """Return the words of a rarity without case, accents and signs; a symbol beside them goes."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^a-z0-9&]+", " ", bare).replace("&", " and ").split())


_BY_WORDS: dict[str, Rarity] = (
    {
        _words(word): rarity
        for rarity, words in _IN_OTHER_LANGUAGES.items()
        for word in words.split(",")
    }
    | {_words(rarity): rarity for rarity in Rarity}
    | _RARITY_SYNONYMS
)
