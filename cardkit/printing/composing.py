"""From pieces to sheets: fronts, backs and all that stands around them, as one job.

The one way by which cards, and everything else that is cut out of paper, come onto pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from cardkit import __version__
from cardkit.findings import Finding, Severity
from cardkit.printing.arrangement import Arrangement, Flip
from cardkit.printing.back_places import BackPlace, back_place, turns_sideways
from cardkit.printing.backs import CardBack, Reach
from cardkit.printing.drawing import (
    WHITE,
    Clip,
    Drawing,
    Duplex,
    Element,
    FormBook,
    Group,
    Rectangle,
    Step,
    Use,
)
from cardkit.printing.file_parts import files_of
from cardkit.printing.glyphs import lacking_in_name
from cardkit.printing.guides import fold_lines, outlines, registration_marks
from cardkit.printing.imposition import Slot
from cardkit.printing.jobs import PlannedPiece, PrintFile, PrintJob, PrintPlan
from cardkit.printing.options import BackMode, GuideKind, SheetOptions
from cardkit.printing.sheets import SheetEdges
from cardkit.printing.sides import (
    behind_of,
    mirrored,
    mirrored_margins,
    reach_of,
    standing,
    used_forms,
)
from cardkit.printing.styles import restyled
from cardkit.printing.text import Typography, clean
from cardkit.resources import template

_OVERLAP_MM = 0.1
"""Backs that meet lie this far over one another, so that no seam of white shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """What is printed in one place, from its own top left corner.

    Attributes:
        what: the card's id, or what else tells it apart.
        name: for people.
        elements: the front; empty in a plan.
        bleeds: whether the front reaches beyond its edges and is to be cut off there.
        outline: what is cut out, where that is not the whole place.
    """

    what: str
    name: str
    elements: tuple[Element, ...] = ()
    bleeds: bool = False
    outline: tuple[Step, ...] = ()


def plan_sheets(
    pieces: Sequence[Piece], *, product: str, title: str, options: SheetOptions
) -> PrintPlan:
    """Return where each piece goes, in the order given.

    Raises:
        InputError: they do not fit; says what would.
    """
    arrangement = options.arrangement()
    slots = arrangement.impose(len(pieces), start_at=options.start_at)
    behind = options.backs in (BackMode.SEPARATE, BackMode.INTERLEAVED)
    flip = options.flip
    planned = []
    for piece, slot in zip(pieces, slots, strict=True):
        front, back = slot, None
        if options.folds:
            front, back = _halves(slot, options)
        elif behind:
            back = back_place(slot, arrangement.paper, flip)
        planned.append(
            PlannedPiece(
                slot=front, what=piece.what, name=piece.name, back=back, outline=piece.outline
            )
        )
    return PrintPlan(
        product=product,
        sheet=arrangement.paper.label,
        title=title,
        grid=arrangement,
        pieces=tuple(planned),
        backs=options.backs.value,
        flip=flip.value if behind else "",
        corner_mm=options.corner_mm,
    )


def _halves(pair: Slot, options: SheetOptions) -> tuple[Slot, BackPlace]:
    """Return the front and the back of a pair that is folded in the middle."""
    width, height = options.pieces.width_mm, options.pieces.height_mm
    sideways = _folds_sideways(pair)
    back = BackPlace(
        x_mm=pair.x_mm + (width if sideways else 0.0),
        y_mm=pair.y_mm + (0.0 if sideways else height),
        width_mm=width,
        height_mm=height,
        turn=0 if sideways else 180,
    )
    return replace(pair, width_mm=width, height_mm=height), back


def _folds_sideways(pair: Slot) -> bool:
    return pair.width_mm > pair.height_mm


def compose_sheets(
    pieces: Sequence[Piece],
    *,
    product: str,
    title: str,
    options: SheetOptions,
    book: FormBook,
    fonts: Typography,
    warnings: Iterable[Finding] = (),
    on_sheet: Callable[[int], None] = lambda _pieces: None,
) -> PrintJob:
    """Return the sheets to print; without pieces there are no pages and no content.

    Args:
        pieces: in the order in which they are to lie.
        product: a word for what is printed, e.g. ``proxies``.
        title: of the pool, for the footer and the file's properties.
        options: how the sheets are laid out.
        book: holds the forms that the pieces use.
        fonts: measure what stands around the pieces.
        warnings: what is to be said besides.
        on_sheet: told how many pieces each finished sheet holds.

    Raises:
        InputError: the pieces do not fit; says what would.
    """
    from cardkit.printing.pdf import write_pdf

    plan = plan_sheets(pieces, product=product, title=title, options=options)
    if not plan.pages:
        return PrintJob(content=b"", pages=0, warnings=tuple(warnings), plan=plan)
    cleaned = clean(title, fonts.has_glyph)
    name = cleaned.text
    composer = _Composer(plan, options, book, fonts, name)
    fronts: list[tuple[Element, ...]] = []
    backs: list[tuple[Element, ...]] = []
    at = 0
    for _, run in groupby(plan.pieces, key=lambda piece: piece.slot.page):
        planned = tuple(run)
        fronts.append(composer.front(planned, pieces[at : at + len(planned)]))
        if plan.flip:
            backs.append(composer.back(planned))
        at += len(planned)
        on_sheet(len(planned))
    heading = ": ".join(filter(None, (name, product)))
    files = tuple(
        PrintFile(
            suffix=suffix,
            content=write_pdf(composer.drawing(heading, pages, backs_only=backs_only)),
            pages=len(pages),
        )
        for suffix, pages, backs_only in files_of(fronts, backs, options)
    )
    return PrintJob(
        content=files[0].content,
        pages=sum(file.pages for file in files),
        warnings=(*lacking_in_name(cleaned.missing, title), *composer.warnings(), *warnings),
        plan=plan,
        files=files if len(files) > 1 else (),
    )


class _Composer:
    """Draws the two sides of each sheet."""

    def __init__(
        self,
        plan: PrintPlan,
        options: SheetOptions,
        book: FormBook,
        fonts: Typography,
        title: str,
    ) -> None:
        assert isinstance(plan.grid, Arrangement)  # noqa: S101 - plan_sheets has made it
        self._plan, self._options, self._book, self._title = plan, options, book, title
        self._arrangement = plan.grid
        self._paper = plan.grid.paper
        self._pair_of = {slot.place: slot for slot in plan.grid.slots}
        margins = options.margins
        self._marks = options.registration.areas(self._paper)
        clear = options.registration.kept_clear(self._paper)
        sideways = turns_sideways(self._paper, options.flip)
        self._back_bleed_mm = _back_bleed_mm(options)
        self._edges = SheetEdges(
            plan.grid,
            margin_mm=margins,
            fonts=fonts,
            guides=options.guides,
            bleed_mm=options.bleed_mm,
            clear_of=clear,
            marks_first=self._marks_needed(back=False),
        )
        self._back_edges = SheetEdges(
            mirrored(plan),
            margin_mm=mirrored_margins(margins, sideways=sideways),
            fonts=fonts,
            guides=options.guides,
            bleed_mm=self._back_bleed_mm,
            marks_first=self._marks_needed(back=True),
        )
        pieces = options.pieces
        self._card_back = CardBack(pieces.width_mm, pieces.height_mm, book)
        self._size_mm = (self._paper.width_mm, self._paper.height_mm)
        self._rest = " · ".join((plan.product, plan.sheet, "{} {} of " + str(plan.pages)))

    def front(
        self, planned: Sequence[PlannedPiece], pieces: Sequence[Piece]
    ) -> tuple[Element, ...]:
        """Return the front of a sheet; of sheets to fold the backs too."""
        slots = [piece.slot for piece in planned]
        cut = [self._cut(slot) for slot in slots]
        elements: list[Element] = []
        for slot, piece in zip(slots, pieces, strict=True):
            group = standing(slot, piece.elements)
            elements.append(self._cut_off(group, slot, cut) if piece.bleeds else group)
        if self._options.folds:
            elements.append(self._backs(planned, slots))
        number = planned[0].slot.page
        if not self._options.print_shop:
            elements.append(self._around("front", cut, self._front_marks))
            side = "sheet" if self._plan.flip else "page"
            elements += self._footer(self._edges, side, number)
        return self._options.printer.set_right(tuple(elements), self._paper, back=False)

    def back(self, planned: Sequence[PlannedPiece]) -> tuple[Element, ...]:
        """Return the back of a sheet."""
        slots = [behind_of(piece) for piece in planned]
        elements: list[Element] = [self._backs(planned, slots)]
        if not self._options.print_shop:
            elements.append(self._around("back", slots, self._back_marks))
            elements += self._footer(self._back_edges, "back of sheet", planned[0].slot.page)
        return self._options.printer.set_right(tuple(elements), self._paper, back=True)

    def drawing(
        self, heading: str, pages: Sequence[tuple[Element, ...]], *, backs_only: bool
    ) -> Drawing:
        """Return a document of some of the pages, in the style that is wanted."""
        options = self._options
        duplex = Duplex.NONE
        if options.backs is BackMode.INTERLEAVED:
            duplex = Duplex.LONG_EDGE if options.flip is Flip.LONG else Duplex.SHORT_EDGE
        drawing = Drawing(
            grid=mirrored(self._plan) if backs_only else self._arrangement,
            title=heading,
            forms=used_forms(self._book.forms, pages),
            pages=pages,
            bleed_mm=options.bleed_mm,
            duplex=duplex,
            back_grid=mirrored(self._plan) if duplex is not Duplex.NONE else None,
        )
        return restyled(drawing, options.style)

    def warnings(self) -> Iterator[Finding]:
        """Yield what a person should know before printing."""
        if self._options.print_shop:
            return
        if self._edges.crowded:
            pieces = self._options.pieces
            yield Finding(
                code="rulers-left-out",
                severity=Severity.WARNING,
                what=f"the margins of {self._paper.label} are too narrow for all rulers",
                remedy=f"measure a piece that is cut out instead: "
                f"{pieces.width_mm:g} x {pieces.height_mm:g} mm",
            )
        covered = self._arrangement.skipped - set(self._options.skip)
        if covered:
            listed = ", ".join(map(str, sorted(covered)))
            yield Finding(
                code="places-left-out",
                severity=Severity.WARNING,
                what=f"the registration marks take the places {listed} of each sheet",
                remedy="move the marks outwards, or take smaller gaps",
            )

    def _marks_needed(self, *, back: bool) -> bool:
        """Whether nothing but crop marks says on a side where to cut."""
        guides = self._options.guides
        outlined = guides.outline or any(piece.outline for piece in self._plan.pieces)
        drawn = guides.kind is not GuideKind.NONE and guides.side.includes(back=back)
        return drawn and not outlined

    def _cut(self, slot: Slot) -> Slot:
        """Return what is cut out at a place: the piece, or the pair that is folded."""
        return replace(self._pair_of[slot.place], page=slot.page)

    def _around(
        self, side: str, slots: Sequence[Slot], draw: Callable[[Sequence[Slot]], list[Element]]
    ) -> Use:
        """Return what stands around the pieces, drawn once for all sheets that are filled alike."""
        places = ",".join(str(slot.place) for slot in slots)
        return self._book.use(f"{side}-{places}", self._size_mm, lambda: draw(slots))

    def _front_marks(self, slots: Sequence[Slot]) -> list[Element]:
        options, edges = self._options, self._edges
        marks: list[Element] = []
        if options.folds:
            sideways = _folds_sideways(slots[0])
            marks += fold_lines(slots, sideways=sideways, guides=options.guides)
        if options.guides.side.includes(back=False):
            marks += self._outlines(slots)
            marks += edges.crop_marks(slots)
        return [*marks, *edges.rulers(), *registration_marks(self._marks)]

    def _back_marks(self, slots: Sequence[Slot]) -> list[Element]:
        marks: list[Element] = []
        if self._options.guides.side.includes(back=True):
            marks += self._outlines(slots)
            marks += self._back_edges.crop_marks(slots)
        return [*marks, *self._back_edges.rulers()]

    def _outlines(self, slots: Sequence[Slot]) -> list[Rectangle]:
        options = self._options
        if not options.guides.outline:
            return []
        return outlines(slots, options.guides, corner_mm=options.corner_mm)

    def _footer(self, edges: SheetEdges, side: str, number: int) -> list[Element]:
        """Return the footer; settings for which it has no room stand in the upper margin."""
        settings = self._options.words
        rest = self._rest.format(side, number)
        footer = edges.footer(self._title, rest, settings, f"cardkit {__version__}")
        if any(settings in text.text for text in footer):
            return list(footer)
        return [*edges.header(settings), *footer]

    def _cut_off(self, group: Group, slot: Slot, others: Sequence[Slot]) -> Clip:
        """Return a front of which only the piece and its bleed show."""
        across, down = self._options.bleed_mm
        reach = reach_of(slot, others, across, down)
        window = Rectangle(
            x_mm=slot.x_mm - reach.left_mm,
            y_mm=slot.y_mm - reach.top_mm,
            width_mm=slot.width_mm + reach.left_mm + reach.right_mm,
            height_mm=slot.height_mm + reach.top_mm + reach.bottom_mm,
            fill=WHITE,
        )
        return Clip(window=window, elements=(group,))

    def _backs(self, planned: Sequence[PlannedPiece], others: Sequence[Slot]) -> Use:
        """Return the backs of a sheet, drawn once for all sheets that are filled alike."""
        across, down = self._back_bleed_mm
        behind = [behind_of(piece) for piece in planned]
        everything = [*others, *behind] if self._options.folds else behind

        def draw(_slots: Sequence[Slot]) -> list[Element]:
            drawn: list[Element] = []
            for piece, slot in zip(planned, behind, strict=True):
                if piece.back is not None:
                    reach = reach_of(slot, everything, across, down)
                    most = Reach(across, down, across, down)
                    drawn.append(self._card_back.placed(piece.back, _seamless(reach, most)))
            return drawn

        return self._around("backs", others, draw)


def _seamless(reach: Reach, most: Reach) -> Reach:
    """Let a back that ends half way to its neighbour go on a little under it."""
    return Reach(
        *(
            length + _OVERLAP_MM if length < full else length
            for length, full in zip(reach, most, strict=True)
        )
    )


def _back_bleed_mm(options: SheetOptions) -> tuple[float, float]:
    """Backs reach a little beyond the outer cuts, for printers that turn sheets askew."""
    if options.print_shop:
        return options.bleed_mm
    least = template("papers")["cards"]["back_bleed_mm"]
    across, down = options.bleed_mm
    return max(across, least), max(down, least)
