from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.printing.drawing import Font
from cardkit.printing.pdf import typefaces
from cardkit.printing.text import CAP_HEIGHT, REPLACEMENT, TextBox, clean, fit, texts
from cardkit.units import points_to_mm


class EvenLetters:
    """Fonts whose letters are all half as wide as high."""

    def measure(self, text: str, font: Font) -> float:
        del font
        return 0.5 * len(text)

    def has_glyph(self, letter: str) -> bool:
        return letter < "\u3000"


EVEN = EvenLetters()


def box(**changes: float) -> TextBox:
    document = {"x": 0, "y": 0, "width": 30, "height": 8, "size_pt": 12, "least_pt": 6, "lines": 2}
    return TextBox.from_dict(document | changes)


@pytest.mark.parametrize(
    ("text", "drawn", "missing"),
    [
        ("Pikachu", "Pikachu", ""),
        ("  Mr.\tMime\n", "Mr. Mime", ""),
        ("Pika\u200echu\u202e\ufeff", "Pikachu", ""),
        ("Pika\x00\x07\x7fchu", "Pikachu", ""),
        ("Flabe\u0301be\u0301", "Flabébé", ""),
        ("Surfing ピカチュウ!", f"Surfing {REPLACEMENT}!", "ピカチュウ"),
        ("\U0001f525\ufe0f", REPLACEMENT, "\U0001f525"),
        ("שלום", REPLACEMENT, "שלום"),
        ("a\ud800b", f"a{REPLACEMENT}b", "\ud800"),
        ("", "", ""),
    ],
)
def test_only_what_can_be_drawn_is_left(text: str, drawn: str, missing: str) -> None:
    cleaned = clean(text, EVEN.has_glyph)
    assert cleaned.text == drawn
    assert "".join(cleaned.missing) == missing


@pytest.mark.parametrize(
    ("text", "lines", "size_pt"),
    [
        ("Short", ["Short"], 12),
        ("Fourteen chars", ["Fourteen chars"], 12),
        ("Longer than one line", ["Longer than", "one line"], 10.9),
        (
            "Very much longer than one single line",
            ["Very much longer", "than one single line"],
            8.5,
        ),
        ("VMAX / VSTAR / Tera / MEGA", ["VMAX / VSTAR /", "Tera / MEGA"], 10.9),
        ("", [], 12),
    ],
)
def test_text_is_broken_evenly_and_made_smaller(
    text: str, lines: list[str], size_pt: float
) -> None:
    fitted = fit(text, box(), EVEN)
    assert list(fitted.lines) == lines
    assert fitted.size_pt == pytest.approx(size_pt, abs=0.05)
    assert not fitted.cut


def test_several_lines_keep_their_distance_from_what_stands_above_and_below() -> None:
    place = box(height=5)
    fitted = fit("Very much longer than one single line", place, EVEN)
    first, last = texts(fitted, place)
    size_mm = points_to_mm(fitted.size_pt)
    assert first.y_mm - CAP_HEIGHT * size_mm >= 0.1 * size_mm
    assert last.y_mm <= 5 - 0.1 * size_mm
    legible = fit("Very much longer than one single line", box(height=4.2), EVEN)
    assert legible.size_pt == pytest.approx(6.0), "legible is more than far apart"
    assert not legible.cut


def test_letters_that_are_hardly_larger_are_not_worth_a_line() -> None:
    text = "Fourteen charsss"  # 16 letters; 14 of them fill the width at the full size
    assert fit(text, box(height=7), EVEN).lines == (text,)
    assert len(fit(text + "sssss", box(height=7), EVEN).lines) == 2


def test_text_below_the_floor_is_cut_visibly() -> None:
    fitted = fit("word " * 60, box(), EVEN)
    assert fitted.cut
    assert fitted.size_pt == 6
    assert len(fitted.lines) == 2
    assert fitted.lines[-1].endswith("…")


def test_one_endless_word_is_broken_and_cut() -> None:
    fitted = fit("W" * 300, box(), EVEN)
    assert fitted.cut
    assert [len(line) for line in fitted.lines] == [28, 28]
    assert fitted.lines[-1] == "W" * 27 + "…"


@given(
    text=st.text(min_size=0, max_size=120),
    width=st.integers(5, 60),
    height=st.integers(3, 20),
    lines=st.integers(1, 4),
)
def test_whatever_the_text_it_stays_inside_its_box(
    text: str, width: int, height: int, lines: int
) -> None:
    fonts = typefaces()
    place = box(x=3, y=4, width=width, height=height, lines=lines, least_pt=4)
    drawn = texts(fit(clean(text, fonts.has_glyph).text, place, fonts), place)
    assert len(drawn) <= lines
    for line in drawn:
        line_mm = points_to_mm(fonts.measure(line.text, line.font) * line.size_pt)
        assert line_mm <= width + 1e-6
        assert line.y_mm <= place.y_mm + height + 1e-6
        assert line.y_mm - points_to_mm(line.size_pt) * CAP_HEIGHT >= place.y_mm - 1e-6


def test_the_fonts_draw_what_card_names_need() -> None:
    fonts = typefaces()
    needed = "é’—–…×°“”δ−☆♂♀◇αβγΔΩΘ↓★●◆⊕⊖✦◉□"
    assert [letter for letter in needed if not fonts.has_glyph(letter)] == []
    assert not fonts.has_glyph("タ")
    assert not fonts.has_glyph("\U0001f525")
