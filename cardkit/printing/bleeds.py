"""Colour that goes beyond the cut, so that an inexact cut leaves no edge of white."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardkit.printing.drawing import FormBook, Rectangle, Use


@dataclass(frozen=True, slots=True)
class Bleed:
    """What lies under a piece and around it.

    Attributes:
        size_mm: width and height of the piece.
        beyond_mm: how far the colour goes beyond it, across and down.
    """

    size_mm: tuple[float, float]
    beyond_mm: tuple[float, float]

    @property
    def wanted(self) -> bool:
        """Whether anything goes beyond the cut."""
        return any(self.beyond_mm)

    def use(self, name: str, colours: Sequence[str], book: FormBook) -> Use:
        """Return the ground in equal upright stripes, measured from the piece's corner.

        Args:
            name: of the form, which is drawn once.
            colours: from left to right; the outer ones go beyond the edges.
            book: takes up the form.
        """
        across, down = self.beyond_mm
        whole = (self.size_mm[0] + 2 * across, self.size_mm[1] + 2 * down)
        return book.use(
            name,
            whole,
            lambda: self._stripes(colours, whole),
            x_mm=-across,
            y_mm=-down,
        )

    def _stripes(self, colours: Sequence[str], whole_mm: tuple[float, float]) -> list[Rectangle]:
        """Each stripe goes on under those right of it, so that no seam of white shows."""
        starts = [
            self.beyond_mm[0] + index * self.size_mm[0] / len(colours) if index else 0.0
            for index in range(len(colours))
        ]
        return [
            Rectangle(
                x_mm=start,
                y_mm=0.0,
                width_mm=whole_mm[0] - start,
                height_mm=whole_mm[1],
                fill=colour,
            )
            for start, colour in zip(starts, colours, strict=True)
        ]
