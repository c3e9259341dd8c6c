"""Abilities and attacks in a box: cost, name, damage and, where the catalogue has it, the text.

All sizes shrink together until the moves fit; what does not fit at the smallest size is cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.cards import Ability, Attack, Card, EnergyType
from cardkit.printing.areas import Area
from cardkit.printing.drawing import (
    INK,
    Align,
    Element,
    Font,
    FormBook,
    Line,
    Rectangle,
    Text,
)
from cardkit.printing.symbols import BADGE_MM, BADGE_SHAPE, TypeLook
from cardkit.printing.text import CAP_HEIGHT, TextBox, Typography, clean, fit, texts
from cardkit.units import mm_to_points, points_to_mm

OMITTED = "its text is not in the catalogue"
"""Stands under an attack whose text the source of the card does not carry."""
_LEADING = 1.18
"""Baseline to baseline, as a share of the size."""
_HEAD = 1.28
"""Height of a move's first line, as a share of the height of the marks in it."""
_DAMAGE = 1.1
"""Size of the damage as a share of that of the name."""
_NAME_LINE = 1.0
"""Height of a name that stands on a line of its own, as a share of the height of the marks."""
_LEAST_SHARE = 0.8
"""A name that must shrink below this share of its size gets a line of its own."""
_SPACE_MM = 1.3
_WIDEST_GAP_MM = 4.0
_LARGEST = 1.25
"""Few moves are drawn so much larger than the layout says."""
_ROUNDING_MM = 1e-6
_STEP = 0.94
"""Each try is so much smaller than the one before."""
_LEAST_NAME_PT = 4.2
_GREY = "#5A6068"
_FAINT = "#C9CDD2"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Move:
    """One ability or attack, as text that the fonts can draw."""

    name: str
    text: str
    tag: str = ""
    cost: tuple[tuple[EnergyType, int], ...] = ()
    free: bool = False
    damage: str = ""
    faint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnMoves:
    """What is drawn, and what a person must know.

    Attributes:
        missing: characters that the fonts lack.
        cut: whether some of a text or name had to go.
    """

    elements: tuple[Element, ...]
    missing: tuple[str, ...] = ()
    cut: bool = False


class MoveDrawer:
    """Draws the moves of cards into the place that a layout has for them."""

    def __init__(
        self,
        numbers: Mapping[str, Any],
        *,
        looks: Mapping[EnergyType, TypeLook],
        book: FormBook,
        fonts: Typography,
    ) -> None:
        self._area = Area.from_dict(numbers)
        self._numbers = numbers
        self._looks = looks
        self._book = book
        self._fonts = fonts

    def draw(self, card: Card) -> DrawnMoves:
        """Return the moves of a card from the top of the box down."""
        missing: dict[str, None] = {}
        moves = [*self._abilities(card.abilities, missing), *self._attacks(card.attacks, missing)]
        if not moves:
            return DrawnMoves(elements=())
        least = min(1.0, self._numbers["least_pt"] / self._numbers["text_pt"])
        share = _LARGEST
        while True:
            lines = [self._lines(move, share) for move in moves]
            heads_mm = [self._head_mm(move, share) for move in moves]
            free_mm = self._area.height_mm - self._needed_mm(heads_mm, lines, share)
            if free_mm >= 0 or share <= least:
                break
            share = max(least, share * _STEP)
        cut = free_mm < 0
        if cut:
            lines = self._shortened(lines, share, -free_mm)
        elements, narrow = self._placed(moves, heads_mm, lines, share, max(0.0, free_mm))
        return DrawnMoves(elements=tuple(elements), missing=tuple(missing), cut=cut or narrow)

    def _abilities(
        self, abilities: tuple[Ability, ...], missing: dict[str, None]
    ) -> Iterator[_Move]:
        for ability in abilities:
            omitted = ability.text_omitted and not ability.text
            yield _Move(
                name=self._clean(ability.name, missing),
                text=OMITTED if omitted else self._clean(ability.text, missing),
                tag=self._clean(ability.kind, missing),
                faint=omitted,
            )

    def _attacks(self, attacks: tuple[Attack, ...], missing: dict[str, None]) -> Iterator[_Move]:
        for attack in attacks:
            omitted = attack.text_omitted and not attack.text
            yield _Move(
                name=self._clean(attack.name, missing),
                text=OMITTED if omitted else self._clean(attack.text, missing),
                cost=tuple(Counter(attack.cost).items()),
                free=not attack.cost,
                damage=str(attack.damage).replace("-", "−"),
                faint=omitted,
            )

    def _clean(self, text: str, missing: dict[str, None]) -> str:
        cleaned = clean(text, self._fonts.has_glyph)
        missing |= dict.fromkeys(cleaned.missing)
        return cleaned.text

    def _lines(self, move: _Move, share: float) -> list[str]:
        """Break a text at spaces into lines as wide as the box."""
        room = mm_to_points(self._area.width_mm) / (self._numbers["text_pt"] * share)
        space = self._fonts.measure(" ", Font.REGULAR)
        lines: list[str] = []
        words: list[str] = []
        used = 0.0
        for word in move.text.split():
            width = self._fonts.measure(word, Font.REGULAR)
            if words and used + space + width > room:
                lines.append(" ".join(words))
                words, used = [], 0.0
            while width > room:
                head = self._head(word, room)
                lines.append(head)
                word = word[len(head) :]
                width = self._fonts.measure(word, Font.REGULAR)
            used += width + (space if words else 0.0)
            words.append(word)
        if words:
            lines.append(" ".join(words))
        return lines

    def _head(self, word: str, room: float) -> str:
        """As many letters of an endless word as a line holds, at least one."""
        end = 1
        while end < len(word) and self._fonts.measure(word[: end + 1], Font.REGULAR) <= room:
            end += 1
        return word[:end]

    def _needed_mm(self, heads_mm: list[float], lines: list[list[str]], share: float) -> float:
        gaps_mm: float = (len(lines) - 1) * self._numbers["gap"] * share
        return gaps_mm + sum(heads_mm) + sum(map(len, lines)) * self._step_mm(share)

    def _head_mm(self, move: _Move, share: float) -> float:
        """Height of what stands over a move's text."""
        lines = _HEAD + (0.0 if self._beside(move, share) else _NAME_LINE)
        return float(share * self._numbers["badge"] * lines)

    def _beside(self, move: _Move, share: float) -> bool:
        """Whether the name has room between cost and damage."""
        mark_mm, name_pt = self._numbers["badge"] * share, self._numbers["name_pt"] * share
        left_mm, _ = self._marks(move, 0.0, mark_mm)
        room_mm = self._area.x_mm + self._area.width_mm - left_mm
        if move.damage:
            room_mm -= self._width_mm(move.damage, name_pt * _DAMAGE) + _SPACE_MM
        return self._width_mm(move.name, name_pt) * _LEAST_SHARE <= room_mm

    def _step_mm(self, share: float) -> float:
        return points_to_mm(self._numbers["text_pt"]) * share * _LEADING

    def _shortened(self, lines: list[list[str]], share: float, over_mm: float) -> list[list[str]]:
        """Take lines away from the longest texts until the rest fits."""
        shorter = [list(each) for each in lines]
        for _ in range(int(over_mm / self._step_mm(share)) + 1):
            longest = max(shorter, key=len)
            if not longest:
                break
            longest.pop()
            if longest:
                longest[-1] = longest[-1].rstrip("… ")[:-1] + "…"
        return shorter

    def _placed(
        self,
        moves: list[_Move],
        heads_mm: list[float],
        lines: list[list[str]],
        share: float,
        free_mm: float,
    ) -> tuple[list[Element], bool]:
        """Return the moves with the free room between them, and whether a name was cut."""
        gap_mm = self._numbers["gap"] * share
        gap_mm = min(gap_mm + free_mm / len(moves), max(gap_mm, _WIDEST_GAP_MM))
        elements: list[Element] = []
        narrow = False
        y_mm = self._area.y_mm
        bottom_mm = y_mm + self._area.height_mm + _ROUNDING_MM
        for move, head_mm, text in zip(moves, heads_mm, lines, strict=True):
            after_mm = y_mm + head_mm + len(text) * self._step_mm(share)
            if after_mm > bottom_mm:
                return elements, True
            if elements:
                elements.append(self._rule(y_mm - gap_mm / 2))
            head, cut = self._first_line(move, y_mm, share)
            elements += [*head, *self._text(move, text, y_mm + head_mm, share)]
            narrow = narrow or cut
            y_mm = after_mm + gap_mm
        return elements, narrow

    def _rule(self, y_mm: float) -> Line:
        left_mm, right_mm = self._area.x_mm, self._area.x_mm + self._area.width_mm
        return Line(
            x1_mm=left_mm, y1_mm=y_mm, x2_mm=right_mm, y2_mm=y_mm, width_mm=0.12, colour=_FAINT
        )

    def _first_line(self, move: _Move, top_mm: float, share: float) -> tuple[list[Element], bool]:
        """Cost or kind at the left, damage at the right, the name in what is left between."""
        mark_mm = self._numbers["badge"] * share
        middle_mm = top_mm + mark_mm / 2
        name_pt = self._numbers["name_pt"] * share
        left_mm, elements = self._marks(move, top_mm, mark_mm)
        right_mm = self._area.x_mm + self._area.width_mm
        if move.damage:
            elements.append(
                Text(
                    x_mm=right_mm,
                    y_mm=middle_mm + points_to_mm(name_pt * _DAMAGE) * CAP_HEIGHT / 2,
                    text=move.damage,
                    size_pt=name_pt * _DAMAGE,
                    font=Font.BOLD,
                    align=Align.RIGHT,
                )
            )
            right_mm -= self._width_mm(move.damage, name_pt * _DAMAGE) + _SPACE_MM
        if not self._beside(move, share):
            left_mm, right_mm = self._area.x_mm, self._area.x_mm + self._area.width_mm
            middle_mm += mark_mm * (_HEAD + _NAME_LINE) / 2
        box = TextBox(
            x_mm=left_mm,
            y_mm=middle_mm - mark_mm,
            width_mm=max(1.0, right_mm - left_mm),
            height_mm=2 * mark_mm,
            size_pt=name_pt,
            least_pt=min(name_pt, _LEAST_NAME_PT),
            font=Font.BOLD,
        )
        name = fit(move.name, box, self._fonts)
        return [*elements, *texts(name, box)], name.cut

    def _marks(self, move: _Move, top_mm: float, mark_mm: float) -> tuple[float, list[Element]]:
        """Draw the cost or the kind; return where the name may begin."""
        x_mm, size_pt = self._area.x_mm, mm_to_points(mark_mm) * 0.62
        elements: list[Element] = []
        for kind, count in move.cost:
            elements.append(
                self._book.use(
                    f"badge-{kind}",
                    (BADGE_MM * BADGE_SHAPE, BADGE_MM),
                    self._looks[kind].badge,
                    x_mm=x_mm,
                    y_mm=top_mm,
                    scale=mark_mm / BADGE_MM,
                )
            )
            x_mm += mark_mm * (BADGE_SHAPE + 0.12)
            if count > 1:
                x_mm += self._word(f"×{count}", x_mm, top_mm, mark_mm, size_pt, elements)
                x_mm += 0.22 * mark_mm
            x_mm += 0.1 * mark_mm
        words = move.tag or ("free" if move.free else "")
        if words:
            start = x_mm
            inset = 0.3 * mark_mm if move.tag else 0.0
            x_mm += inset + self._word(words, x_mm + inset, top_mm, mark_mm, size_pt, elements)
            if move.tag:
                x_mm += inset
                elements.append(_pill(start, top_mm, x_mm - start, mark_mm))
        return x_mm + (_SPACE_MM if elements else 0.0), elements

    def _word(
        self,
        words: str,
        x_mm: float,
        top_mm: float,
        mark_mm: float,
        size_pt: float,
        elements: list[Element],
    ) -> float:
        """Draw words beside the marks and return their width."""
        elements.append(
            Text(
                x_mm=x_mm,
                y_mm=top_mm + mark_mm / 2 + points_to_mm(size_pt) * CAP_HEIGHT / 2,
                text=words,
                size_pt=size_pt,
                font=Font.BOLD,
            )
        )
        return self._width_mm(words, size_pt)

    def _text(
        self, move: _Move, lines: list[str], top_mm: float, share: float
    ) -> Iterator[Element]:
        size_pt = self._numbers["text_pt"] * share
        for index, line in enumerate(lines):
            yield Text(
                x_mm=self._area.x_mm,
                y_mm=top_mm + (index + 0.5) * self._step_mm(share) + points_to_mm(size_pt) * 0.3,
                text=line,
                size_pt=size_pt,
                colour=_GREY if move.faint else INK,
            )

    def _width_mm(self, words: str, size_pt: float) -> float:
        return points_to_mm(self._fonts.measure(words, Font.BOLD) * size_pt)


def _pill(x_mm: float, y_mm: float, width_mm: float, height_mm: float) -> Rectangle:
    return Rectangle(
        x_mm=x_mm,
        y_mm=y_mm + 0.05 * height_mm,
        width_mm=width_mm,
        height_mm=0.9 * height_mm,
        radius_mm=0.2 * height_mm,
        stroke=INK,
        stroke_mm=0.2,
    )
