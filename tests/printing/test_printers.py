from __future__ import annotations

import io
import tomllib
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from cardkit.errors import InputError
from cardkit.printing import papers
from cardkit.printing.arrangement import Flip
from cardkit.printing.calibration import STEP_MM, CalibrationSheet, calibration_pdf
from cardkit.printing.papers import paper_named
from cardkit.printing.printers import (
    Printer,
    printer_named,
    rotation_of_readings,
    saved_printers,
    scale_of_ruler,
    with_printer,
)
from cardkit.units import points_to_mm
from tests.printing.making import opened

KITCHEN = Printer(
    name="kitchen",
    back_offset_mm=(0.5, -1.0),
    back_rotation_degrees=0.25,
    scale_x=1.005,
    flip=Flip.SHORT,
)


def test_a_printer_is_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "printers.toml"
    assert saved_printers(path) == {}
    text = with_printer("", (), KITCHEN, where="")
    plain = Printer(name='an "old" one é')
    path.write_text(with_printer(text, (), plain, where=""), encoding="utf-8")
    assert saved_printers(path) == {"kitchen": KITCHEN, plain.name: plain}
    assert printer_named("KITCHEN", saved_printers(path)) == KITCHEN
    with pytest.raises(InputError, match=r"one of those saved \(kitchen, .*got 'attic'"):
        printer_named("attic", saved_printers(path))


SETTINGS = """# mine
name = "Box"

[printing.printers.kitchen] # measured in May
scale_x = 0.99

[rules]
# five
bench_size = 5
"""


def test_only_the_printers_table_is_changed() -> None:
    changed = with_printer(SETTINGS, ("printing", "printers"), KITCHEN, where="cardkit.toml")
    assert changed.startswith('# mine\nname = "Box"\n')
    assert "# five" in changed
    document = tomllib.loads(changed)
    assert document["rules"] == {"bench_size": 5}
    assert document["printing"]["printers"]["kitchen"] == KITCHEN.to_dict()
    assert with_printer(changed, ("printing", "printers"), KITCHEN, where="") == changed


@pytest.mark.parametrize(
    "text",
    [
        "[printing]\nprinters = {kitchen = {scale_x = 1.0}}\n",
        "[printing.printers]\nkitchen = {scale_x = 1.0}\n",
        'note = """\n[printing.printers.kitchen]\n"""\n',
    ],
)
def test_what_cannot_be_replaced_is_left_alone(text: str) -> None:
    with pytest.raises(InputError, match="in a form that cannot be replaced"):
        with_printer(text, ("printing", "printers"), KITCHEN, where="cardkit.toml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[a]\nscale_x = 2\n", "expects at most 1.1, got 2"),
        ("[a]\nscale = 1\n", "unknown key 'scale'"),
        ("a = 1\n", "expects a table"),
        ("[a\n", "expects TOML"),
    ],
)
def test_faults_of_saved_printers_are_named(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "printers.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=says):
        saved_printers(path)


def test_readings_become_a_scale_and_a_rotation() -> None:
    assert scale_of_ruler(100.0) == 1.0
    assert 99.0 * scale_of_ruler(99.0) == pytest.approx(100, abs=0.001)
    assert rotation_of_readings(0.5, 0.5, 180) == 0.0
    assert rotation_of_readings(-1.0, 1.0, 180) > 0  # the right side down: clockwise
    with pytest.raises(InputError, match="must measure 90 to 110 mm, got 80"):
        scale_of_ruler(80)


def crosses_mm(page: Any, reach_mm: float) -> list[tuple[float, float]]:
    """Return the middles of the crosses, from their level strokes."""
    return sorted(
        (
            round(points_to_mm((line["x0"] + line["x1"]) / 2), 3),
            round(points_to_mm(line["top"]), 3),
        )
        for line in page.lines
        if line["top"] == line["bottom"] and abs(points_to_mm(line["width"]) - 2 * reach_mm) < 0.01
    )


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("name", ["a4", "letter", "a3"])
@pytest.mark.parametrize("error", [(0, 0), (2, -3), (-6, 6)])
def test_the_cell_whose_cross_meets_its_target_reads_what_puts_the_printer_right(
    name: str, flip: Flip, error: tuple[int, int]
) -> None:
    paper = papers()[name]
    sheet = CalibrationSheet.on(paper, 5.0)
    job = calibration_pdf(paper, printer=Printer(), flip=flip)
    with opened(job.content) as pdf:
        targets = crosses_mm(pdf.pages[0], sheet.reach_mm)
        crosses = crosses_mm(pdf.pages[1], sheet.reach_mm)
    assert len(targets) == len(crosses) == sheet.cells**2
    # A printer that is out by these steps moves every cross on the back.
    moved = [(x + error[0] * STEP_MM, y + error[1] * STEP_MM) for x, y in crosses]
    sideways = flip is Flip.LONG
    through = [
        (paper.width_mm - x, y) if sideways else (x, paper.height_mm - y) for x, y in targets
    ]
    met = [
        (column, row)
        for column in sheet.steps()
        for row in sheet.steps()
        for x, y in [sheet.middle_mm(column, row)]
        if _near((x + (column + error[0]) * STEP_MM, y + (row + error[1]) * STEP_MM), moved)
        and _near((x, y), through)
        and abs(column + error[0]) + abs(row + error[1]) == 0
    ]
    assert met == [(-error[0], -error[1])]


def _near(point: tuple[float, float], points: list[tuple[float, float]]) -> bool:
    return any(abs(point[0] - x) < 0.02 and abs(point[1] - y) < 0.02 for x, y in points)


def test_the_calibration_sheet_is_sound_and_needs_room() -> None:
    job = calibration_pdf(papers()["a4"], printer=KITCHEN, flip=Flip.SHORT)
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert len(pdf.pages) == 2
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
    with opened(job.content) as pages:
        text = pages.pages[0].extract_text()
        assert "printer kitchen" in text
        assert "cardkit print profile NAME" in text
    again = calibration_pdf(papers()["a4"], printer=KITCHEN, flip=Flip.SHORT)
    assert again.content == job.content
    with pytest.raises(InputError, match="needs a larger paper, got 90 x 90 mm"):
        calibration_pdf(paper_named("90x90"), printer=Printer(), flip=Flip.LONG)
