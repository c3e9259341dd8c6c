from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardkit.errors import InputError
from cardkit.printing import Margins, Paper, papers
from cardkit.printing.arrangement import (
    Arrangement,
    Box,
    Flip,
    Orientation,
    Pieces,
    arrange,
)
from cardkit.printing.back_places import back_place
from cardkit.printing.imposition import Slot

_HAIR = 1e-6


def lengths(least: int, most: int) -> st.SearchStrategy[float]:
    """Hundredths of a millimetre, as templates are written."""
    return st.integers(least * 100, most * 100).map(lambda hundredths: hundredths / 100)


PAPERS = st.builds(
    Paper,
    name=st.just("own"),
    label=st.just("own"),
    width_mm=lengths(120, 420),
    height_mm=lengths(120, 600),
)
MARGINS = st.builds(
    Margins,
    left_mm=lengths(0, 20),
    right_mm=lengths(0, 20),
    top_mm=lengths(0, 20),
    bottom_mm=lengths(0, 20),
)


@st.composite
def pieces(draw: st.DrawFn) -> Pieces:
    bleed = draw(lengths(0, 3))
    outer = draw(st.booleans())
    least = 0 if outer else math.ceil(2 * bleed)
    return Pieces(
        width_mm=draw(lengths(25, 90)),
        height_mm=draw(lengths(25, 90)),
        gap_x_mm=draw(lengths(least, least + 6)),
        gap_y_mm=draw(lengths(least, least + 6)),
        bleed_mm=bleed,
        outer_bleed=outer,
    )


ARRANGED = {
    "paper": PAPERS,
    "margins": MARGINS,
    "wanted": pieces(),
    "orientation": st.sampled_from(Orientation),
}


def _arranged(
    paper: Paper, margins: Margins, wanted: Pieces, orientation: Orientation
) -> Arrangement:
    try:
        return arrange(paper, margins, wanted, orientation)
    except InputError:
        assume(False)
        raise


@settings(deadline=None)
@given(**ARRANGED, count=st.integers(1, 90), data=st.data())
def test_no_overlap_nothing_outside_and_counted_as_computed(
    paper: Paper,
    margins: Margins,
    wanted: Pieces,
    orientation: Orientation,
    count: int,
    data: st.DataObject,
) -> None:
    way = _arranged(paper, margins, wanted, orientation)
    numbers = st.integers(1, len(way.slots))
    skipped = data.draw(st.sets(numbers, max_size=len(way.slots) - 1))
    start_at = data.draw(numbers)
    way = way.without(skipped)
    slots = way.impose(count, start_at=start_at)

    used_up = sum(1 for slot in way.slots if slot.place < start_at and slot.place not in skipped)
    assert len(slots) == count
    assert way.places == len(way.slots) - len(skipped)
    assert slots[-1].page == math.ceil((used_up + count) / way.places)
    assert not {slot.place for slot in slots} & skipped
    assert all(slot.place >= start_at for slot in slots if slot.page == 1)
    for slot in slots:
        sides = (slot.width_mm, slot.height_mm)
        assert sides[:: -1 if slot.turned else 1] == (wanted.width_mm, wanted.height_mm)
        assert slot.x_mm - wanted.bleed_mm >= margins.left_mm - _HAIR
        assert slot.y_mm - wanted.bleed_mm >= margins.top_mm - _HAIR
        assert slot.right_mm + wanted.bleed_mm <= way.paper.width_mm - margins.right_mm + _HAIR
        assert slot.bottom_mm + wanted.bleed_mm <= way.paper.height_mm - margins.bottom_mm + _HAIR
    for index, one in enumerate(way.slots):
        for other in way.slots[index + 1 :]:
            assert _apart(one, other, wanted)


def _apart(one: Slot, other: Slot, wanted: Pieces) -> bool:
    across = max(other.x_mm - one.right_mm, one.x_mm - other.right_mm)
    down = max(other.y_mm - one.bottom_mm, one.y_mm - other.bottom_mm)
    return across >= wanted.gap_x_mm - _HAIR or down >= wanted.gap_y_mm - _HAIR


@settings(deadline=None)
@given(**ARRANGED)
def test_no_way_to_lie_takes_more_than_mixed(
    paper: Paper, margins: Margins, wanted: Pieces, orientation: Orientation
) -> None:
    way = _arranged(paper, margins, wanted, orientation)
    if orientation in (Orientation.PORTRAIT, Orientation.MIXED):
        assert arrange(paper, margins, wanted, Orientation.MIXED).places >= way.places
    if orientation in (Orientation.PORTRAIT, Orientation.LANDSCAPE):
        assert arrange(paper, margins, wanted, Orientation.AUTO).places >= way.places


@settings(deadline=None)
@given(**ARRANGED, flip=st.sampled_from(Flip))
def test_backs_fall_on_their_fronts(
    paper: Paper, margins: Margins, wanted: Pieces, orientation: Orientation, flip: Flip
) -> None:
    way = _arranged(paper, margins, wanted, orientation)
    width, height = way.paper.width_mm, way.paper.height_mm
    # Over the long edge the long edge stays where it is; the other axis is turned round.
    turned_across = (flip is Flip.LONG) == (height >= width)
    for slot in way.slots:
        back = back_place(slot, way.paper, flip)
        assert back.x_mm >= -_HAIR
        assert back.y_mm >= -_HAIR

        def seen_from_the_front(x: float, y: float) -> tuple[float, float]:
            return (width - x, y) if turned_across else (x, height - y)

        corners = {
            seen_from_the_front(x, y)
            for x in (back.x_mm, back.x_mm + back.width_mm)
            for y in (back.y_mm, back.y_mm + back.height_mm)
        }
        left, top = min(corners)
        right, bottom = max(corners)
        assert (left, top) == pytest.approx((slot.x_mm, slot.y_mm), abs=_HAIR)
        assert (right, bottom) == pytest.approx((slot.right_mm, slot.bottom_mm), abs=_HAIR)
        # The back's top points to where the front's top points, seen through the sheet.
        angle = math.radians(back.turn)
        up = (math.sin(angle), -math.cos(angle))
        through = (-up[0], up[1]) if turned_across else (up[0], -up[1])
        assert through == pytest.approx((1, 0) if slot.turned else (0, -1), abs=_HAIR)


@pytest.mark.parametrize(
    ("name", "gap_mm", "counts"),
    [
        # auto, portrait, landscape, mixed
        ("a4", 0, (9, 9, 8, 9)),
        ("a4", 6, (8, 6, 8, 8)),
        ("letter", 0, (9, 9, 8, 9)),
        ("letter", 6, (6, 6, 6, 8)),
        ("legal", 0, (10, 9, 10, 11)),
        ("a3", 0, (18, 16, 18, 19)),
        ("tabloid", 0, (18, 16, 18, 19)),
    ],
)
def test_as_many_as_fit(name: str, gap_mm: float, counts: tuple[int, ...]) -> None:
    wanted = Pieces(width_mm=63, height_mm=88, gap_x_mm=gap_mm, gap_y_mm=gap_mm)
    found = [
        arrange(papers()[name], Margins.even(5), wanted, orientation).places
        for orientation in Orientation
    ]
    assert tuple(found) == counts


def test_covered_places_are_skipped_and_the_best_way_is_that_with_most_left() -> None:
    wanted = Pieces(width_mm=63, height_mm=88)
    way = arrange(papers()["a4"], Margins.even(5), wanted, blocked=lambda _: [Box(0, 0, 20, 30)])
    assert (way.places, way.skipped) == (8, frozenset({1}))
    corners = arrange(
        papers()["a4"],
        Margins.even(5),
        wanted,
        blocked=lambda paper: [Box(8, 8, 9, 9), Box(paper.width_mm - 17, 8, 9, 9)],
    )
    # Upright they would take two of nine places, on the long edge none of eight.
    assert (corners.places, corners.paper.is_upright) == (8, False)


@pytest.mark.parametrize(
    ("changes", "orientation", "says"),
    [
        ({"bleed_mm": 2.0}, "auto", "a bleed of 2 mm on all sides needs gaps of 4 mm, got 0 mm"),
        ({"bleed_mm": -1.0}, "auto", "the bleed must be 0 mm or more"),
        ({"columns": 4, "rows": 3}, "portrait", "4 columns need 252.00 mm"),
        ({"columns": 9}, "auto", "9 columns need 567.00 mm"),
        ({"columns": 2}, "mixed", "cannot be chosen for pieces that lie both ways"),
        ({"width_mm": 400.0}, "mixed", "1 column needs 400.00 mm"),
    ],
)
def test_what_does_not_fit_is_said(changes: dict[str, Any], orientation: str, says: str) -> None:
    wanted = Pieces(**({"width_mm": 63.0, "height_mm": 88.0} | changes))
    with pytest.raises(InputError, match=says):
        arrange(papers()["a4"], Margins.even(5), wanted, Orientation(orientation))


def test_bleed_takes_room_before_the_margins() -> None:
    bled = Pieces(width_mm=63, height_mm=88, bleed_mm=3.175, outer_bleed=True)
    upright = arrange(papers()["letter"], Margins.even(5), bled, Orientation.PORTRAIT)
    either = arrange(papers()["letter"], Margins.even(5), bled)
    assert (upright.places, either.places, either.paper.is_upright) == (6, 8, False)


@pytest.mark.parametrize("places", [{0}, {10}, {1, 99}])
def test_places_that_the_sheet_lacks_are_refused(places: set[int]) -> None:
    way = arrange(papers()["a4"], Margins.even(5), Pieces(width_mm=63, height_mm=88))
    with pytest.raises(InputError, match="must be 1 to 9 on this sheet"):
        way.without(places)
    with pytest.raises(InputError, match="every place of the sheet is skipped"):
        way.without(range(1, 10)).impose(1)
    with pytest.raises(InputError, match="the first place must be 1 to 9"):
        way.impose(1, start_at=10)


def test_boxes_that_share_an_edge_do_not_overlap() -> None:
    assert Box(0, 0, 10, 10).overlaps(Box(9.9, 9.9, 5, 5))
    assert not Box(0, 0, 10, 10).overlaps(Box(10, 0, 10, 10))
    assert papers()["a4"].turned().turned() == papers()["a4"]
