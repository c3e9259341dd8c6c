"""Everything about a sheet that a person may choose, as one value.

The document form is ``$defs/sheet`` of ``schemas/settings.schema.json``: what stands in
``cardkit.toml``, in a preset and on the command line is laid one over the other and read here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from cardkit.errors import Fault, InputError
from cardkit.printing.arrangement import Arrangement, Box, Flip, Orientation, Pieces, arrange
from cardkit.printing.imposition import Grid, Margins, Paper
from cardkit.printing.papers import size_mm
from cardkit.printing.printers import Printer
from cardkit.resources import template
from cardkit.units import mm_to_points, points_to_mm

THINNEST_PT = 0.25
"""Thinner lines do not show on card stock."""


class GuideKind(StrEnum):
    """Lines to cut along."""

    CORNERS = "corners"
    FULL = "full"
    NONE = "none"


class Side(StrEnum):
    """A side of the sheet."""

    FRONT = "front"
    BACK = "back"
    BOTH = "both"

    def includes(self, *, back: bool) -> bool:
        """Whether one side of the sheet is meant."""
        return self is Side.BOTH or (self is Side.BACK) == back


class BackMode(StrEnum):
    """Where the backs go."""

    NONE = "none"
    SEPARATE = "separate"
    INTERLEAVED = "interleaved"
    FOLD = "fold"


class Style(StrEnum):
    """How much ink is used, and of which colours."""

    COLOUR = "colour"
    GREY = "grey"
    LOW_INK = "low-ink"


@dataclass(frozen=True, slots=True, kw_only=True)
class Guides:
    """The lines to cut along."""

    kind: GuideKind
    length_mm: float
    width_mm: float
    colour: str
    side: Side
    outline: bool
    outline_mm: float
    outline_colour: str
    dash_mm: float = 0.0

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Guides:
        """Read ``guides`` of the document form, over the templates.

        Raises:
            InputError: a line is thinner than card stock shows.
        """
        papers = template("papers")
        marks, cards = papers["marks"], papers["cards"]
        kind = GuideKind(document.get("kind", GuideKind.CORNERS))
        width_pt = float(document.get("width_pt", mm_to_points(marks["width_mm"])))
        if width_pt < THINNEST_PT:
            raise InputError(
                f"guides must be {THINNEST_PT} pt wide or more, got {width_pt:g} pt",
                remedy="thinner lines do not show on card stock",
            )
        outline_pt = float(document.get("width_pt", mm_to_points(cards["outline_mm"])))
        colour = document.get("colour")
        return cls(
            kind=kind,
            length_mm=float(document.get("length_mm", marks["length_mm"])),
            width_mm=points_to_mm(width_pt),
            colour=colour or marks["colour"],
            side=Side(document.get("side", Side.FRONT)),
            outline=bool(document.get("outline", kind is not GuideKind.NONE)),
            outline_mm=points_to_mm(outline_pt),
            outline_colour=colour or cards["outline_colour"],
            dash_mm=float(document.get("dash_mm", 0.0)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """The marks that a cutting machine looks for: none, three or four."""

    marks: int = 0
    inset_mm: float = 10.0

    def areas(self, paper: Paper) -> tuple[Box, ...]:
        """Return where the marks stand: top left, top right, bottom left, bottom right."""
        look = template("papers")["registration"]
        size, inset = max(look["arm_mm"], look["square_mm"]), self.inset_mm
        left, top = inset, inset
        right, bottom = paper.width_mm - inset - size, paper.height_mm - inset - size
        corners = ((left, top), (right, top), (left, bottom), (right, bottom))
        return tuple(Box(x, y, size, size) for x, y in corners[: self.marks])

    def kept_clear(self, paper: Paper) -> tuple[Box, ...]:
        """Return the areas with the white that the machine's eye needs around them."""
        clear = template("papers")["registration"]["clear_mm"]
        return tuple(
            Box(x - clear, y - clear, width + 2 * clear, height + 2 * clear)
            for x, y, width, height in self.areas(paper)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetOptions:
    """How pieces lie on their sheets, and what is printed around them.

    Attributes:
        paper: upright.
        pieces: sizes, gaps and bleed of one piece.
        skip: places that stay empty on each sheet, counted from 1.
        start_at: the first place to use on the first sheet.
        corner_mm: radius of the pieces' corners.
        split_pages: pages in one file; None puts all in one.
        print_shop: one piece to a page, with bleed and nothing else.
        noun: what the pieces are called in the footer.
    """

    paper: Paper
    pieces: Pieces
    margins: Margins
    guides: Guides
    orientation: Orientation = Orientation.AUTO
    registration: Registration = field(default_factory=Registration)
    skip: tuple[int, ...] = ()
    start_at: int = 1
    corner_mm: float = 0.0
    backs: BackMode = BackMode.NONE
    flip: Flip = Flip.LONG
    printer: Printer = field(default_factory=Printer)
    style: Style = Style.COLOUR
    split_pages: int | None = None
    print_shop: bool = False
    noun: str = "cards"

    @classmethod
    def from_dict(
        cls,
        document: Mapping[str, Any],
        *,
        paper: Paper,
        printer: Printer | None = None,
        start_at: int = 1,
    ) -> SheetOptions:
        """Read the document form over the templates.

        Raises:
            InputError: with everything that makes no sense.
        """
        cards = template("papers")["cards"]
        printer = printer or Printer()
        options = cls(
            paper=paper,
            pieces=_pieces(document),
            margins=_margins(document.get("margins_mm", cards["margin_mm"])),
            guides=Guides.from_dict(document.get("guides", {})),
            orientation=Orientation(document.get("orientation", Orientation.AUTO)),
            registration=_registration(document.get("registration", {})),
            skip=tuple(document.get("skip", ())),
            start_at=start_at,
            corner_mm=float(document.get("corner_mm", 0.0)),
            backs=BackMode(document.get("backs", BackMode.NONE)),
            flip=Flip(document.get("flip", printer.flip or Flip.LONG)),
            printer=printer,
            style=Style(document.get("style", Style.COLOUR)),
            split_pages=document.get("split_pages"),
            print_shop=bool(document.get("print_shop", False)),
        )
        options._check()
        return options

    def _check(self) -> None:
        faults = []
        pieces = self.pieces
        shortest = min(pieces.width_mm, pieces.height_mm)
        if not 0 <= self.corner_mm <= shortest / 2:
            faults.append(
                Fault(
                    what=f"the corners' radius must be 0 to {shortest / 2:g} mm, "
                    f"got {self.corner_mm:g}",
                    remedy="cards have corners of 3 mm",
                )
            )
        if self.print_shop and self.backs is BackMode.FOLD:
            faults.append(
                Fault(
                    what="a print shop takes backs as pages, not beside the fronts",
                    remedy="choose the backs separate or interleaved",
                )
            )
        if faults:
            raise InputError.of(faults)

    @property
    def folds(self) -> bool:
        """Whether front and back lie side by side, to be folded."""
        return self.backs is BackMode.FOLD

    @property
    def bleed_mm(self) -> tuple[float, float]:
        """How far pictures may reach beyond the cut, across and down."""
        return (self.pieces.bleed_mm, self.pieces.bleed_mm) if not self.print_shop else _shop(self)

    def arrangement(self) -> Arrangement:
        """Return the best way to lay out the pieces, folded ones as pairs.

        Raises:
            InputError: they do not fit; says what would.
        """
        if self.print_shop:
            return _one_to_a_page(self)
        ways = [self.pieces]
        if self.folds:
            ways = [
                replace(self.pieces, width_mm=2 * self.pieces.width_mm),
                replace(self.pieces, height_mm=2 * self.pieces.height_mm),
            ]
        found, refused = [], []
        for pieces in ways:
            try:
                found.append(
                    arrange(
                        self.paper,
                        self.margins,
                        pieces,
                        self.orientation,
                        blocked=self.registration.kept_clear,
                    )
                )
            except InputError as error:
                refused.append(error)
        if not found:
            raise refused[0]
        return max(found, key=lambda each: each.places).without(self.skip)

    @property
    def words(self) -> str:
        """What differs from a plain sheet, for the footer."""
        pieces, printer = self.pieces, self.printer
        gaps = dict.fromkeys((f"{pieces.gap_x_mm:g}", f"{pieces.gap_y_mm:g}"))
        said = [f"{self.noun} {pieces.width_mm:g} x {pieces.height_mm:g} mm"]
        said += [f"gap {' x '.join(gaps)} mm"] if list(gaps) != ["0"] else []
        said += [f"bleed {pieces.bleed_mm:g} mm"] if pieces.bleed_mm else []
        said += [f"printer {printer.name}"] if printer.name else []
        if (printer.scale_x, printer.scale_y) != (1.0, 1.0):
            said.append(f"scale {printer.scale_x:g} x {printer.scale_y:g}")
        said += [self.style.value] if self.style is not Style.COLOUR else []
        return ", ".join(said)


def _pieces(document: Mapping[str, Any]) -> Pieces:
    cards = template("papers")["cards"]
    name = str(document.get("card_size", "standard"))
    known = cards["sizes"].get(name.casefold())
    size = (known["width_mm"], known["height_mm"]) if known else size_mm(name)
    if size is None:
        raise InputError(
            f"the card size must be one of {', '.join(cards['sizes'])} or a size such as 63x88, "
            f"got {name!r}"
        )
    gap = document.get("gap_mm", cards["gap_mm"])
    gap_x, gap_y = gap if isinstance(gap, list | tuple) else (gap, gap)
    return Pieces(
        width_mm=size[0],
        height_mm=size[1],
        gap_x_mm=float(gap_x),
        gap_y_mm=float(gap_y),
        bleed_mm=float(document.get("bleed_mm", 0.0)),
        outer_bleed=bool(document.get("outer_bleed", False)),
        columns=document.get("columns"),
        rows=document.get("rows"),
    )


def _margins(margins: Any) -> Margins:
    if not isinstance(margins, list | tuple):
        return Margins.even(float(margins))
    left, right, top, bottom = map(float, margins)
    return Margins(left_mm=left, right_mm=right, top_mm=top, bottom_mm=bottom)


def _registration(document: Mapping[str, Any]) -> Registration:
    inset = document.get("inset_mm", template("papers")["registration"]["inset_mm"])
    return Registration(marks=int(document.get("marks", 0)), inset_mm=float(inset))


def _shop(options: SheetOptions) -> tuple[float, float]:
    given = options.pieces.bleed_mm
    shop = template("papers")["print_shop"]
    return (given, given) if given else (shop["bleed_x_mm"], shop["bleed_y_mm"])


def _one_to_a_page(options: SheetOptions) -> Arrangement:
    """Return the page of a print shop: the card with its bleed, no margins."""
    pieces, (across, down) = options.pieces, options.bleed_mm
    width, height = pieces.width_mm + 2 * across, pieces.height_mm + 2 * down
    paper = Paper(
        name="print-shop",
        label=f"one card to a page ({width:g} x {height:g} mm)",
        width_mm=width,
        height_mm=height,
    )
    grid = Grid(
        paper=paper,
        columns=1,
        rows=1,
        left_mm=across,
        top_mm=down,
        width_mm=pieces.width_mm,
        height_mm=pieces.height_mm,
        pitch_x_mm=pieces.width_mm,
        pitch_y_mm=pieces.height_mm,
    )
    return Arrangement(paper=paper, grids=(grid,))
