"""The kit's cards: Pokeball and Energy cards, badges, and cards that say the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.cards import EnergyType
from cardkit.decks.materials import POKEBALLS
from cardkit.printing.areas import Area
from cardkit.printing.composing import Piece
from cardkit.printing.drawing import (
    INK,
    WHITE,
    Align,
    Element,
    Font,
    Group,
    Line,
    mixed,
)
from cardkit.printing.kit.paragraphs import Paragraph, set_paragraphs
from cardkit.printing.kit.shapes import badge, ball, condition_symbol
from cardkit.printing.symbols import type_looks
from cardkit.printing.text import CAP_HEIGHT, TextBox, Typography, fit, texts
from cardkit.resources import template
from cardkit.rules import HouseRules
from cardkit.units import points_to_mm

_TIMES = {1: "once", 2: "twice"}


def words_of(rules: HouseRules) -> dict[str, str]:
    """Return what the placeholders of the texts stand for."""
    retreats, rolls = rules.retreats_per_turn, rules.balls_per_catch
    extra = "as often as there are balls"
    if rolls is not None:
        extra = "never" if rolls == 0 else f"{_TIMES.get(rolls, f'{rolls} times')} for each catch"
    return {
        "retreats": _TIMES.get(retreats, f"up to {retreats} times"),
        "extra_rolls": extra,
        "revive_hp": "full HP" if rules.revive_hp is None else f"{rules.revive_hp} HP",
        "proxies": "; those with attacks can be yours"
        if rules.proxies_playable
        else " and never yours",
        "bench": str(rules.bench_size),
        "pc": str(rules.pc_size),
    }


class CardDrawer:
    """Draws the cards after ``templates/kit.toml``.

    Args:
        size_mm: of the pieces; the cards are scaled into their middle.
        rules: the house rules in force.
        fonts: measure what is to fit.
        bleed_mm: how far the frame's colour goes beyond the cut, across and down.
    """

    def __init__(
        self,
        size_mm: tuple[float, float],
        rules: HouseRules,
        fonts: Typography,
        *,
        bleed_mm: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self._kit: dict[str, Any] = template("kit")
        look = self._kit["card"]
        self._look = look
        self._card = Area(x_mm=0, y_mm=0, width_mm=look["width"], height_mm=look["height"])
        self._scale = min(size_mm[0] / look["width"], size_mm[1] / look["height"])
        self._corner = (
            (size_mm[0] - self._scale * look["width"]) / 2,
            (size_mm[1] - self._scale * look["height"]) / 2,
        )
        self._bleed_mm = bleed_mm
        self._rules, self._words, self._fonts = rules, words_of(rules), fonts

    def pokeballs(self) -> list[Piece]:
        """Return the Pokeball cards; ready is the side with the ball (Rule: S6)."""
        numbers = self._kit["pokeball"]
        middle = self._card.width_mm / 2
        elements = [
            *self._ground(self._kit["ground"]),
            *self._title(numbers["title"]),
            *ball(middle, 32.0, 17.5),
            *self._line(numbers["ready"], 53.0, 8.0),
            *self._said(numbers["says"], 58.5),
        ]
        return [self._piece("S6", f"Pokeball {index + 1}", elements) for index in range(POKEBALLS)]

    def energy(self, counts: Mapping[EnergyType, int]) -> list[Piece]:
        """Return Energy cards, type by type (Rule: S5)."""
        pieces = []
        for kind, count in counts.items():
            name = f"{kind.value} Energy"
            pieces += [self._piece("S5", name, self._energy(kind))] * count
        return pieces

    def _energy(self, kind: EnergyType) -> list[Element]:
        look, middle = type_looks()[kind], self._card.width_mm / 2
        panel = Area(x_mm=5, y_mm=15, width_mm=53, height_mm=53, radius_mm=3)
        return [
            *self._ground(look.colour),
            *self._title(f"{kind.value} Energy", look.colour, look.ink),
            panel.filled(mixed(look.colour, 0.16)),
            *look.disc(middle, 41.5, 20.0),
            *look.pill(middle - 7.44, 70.0, width_mm=14.88, height_mm=8.0),
            *self._line(self._kit["energy"]["says"], 81.4, 6.0),
        ]

    def badges(self) -> list[Piece]:
        """Return the three badges (Rule: S7, S11)."""
        pieces = []
        for index, numbers in enumerate(self._kit["badges"], start=1):
            elements = [
                *self._ground(self._kit["gold"]),
                *self._title(numbers["name"]),
                *badge(self._card.width_mm / 2, 33.0, 17.5, numbers["sides"], index),
                *self._line("won in a Gym (S11)", 54.0, 7.0),
                *self._said(numbers["says"], 59.0),
            ]
            pieces.append(self._piece("S11", numbers["name"], elements))
        return pieces

    def texts(self, part: str) -> list[Piece]:
        """Return the cards of ``turn-order``, ``catch-rates`` or ``rules``."""
        pieces = []
        for numbers in self._kit[part]:
            elements = [
                *self._ground(self._kit["ground"]),
                *self._title(numbers["title"]),
                *self._said(numbers["says"], self._look["band"] + 6.0),
            ]
            pieces.append(self._piece(part, numbers["title"], elements))
        return pieces

    def chart(self) -> list[Piece]:
        """Return the condition chart in force (Rule: S35)."""
        numbers = self._kit["chart"]
        top = self._look["band"] + 5.0
        head = self._set_paragraphs(
            [Paragraph(text=numbers["says"], rule=numbers["rule"])], top, 8.0, 7.0
        )
        rows = list(self._rules.chart.items())
        row_mm = min(5.4, 46.0 / max(1, len(rows)))
        elements = [*self._ground(self._kit["ground"]), *self._title(numbers["title"]), *head]
        y = top + 8.0
        for kind, condition in rows:
            elements += self._chart_row(kind, condition.value, y, row_mm)
            y += row_mm
        elements += self._said(numbers["more"], y + 1.6)
        return [self._piece("S35", numbers["title"], elements)]

    def _chart_row(self, kind: EnergyType, name: str, y_mm: float, row_mm: float) -> list[Element]:
        inset, middle = self._look["inset"] + 1.0, y_mm + row_mm / 2
        condition = self._rules.chart[kind]
        colour = self._kit["conditions"][name]["colour"]
        right = self._card.width_mm - inset
        radius = 0.42 * row_mm

        def cell(words: str, x_mm: float, width_mm: float, *, bold: bool = False) -> list[Element]:
            return self._box(
                words,
                x_mm=x_mm,
                width_mm=width_mm,
                y_mm=y_mm,
                height_mm=row_mm,
                size_pt=8.0,
                least_pt=5.0,
                bold=bold,
            )

        return [
            *type_looks()[kind].disc(inset + radius, middle, radius),
            *cell(f"{kind.letter}  {kind.value}", inset + 6.2, 22.0),
            *condition_symbol(condition, inset + 31.0, middle, 0.74 * row_mm, colour),
            *cell(name, inset + 34.4, 20.0, bold=True),
            Line(
                x1_mm=inset,
                y1_mm=y_mm + row_mm,
                x2_mm=right,
                y2_mm=y_mm + row_mm,
                width_mm=0.12,
                colour=self._kit["faint"],
            ),
        ]

    def _piece(self, what: str, name: str, elements: Sequence[Element]) -> Piece:
        x, y = self._corner
        group = Group(
            x_mm=x, y_mm=y, scale_x=self._scale, scale_y=self._scale, elements=tuple(elements)
        )
        return Piece(what=what, name=name, elements=(group,), bleeds=any(self._bleed_mm))

    def _ground(self, colour: str) -> list[Element]:
        """The frame, and the line that says what the card is not."""
        frame = Area(
            x_mm=1.6, y_mm=1.6, width_mm=59.8, height_mm=84.8, radius_mm=2.4, stroke_mm=0.9
        )
        note = self._line(self._kit["note"], 84.0, self._look["note_pt"])
        return [*self._beyond(frame, colour), frame.stroked(colour), *note]

    def _beyond(self, frame: Area, colour: str) -> list[Element]:
        """The frame's colour from the frame outwards, where the cut is to run through it."""
        if not any(self._bleed_mm):
            return []
        edges = [
            (corner + beyond) / self._scale
            for corner, beyond in zip(self._corner, self._bleed_mm, strict=True)
        ]
        ground = Area(
            x_mm=-edges[0],
            y_mm=-edges[1],
            width_mm=self._card.width_mm + 2 * edges[0],
            height_mm=self._card.height_mm + 2 * edges[1],
        )
        return [ground.filled(colour), frame.filled(WHITE)]

    def _title(self, words: str, colour: str | None = None, ink: str = WHITE) -> list[Element]:
        inset, height = self._look["inset"], self._look["band"]
        band = Area(
            x_mm=inset,
            y_mm=inset,
            width_mm=self._card.width_mm - 2 * inset,
            height_mm=height,
            radius_mm=1.6,
        )
        box = TextBox(
            x_mm=band.x_mm + 2.0,
            y_mm=band.y_mm,
            width_mm=band.width_mm - 4.0,
            height_mm=height,
            size_pt=self._look["title_pt"],
            least_pt=7.0,
            font=Font.BOLD,
            align=Align.CENTRE,
            colour=ink,
        )
        return [
            band.filled(colour or self._kit["ground"]),
            *texts(fit(words, box, self._fonts), box),
        ]

    def _said(self, documents: Sequence[Mapping[str, str]], top_mm: float) -> list[Element]:
        paragraphs = [Paragraph.from_dict(document, self._words) for document in documents]
        return self._set_paragraphs(
            paragraphs, top_mm, self._look["text_pt"], self._look["least_pt"]
        )

    def _set_paragraphs(
        self, paragraphs: Sequence[Paragraph], top_mm: float, size_pt: float, least_pt: float
    ) -> list[Element]:
        inset = self._look["inset"] + 1.0
        place = Area(
            x_mm=inset,
            y_mm=top_mm,
            width_mm=self._card.width_mm - 2 * inset,
            height_mm=82.0 - top_mm,
        )
        found = set_paragraphs(paragraphs, place, self._fonts, size_pt=size_pt, least_pt=least_pt)
        return [*found.elements]

    def _line(self, words: str, middle_mm: float, size_pt: float) -> list[Element]:
        height = points_to_mm(size_pt) * CAP_HEIGHT
        return self._box(
            words,
            x_mm=self._look["inset"],
            y_mm=middle_mm - height / 2,
            width_mm=self._card.width_mm - 2 * self._look["inset"],
            height_mm=height + 0.01,
            size_pt=size_pt,
            least_pt=3.5,
            align=Align.CENTRE,
        )

    def _box(
        self, words: str, *, bold: bool = False, align: Align = Align.LEFT, **place: float
    ) -> list[Element]:
        font = Font.BOLD if bold else Font.REGULAR
        box = TextBox(font=font, align=align, colour=INK, **place)  # type: ignore[arg-type]
        return [*texts(fit(words, box, self._fonts), box)]
