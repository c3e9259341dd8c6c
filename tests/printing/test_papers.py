from __future__ import annotations

import pytest

from cardkit.errors import InputError
from cardkit.printing import paper_named, paper_of_locale
from cardkit.printing.drawing import Text
from cardkit.printing.imposition import Grid, Margins, fit_grid
from cardkit.printing.pdf import typefaces
from cardkit.printing.sheets import SheetEdges
from cardkit.resources import template


@pytest.mark.parametrize(
    ("locales", "name"),
    [
        ([], "a4"),
        (["", "C", "POSIX"], "a4"),
        (["C.UTF-8"], "a4"),
        (["en_US.UTF-8"], "letter"),
        (["C", "fr_CA"], "letter"),
        (["es-MX"], "letter"),
        (["de_DE@euro", "en_US.UTF-8"], "a4"),
        (["zh_Hant_TW"], "a4"),
        (["English_United States.1252"], "letter"),
        (["English_United Kingdom.1252"], "a4"),
    ],
)
def test_the_country_decides_the_paper(locales: list[str], name: str) -> None:
    assert paper_of_locale(locales).name == name


def test_papers_are_found_by_name_and_by_size() -> None:
    names = list(template("papers")["papers"])
    assert names == ["a4", "letter", "legal", "a3", "tabloid", "a2", "a1"]
    assert [paper_named(name.upper()).name for name in names] == names
    own = paper_named("100 x 150.5 mm")
    assert (own.width_mm, own.height_mm, own.label) == (100, 150.5, "100 x 150.5 mm")


@pytest.mark.parametrize(
    ("name", "says"),
    [("a5", "one of a4, letter, .* or a size such as 210x297, got 'a5'"), ("10x10", "40 to 5000")],
)
def test_an_unknown_paper_is_refused(name: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        paper_named(name)


def _edges(margin_mm: float) -> tuple[SheetEdges, Grid]:
    paper = paper_named("letter")
    grid = fit_grid(paper, Margins.even(0), width_mm=63, height_mm=88)
    return SheetEdges(grid, margin_mm=margin_mm, fonts=typefaces()), grid


def test_rulers_that_have_no_room_are_left_out_and_said() -> None:
    roomy, _ = _edges(5.0)
    assert not roomy.crowded
    narrow, grid = _edges(6.35)
    assert narrow.crowded
    assert narrow.footer("Pool", "rest") == []
    assert narrow.header("words") == []
    turned = [part for part in narrow.rulers() if isinstance(part, Text)]
    assert {text.turn for text in turned} == {90, -90}  # the sides still have room
    assert len(narrow.crop_marks(grid.impose(9))) == 16


def test_a_long_title_gives_way_to_the_rest_of_the_footer() -> None:
    edges, _ = _edges(5.0)
    (footer,) = edges.footer("The pool of " + "very " * 40 + "many words", "page 1 of 2")
    assert footer.text.startswith("The pool of very")
    assert footer.text.endswith("… · page 1 of 2")
    assert footer.size_pt >= template("papers")["edge"]["least_text_pt"]
    (alone,) = edges.footer("", "page 1 of 2")
    assert alone.text == "page 1 of 2"
