"""The face of a proxy: an own design with all that an enemy of the adventure needs (Rule: S9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cardkit.cards import Card, CardId, CardSet, EnergyType
from cardkit.decks import RarityDeck
from cardkit.findings import Finding, Severity
from cardkit.printing.areas import Area
from cardkit.printing.bleeds import Bleed
from cardkit.printing.drawing import Element, FormBook, Group, Picture, Text, Use
from cardkit.printing.facts import RESISTANCE, WEAKNESS, FactDrawer
from cardkit.printing.frames import FrameDrawer
from cardkit.printing.glyphs import lacking
from cardkit.printing.layouts import Layout
from cardkit.printing.moves import MoveDrawer
from cardkit.printing.photos import Photo
from cardkit.printing.symbols import type_looks
from cardkit.printing.text import TextBox, Typography, clean, fit, texts

ANY_ENERGY = "any Energy"
"""What a sticker goes on when its types have no basic Energy."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyCard:
    """A card to stand in for.

    Attributes:
        card: the real printing whose facts are printed.
        deck: the rarity deck whose mark it carries.
        count: copies to print.
        card_set: its set, for the line that says what it stands for; None prints the id alone.
        energy: the type of the Energy card that a sticker of it goes on; None is any.
    """

    card: Card
    deck: RarityDeck
    count: int = 1
    card_set: CardSet | None = None
    energy: EnergyType | None = None


class CardFace:
    """Composes proxies after a layout.

    Args:
        layout: what stands where.
        size_mm: width and height of the piece; the layout is scaled into its middle.
        book: takes up the forms that the proxies use.
        fonts: measure what is to fit.
        photos: the owner's pictures, ready to print, for layouts with a place for them.
        bleed_mm: how far the colour goes beyond the cut, across and down; 0 leaves the edge white.
    """

    def __init__(
        self,
        layout: Layout,
        *,
        size_mm: tuple[float, float],
        book: FormBook,
        fonts: Typography,
        photos: Mapping[CardId, Photo] | None = None,
        bleed_mm: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        parts, looks = layout.parts, type_looks(black=layout.black)
        self._card, self._parts = layout.card, parts
        self._book, self._fonts = book, fonts
        self._photos = photos or {}
        self._fitting = _Fitting.of(layout.card, size_mm)
        self._frames = FrameDrawer(layout, looks=looks, book=book, fonts=fonts)
        self._bleed = Bleed(size_mm, bleed_mm)
        self._facts: FactDrawer | None = None
        self._moves: MoveDrawer | None = None
        if "facts" in parts:
            self._facts = FactDrawer(parts["facts"], looks=looks, book=book, fonts=fonts)
        if "moves" in parts:
            self._moves = MoveDrawer(parts["moves"], looks=looks, book=book, fonts=fonts)
        lines = ("hp", "name", "stage", "stands_for")
        self._boxes = {part: TextBox.from_dict(parts[part]) for part in lines if part in parts}
        self._own = [
            (name, part["text"], TextBox.from_dict(part))
            for name, part in parts.get("texts", {}).items()
        ]
        self._uses: dict[tuple[object, ...], Use] = {}

    def compose(self, proxy: ProxyCard) -> tuple[tuple[Element, ...], tuple[Finding, ...]]:
        """Return what is drawn for one proxy, from its own top left corner, and the warnings."""
        card = proxy.card
        findings: list[Finding] = []
        types = card.types or (EnergyType.COLORLESS,)
        stage = _stage_line(card)
        elements: list[Element] = [
            *self._ground(card, types),
            *self._values(proxy),
            *self._set(card, "HP", "hp", ("?" if card.hp is None else str(card.hp),), findings),
            *self._set(card, "name", "name", (card.name,), findings),
            *self._set(card, "evolution line", "stage", (stage,), findings),
            *self._set(card, "set and number", "stands_for", _stands_for(proxy), findings),
        ]
        if self._own:
            elements += self._own_lines(proxy, stage, findings)
        elements += self._drawn_moves(card, findings)
        if card.hp is None:
            findings.append(_finding("proxy-without-hp", card, "has no HP; write it on by hand"))
        if not card.types:
            findings.append(_finding("proxy-without-type", card, "has no type; drawn as Colorless"))
        return (*self._beyond(types), *self._fitting.placed(elements)), tuple(findings)

    @property
    def bleeds(self) -> bool:
        """Whether faces go beyond the cut; black ones are white there, as everywhere."""
        return self._frames.has_colour and self._bleed.wanted

    def _beyond(self, types: Sequence[EnergyType]) -> tuple[Element, ...]:
        """The colour under and around the frame, where the cut is to run through it."""
        if not self.bleeds:
            return ()
        colours = self._frames.colours(types)
        name = "-".join(("bleed", *types))
        return (self._bleed.use(name, colours, self._book),)

    def _ground(self, card: Card, types: Sequence[EnergyType]) -> list[Element]:
        """The frame, and in its panel the owner's picture, where there is one."""
        photo = self._photos.get(card.card_id) if "picture" in self._parts else None
        if photo is None:
            return [self._use(("frame", *types), lambda: self._frames.frame(types))]
        area = Area.from_dict(self._parts["picture"])
        picture = Picture(
            x_mm=area.x_mm + (area.width_mm - photo.width_mm) / 2,
            y_mm=area.y_mm + (area.height_mm - photo.height_mm) / 2,
            width_mm=photo.width_mm,
            height_mm=photo.height_mm,
            content=photo.content,
        )
        frame = self._use(("framed", *types), lambda: self._frames.frame(types, picture=True))
        over = self._use(
            ("over", *types),
            lambda: [*self._frames.edge(area, types), *self._frames.chips(types)],
        )
        return [frame, area.within([picture]), over]

    def _values(self, proxy: ProxyCard) -> list[Element]:
        """The plate of the deck, weakness, resistance and retreat: few values, each a form."""
        card, facts = proxy.card, self._facts
        elements: list[Element] = []
        if "deck" in self._parts:
            deck = proxy.deck
            elements.append(self._use(("deck", deck), lambda: self._frames.deck_plate(deck)))
        if facts is not None:
            weak, resist = card.weaknesses, card.resistances
            cost = card.retreat_cost
            elements += [
                self._use(("weakness", *weak), lambda: facts.modifiers(weak, WEAKNESS)),
                self._use(("resistance", *resist), lambda: facts.modifiers(resist, RESISTANCE)),
                self._use(("retreat", cost), lambda: facts.retreat(cost)),
            ]
        return elements

    def _use(self, key: tuple[object, ...], draw: Callable[[], Sequence[Element]]) -> Use:
        known = self._uses.get(key)
        if known is None:
            known = self._book.use("-".join(map(str, key)), self._card.size, draw)
            self._uses[key] = known
        return known

    def _own_lines(self, proxy: ProxyCard, stage: str, findings: list[Finding]) -> list[Element]:
        """The owner's own lines, with what they name filled in."""
        words = _words(proxy, stage)
        elements: list[Element] = []
        for name, wording, box in self._own:
            line = _PLACEHOLDER.sub(lambda found: words[found[1]], wording)
            elements += self._set_in(proxy.card, f"box {name!r}", box, (line,), findings)
        return elements

    def _drawn_moves(self, card: Card, findings: list[Finding]) -> Sequence[Element]:
        if self._moves is None:
            return ()
        drawn = self._moves.draw(card)
        if drawn.missing:
            findings.append(_lacking(card, drawn.missing, "attacks"))
        if drawn.cut:
            findings.append(_finding("text-cut", card, "the attacks are too long and were cut"))
        return drawn.elements

    def _set(
        self, card: Card, noun: str, part: str, wordings: Sequence[str], findings: list[Finding]
    ) -> Sequence[Text]:
        box = self._boxes.get(part)
        return () if box is None else self._set_in(card, noun, box, wordings, findings)

    def _set_in(
        self,
        card: Card,
        noun: str,
        box: TextBox,
        wordings: Sequence[str],
        findings: list[Finding],
    ) -> list[Text]:
        """Set the first wording that fits whole and note what could not be drawn as it stands."""
        for wording in wordings:
            cleaned = clean(wording, self._fonts.has_glyph)
            fitted = fit(cleaned.text, box, self._fonts)
            if not fitted.cut:
                break
        if cleaned.missing:
            findings.append(_lacking(card, cleaned.missing, noun))
        if fitted.cut:
            findings.append(_finding("text-cut", card, f"the {noun} is too long and was cut"))
        return texts(fitted, box)


@dataclass(frozen=True, slots=True)
class _Fitting:
    """How a layout lies on a piece of another size: as large as it fits, in the middle."""

    x_mm: float
    y_mm: float
    scale: float

    @classmethod
    def of(cls, card: Area, size_mm: tuple[float, float]) -> _Fitting:
        width_mm, height_mm = size_mm
        scale = min(width_mm / card.width_mm, height_mm / card.height_mm)
        return cls(
            (width_mm - scale * card.width_mm) / 2, (height_mm - scale * card.height_mm) / 2, scale
        )

    def placed(self, elements: Sequence[Element]) -> tuple[Element, ...]:
        if (self.x_mm, self.y_mm, self.scale) == (0.0, 0.0, 1.0):
            return tuple(elements)
        return (
            Group(
                x_mm=self.x_mm,
                y_mm=self.y_mm,
                scale_x=self.scale,
                scale_y=self.scale,
                elements=tuple(elements),
            ),
        )


def _stage_line(card: Card) -> str:
    stage = card.stage
    words = stage.value if stage else "Pokémon"
    return f"{words} · evolves from {card.evolves_from}" if card.evolves_from else words


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


def _words(proxy: ProxyCard, stage: str) -> dict[str, str]:
    """Return what own lines may name: :data:`cardkit.printing.layouts.PLACEHOLDERS`."""
    card = proxy.card
    return {
        "name": card.name,
        "hp": "?" if card.hp is None else str(card.hp),
        "stage": stage,
        "types": " / ".join(kind.value for kind in card.types) or EnergyType.COLORLESS.value,
        "set": proxy.card_set.name if proxy.card_set else card.set_id,
        "number": card.number,
        "id": card.card_id,
        "artist": card.artist,
        "deck": proxy.deck.label,
        "energy": f"{proxy.energy.value} Energy" if proxy.energy else ANY_ENERGY,
    }


def _lacking(card: Card, missing: Sequence[str], noun: str) -> Finding:
    return lacking(missing, f"the {noun}", where=_place(card))


def _finding(code: str, card: Card, what: str) -> Finding:
    return Finding(
        code=code,
        severity=Severity.WARNING,
        what=what,
        where=_place(card),
    )


def _place(card: Card) -> str:
    return f"{card.name} ({card.card_id})"
