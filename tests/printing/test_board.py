from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.decks.materials import BOARD_MM
from cardkit.errors import InputError
from cardkit.printing import paper_named
from cardkit.printing.arrangement import Orientation
from cardkit.printing.kit import poster_paper
from cardkit.printing.kit.board import board_pdf
from cardkit.printing.kit.tiles import tile_board
from cardkit.printing.kit.zones import COLUMNS, ROWS, ZONE_MM, zones
from cardkit.printing.options import SheetOptions
from cardkit.resources import template
from cardkit.rules import HouseRules
from cardkit.settings import Settings
from cardkit.units import points_to_mm
from tests.printing.making import opened, text_of
from tests.printing.measuring import measured, said_on

RULES: HouseRules = Settings.from_dict({}).house_rules
INSET_MM = template("kit")["board"]["inset_mm"]
PAGES = {
    "a4": 6,
    "letter": 6,
    "legal": 6,
    "a3": 4,
    "tabloid": 4,
    "a2": 2,
    "a1": 1,
    "poster": 1,
    "100x150": 35,
}


def sheet(paper: str, **document: Any) -> SheetOptions:
    options = SheetOptions.from_dict(document, paper=paper_named("a4"))
    return replace(options, paper=poster_paper() if paper == "poster" else paper_named(paper))


@pytest.mark.parametrize("paper", PAGES)
def test_the_paper_decides_how_many_pages_there_are(paper: str) -> None:
    assert tile_board(sheet(paper)).pages == PAGES[paper]


@pytest.mark.parametrize(
    ("paper", "orientation"),
    [
        ("a4", "portrait"),
        ("a4", "landscape"),
        ("letter", "auto"),
        ("letter", "portrait"),
        ("a3", "auto"),
        ("a2", "auto"),
        ("a1", "landscape"),
        ("poster", "auto"),
    ],
)
def test_the_pages_put_together_are_the_board(paper: str, orientation: str) -> None:
    """Every zone is drawn in its place on each page that shows it, measured from the plan."""
    job, tiles = board_pdf(RULES, options=sheet(paper, orientation=orientation), title="Test")
    assert job.pages == len(tiles) == len(job.plan.pieces)
    assert sum(tile.width_mm * tile.height_mm for tile in tiles) == pytest.approx(441 * 440)
    assert {tile.x_mm + tile.width_mm for tile in tiles if not tile.strip_x_mm} == {441}
    assert {tile.y_mm + tile.height_mm for tile in tiles if not tile.strip_y_mm} == {440}
    shown = set()
    with opened(job.content) as pdf:
        for page, tile, piece in zip(pdf.pages, tiles, job.plan.pieces, strict=True):
            frames = {
                (
                    round(points_to_mm(box["x0"]) - piece.slot.x_mm + tile.x_mm, 3),
                    round(points_to_mm(box["top"]) - piece.slot.y_mm + tile.y_mm, 3),
                    round(points_to_mm(box["width"]), 3),
                    round(points_to_mm(box["height"]), 3),
                )
                for box in page.curves
                if points_to_mm(box["height"]) > 80
            }
            for zone in zones(RULES):
                across = tile.x_mm <= zone.x_mm < tile.x_mm + tile.width_mm
                if across and tile.y_mm <= zone.y_mm < tile.y_mm + tile.height_mm:
                    shown.add((zone.column, zone.row))
                    assert any(
                        abs(x - zone.x_mm - INSET_MM - line) <= 0.02
                        and abs(y - zone.y_mm - INSET_MM - line) <= 0.02
                        and abs(width - ZONE_MM[0] + 2 * (INSET_MM + line)) <= 0.02
                        and abs(height - ZONE_MM[1] + 2 * (INSET_MM + line)) <= 0.02
                        for x, y, width, height in frames
                        for line in (0.0, 0.175, 0.385)
                    ), zone.label
    assert len(shown) == COLUMNS * ROWS


def test_a_part_and_its_strip_are_shown_and_nothing_beyond() -> None:
    """The assembled picture of the pages is that of the one large page."""
    dpi = 40
    whole, _ = board_pdf(RULES, options=sheet("poster"), title="")
    parts, tiles = board_pdf(RULES, options=sheet("a4"), title="")
    wanted = _grey(whole.content, 0, dpi)
    corner = whole.plan.pieces[0].slot
    scale = dpi / 25.4
    for tile, piece in zip(tiles, parts.plan.pieces, strict=True):
        page = _grey(parts.content, tile.page - 1, dpi)
        # Strips and seams carry marks of their own, so only the middle of each zone is compared.
        for zone in zones(RULES):
            if not tile.x_mm <= zone.x_mm < tile.x_mm + tile.width_mm:
                continue
            if not tile.y_mm <= zone.y_mm < tile.y_mm + tile.height_mm:
                continue
            for share_x, share_y in ((0.5, 0.5), (0.5, 0.1), (0.2, 0.3), (0.8, 0.93)):
                x, y = zone.x_mm + share_x * ZONE_MM[0], zone.y_mm + share_y * ZONE_MM[1]
                one = _mean(
                    page, (x - tile.x_mm + piece.slot.x_mm) * scale, _down(y, tile, piece, scale)
                )
                other = _mean(wanted, (x + corner.x_mm) * scale, (y + corner.y_mm) * scale)
                assert abs(one - other) < 30, (tile.name, zone.label)
        end = piece.slot.x_mm + tile.width_mm + tile.strip_x_mm + 3
        if end + 4 < parts.plan.grid.paper.width_mm - 8 and tile.strip_x_mm == 0:
            assert _mean(page, (end + 2) * scale, page.height / 2) > 250


def _down(y_mm: float, tile: Any, piece: Any, scale: float) -> float:
    return float((y_mm - tile.y_mm + piece.slot.y_mm) * scale)


def _grey(content: bytes, number: int, dpi: int) -> Any:
    pdf = pypdfium2.PdfDocument(content)
    try:
        return pdf[number].render(scale=dpi / 72).to_pil().convert("L")
    finally:
        pdf.close()


def _mean(picture: Any, x: float, y: float) -> float:
    part = picture.crop((int(x) - 2, int(y) - 2, int(x) + 3, int(y) + 3))
    pixels = list(part.tobytes())
    return float(sum(pixels) / len(pixels))


def test_the_fewest_pages_are_taken_and_pages_end_between_zones() -> None:
    tiling = tile_board(sheet("letter"))
    assert (tiling.columns, tiling.rows, tiling.turned) == (4, 2, True)
    tiling = tile_board(sheet("a4"))
    assert (tiling.columns, tiling.rows, tiling.turned) == (3, 3, False)
    for tile in tiling.tiles():
        assert tile.x_mm % ZONE_MM[0] == tile.y_mm % ZONE_MM[1] == 0
    assert [tile.name for tile in tiling.tiles()] == ["A1", "A2", "A3", "B1", "B2", "B3"]


@given(
    width=st.floats(80, 900),
    height=st.floats(80, 900),
    margin=st.floats(0, 5),
    orientation=st.sampled_from(["auto", "portrait", "landscape"]),
)
def test_on_any_paper_the_parts_fit_and_cover_the_board_once(
    width: float, height: float, margin: float, orientation: str
) -> None:
    paper = paper_named(f"{width:.2f}x{height:.2f}")
    options = SheetOptions.from_dict(
        {"margins_mm": margin, "orientation": orientation}, paper=paper
    )
    try:
        tiling = tile_board(options)
    except InputError:
        room = [edge - 2 * margin for edge in (paper.width_mm, paper.height_mm)]
        turned = orientation != "portrait" and room[1] >= 69 and room[0] >= 94
        assert not turned
        assert orientation == "landscape" or room[0] < 69 or room[1] < 94
        return
    lies = paper.turned() if tiling.turned else paper
    tiles = tiling.tiles()
    assert len(tiles) == tiling.pages
    for tile in tiles:
        assert tile.width_mm + tile.strip_x_mm <= lies.width_mm - 2 * margin + 1e-6
        assert tile.height_mm + tile.strip_y_mm <= lies.height_mm - 2 * margin + 1e-6
    for zone in zones(RULES):
        x, y = zone.x_mm + ZONE_MM[0] / 2, zone.y_mm + ZONE_MM[1] / 2
        covering = [
            tile
            for tile in tiles
            if tile.x_mm < x < tile.x_mm + tile.width_mm
            and tile.y_mm < y < tile.y_mm + tile.height_mm
        ]
        assert len(covering) == 1


def test_neighbours_share_a_strip_and_the_marks_on_their_seam() -> None:
    job, tiles = board_pdf(RULES, options=sheet("a4"), title="")
    size = template("kit")["board"]["mark_mm"]
    seen: dict[tuple[float, float], set[int]] = {}
    with opened(job.content) as pdf:
        for page, tile, piece in zip(pdf.pages, tiles, job.plan.pieces, strict=True):
            for mark in page.curves:
                if points_to_mm(mark["width"]) == pytest.approx(
                    2 * size, abs=0.01
                ) and points_to_mm(mark["height"]) == pytest.approx(2 * size, abs=0.01):
                    x = points_to_mm(mark["x0"]) + size - piece.slot.x_mm + tile.x_mm
                    y = points_to_mm(mark["top"]) + size - piece.slot.y_mm + tile.y_mm
                    seen.setdefault((round(x, 1), round(y, 1)), set()).add(tile.page)
    # Two seams upright over two rows of pages, one seam across over three columns, two marks each.
    assert len(seen) == 2 * 2 * 2 + 3 * 2
    assert all(len(pages) == 2 for pages in seen.values())


def test_one_page_has_no_marks_for_joining() -> None:
    job, tiles = board_pdf(RULES, options=sheet("a1"), title="")
    assert "A1" not in text_of(job.content).replace("A1 (594", "")
    assert (tiles[0].strip_x_mm, tiles[0].strip_y_mm) == (0, 0)


@pytest.mark.parametrize("orientation", [Orientation.PORTRAIT, Orientation.LANDSCAPE])
def test_the_orientation_that_is_asked_for_is_kept(orientation: Orientation) -> None:
    job, _ = board_pdf(RULES, options=sheet("a4", orientation=orientation.value), title="")
    paper = job.plan.grid.paper
    assert (paper.width_mm > paper.height_mm) == (orientation is Orientation.LANDSCAPE)


def test_a_paper_without_room_for_one_zone_is_refused() -> None:
    with pytest.raises(InputError, match=r"63 x 88 mm and a strip of 6 mm .* got 70 x 90 mm"):
        board_pdf(RULES, options=sheet("70x90"), title="")


def test_places_follow_the_house_rules() -> None:
    few = replace(RULES, bench_size=3, pc_size=8)
    labels = [zone.label for zone in zones(few)]
    assert "Bench 3" in labels
    assert "Bench 4" not in labels
    job, _ = board_pdf(few, options=sheet("a1"), title="")
    assert [finding.code for finding in job.warnings] == ["board-too-small"]
    assert "the board has 5 places for the PC, the house rules 8" in job.warnings[0].what


def test_the_board_is_as_the_rules_lay_it_out() -> None:
    found = {(zone.column, zone.row): zone.label for zone in zones(RULES)}
    assert len(found) == 35
    assert (BOARD_MM[0], BOARD_MM[1]) == (7 * ZONE_MM[0], 5 * ZONE_MM[1])
    rows = [[found[column, row] for column in range(COLUMNS)] for row in range(ROWS)]
    assert rows[0][:6] == [
        "Ball 1",
        "Badge 1",
        "Badge 2",
        "Badge 3",
        "Enemy discard",
        "Energy discard",
    ]
    assert rows[1][1:6] == ["Energy deck", "Pool 1", "Enemy", "Pool 2", "Pool 3"]
    assert rows[2][1:6] == ["Die", "", "Active", "", "Spare"]
    assert rows[3][1:6] == [f"Bench {number}" for number in range(1, 6)]
    assert rows[4][1:6] == [f"PC {number}" for number in range(1, 6)]
    assert [row[6] for row in rows][:3] == ["Common", "Uncommon", "Rare"]


def test_the_file_is_sound_and_the_same_each_time() -> None:
    job, _ = board_pdf(RULES, options=sheet("a4"), title="Test")
    assert job.content == board_pdf(RULES, options=sheet("a4"), title="Test")[0].content
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


@pytest.mark.parametrize(
    ("paper", "percent", "turned"), [("a2", 91, False), ("a3", 63, False), ("a1", 100, False)]
)
def test_the_board_can_be_fitted_on_one_page_that_tells_its_scale(
    paper: str, percent: int, turned: bool
) -> None:
    job, tiles = board_pdf(RULES, options=sheet(paper), title="Test", fit=True)
    assert (job.pages, len(tiles)) == (1, 1)
    (piece,) = job.plan.pieces
    share = percent / 100
    assert (piece.slot.width_mm, piece.slot.height_mm) == pytest.approx((441 * share, 440 * share))
    assert (job.plan.grid.paper.width_mm > job.plan.grid.paper.height_mm) == turned
    codes = [finding.code for finding in job.warnings]
    assert codes == (["board-scaled"] if percent < 100 else [])
    said = said_on(job.content)[0]
    assert (f"board at {percent} %, " in said) == (percent < 100)
    if percent < 100:
        assert "a card 63 x 88 mm" in job.warnings[0].what
    (page,) = measured(job.content)
    assert any(line.length_mm == pytest.approx(100, abs=0.01) for line in page.strokes)


def test_a_paper_that_is_all_margin_takes_no_board() -> None:
    with pytest.raises(InputError, match="the margins leave no room for the board"):
        board_pdf(RULES, options=sheet("40x40", margins_mm=17), title="", fit=True)
