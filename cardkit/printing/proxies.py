"""Sheets of proxies: cards to cut out, in deck order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cardkit import __version__
from cardkit.cards import CardSet, SetId
from cardkit.decks import PoolCard, RarityDeck
from cardkit.findings import Finding, Severity
from cardkit.printing.areas import Area
from cardkit.printing.drawing import Drawing, Element, FormBook, Group, Rectangle
from cardkit.printing.faces import ProxyCard, SoloFace
from cardkit.printing.imposition import Grid, Margins, Paper, Slot, fit_grid
from cardkit.printing.jobs import PlannedPiece, PrintJob, PrintPlan, drawn_title
from cardkit.printing.sheets import SheetEdges
from cardkit.resources import template


def card_grid(paper: Paper) -> Grid:
    """Return the grid of cards on a paper: as many as fit, centred.

    Raises:
        InputError: not one card fits.
    """
    cards = template("papers")["cards"]
    return fit_grid(
        paper,
        Margins.even(cards["margin_mm"]),
        width_mm=cards["width_mm"],
        height_mm=cards["height_mm"],
        gap_x_mm=cards["gap_mm"],
        gap_y_mm=cards["gap_mm"],
    )


def proxy_cards(
    entries: Iterable[PoolCard], card_set: Callable[[SetId], CardSet | None]
) -> tuple[ProxyCard, ...]:
    """Return what is to be printed for the proxies of a pool, in deck order.

    Args:
        entries: as :func:`cardkit.decks.choose_proxies` proposes them.
        card_set: looks up the set of a card, e.g. ``catalogue.card_set``.
    """
    placed = [(entry.placement.deck, entry) for entry in entries]
    return tuple(
        ProxyCard(
            card=entry.card, deck=deck, count=entry.count, card_set=card_set(entry.card.set_id)
        )
        for wanted in RarityDeck
        for deck, entry in placed
        if deck is wanted
    )


def plan_proxies(cards: Sequence[ProxyCard], *, paper: Paper, title: str) -> PrintPlan:
    """Return where each copy of each proxy goes, in the order given."""
    grid = card_grid(paper)
    copies = [proxy.card for proxy in cards for _ in range(proxy.count)]
    return PrintPlan(
        product="proxies",
        sheet=paper.label,
        title=title,
        grid=grid,
        pieces=tuple(
            PlannedPiece(slot=slot, what=card.card_id, name=card.name)
            for slot, card in zip(grid.impose(len(copies)), copies, strict=True)
        ),
    )


def proxies_pdf(cards: Sequence[ProxyCard], *, paper: Paper, title: str) -> PrintJob:
    """Return the sheets to print; without cards there are no pages and no content.

    Args:
        cards: in the order in which they are to lie, deck by deck.
        paper: see :func:`cardkit.printing.papers.paper_named`.
        title: of the pool, for the footer and the file's properties.
    """
    from cardkit.printing.pdf import typefaces, write_pdf

    plan = plan_proxies(cards, paper=paper, title=title)
    if not plan.pages:
        return PrintJob(content=b"", pages=0, warnings=(), plan=plan)
    fonts, book, grid = typefaces(), FormBook(), plan.grid
    card = Area(x_mm=0.0, y_mm=0.0, width_mm=grid.width_mm, height_mm=grid.height_mm)
    face = SoloFace(card=card, book=book, fonts=fonts)
    edges = SheetEdges(grid, margin_mm=template("papers")["cards"]["margin_mm"], fonts=fonts)
    faces: list[tuple[Element, ...]] = []
    warnings = [_crowded(paper)] if edges.crowded else []
    for proxy in cards:
        elements, findings = face.compose(proxy)
        faces += [elements] * proxy.count
        warnings += findings
    name, unnamed = drawn_title(title, fonts)
    warnings += unnamed
    pages = _pages(plan, faces, edges, book, name)
    drawing = Drawing(
        grid=grid, title=": ".join(filter(None, (name, "proxies"))), forms=book.forms, pages=pages
    )
    return PrintJob(
        content=write_pdf(drawing), pages=plan.pages, warnings=tuple(warnings), plan=plan
    )


def _pages(
    plan: PrintPlan,
    faces: Sequence[tuple[Element, ...]],
    edges: SheetEdges,
    book: FormBook,
    title: str,
) -> list[tuple[Element, ...]]:
    """Compose every page: the cards, what stands around them (a form), the footer."""
    grid, paper = plan.grid, plan.grid.paper
    rest = f"proxies · {plan.sheet} · page {{}} of {plan.pages} · cardkit {__version__}"
    pages: list[tuple[Element, ...]] = []
    for start in range(0, len(faces), grid.places):
        slots = [piece.slot for piece in plan.pieces[start : start + grid.places]]

        def surroundings(slots: Sequence[Slot] = slots) -> list[Element]:
            outlines = (_outline(grid, slot) for slot in slots)
            return [*outlines, *edges.crop_marks(slots), *edges.rulers()]

        cards = zip(slots, faces[start:], strict=False)
        size_mm = (paper.width_mm, paper.height_mm)
        pages.append(
            (
                *(Group(x_mm=slot.x_mm, y_mm=slot.y_mm, elements=face) for slot, face in cards),
                book.use(f"sheet-{len(slots)}", size_mm, surroundings),
                *edges.footer(title, rest.format(len(pages) + 1)),
            )
        )
    return pages


def _outline(grid: Grid, slot: Slot) -> Rectangle:
    cards = template("papers")["cards"]
    return Rectangle(
        x_mm=slot.x_mm,
        y_mm=slot.y_mm,
        width_mm=grid.width_mm,
        height_mm=grid.height_mm,
        stroke=cards["outline_colour"],
        stroke_mm=cards["outline_mm"],
    )


def _crowded(paper: Paper) -> Finding:
    return Finding(
        code="rulers-left-out",
        severity=Severity.WARNING,
        what=f"the margins of {paper.label} are too narrow for all rulers",
        remedy="measure a printed card instead: 63 x 88 mm",
    )
