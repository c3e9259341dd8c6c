"""The face of a proxy: an own design with all that an enemy of the adventure needs (Rule: S9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.cards import Card, CardSet, EnergyType
from cardkit.decks import RarityDeck
from cardkit.findings import Finding, Severity
from cardkit.printing.areas import Area
from cardkit.printing.drawing import Element, FormBook, Text, Use
from cardkit.printing.facts import RESISTANCE, WEAKNESS, FactDrawer
from cardkit.printing.frames import FrameDrawer
from cardkit.printing.text import TextBox, Typography, clean, fit, texts
from cardkit.resources import template


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyCard:
    """A card to stand in for.

    Attributes:
        card: the real printing whose facts are printed.
        deck: the rarity deck whose mark it carries.
        count: copies to print.
        card_set: its set, for the line that says what it stands for; None prints the id alone.
    """

    card: Card
    deck: RarityDeck
    count: int = 1
    card_set: CardSet | None = None


class SoloFace:
    """Composes proxies after ``[solo]`` of ``templates/faces.toml``.

    Args:
        card: the whole card, cut line to cut line.
        book: takes up the forms that the proxies use.
        fonts: measure what is to fit.
    """

    def __init__(self, *, card: Area, book: FormBook, fonts: Typography) -> None:
        layout: Mapping[str, Any] = template("faces")["solo"]
        self._card = card
        self._book = book
        self._fonts = fonts
        self._frames = FrameDrawer(layout, card=card, book=book, fonts=fonts)
        self._facts = FactDrawer(layout, book=book, fonts=fonts)
        self._stage, self._name, self._hp, self._stands_for = (
            TextBox.from_dict(layout[part]) for part in ("stage", "name", "hp", "stands_for")
        )

    def compose(self, proxy: ProxyCard) -> tuple[tuple[Element, ...], tuple[Finding, ...]]:
        """Return what is drawn for one proxy, from its own top left corner, and the warnings."""
        card, facts = proxy.card, self._facts
        findings: list[Finding] = []
        types = card.types or (EnergyType.COLORLESS,)
        hp = "?" if card.hp is None else str(card.hp)
        weakness = "-".join(("weakness", *map(str, card.weaknesses)))
        resistance = "-".join(("resistance", *map(str, card.resistances)))
        elements: list[Element] = [
            self._use("-".join(("frame", *types)), lambda: self._frames.frame(types)),
            self._use(f"deck-{proxy.deck}", lambda: self._frames.deck_plate(proxy.deck)),
            self._use(weakness, lambda: facts.modifiers(card.weaknesses, WEAKNESS)),
            self._use(resistance, lambda: facts.modifiers(card.resistances, RESISTANCE)),
            self._use(f"retreat-{card.retreat_cost}", lambda: facts.retreat(card.retreat_cost)),
            *self._set(card, "HP", (hp,), self._hp, findings),
            *self._set(card, "name", (card.name,), self._name, findings),
            *self._set(card, "evolution line", (_stage_line(card),), self._stage, findings),
            *self._set(card, "set and number", _stands_for(proxy), self._stands_for, findings),
        ]
        if card.hp is None:
            findings.append(_finding("proxy-without-hp", card, "has no HP; write it on by hand"))
        if not card.types:
            findings.append(_finding("proxy-without-type", card, "has no type; drawn as Colorless"))
        return tuple(elements), tuple(findings)

    def _use(self, name: str, draw: Callable[[], Sequence[Element]]) -> Use:
        return self._book.use(name, self._card.size, draw)

    def _set(
        self,
        card: Card,
        noun: str,
        wordings: Sequence[str],
        box: TextBox,
        findings: list[Finding],
    ) -> list[Text]:
        """Set the first wording that fits whole and note what could not be drawn as it stands."""
        for wording in wordings:
            cleaned = clean(wording, self._fonts.has_glyph)
            fitted = fit(cleaned.text, box, self._fonts)
            if not fitted.cut:
                break
        if cleaned.missing:
            lacking = "".join(cleaned.missing[:12])
            findings.append(
                _finding("glyph-missing", card, f"the fonts lack {lacking!r} in the {noun}")
            )
        if fitted.cut:
            findings.append(_finding("text-cut", card, f"the {noun} is too long and was cut"))
        return texts(fitted, box)


def _stage_line(card: Card) -> str:
    stage = card.stage.value if card.stage else "Pokémon"
    return f"{stage} · evolves from {card.evolves_from}" if card.evolves_from else stage


def _stands_for(proxy: ProxyCard) -> tuple[str, ...]:
    """Return the line of what a proxy stands for, and shorter ones should it not fit."""
    card, card_set = proxy.card, proxy.card_set
    if card_set is None:
        return (f"stands for {card.card_id}",)
    # A total belongs to plain numbers only: GG26 and SWSH205 are printed without or with another.
    total = card_set.printed_total if card.number.isdecimal() else 0
    number = f"{card.number}/{total}" if total else card.number
    place = f"{card_set.name} {number}"
    return (f"stands for {place} · {card.card_id}", f"stands for {place}", card.card_id)


def _finding(code: str, card: Card, what: str) -> Finding:
    return Finding(
        code=code,
        severity=Severity.WARNING,
        what=what,
        where=f"{card.name} ({card.card_id})",
    )
