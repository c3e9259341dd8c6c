"""How fast sheets of proxies are made, beside bare scripts that draw the same, and how large.

    python benchmarks/proxies.py [FOLDER]

FOLDER is a copy of the public bulk data; without it the starter cards are varied. Needs fpdf2:
pip install -e '.[bench]'.

All cases run in turns in one process, nine times each; the medians are shown.

* cardkit: from cards to the finished file, layout included.
* bare reportlab: a script that is handed every operator with its coordinates and does nothing but
  call reportlab: form XObjects, rl_accel, embedded fonts. No text is measured or broken.
* bare fpdf2: it has no form XObjects, so it draws each card in full; it is let off all curved
  symbols, rays and clipping, so it draws less than the other two.
"""

from __future__ import annotations

import gc
import io
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pikepdf
from fpdf import FPDF
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from cardkit.cards import Card, CardId, CardSet, SetId
from cardkit.catalogue.starter import starter_cards
from cardkit.decks import RarityDeck, Requirements, classify
from cardkit.printing import ProxyCard, paper_named, pdf, proxies_pdf
from cardkit.printing.drawing import (
    Align,
    Circle,
    Clip,
    Drawing,
    Element,
    Font,
    Group,
    Line,
    Rectangle,
    Text,
    Use,
)
from cardkit.printing.drawing import (
    Path as Drawn,
)
from cardkit.sources.bulk import stream_bulk
from cardkit.units import POINTS_PER_MM

CARDS = 1_000
ROUNDS = 9
_FONTS = {Font.REGULAR: "DejaVuSans", Font.BOLD: "DejaVuSans-Bold"}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    cards = _cards(folder)
    paper = paper_named("a4")

    def cardkit() -> bytes:
        return proxies_pdf(cards, paper=paper, title="Benchmark").content

    drawing = _recorded(cardkit)
    cases: dict[str, Callable[[], bytes]] = {
        "cardkit, solo": cardkit,
        "bare reportlab": lambda: bare_reportlab(drawing),
        "bare fpdf2, less": lambda: bare_fpdf2(drawing),
    }
    seconds: dict[str, list[float]] = {name: [] for name in cases}
    contents: dict[str, bytes] = {}
    for _ in range(ROUNDS):
        for name, make in cases.items():
            gc.collect()
            start = time.perf_counter()
            contents[name] = make()
            seconds[name].append(time.perf_counter() - start)
    _report(seconds, contents)


def _report(seconds: Mapping[str, list[float]], contents: Mapping[str, bytes]) -> None:
    bare_s = statistics.median(seconds["bare reportlab"])
    print(f"{CARDS} distinct cards, medians of {ROUNDS} in turns [least to most]")
    for name, times in seconds.items():
        median_s = statistics.median(times)
        print(
            f"{name:<18}{median_s:7.3f} s [{min(times):.3f} to {max(times):.3f}]"
            f"{CARDS / median_s:8.0f} cards/s{len(contents[name]) / 1024:7.0f} KiB"
            f"{median_s / bare_s:6.2f} x bare reportlab"
        )
    ours, bare = (_operators(contents[name]) for name in ("cardkit, solo", "bare reportlab"))
    print("operators of both    ", ", ".join(f"{n} {name}" for name, n in sorted(ours.items())))
    if ours != bare:
        print("they differ, bare has", ", ".join(f"{n} {name}" for name, n in sorted(bare.items())))


def _cards(folder: Path | None) -> list[ProxyCard]:
    """A thousand cards, no two alike."""
    sets: dict[SetId, CardSet] = {}
    found: list[Card] = []
    if folder is None:
        listed, cards = starter_cards()
        sets = {each.set_id: each for each in listed}
        pokemon = [card for card in cards if card.is_pokemon]
        found = [
            replace(
                pokemon[index % len(pokemon)],
                card_id=CardId(f"bench-{index}"),
                number=str(index),
                name=f"{pokemon[index % len(pokemon)].name} {index // len(pokemon) + 1}",
            )
            for index in range(CARDS)
        ]
    else:
        for file in stream_bulk(folder):
            sets |= {each.set_id: each for each in file.sets}
            found += [card for card in file.cards if card.is_pokemon]
        found = random.Random(1).sample(found, CARDS)
    requirements = Requirements.default()
    return [
        ProxyCard(
            card=card,
            deck=classify(card, requirements).deck or RarityDeck.RARE,
            card_set=sets.get(card.set_id),
        )
        for card in found
    ]


def _recorded(make: Callable[[], bytes]) -> Drawing:
    """Return what cardkit hands to the module that writes the file."""
    with mock.patch.object(pdf, "write_pdf", wraps=pdf.write_pdf) as written:
        make()
    drawing: Drawing = written.call_args.args[0]
    return drawing


def _operators(content: bytes) -> dict[str, int]:
    """Count the operators that draw something, over all pages and forms."""
    wanted = {"Do", "Tj", "f", "f*", "S", "B", "B*", "re", "c", "l", "W", "W*"}
    counted: dict[str, int] = {}
    with pikepdf.open(io.BytesIO(content)) as opened:
        forms = [part for part in opened.objects if _is_form(part)]
        for part in (*opened.pages, *forms):
            for instruction in pikepdf.parse_content_stream(part):
                name = str(instruction.operator)
                if name in wanted:
                    counted[name] = counted.get(name, 0) + 1
    return counted


def _is_form(part: object) -> bool:
    return isinstance(part, pikepdf.Stream) and part.get("/Subtype") == "/Form"


def bare_reportlab(drawing: Drawing) -> bytes:
    """Draw with reportlab's public calls only, every coordinate given."""
    rl_config.useA85 = 0
    target = io.BytesIO()
    paper = drawing.grid.paper
    size = (paper.width_mm * POINTS_PER_MM, paper.height_mm * POINTS_PER_MM)
    canvas = Canvas(
        target, pagesize=size, invariant=1, pageCompression=1, initialFontName="DejaVuSans"
    )
    names = {name: f"f{index}" for index, name in enumerate(drawing.forms)}
    for name, form in drawing.forms.items():
        width, height = form.width_mm * POINTS_PER_MM, form.height_mm * POINTS_PER_MM
        canvas.beginForm(names[name], 0, -height, width, 0)
        _reportlab(canvas, names, form.elements, 0.0)
        canvas.endForm()
    for page in drawing.pages:
        _reportlab(canvas, names, page, size[1])
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def _reportlab(canvas: Any, names: Mapping[str, str], elements: Any, top: float) -> None:
    k = POINTS_PER_MM
    texts = None
    state: tuple[Font, float] | None = None
    for each in elements:
        if isinstance(each, Text):
            if texts is None:
                texts, state = canvas.beginText(), None
            if state != (each.font, each.size_pt):
                state = (each.font, each.size_pt)
                texts.setFont(_FONTS[each.font], each.size_pt)
            texts.setFillColorRGB(*_rgb(each.colour))
            x, y = each.x_mm * k - _shift(each), top - each.y_mm * k
            if each.turn:
                texts.setTextTransform(0, 1, -1, 0, x, y)
            else:
                texts.setTextOrigin(x, y)
            texts.textOut(each.text)
            continue
        if texts is not None:
            canvas.drawText(texts)
            texts = None
        if isinstance(each, Use):
            canvas.saveState()
            canvas.translate(each.x_mm * k, top - each.y_mm * k)
            if each.scale != 1.0:
                canvas.scale(each.scale, each.scale)
            canvas.doForm(names[each.form])
            canvas.restoreState()
        elif isinstance(each, Group):
            canvas.saveState()
            canvas.translate(each.x_mm * k, top - each.y_mm * k)
            _reportlab(canvas, names, each.elements, 0.0)
            canvas.restoreState()
        elif isinstance(each, Clip):
            canvas.saveState()
            path = canvas.beginPath()
            path.roundRect(*_edges(each.window, top), each.window.radius_mm * k)
            canvas.clipPath(path, stroke=0, fill=0)
            _reportlab(canvas, names, each.elements, top)
            canvas.restoreState()
        else:
            _reportlab_shape(canvas, each, top)
    if texts is not None:
        canvas.drawText(texts)


def _reportlab_shape(canvas: Any, each: Any, top: float) -> None:
    k = POINTS_PER_MM
    if isinstance(each, Line):
        canvas.setStrokeColorRGB(*_rgb(each.colour))
        canvas.setLineWidth(each.width_mm * k)
        canvas.line(each.x1_mm * k, top - each.y1_mm * k, each.x2_mm * k, top - each.y2_mm * k)
        return
    if each.fill:
        canvas.setFillColorRGB(*_rgb(each.fill))
    if each.stroke:
        canvas.setStrokeColorRGB(*_rgb(each.stroke))
        canvas.setLineWidth(each.stroke_mm * k)
    kinds = {"fill": each.fill is not None, "stroke": each.stroke is not None}
    if isinstance(each, Rectangle):
        if each.radius_mm:
            canvas.roundRect(*_edges(each, top), each.radius_mm * k, **kinds)
        else:
            canvas.rect(*_edges(each, top), **kinds)
    elif isinstance(each, Circle):
        canvas.circle(each.x_mm * k, top - each.y_mm * k, each.radius_mm * k, **kinds)
    elif isinstance(each, Drawn):
        path = canvas.beginPath()
        draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for step, numbers in each.steps:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            draw[step](*(value for x, y in pairs for value in (x * k, top - y * k)))
        canvas.saveState()
        canvas.drawPath(path, **kinds)
        canvas.restoreState()


def _edges(box: Rectangle, top: float) -> tuple[float, float, float, float]:
    k = POINTS_PER_MM
    return box.x_mm * k, top - (box.y_mm + box.height_mm) * k, box.width_mm * k, box.height_mm * k


def _shift(text: Text) -> float:
    if text.align is Align.LEFT:
        return 0.0
    width = pdf.typefaces().measure(text.text, text.font) * text.size_pt
    return width if text.align is Align.RIGHT else width / 2


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def bare_fpdf2(drawing: Drawing) -> bytes:
    """Draw rectangles, circles, lines and texts with fpdf2; forms are drawn where they are used."""
    paper = drawing.grid.paper
    document = FPDF(unit="mm", format=(paper.width_mm, paper.height_mm))
    document.set_auto_page_break(False)
    folder = pdf._font_folder()
    document.add_font("DejaVu", "", folder / "DejaVuSans.ttf")
    document.add_font("DejaVu", "B", folder / "DejaVuSans-Bold.ttf")
    for page in drawing.pages:
        document.add_page()
        for each, x_mm, y_mm, scale in _flat(drawing, page, 0.0, 0.0, 1.0):
            _fpdf2(document, each, x_mm, y_mm, scale)
    return bytes(document.output())


def _flat(
    drawing: Drawing, elements: tuple[Element, ...], x_mm: float, y_mm: float, scale: float
) -> Iterator[tuple[Any, float, float, float]]:
    for each in elements:
        if isinstance(each, Use):
            inner = drawing.forms[each.form].elements
            x, y = x_mm + each.x_mm * scale, y_mm + each.y_mm * scale
            yield from _flat(drawing, inner, x, y, scale * each.scale)
        elif isinstance(each, Group):
            x, y = x_mm + each.x_mm * scale, y_mm + each.y_mm * scale
            yield from _flat(drawing, each.elements, x, y, scale)
        elif isinstance(each, Clip):
            yield from _flat(drawing, each.elements, x_mm, y_mm, scale)
        else:
            yield each, x_mm, y_mm, scale


def _fpdf2(document: FPDF, each: Any, x_mm: float, y_mm: float, scale: float) -> None:
    if isinstance(each, Text):
        document.set_font("DejaVu", "B" if each.font is Font.BOLD else "", each.size_pt * scale)
        document.set_text_color(each.colour)
        x = x_mm + (each.x_mm - _shift(each) / POINTS_PER_MM) * scale
        document.text(x, y_mm + each.y_mm * scale, each.text)
    elif isinstance(each, Line):
        document.set_draw_color(each.colour)
        document.set_line_width(each.width_mm * scale)
        document.line(
            x_mm + each.x1_mm * scale,
            y_mm + each.y1_mm * scale,
            x_mm + each.x2_mm * scale,
            y_mm + each.y2_mm * scale,
        )
    elif isinstance(each, Rectangle | Circle):
        if each.fill:
            document.set_fill_color(each.fill)
        if each.stroke:
            document.set_draw_color(each.stroke)
            document.set_line_width(each.stroke_mm * scale)
        style = ("D" if each.stroke else "") + ("F" if each.fill else "")
        x, y = x_mm + each.x_mm * scale, y_mm + each.y_mm * scale
        if isinstance(each, Circle):
            document.circle(x, y, each.radius_mm * scale, style)
        else:
            size = (each.width_mm * scale, each.height_mm * scale)
            rounded: dict[str, Any] = {
                "round_corners": True,
                "corner_radius": each.radius_mm * scale,
            }
            document.rect(x, y, *size, style, **(rounded if each.radius_mm else {}))


if __name__ == "__main__":
    main()
