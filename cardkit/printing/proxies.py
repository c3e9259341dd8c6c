"""Sheets of proxies: cards to cut out, in deck order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from cardkit.cards import CardId, CardSet, EnergyType, SetId
from cardkit.decks import PoolCard, RarityDeck
from cardkit.findings import Finding
from cardkit.printing.composing import Piece, compose_sheets, plan_sheets
from cardkit.printing.drawing import Element, FormBook
from cardkit.printing.faces import CardFace, ProxyCard
from cardkit.printing.imposition import Grid, Paper
from cardkit.printing.jobs import PrintJob, PrintPlan
from cardkit.printing.layouts import DEFAULT_LAYOUT, Layout, layout_named
from cardkit.printing.options import SheetOptions
from cardkit.printing.photos import Photo, photo_findings
from cardkit.printing.text import Typography
from cardkit.resources import template
from cardkit.rules import HouseRules

PRODUCT = "proxies"


def card_grid(paper: Paper) -> Grid:
    """Return the grid of cards on a paper: as many as fit, centred; the paper may lie either way.

    Raises:
        InputError: not one card fits.
    """
    (grid,) = SheetOptions.from_dict({}, paper=paper).arrangement().grids
    return grid


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
    options = SheetOptions.from_dict({}, paper=paper)
    return plan_sheets(_pieces(cards), product=PRODUCT, title=title, options=options)


def proxies_pdf(
    cards: Sequence[ProxyCard],
    *,
    paper: Paper,
    title: str,
    layout: Layout | None = None,
    photos: Mapping[CardId, Photo] | None = None,
    options: SheetOptions | None = None,
    energy: Mapping[EnergyType, int] | None = None,
    on_card: Callable[[int], None] = lambda _copies: None,
) -> PrintJob:
    """Return the sheets to print; without cards there are no pages and no content.

    Args:
        cards: in the order in which they are to lie, deck by deck.
        paper: see :func:`cardkit.printing.papers.paper_named`.
        title: of the pool, for the footer and the file's properties.
        layout: of the faces, see :func:`cardkit.printing.layouts.layout_named`; None is ``solo``.
        photos: the owner's pictures, for layouts that have a place for them.
        options: how the sheets are laid out, on the paper that they name.
        energy: basic Energy cards that come after them.
        on_card: told how many copies of a card are drawn.

    Raises:
        InputError: the cards do not fit; says what would.
    """
    from cardkit.printing.pdf import typefaces

    options = options or SheetOptions.from_dict({}, paper=paper)
    fonts, book = typefaces(), FormBook()
    layout = layout or layout_named(DEFAULT_LAYOUT)
    size_mm = (options.pieces.width_mm, options.pieces.height_mm)
    face = CardFace(
        layout, size_mm=size_mm, book=book, fonts=fonts, photos=photos, bleed_mm=options.bleed_mm
    )
    drawn, warnings = _drawn(face, cards, on_card)
    if photos is not None:
        listed = [(proxy.card.card_id, proxy.card.name) for proxy in cards]
        warnings = [*photo_findings(photos, listed), *warnings]
    return compose_sheets(
        (
            *_pieces(cards, drawn, bleeds=face.bleeds),
            *_energy_pieces(energy or {}, options, fonts),
        ),
        product=PRODUCT,
        title=title,
        options=options,
        book=book,
        fonts=fonts,
        warnings=warnings,
    )


def _drawn(
    face: CardFace, cards: Sequence[ProxyCard], on_card: Callable[[int], None]
) -> tuple[list[tuple[Element, ...]], list[Finding]]:
    """Return what is drawn for each card, and what there is to say about them."""
    drawn: list[tuple[Element, ...]] = []
    warnings: list[Finding] = []
    for proxy in cards:
        elements, findings = face.compose(proxy)
        drawn.append(elements)
        warnings += findings
        on_card(proxy.count)
    return drawn, warnings


def _energy_pieces(
    energy: Mapping[EnergyType, int], options: SheetOptions, fonts: Typography
) -> list[Piece]:
    """Return basic Energy cards, drawn as in the kit."""
    if not energy:
        return []
    from cardkit.printing.kit.cards import CardDrawer

    rules = HouseRules.from_dict(template("rules"))
    size_mm = (options.pieces.width_mm, options.pieces.height_mm)
    return CardDrawer(size_mm, rules, fonts, bleed_mm=options.bleed_mm).energy(energy)


def _pieces(
    cards: Sequence[ProxyCard],
    drawn: Sequence[tuple[Element, ...]] = (),
    *,
    bleeds: bool = False,
) -> tuple[Piece, ...]:
    """Return a piece for each copy of each card."""
    faces = drawn or [()] * len(cards)
    pieces = (
        (
            proxy.count,
            Piece(what=proxy.card.card_id, name=proxy.card.name, elements=elements, bleeds=bleeds),
        )
        for proxy, elements in zip(cards, faces, strict=True)
    )
    return tuple(piece for count, piece in pieces for _ in range(count))
