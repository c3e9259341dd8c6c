from __future__ import annotations

import hashlib
import io
import math
import subprocess
import sys
from dataclasses import replace
from functools import cache
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL.Image import Image

from cardkit.cards import EnergyType, TypeModifier
from cardkit.decks import Place, Placement, PoolCard, RarityDeck
from cardkit.printing import Paper, PrintJob, card_grid, papers, proxies_pdf, proxy_cards
from cardkit.units import MM_PER_INCH, mm_to_points, points_to_mm
from tests.printing.making import TEST_SET, boxes_mm, opened, proxy, text_of, words_of
from tests.printing.measuring import measured

EACH_PAPER = pytest.mark.parametrize(
    "paper",
    [papers()[name] for name in ("a4", "letter", "legal", "a3", "tabloid")],
    ids=lambda paper: paper.name,
)
A4 = papers()["a4"]
TEN = tuple(
    proxy(f"Testachu {letter}", kind, hp=10 * index + 30, retreat_cost=index % 5, deck=deck)
    for index, (letter, kind, deck) in enumerate(
        zip("ABCDEFGHIJ", EnergyType, [*RarityDeck, *RarityDeck], strict=False)
    )
)


@cache
def ten_on(paper: Paper) -> tuple[PrintJob, list[Any]]:
    """The ten cards on a paper, and the pages as pdfplumber reads them: once for all tests."""
    job = proxies_pdf(TEN, paper=paper, title="A pool with quite a long name, longer than most")
    with opened(job.content) as pdf:
        pages = list(pdf.pages)
        for page in pages:
            assert page.chars
    return job, pages


@EACH_PAPER
def test_outlines_are_cards_where_the_plan_says(paper: Paper) -> None:
    job, pages = ten_on(paper)
    assert job.pages == math.ceil(10 / card_grid(paper).places)
    for number, page in enumerate(pages, start=1):
        found = boxes_mm(page, 63.0, 88.0)
        planned = [(piece.slot.x_mm, piece.slot.y_mm) for piece in job.plan.page(number)]
        assert len(found) == len(planned)
        for corner, place in zip(found, planned, strict=True):
            assert corner == pytest.approx(place, abs=0.02)


@EACH_PAPER
def test_the_page_is_the_paper_and_is_not_to_be_scaled(paper: Paper) -> None:
    job = proxies_pdf(TEN, paper=paper, title="Test pool")
    grid = card_grid(paper)
    paper = grid.paper
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.Lang == "en"
        assert str(pdf.docinfo["/Title"]) == "Test pool: proxies"
        for page in pdf.pages:
            size = [mm_to_points(paper.width_mm), mm_to_points(paper.height_mm)]
            assert [float(edge) for edge in page.MediaBox] == pytest.approx([0, 0, *size], abs=0.01)
            left, bottom, right, top = (points_to_mm(float(edge)) for edge in page.TrimBox)
            assert left == pytest.approx(grid.left_mm, abs=0.01)
            assert paper.height_mm - bottom == pytest.approx(grid.bottom_mm, abs=0.01)
            assert right == pytest.approx(grid.right_mm, abs=0.01)
            assert paper.height_mm - top == pytest.approx(grid.top_mm, abs=0.01)


def test_only_subsets_of_fonts_are_used_and_embedded() -> None:
    job = proxies_pdf(TEN, paper=A4, title="Test pool")
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        fonts = [part for part in pdf.objects if _is_font(part)]
        assert sorted(str(font.BaseFont).partition("+")[2] for font in fonts) == [
            "DejaVuSans",
            "DejaVuSans-Bold",
        ]
        for font in fonts:
            assert "/FontFile2" in font.FontDescriptor
            assert len(font.FontDescriptor.FontFile2.read_bytes()) < 60_000


def _is_font(part: pikepdf.Object) -> bool:
    return isinstance(part, pikepdf.Dictionary) and part.get("/Type") == "/Font"


@EACH_PAPER
def test_nothing_in_the_margins_leaves_the_printable_area(paper: Paper) -> None:
    job, pages = ten_on(paper)
    margin = 5.0 - 0.1  # half the width of a line
    paper = card_grid(paper).paper
    for page in pages:
        for part in [*page.lines, *page.chars, *page.rects]:
            assert points_to_mm(part["x0"]) >= margin
            assert points_to_mm(part["x1"]) <= paper.width_mm - margin
        for part in [*page.lines, *page.rects]:
            assert points_to_mm(part["top"]) >= margin
            assert points_to_mm(part["bottom"]) <= paper.height_mm - margin
        assert f"page {page.page_number} of {job.pages}" in page.extract_text()


@EACH_PAPER
def test_crop_marks_stand_outside_the_cards_in_line_with_their_edges(paper: Paper) -> None:
    grid = card_grid(paper)
    job = proxies_pdf([replace(TEN[0], count=grid.places)], paper=paper, title="Test pool")
    (sheet,) = measured(job.content, 0)
    marks = sheet.lines(0.12)
    assert len(marks) == 2 * (grid.columns + 1) + 2 * (grid.rows + 1)
    assert min(mm_to_points(mark.width_mm) for mark in marks) >= 0.25
    cuts_x = [grid.left_mm + 63 * column for column in range(grid.columns + 1)]
    cuts_y = [grid.top_mm + 88 * row for row in range(grid.rows + 1)]
    for x0, top, x1, bottom, _ in marks:
        if x1 - x0 < 0.01:
            assert min(abs(x0 - cut) for cut in cuts_x) < 0.01
            assert bottom < grid.top_mm or top > grid.bottom_mm
            assert bottom - top >= 0.999
        else:
            assert min(abs(top - cut) for cut in cuts_y) < 0.01
            assert x1 < grid.left_mm or x0 > grid.right_mm
            assert x1 - x0 >= 0.999


@EACH_PAPER
def test_both_axes_carry_rulers_of_100_mm_and_4_in(paper: Paper) -> None:
    _, pages = ten_on(paper)
    for page in pages:
        across = {round(points_to_mm(line["width"]), 2) for line in page.lines}
        down = {round(points_to_mm(line["height"]), 2) for line in page.lines}
        assert {100.0, 101.6} <= across
        assert {100.0, 101.6} <= down
        text = page.extract_text()
        assert "100 mm - print at 100 % (actual size)" in text
        assert paper.label in text


@EACH_PAPER
@pytest.mark.parametrize("resolution_dpi", [100, 300])
def test_the_ruler_measures_100_mm_in_pixels(paper: Paper, resolution_dpi: int) -> None:
    job = proxies_pdf(TEN[:1], paper=paper, title="Test pool")
    pdf = pypdfium2.PdfDocument(job.content)
    try:
        picture = pdf[0].render(scale=resolution_dpi / 72, grayscale=True).to_pil()
    finally:
        pdf.close()
    rows = range(round(7.5 / MM_PER_INCH * resolution_dpi))  # the upper margin
    longest = max(_longest_dark_run(picture.crop((0, y, picture.width, y + 1))) for y in rows)
    # The strokes of the end ticks reach half their width beyond the 100 mm.
    assert longest / resolution_dpi * MM_PER_INCH == pytest.approx(
        100.14, abs=1.2 / resolution_dpi * MM_PER_INCH
    )


def _longest_dark_run(row: Image) -> int:
    dark = "".join("x" if value < 200 else " " for value in row.tobytes())
    return max(map(len, dark.split()), default=0)


def test_each_card_says_what_an_enemy_needs() -> None:
    job = proxies_pdf(
        [
            proxy(
                "Aé♀♂δ☆★◇αβγΔΩ",
                EnergyType.FIRE,
                EnergyType.WATER,
                deck=RarityDeck.EX,
                hp=170,
                retreat_cost=3,
            )
        ],
        paper=A4,
        title="Test pool",
    )
    text = text_of(job.content)
    assert job.warnings == ()
    for words in (
        "Aé♀♂δ☆★◇αβγΔΩ",
        "170",
        "HP",
        "Stage 1 · evolves from Testichu",
        "Fire",
        "Water",
        "weakness",
        "×2",
        "resistance",
        "−20",
        "retreat",
        "★★EX / GX / Vdeck 4",
        "stands for Test Set 7/99 · test1-7",
        "PROXY - not for sale - not tournament legal",
        "unofficial fan-made",
        "Test pool · proxies · A4 (210 x 297 mm) · page 1 of 1",
    ):
        assert words in text
    # Its types, weakness and resistance by letter.
    assert set("RWFM") <= set(words_of(job.content))
    assert "\u25a0" not in text


@pytest.mark.parametrize("cost", range(6))
def test_the_retreat_cost_is_a_number_and_as_many_dots(cost: int) -> None:
    job = proxies_pdf([proxy(retreat_cost=cost)], paper=A4, title="")
    with opened(job.content) as pdf:
        page = pdf.pages[0]
        sizes = [(points_to_mm(one["width"]), points_to_mm(one["height"])) for one in page.curves]
        dots = [size for size in sizes if size == pytest.approx((2.0, 2.0), abs=0.01)]
        assert len(dots) == cost
        assert ("0 = free" in page.extract_text()) == (cost == 0)


@pytest.mark.parametrize("deck", RarityDeck)
def test_each_deck_prints_its_mark(deck: RarityDeck) -> None:
    text = text_of(proxies_pdf([proxy(deck=deck)], paper=A4, title="").content)
    drawn = f"{deck.mark}{deck.label}deck {deck.number}"
    assert drawn.replace(" ", "") in text.replace(" ", "")  # the longest name takes two lines


def test_several_weaknesses_all_stand_on_the_card() -> None:
    both = tuple(TypeModifier.parse(kind, "×2") for kind in ("Grass", "Fire"))
    content = proxies_pdf([proxy(weaknesses=both)], paper=A4, title="").content
    text = text_of(content)
    assert {"G", "R"} <= set(words_of(content))
    assert text.count("×2") == 2
    assert "none" in text_of(proxies_pdf([proxy(weaknesses=())], paper=A4, title="").content)


def test_copies_lie_side_by_side_and_warn_once() -> None:
    job = proxies_pdf([proxy("ピカ", count=3), proxy("Other")], paper=A4, title="")
    assert [piece.name for piece in job.plan.pieces] == ["ピカ"] * 3 + ["Other"]
    assert [finding.code for finding in job.warnings] == ["glyph-missing"]


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("W" * 300, ["text-cut"]),
        ("Long name " * 30, ["text-cut"]),
        ("פיקאצ'ו", ["glyph-missing"]),
        ("\u202epikachu\u202c", []),
        ("Pikachu \U0001f525\U0001f525", ["glyph-missing"]),
        ("Pika\x00\x1b[31m\r\nchu", []),
        ("(Pika\\chu)", []),
        ("%PDF-1.4 endobj", []),
        ("\ud800", ["glyph-missing"]),
        ("", []),
        ("ナッシー[Exeggutor]", ["glyph-missing"]),
    ],
)
def test_hostile_names_warn_and_never_break_the_file(name: str, codes: list[str]) -> None:
    job = proxies_pdf([proxy(name)], paper=A4, title=name)
    of_title = [finding for finding in job.warnings if finding.where == "the pool's name"]
    assert [finding.code for finding in job.warnings if finding not in of_title] == codes
    assert [finding.code for finding in of_title] == [
        code for code in codes if code == "glyph-missing"
    ]
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        assert pdf.check_pdf_syntax() == []
    text = text_of(job.content)
    assert "PROXY - not for sale" in text
    assert ("□" in text) == ("glyph-missing" in codes)


def test_a_card_without_hp_or_type_is_drawn_and_warned_about() -> None:
    job = proxies_pdf([proxy(hp=None, types=())], paper=A4, title="")
    assert [finding.code for finding in job.warnings] == [
        "proxy-without-hp",
        "proxy-without-type",
    ]
    assert "?" in text_of(job.content)


@pytest.mark.parametrize(
    ("number", "set_name", "line"),
    [
        ("7", "Test Set", "stands for Test Set 7/99 · test1-7"),
        ("TG07", "Test Set", "stands for Test Set TG07 · test1-7"),
        (
            "7",
            "A Set With a Very Long Name Indeed, Too Long",
            "stands for A Set With a Very Long Name Indeed, Too Long 7/99",
        ),
        ("7", "Set " * 30, "test1-7"),
    ],
)
def test_what_it_stands_for_gives_way_to_a_shorter_wording(
    number: str, set_name: str, line: str
) -> None:
    card_set = replace(TEST_SET, name=set_name)
    job = proxies_pdf([proxy(number=number, card_set=card_set)], paper=A4, title="")
    assert line in text_of(job.content)
    assert ("Test Set" in set_name) == ("· test1-7" in text_of(job.content))
    assert job.warnings == ()


def test_without_cards_there_is_nothing_to_print() -> None:
    job = proxies_pdf([], paper=A4, title="Test pool")
    assert (job.content, job.pages, job.plan.pieces) == (b"", 0, ())


def test_proxies_of_a_pool_come_deck_by_deck() -> None:
    def entry(name: str, deck: RarityDeck) -> PoolCard:
        placement = Placement(place=Place.RARITY_DECK, reason="", rule="S1", deck=deck)
        return PoolCard(card=proxy(name).card, count=1, placement=placement, proxy=True)

    entries = [
        entry("Late", RarityDeck.VMAX),
        entry("Early", RarityDeck.COMMON),
        entry("Second", RarityDeck.COMMON),
    ]
    cards = proxy_cards(entries, {TEST_SET.set_id: TEST_SET}.get)
    assert [card.card.name for card in cards] == ["Early", "Second", "Late"]
    assert {card.card_set for card in cards} == {TEST_SET}


_AGAIN = """
import hashlib, sys
from cardkit.printing import paper_named, proxies_pdf
from tests.printing.test_proxies import TEN
job = proxies_pdf(TEN, paper=paper_named("letter"), title="Test pool")
sys.stdout.write(hashlib.sha256(job.content).hexdigest())
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_makes_the_same_bytes(seed: str) -> None:
    here = proxies_pdf(TEN, paper=papers()["letter"], title="Test pool").content
    there = subprocess.run(
        [sys.executable, "-c", _AGAIN],
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout == hashlib.sha256(here).hexdigest()


def test_the_library_is_light_until_a_pdf_is_made() -> None:
    code = (
        "import sys, cardkit.printing as printing\n"
        "assert not {'reportlab', 'PIL', 'matplotlib'} & set(sys.modules)\n"
        "from cardkit.printing.pdf import typefaces\n"
        "typefaces()\n"
        "assert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_repeated_parts_are_written_once() -> None:
    few = proxies_pdf(TEN[:1], paper=A4, title="")
    many = proxies_pdf([replace(TEN[0], count=900)], paper=A4, title="")
    assert many.pages == 100
    assert (len(many.content) - len(few.content)) / 900 < 200
