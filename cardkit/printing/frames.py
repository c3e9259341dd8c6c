"""What is the same on many proxies: frames by type and plates by deck, drawn once as forms."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from cardkit.cards import EnergyType
from cardkit.decks import RarityDeck
from cardkit.printing.areas import Area
from cardkit.printing.drawing import (
    INK,
    WHITE,
    Align,
    Circle,
    Element,
    Font,
    FormBook,
    Line,
    Path,
    Step,
    Text,
    Use,
    mixed,
)
from cardkit.printing.layouts import Layout
from cardkit.printing.symbols import BADGE_SHAPE, TypeLook
from cardkit.printing.text import CAP_HEIGHT, TextBox, Typography, fit, rise_mm, texts
from cardkit.units import points_to_mm

PROXY_LINE = "PROXY - not for sale - not tournament legal"
FAN_MADE_LINE = "unofficial fan-made"
_FAINT = "#B4B8BE"
_THIN_MM = 0.25

Looks = Mapping[EnergyType, TypeLook]


class FrameDrawer:
    """Draws what a face's template describes and what does not depend on the single card."""

    def __init__(self, layout: Layout, *, looks: Looks, book: FormBook, fonts: Typography) -> None:
        self._layout = layout.parts
        self._black = layout.black
        self._card = layout.card
        self._looks = looks
        self._book = book
        self._fonts = fonts
        panel = layout.parts.get("panel")
        self._panel = None if panel is None else Area.from_dict(panel)

    @property
    def has_colour(self) -> bool:
        """Whether there is a frame in the colours of the types."""
        return "frame" in self._layout and not self._black

    def colours(self, types: Sequence[EnergyType]) -> list[str]:
        """Return the colours of the frame, from left to right."""
        return [self._looks[kind].colour for kind in types]

    def frame(self, types: Sequence[EnergyType], *, picture: bool = False) -> list[Element]:
        """Return frame, bands, panel and fixed words; several types stand side by side.

        Args:
            types: of the card.
            picture: leave the panel to the picture that is to be drawn there.
        """
        looks = [self._looks[kind] for kind in types]
        count = len(looks)
        elements: list[Element] = []
        if "frame" in self._layout:
            for index, look in enumerate(looks):
                elements.append(self._card.rest(index, count).within([self._ground(look)]))
        if self._panel is not None and not picture:
            elements += self._panels(self._panel, looks)
        if not picture:
            elements += self.chips(types)
        elements.append(self._book.use("words", self._card.size, self._words))
        return elements

    def edge(self, area: Area, types: Sequence[EnergyType]) -> list[Element]:
        """Return the line around a picture, in the colours of the types."""
        looks = [self._looks[kind] for kind in types]
        return [
            area.rest(index, len(looks)).within([area.stroked(look.colour)])
            for index, look in enumerate(looks)
        ]

    def _panels(self, panel: Area, looks: Sequence[TypeLook]) -> list[Element]:
        elements: list[Element] = []
        kinds = [look.energy_type for look in looks]
        strips = [panel.strip(index, len(looks)) for index in range(len(looks))]
        bare = any(self._hidden(strip, kinds) for strip in strips)
        for index, (look, strip) in enumerate(zip(looks, strips, strict=True)):
            rest = panel.rest(index, len(looks))
            tint = rest.filled(self._tint(look, "panel"))
            ornament = rest.within([tint, self._ornament(panel, strip, look, bare=bare)])
            elements.append(panel.within([ornament]))
            elements.append(rest.within([panel.stroked(look.colour)]))
        return elements

    def deck_plate(self, deck: RarityDeck) -> list[Element]:
        """Return the plate with mark, name and number of a rarity deck."""
        numbers = self._layout["deck"]
        plate = Area.from_dict(numbers)
        middle = plate.y_mm + plate.height_mm / 2
        ink = INK if self._black else WHITE

        def text(x_mm: float, words: str, size_pt: float, font: Font, align: Align) -> Text:
            return Text(
                x_mm=x_mm,
                y_mm=middle + points_to_mm(size_pt) * CAP_HEIGHT / 2 - rise_mm(words, size_pt),
                text=words,
                size_pt=size_pt,
                font=font,
                colour=ink,
                align=align,
            )

        inset = numbers["inset"]
        left, right = plate.x_mm + inset, plate.x_mm + plate.width_mm - inset
        mark = text(left, deck.mark, numbers["mark_pt"], Font.BOLD, Align.LEFT)
        words = f"deck {deck.number}"
        number = text(right, words, numbers["number_pt"], Font.REGULAR, Align.RIGHT)
        name_x = left + self._width_mm(mark) + inset
        box = TextBox(
            x_mm=name_x,
            y_mm=plate.y_mm + 0.7 * inset,
            width_mm=right - self._width_mm(number) - inset - name_x,
            height_mm=plate.height_mm - 1.4 * inset,
            size_pt=numbers["name_pt"],
            least_pt=numbers["least_pt"],
            lines=2,
            font=Font.BOLD,
            colour=ink,
        )
        ground = replace(plate, stroke_mm=_THIN_MM).stroked(INK) if self._black else None
        return [
            ground or plate.filled(INK),
            mark,
            *texts(fit(deck.label, box, self._fonts), box),
            number,
        ]

    def _width_mm(self, text: Text) -> float:
        return points_to_mm(self._fonts.measure(text.text, text.font) * text.size_pt)

    def _tint(self, look: TypeLook, part: str) -> str:
        """The type's colour thinned; white where the layout has no share for the part."""
        return mixed(look.colour, self._layout.get("tints", {}).get(part, 0.0))

    def _ground(self, look: TypeLook) -> Use:
        """The frame, its white middle and the tinted bands at head and foot."""
        return self._book.use(
            f"ground-{look.energy_type}", self._card.size, partial(self._draw_ground, look)
        )

    def _draw_ground(self, look: TypeLook) -> list[Element]:
        frame = Area.from_dict(self._layout["frame"])
        bands = [frame.filled(WHITE)]
        if "header" in self._layout:
            head = replace(self._card, height_mm=self._layout["header"]["bottom"])
            bands.append(head.filled(self._tint(look, "header")))
        if "deck" in self._layout and not self._black:
            # The lower band begins behind the middle of the deck's plate.
            deck = Area.from_dict(self._layout["deck"])
            foot_mm = deck.y_mm + deck.height_mm / 2
            foot = replace(self._card, y_mm=foot_mm, height_mm=self._card.height_mm - foot_mm)
            bands.append(foot.filled(self._tint(look, "foot")))
        return [frame.within(bands), frame.stroked(look.colour)]

    def _hidden(self, strip: Area, types: Sequence[EnergyType]) -> bool:
        """Whether the types in words would lie over the emblem in the middle of a strip."""
        numbers = self._layout["panel"]
        reach_mm = self._shrunk(strip) * (numbers["emblem_radius"] + numbers["halo"])
        middle_x, middle_y = strip.x_mm + strip.width_mm / 2, strip.y_mm + strip.height_mm / 2
        return any(
            chip.x_mm < middle_x + reach_mm
            and middle_x - reach_mm < chip.x_mm + chip.width_mm
            and chip.y_mm < middle_y + reach_mm
            and middle_y - reach_mm < chip.y_mm + chip.height_mm
            for chip in self._chip_places(types)
        )

    def _shrunk(self, strip: Area) -> float:
        """How large the ornament is drawn so that ring and emblem keep inside a strip."""
        numbers = self._layout["panel"]
        across_mm: float = 2 * numbers["ring_radius"] + 1.3 * numbers["ring_size"]
        if not numbers["ring_count"]:
            across_mm = 2 * (numbers["emblem_radius"] + numbers["halo"])
        return min(1.0, strip.width_mm / across_mm)

    def _ornament(self, panel: Area, strip: Area, look: TypeLook, *, bare: bool) -> Use:
        """Rays and, unless it is to be bare, ring and emblem in the middle of a strip."""
        reach_mm, scale = math.hypot(panel.width_mm, panel.height_mm), self._shrunk(strip)
        # Twice as large as the panel, so that the rays reach its corners when made smaller.
        side_mm = 2 * reach_mm
        return self._book.use(
            f"{'rays' if bare else 'ornament'}-{look.energy_type}",
            (side_mm, side_mm),
            partial(self._draw_rays if bare else self._draw_ornament, reach_mm, look),
            x_mm=strip.x_mm + strip.width_mm / 2 - scale * reach_mm,
            y_mm=strip.y_mm + strip.height_mm / 2 - scale * reach_mm,
            scale=scale,
        )

    def _draw_rays(self, middle: float, look: TypeLook) -> list[Element]:
        count = self._layout["panel"]["rays"]
        if not count:
            return []
        return [Path(steps=_rays(middle, middle, middle, count), fill=self._tint(look, "rays"))]

    def _draw_ornament(self, middle: float, look: TypeLook) -> list[Element]:
        numbers = self._layout["panel"]
        elements = self._draw_rays(middle, look)
        for index in range(numbers["ring_count"]):
            turn = 360 / numbers["ring_count"] * index
            elements += look.symbol(
                middle + numbers["ring_radius"] * math.sin(math.radians(turn)),
                middle - numbers["ring_radius"] * math.cos(math.radians(turn)),
                numbers["ring_size"],
                self._tint(look, "ring"),
                turn=turn,
            )
        radius_mm = numbers["emblem_radius"]
        halo_mm = radius_mm + numbers["halo"]
        elements.append(Circle(x_mm=middle, y_mm=middle, radius_mm=halo_mm, fill=WHITE))
        elements += look.disc(middle, middle, radius_mm)
        return elements

    def chips(self, types: Sequence[EnergyType]) -> list[Element]:
        """Return the types in words, each in its place."""
        return [
            self._book.use(
                f"chip-{kind}",
                chip.size,
                partial(self._draw_chip, self._looks[kind]),
                x_mm=chip.x_mm,
                y_mm=chip.y_mm,
            )
            for kind, chip in zip(types, self._chip_places(types), strict=False)
        ]

    def _chip_places(self, types: Sequence[EnergyType]) -> list[Area]:
        """The first in the left corner of their place, the last in the right one."""
        numbers = self._layout.get("chips")
        place = numbers if numbers and "x" in numbers else self._layout.get("panel")
        if numbers is None or place is None:
            return []
        inset, left_mm, top_mm = numbers["inset"], place["x"], place.get("y", 0.0)
        right_mm = left_mm + place.get("width", 0.0)
        places: list[Area] = []
        for index, look in enumerate(self._looks[kind] for kind in types):
            width_mm = self._chip_mm(look)
            left = left_mm + inset
            if index and index == len(types) - 1:
                left = right_mm - inset - width_mm
            chip = Area(
                x_mm=left, y_mm=top_mm + inset, width_mm=width_mm, height_mm=numbers["height"]
            )
            places.append(chip)
        return places

    def _chip_mm(self, look: TypeLook) -> float:
        numbers = self._layout["chips"]
        height: float = numbers["height"]
        words_pt = self._fonts.measure(look.energy_type.value, Font.REGULAR) * numbers["size_pt"]
        return height * (BADGE_SHAPE + 0.58) + points_to_mm(words_pt)

    def _draw_chip(self, look: TypeLook) -> list[Element]:
        """A pill with disc, letter, a thin line and the type's name."""
        height, size_pt = self._layout["chips"]["height"], self._layout["chips"]["size_pt"]
        line_mm = height * BADGE_SHAPE - 0.1
        return [
            *look.pill(0.0, 0.0, width_mm=self._chip_mm(look), height_mm=height),
            Line(
                x1_mm=line_mm,
                y1_mm=0.22 * height,
                x2_mm=line_mm,
                y2_mm=0.78 * height,
                width_mm=0.2,
                colour=look.colour,
            ),
            Text(
                x_mm=height * (BADGE_SHAPE + 0.18),
                y_mm=height / 2 + points_to_mm(size_pt) * CAP_HEIGHT / 2,
                text=look.energy_type.value,
                size_pt=size_pt,
            ),
        ]

    def _words(self) -> list[Element]:
        """All that stands on every card."""
        lines = (("hp_word", "HP"), ("proxy", PROXY_LINE), ("fan_made", FAN_MADE_LINE))
        elements = self._captions() if "facts" in self._layout else []
        for name, words in lines:
            if name not in self._layout:
                continue
            box = TextBox.from_dict(self._layout[name])
            elements += texts(fit(words, box, self._fonts), box)
        return elements

    def _captions(self) -> list[Element]:
        """The words over weakness, resistance and retreat, and the lines between them."""
        numbers = self._layout["facts"]
        facts = Area.from_dict(numbers)
        elements: list[Element] = []
        for index, words in enumerate(("weakness", "resistance", "retreat")):
            cell = facts.strip(index, 3)
            box = TextBox(
                x_mm=cell.x_mm,
                y_mm=cell.y_mm,
                width_mm=cell.width_mm,
                height_mm=numbers["caption_height"],
                size_pt=numbers["caption_pt"],
                least_pt=numbers["caption_pt"],
                align=Align.CENTRE,
            )
            elements += texts(fit(words, box, self._fonts), box)
            if index:
                elements.append(
                    Line(
                        x1_mm=cell.x_mm,
                        y1_mm=cell.y_mm + 0.8,
                        x2_mm=cell.x_mm,
                        y2_mm=cell.y_mm + cell.height_mm - 0.8,
                        width_mm=0.15,
                        colour=_FAINT,
                    )
                )
        return elements


def _rays(x_mm: float, y_mm: float, reach_mm: float, count: int) -> tuple[Step, ...]:
    """Return wedges around a point: every second of ``2 * count`` equal slices."""
    steps: list[Step] = []
    for index in range(count):
        corners = (
            (
                x_mm + reach_mm * math.sin(math.pi * (2 * index + side) / count),
                y_mm - reach_mm * math.cos(math.pi * (2 * index + side) / count),
            )
            for side in (-0.5, 0.5)
        )
        steps.append(("M", (x_mm, y_mm)))
        steps += [("L", corner) for corner in corners]
        steps.append(("Z", ()))
    return tuple(steps)
