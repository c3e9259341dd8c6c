from __future__ import annotations

import io
import math
import re
from dataclasses import replace
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from PIL.Image import Transpose

from cardkit.errors import InputError, UsageError
from cardkit.printing import Paper, PrintJob, papers, proxies_pdf
from cardkit.printing.arrangement import Flip
from cardkit.printing.cut_files import cut_files, used_places
from cardkit.printing.drawing import Line
from cardkit.printing.options import BackMode, SheetOptions
from cardkit.printing.papers import paper_named
from cardkit.printing.pdf import typefaces
from cardkit.printing.pictures import contact_sheet, page_pngs
from cardkit.printing.printers import Printer
from cardkit.printing.sheets import SheetEdges
from cardkit.units import MM_PER_INCH, points_to_mm
from tests.printing.making import opened
from tests.printing.measuring import measured, said_on
from tests.printing.test_proxies import TEN

EACH_PAPER = pytest.mark.parametrize(
    "paper",
    [papers()[name] for name in ("a4", "letter", "legal", "a3", "tabloid")],
    ids=lambda paper: paper.name,
)
EACH_FLIP = pytest.mark.parametrize("flip", Flip)
A4 = papers()["a4"]
BOTH_SIDES = {"guides": {"side": "both"}}


def job_of(
    document: dict[str, Any], *, paper: Paper = A4, printer: Printer | None = None, copies: int = 1
) -> tuple[PrintJob, SheetOptions]:
    options = SheetOptions.from_dict(document, paper=paper, printer=printer)
    cards = tuple(replace(card, count=copies) for card in TEN)
    job = proxies_pdf(cards, paper=paper, title="Toy box", options=options)
    return job, options


def corners(job: PrintJob, number: int, *, back: bool = False) -> list[tuple[float, float]]:
    places = [(piece.back if back else piece.slot) for piece in job.plan.page(number)]
    found = [(place.x_mm, place.y_mm) for place in places if place is not None]
    return sorted(found, key=lambda corner: (round(corner[1], 3), corner[0]))


@EACH_PAPER
@EACH_FLIP
def test_backs_lie_mirrored_behind_their_fronts(paper: Paper, flip: Flip) -> None:
    document = {"backs": "interleaved", "flip": flip.value, "gap_mm": 1.5, **BOTH_SIDES}
    job, options = job_of(document, paper=paper, copies=3)
    used = options.arrangement().paper
    sideways = (flip is Flip.LONG) == (used.height_mm >= used.width_mm)
    pages = measured(job.content)
    assert len(pages) == job.pages == 2 * job.plan.pages
    for number in range(1, job.plan.pages + 1):
        front = pages[2 * number - 2].outlines(63.0, 88.0)
        back = pages[2 * number - 1].outlines(63.0, 88.0)
        assert_close(front, corners(job, number))
        assert_close(back, corners(job, number, back=True))
        mirrored = [
            (used.width_mm - x - 63, y) if sideways else (x, used.height_mm - y - 88)
            for x, y in front
        ]
        assert_close(back, sorted(mirrored, key=lambda corner: (corner[1], corner[0])))
    with pikepdf.open(io.BytesIO(job.content)) as checked:
        assert checked.check_pdf_syntax() == []
        wanted = "/DuplexFlipLongEdge" if flip is Flip.LONG else "/DuplexFlipShortEdge"
        assert checked.Root.ViewerPreferences.Duplex == wanted


def assert_close(found: list[tuple[float, float]], planned: list[tuple[float, float]]) -> None:
    assert len(found) == len(planned) > 0
    for one, other in zip(found, planned, strict=True):
        assert one == pytest.approx(other, abs=0.02)


@pytest.mark.parametrize(
    ("name", "backs"),
    [
        ("a4", "none"),
        ("a4", "separate"),
        ("a4", "interleaved"),
        ("letter", "interleaved"),
        ("legal", "fold"),
        ("a3", "separate"),
        ("tabloid", "fold"),
    ],
)
def test_every_kind_of_sheet_is_sound_and_the_same_twice(name: str, backs: str) -> None:
    paper = papers()[name]
    document = {"backs": backs, "gap_mm": 1.25, "registration": {"marks": 3}, "corner_mm": 3}
    job, _ = job_of(document, paper=paper)
    again, _ = job_of(document, paper=paper)
    assert [file.content for file in job.every_file] == [f.content for f in again.every_file]
    for file in job.every_file:
        with pikepdf.open(io.BytesIO(file.content)) as pdf:
            assert pdf.check_pdf_syntax() == []
            assert len(pdf.pages) == file.pages
            assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
            for part in pdf.objects:
                if isinstance(part, pikepdf.Dictionary) and part.get("/Type") == "/Font":
                    assert "/FontFile2" in part.FontDescriptor


@EACH_PAPER
def test_the_ruler_measures_100_mm_in_pixels_on_both_axes(paper: Paper) -> None:
    job, options = job_of({}, paper=paper)
    (page, *_) = page_pngs(job.content, resolution_dpi=100)
    picture = _grey(page)
    sheet = options.arrangement()
    per_mm = 100 / MM_PER_INCH
    edges = SheetEdges(sheet, margin_mm=5.0, fonts=typefaces())
    lines = [part for part in edges.rulers() if isinstance(part, Line)]
    top = next(line.y1_mm for line in lines if abs(line.x2_mm - line.x1_mm) > 99)
    left = next(line.x1_mm for line in lines if 99 < abs(line.y2_mm - line.y1_mm) < 101)
    for upright, line_mm in ((picture, top), (picture.transpose(Transpose.ROTATE_270), left)):
        # Just outside the ruler's line, where even the short ticks still reach.
        first, *_, last = _middles_px(upright, int((line_mm - 0.45) * per_mm))[:21]
        assert (last - first) / per_mm == pytest.approx(100.0, abs=0.1)
    assert (picture.width, picture.height) == tuple(
        math.ceil(round(side / MM_PER_INCH * 100, 3))
        for side in (sheet.paper.width_mm, sheet.paper.height_mm)
    )


def _grey(png: bytes) -> Any:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("L")


def _middles_px(picture: Any, y: int) -> list[float]:
    """Return the middles of what crosses a row, to parts of a pixel."""
    row = picture.crop((0, y, picture.width, y + 1)).tobytes()
    middles: list[float] = []
    dark: list[tuple[int, int]] = []
    for x, value in enumerate(row):
        if value < 240:
            dark.append((x, 255 - value))
        elif dark:
            middles.append(sum(at * ink for at, ink in dark) / sum(ink for _, ink in dark))
            dark = []
    return middles


def test_a_separate_file_holds_the_backs() -> None:
    job, _ = job_of({"backs": "separate", **BOTH_SIDES})
    fronts, backs = job.files
    assert (fronts.suffix, backs.suffix, fronts.pages, backs.pages) == ("", "backs", 2, 2)
    assert "Testachu" in "".join(said_on(fronts.content))
    assert "Testachu" not in "".join(said_on(backs.content))
    assert "back of sheet 2 of 2" in "".join(said_on(backs.content))
    # The last sheet holds one card, at the left: its back stands at the right.
    assert measured(backs.content, 1)[0].outlines(63.0, 88.0) == [(136.5, 16.5)]


@EACH_FLIP
def test_a_printer_moves_and_turns_backs_and_stretches_both_sides(flip: Flip) -> None:
    printer = Printer(name="hp", back_offset_mm=(1.5, -2.0), scale_x=1.01, scale_y=0.99)
    document = {"backs": "separate", "flip": flip.value, **BOTH_SIDES}
    plain, _ = job_of(document)
    moved, _ = job_of(document, printer=printer)
    for side, (across, down) in enumerate(((0.0, 0.0), (1.5, -2.0))):
        (before,), (after,) = (measured(job.files[side].content, 0) for job in (plain, moved))
        expected = [
            (105 + (x - 105) * 1.01 + across, 148.5 + (y - 148.5) * 0.99 + down)
            for x, y in before.outlines(63.0, 88.0)
        ]
        assert_close(after.outlines(63.63, 87.12), expected)
    turned, _ = job_of(document, printer=replace(printer, back_rotation_degrees=1.0))
    assert turned.files[0].content == moved.files[0].content
    assert turned.files[1].content != moved.files[1].content
    assert "printer hp, scale 1.01 x 0.99" in "".join(said_on(moved.content))


def test_backs_are_turned_clockwise_about_the_middle_of_the_sheet() -> None:
    printer = Printer(back_rotation_degrees=2.0)
    job, _ = job_of({"backs": "separate", **BOTH_SIDES}, printer=printer)
    (page,) = measured(job.files[1].content, 0)
    ruler = max(page.lines(0.14), key=lambda line: line.x2_mm - line.x1_mm)
    rise, run = ruler.y2_mm - ruler.y1_mm, ruler.x2_mm - ruler.x1_mm
    assert math.degrees(math.atan2(rise, run)) == pytest.approx(2.0, abs=0.01)


def test_folded_pairs_hold_front_and_back_side_by_side() -> None:
    job, options = job_of({"backs": "fold"})
    arrangement = options.arrangement()
    assert (arrangement.places, job.pages) == (4, 3)
    for piece in job.plan.pieces:
        back, slot = piece.back, piece.slot
        assert back is not None
        assert (back.x_mm, back.y_mm, back.turn) == (slot.x_mm + 63, slot.y_mm, 0)
    (page,) = measured(job.content, 0)
    assert_close(page.outlines(126.0, 88.0), corners(job, 1))
    narrow = {"backs": "fold", "orientation": "portrait"}
    stacked, _ = job_of(narrow, paper=paper_named("90x200"))
    assert {(piece.back and piece.back.turn) for piece in stacked.plan.pieces} == {180}


def test_mixed_sheets_turn_some_cards_and_their_backs() -> None:
    letter = papers()["letter"]
    document = {"orientation": "mixed", "gap_mm": 6, "backs": "interleaved", **BOTH_SIDES}
    job, _ = job_of(document, paper=letter)
    document_form = job.plan.to_dict()
    assert document_form["second_grid"]["width_mm"] == 88
    for page in measured(job.content, 0, 1):
        assert len(page.outlines(63.0, 88.0)) == 6
        assert len(page.outlines(88.0, 63.0)) == 2
    turned = [piece for piece in job.plan.page(1) if piece.slot.turned]
    assert [piece.back and piece.back.turn for piece in turned] == [-90, -90]


def test_ticks_stand_in_gaps_and_margins_but_on_no_card() -> None:
    guides = {"width_pt": 1.0, "length_mm": 3, "colour": "#FF0000", "outline": False}
    job, options = job_of({"gap_mm": 4, "guides": guides})
    (page,) = measured(job.content, 0)
    ticks = page.lines(points_to_mm(1.0))
    assert page.outlines(63.0, 88.0) == []
    # Each of the nine cards has two ticks at each corner.
    assert len(ticks) == 9 * 8
    for x0, top, x1, bottom, _ in ticks:
        assert 0.5 <= max(x1 - x0, bottom - top) <= 3.0001
        for slot in options.arrangement().slots:
            beside = x1 < slot.x_mm + 1e-3 or x0 > slot.right_mm - 1e-3
            above = bottom < slot.y_mm + 1e-3 or top > slot.bottom_mm - 1e-3
            assert beside or above


@pytest.mark.parametrize(
    ("side", "on_front", "on_back"), [("front", 1, 0), ("back", 0, 1), ("both", 1, 1)]
)
def test_full_lines_run_across_the_sheet_on_the_side_that_is_wanted(
    side: str, on_front: int, on_back: int
) -> None:
    guides = {"kind": "full", "width_pt": 2.0, "side": side}
    job, _ = job_of({"gap_mm": 2, "guides": guides, "backs": "interleaved"})
    found = [page.lines(points_to_mm(2.0)) for page in measured(job.content, 0, 1)]
    assert [len(lines) for lines in found] == [12 * on_front, 12 * on_back]
    assert all(line.length_mm > 190 for lines in found for line in lines)


def test_lines_to_cut_along_can_be_dashed() -> None:
    job, _ = job_of({"guides": {"kind": "full", "width_pt": 2.0, "dash_mm": 2}})
    whole, _ = job_of({"guides": {"kind": "full", "width_pt": 2.0}})
    with (
        pikepdf.open(io.BytesIO(job.content)) as pdf,
        pikepdf.open(io.BytesIO(whole.content)) as plain,
    ):
        dashes = [_dashes(opened_pdf) for opened_pdf in (pdf, plain)]
    assert dashes == [{(5.669, 5.669)}, set()]
    assert len(measured(job.content, 0)[0].lines(points_to_mm(2.0))) == 8


def _dashes(pdf: pikepdf.Pdf) -> set[tuple[float, ...]]:
    found = set()
    for part in pdf.objects:
        if isinstance(part, pikepdf.Stream) and part.get("/Subtype") == "/Form":
            for instruction in pikepdf.parse_content_stream(part, "d"):
                lengths = instruction.operands[0]
                assert isinstance(lengths, pikepdf.Array)
                found.add(tuple(round(float(length), 3) for length in lengths))
    return found - {()}


def test_no_guides_means_no_lines_at_the_cards() -> None:
    job, _ = job_of({"guides": {"kind": "none"}})
    (page,) = measured(job.content, 0)
    assert page.outlines(63.0, 88.0) == []
    assert page.lines(0.12) == []


@pytest.mark.parametrize(("marks", "squares"), [(3, 1), (4, 0)])
def test_registration_marks_stand_in_the_corners_and_clear_of_all_else(
    marks: int, squares: int
) -> None:
    inset = 12.0
    document = {"registration": {"marks": marks, "inset_mm": inset}, "gap_mm": 1.25}
    job, options = job_of(document)
    paper = options.arrangement().paper
    assert (paper.name, paper.is_upright, options.arrangement().places) == ("a4", False, 8)
    with opened(job.content) as pdf:
        page = pdf.pages[0]
        shapes = [
            tuple(round(points_to_mm(part[edge]), 2) for edge in ("x0", "top", "x1", "bottom"))
            for part in page.curves
        ]
    (sheet,) = measured(job.content, 0)
    right, bottom = paper.width_mm - inset - 5, paper.height_mm - inset - 5
    expected = [(right, inset), (inset, bottom), (inset, inset), (right, bottom)]
    for x, y in expected[: 2 if marks == 3 else 4]:
        assert (x, y, x + 5, y + 5) in shapes
    clear = options.registration.kept_clear(paper)
    assert len(clear) == marks
    assert len(sheet.outlines(5.0, 5.0)) == squares
    for x0, top, x1, low, _ in sheet.lines(0.12):
        for box in clear:
            inside_x = x1 > box.x_mm and x0 < box.x_mm + box.width_mm
            inside_y = low > box.y_mm and top < box.y_mm + box.height_mm
            assert not (inside_x and inside_y)


def test_places_under_registration_marks_are_left_out_and_said() -> None:
    job, options = job_of({"registration": {"marks": 4}, "orientation": "portrait"})
    assert options.arrangement().skipped == {1, 3, 7, 9}
    assert [finding.code for finding in job.warnings] == ["places-left-out"]
    assert "take the places 1, 3, 7, 9 of each sheet" in job.warnings[0].what
    with pytest.raises(InputError, match="the registration marks leave no place"):
        job_of(
            {"registration": {"marks": 3, "inset_mm": 60}, "columns": 1, "rows": 1},
            paper=paper_named("130x130"),
        )


def test_skipped_places_stay_empty_on_each_sheet() -> None:
    job, _ = job_of({"skip": [1, 5, 9]})
    assert [(piece.slot.page, piece.slot.place) for piece in job.plan.pieces] == [
        (1, 2),
        (1, 3),
        (1, 4),
        (1, 6),
        (1, 7),
        (1, 8),
        (2, 2),
        (2, 3),
        (2, 4),
        (2, 6),
    ]
    with pytest.raises(InputError, match="to skip must be 1 to 9 on this sheet, got 10"):
        job_of({"skip": [10]})


def test_a_print_shop_gets_one_card_to_a_page_of_822_by_1122_pixels() -> None:
    job, _ = job_of({"print_shop": True, "backs": "interleaved"})
    assert (job.plan.pages, job.pages) == (10, 20)
    for picture in islice(page_pngs(job.content, resolution_dpi=300), 2):
        assert _grey(picture).size == (822, 1122)
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        for page in pdf.pages:
            trim = [points_to_mm(float(edge)) for edge in page.TrimBox]
            bleed = [points_to_mm(float(edge)) for edge in page.BleedBox]
            media = [points_to_mm(float(edge)) for edge in page.MediaBox]
            pixels = [math.ceil(edge / MM_PER_INCH * 300 - 1e-3) for edge in media[2:]]
            assert pixels == [822, 1122]
            assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((63, 88), abs=0.01)
            assert bleed == pytest.approx(media, abs=0.01)
    text = "".join(said_on(job.content))
    assert "100 mm" not in text
    assert "Toy box" not in text
    own, _ = job_of({"print_shop": True, "bleed_mm": 3})
    assert own.plan.grid.paper.width_mm == 69


def test_the_bleed_box_is_wider_than_the_trim_box() -> None:
    job, options = job_of({"bleed_mm": 1.5, "gap_mm": 3})
    grid = options.arrangement()
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        page = pdf.pages[0]
        trim = [points_to_mm(float(edge)) for edge in page.TrimBox]
        bleed = [points_to_mm(float(edge)) for edge in page.BleedBox]
    assert trim[0] == pytest.approx(grid.left_mm, abs=0.01)
    assert [one - other for one, other in zip(trim, bleed, strict=True)] == pytest.approx(
        [1.5, 1.5, -1.5, -1.5], abs=0.01
    )


def test_the_boxes_of_backs_are_mirrored_where_the_margins_are_uneven() -> None:
    job, options = job_of({"margins_mm": [15, 5, 5, 5], "backs": "interleaved"})
    grid = options.arrangement()
    assert grid.left_mm > grid.paper.width_mm - grid.right_mm
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        boxes = [[points_to_mm(float(edge)) for edge in page.TrimBox] for page in pdf.pages]
    assert boxes[0][0] == boxes[2][0] == pytest.approx(grid.left_mm, abs=0.01)
    assert boxes[1][0] == pytest.approx(grid.paper.width_mm - grid.right_mm, abs=0.01)


@pytest.mark.parametrize(
    ("document", "suffixes"),
    [
        ({"split_pages": 2}, ["1", "2"]),
        ({"split_pages": 9}, [""]),
        ({"split_pages": 2, "backs": "separate"}, ["1", "2", "backs-1", "backs-2"]),
        ({"split_pages": 3, "backs": "interleaved"}, ["1", "2", "3", "4"]),
    ],
)
def test_long_jobs_are_split_and_a_back_stays_with_its_front(
    document: dict[str, Any], suffixes: list[str]
) -> None:
    job, _ = job_of(document, copies=3)
    assert [file.suffix for file in job.every_file] == suffixes
    assert job.plan.pages == 4
    for file in job.every_file:
        assert file.pages <= document["split_pages"]
        said = said_on(file.content)
        assert len(said) == file.pages
        assert ("Testachu" in said[0]) == ("backs" not in file.suffix)


def test_grey_sheets_hold_no_colour_and_low_ink_less_ink() -> None:
    ink: dict[str, float] = {}
    for style in ("colour", "grey", "low-ink"):
        job, _ = job_of({"style": style, "backs": "separate"})
        for file in job.every_file:
            document = pypdfium2.PdfDocument(file.content)
            picture = document[0].render(scale=0.5).to_pil().convert("RGB")
            document.close()
            bands = [band.tobytes() for band in picture.split()]
            key = f"{style} {file.suffix}"
            ink[key] = sum(255 - value for band in bands for value in band)
            if style == "grey":
                assert bands[0] == bands[1] == bands[2]
                with pikepdf.open(io.BytesIO(file.content)) as pdf:
                    for page in pdf.pages:
                        assert not re.search(rb"\brg\b|\bRG\b", page.Contents.read_bytes())
    assert ink["low-ink "] < 0.75 * ink["colour "]
    assert ink["low-ink backs"] < 0.4 * ink["colour backs"]


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"card_size": "huge"}, "one of standard, poker, quick-cut or a size such as 63x88"),
        ({"card_size": "250x300"}, "1 column needs"),
        ({"corner_mm": 40}, "the corners' radius must be 0 to 31.5 mm, got 40"),
        ({"guides": {"width_pt": 0.2}}, "guides must be 0.25 pt wide or more, got 0.2 pt"),
        ({"print_shop": True, "backs": "fold"}, "a print shop takes backs as pages"),
        ({"columns": 4, "rows": 4}, "4 columns need 252.00 mm"),
        ({"gap_mm": 1, "bleed_mm": 1}, "needs gaps of 2 mm, got 1 mm"),
        ({"card_size": "1x1"}, "a sheet takes at most 5000 pieces, got"),
    ],
)
def test_what_makes_no_sense_is_refused(document: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        job_of(document)


@pytest.mark.parametrize(
    ("size", "width_mm", "height_mm"),
    [("poker", 63.5, 88.9), ("quick-cut", 60, 85), ("70 x 120", 70, 120)],
)
def test_cards_of_other_sizes_are_outlined_as_such(
    size: str, width_mm: float, height_mm: float
) -> None:
    job, _ = job_of({"card_size": size})
    (page,) = measured(job.content, 0)
    assert_close(page.outlines(width_mm, height_mm), corners(job, 1))


def test_small_papers_get_shorter_rulers_and_no_words_beyond_the_edge() -> None:
    options = SheetOptions.from_dict({}, paper=paper_named("100x150"))
    job = proxies_pdf(TEN[:1], paper=options.paper, title="Toy box " * 9, options=options)
    with opened(job.content) as pdf:
        (page,) = pdf.pages
        assert "50 mm" in "".join(letter["text"] for letter in page.chars)
        for part in [*page.chars, *page.lines]:
            assert -0.1 <= points_to_mm(part["x0"]) <= points_to_mm(part["x1"]) <= 150.1


def _parsed(svg: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(svg.decode())  # noqa: S314 - our own file


def test_cut_files_hold_each_cut_once() -> None:
    job, _ = job_of({})
    svg = _parsed(cut_files(job.plan, "cut.svg")[""])
    assert (svg.get("width"), svg.get("viewBox")) == ("210mm", "0 0 210 297")
    lines = [line.attrib for line in svg.iter("{http://www.w3.org/2000/svg}line")]
    assert len(lines) == 8
    assert {"x1": "10.5", "y1": "16.5", "x2": "199.5", "y2": "16.5"} in lines
    dxf = cut_files(job.plan, "cut.DXF")[""].decode().splitlines()
    assert dxf.count("LINE") == 8
    assert dxf[-1] == "EOF"
    with pytest.raises(UsageError, match=r"called .svg or .dxf, got 'cut.pdf'"):
        cut_files(job.plan, "cut.pdf")


def test_cut_files_with_round_corners_hold_each_piece() -> None:
    job, _ = job_of({"corner_mm": 3, "gap_mm": 2, "skip": [5]})
    svg = _parsed(cut_files(job.plan, "cut.svg")[""])
    rects = [rect.attrib for rect in svg.iter("{http://www.w3.org/2000/svg}rect")]
    places = used_places(job.plan)
    assert 5 not in {slot.place for slot in places}
    for rect, slot in zip(rects, places, strict=True):
        assert (float(rect["x"]), float(rect["y"])) == pytest.approx((slot.x_mm, slot.y_mm))
    assert {(rect["width"], rect["height"], rect["rx"]) for rect in rects} == {("63", "88", "3")}
    dxf = cut_files(job.plan, "cut.dxf")[""].decode().splitlines()
    pairs = list(zip(dxf[::2], dxf[1::2], strict=True))
    assert dxf.count("POLYLINE") == 8
    xs = [float(value) for code, value in pairs if code.strip() == "10"]
    ys = [float(value) for code, value in pairs if code.strip() == "20"]
    assert (min(xs[1:]), max(xs)) == pytest.approx((8.5, 210))
    assert max(ys[2:]) == pytest.approx(297 - 14.5)


def test_a_contact_sheet_shows_all_pages() -> None:
    job, _ = job_of({"backs": "interleaved"})
    sheet = _grey(contact_sheet(job.content, columns=4, page_width_px=100))
    assert sheet.size == (4 * 116 + 16, 141 + 32)
    with pytest.raises(InputError, match="expects a PDF file"):
        contact_sheet(b"%PDF-1.4 nothing", where="x.pdf")
    with pytest.raises(UsageError, match="--png expects 20 to 1200"):
        list(page_pngs(job.content, resolution_dpi=5))


def test_the_modes_of_backs_are_those_of_the_settings() -> None:
    from cardkit.resources import schema

    sheet = schema("settings")["$defs"]["sheet"]["properties"]
    assert sheet["backs"]["enum"] == list(BackMode)
    assert sheet["flip"]["enum"] == list(Flip)
