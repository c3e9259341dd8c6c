from __future__ import annotations

import pytest

from tests.printing.making import boxes_mm, opened
from tests.printing.measuring import measured
from tests.printing.test_sheets import BOTH_SIDES, job_of


def test_rectangles_and_lines_are_those_that_pdfplumber_finds() -> None:
    """On a front and on a turned back, through forms in groups in forms."""
    document = {"orientation": "mixed", "gap_mm": 6, "backs": "interleaved", **BOTH_SIDES}
    job, _ = job_of(document)
    front, back = measured(job.content, 0, 1)
    with opened(job.content) as pdf:
        for page, sheet in zip(pdf.pages, (front, back), strict=False):
            assert len(sheet.boxes) == len(page.rects)
            assert len(sheet.strokes) == len(page.lines)
            for size in ((63.0, 88.0), (88.0, 63.0)):
                assert sheet.outlines(*size) == boxes_mm(page, *size)
            for found, line in zip(sheet.strokes, page.lines, strict=True):
                wide = line["x1"] - line["x0"], line["bottom"] - line["top"]
                assert found.length_mm == pytest.approx(max(wide) / 72 * 25.4, abs=0.002)
