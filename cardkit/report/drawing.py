"""Charts drawn as SVG: on the page with its colours, or as a file that stands alone."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.report.charts import Bar, Chart, Shade
from cardkit.report.markup import text
from cardkit.text_columns import fill, shorten

WIDTH = 720
_ROW = 30
_LINE = 16
_LABELS = 220
_LABEL_COLUMNS = 26
_BAR_HEIGHT = 14
_LEFT = _LABELS + 12
_RIGHT = WIDTH - 16
_TOP = 8

COLOURS = {Shade.PLAIN: "#2f6db5", Shade.GOOD: "#1a7f4b", Shade.BAD: "#b3372f"} | {
    Shade.FAINT: "#7b8794"
}
"""Of pictures that stand alone; on the page the style sheet has them for light and dark."""

_ALONE = "".join(f".{shade} {{ fill: {colour} }} " for shade, colour in COLOURS.items()) + (
    "text { fill: #1c2530; font: 13px sans-serif } .value { font-size: 12px } "
    ".axis { stroke: #7b8794 } .interval { stroke: #1c2530; stroke-width: 1.5 } "
    ".title { font-size: 16px; font-weight: bold }"
)


def svg(chart: Chart, *, alone: bool = False) -> str:
    """Return a chart as SVG.

    Args:
        chart: what is drawn.
        alone: as a file of its own, with title, colours and background.
    """
    top = 40 if alone else _TOP
    rows = list(_rows(chart, top))
    height = rows[-1][1] + 4 if rows else top
    body = "".join(drawn for drawn, _ in rows)
    zero = _x(chart, 0.0)
    axis = f'<line class="axis" x1="{zero}" y1="{top - 4}" x2="{zero}" y2="{height - 4}"/>'
    key, title = text(chart.key), text(chart.title)
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-labelledby="{key}-name"'
    )
    named = f'<title id="{key}-name">{title}. {text(chart.summary)}</title>'
    if not alone:
        return f"{start}>{named}{axis}{body}</svg>"
    ground = f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>'
    head = f'<text class="title" x="12" y="24">{title}</text>'
    sized = f'{start} width="{WIDTH}" height="{height}">'
    return f"{sized}{named}<style>{_ALONE}</style>{ground}{head}{axis}{body}</svg>\n"


def _rows(chart: Chart, top: int) -> Iterator[tuple[str, int]]:
    """Yield each row, and where it ends."""
    for bar in chart.bars:
        lines = [
            shorten(line, _LABEL_COLUMNS) for line in fill(bar.label, _LABEL_COLUMNS).splitlines()
        ]
        height = max(_ROW + 8, len(lines) * _LINE + 10)
        yield "".join(_row(chart, bar, lines, top, height)), top + height
        top += height


def _row(chart: Chart, bar: Bar, lines: list[str], top: int, height: int) -> Iterator[str]:
    first = top + (height - len(lines) * _LINE) / 2 + 12
    for number, line in enumerate(lines):
        y = _short(first + number * _LINE)
        yield f'<text x="{_LABELS}" y="{y}" text-anchor="end">{text(line)}</text>'
    middle = top + height / 2
    low, high = sorted((_x(chart, 0.0), _x(chart, bar.value)))
    upper = _short(middle - _BAR_HEIGHT + 2)
    yield (
        f'<rect class="{bar.shade}" x="{low}" y="{upper}" '
        f'width="{_short(high - low)}" height="{_BAR_HEIGHT}" rx="2"/>'
    )
    if bar.least is not None and bar.most is not None:
        yield _interval(_x(chart, bar.least), _x(chart, bar.most), middle - _BAR_HEIGHT / 2 + 2)
    yield (
        f'<text class="value" x="{_LEFT + 2}" y="{_short(middle + 15)}">{text(bar.shown)}</text>'
    )


def _interval(least: float, most: float, y: float) -> str:
    path = (
        f"M{least} {_short(y - 4)}V{_short(y + 4)}M{least} {_short(y)}H{most}"
        f"M{most} {_short(y - 4)}V{_short(y + 4)}"
    )
    return f'<path class="interval" d="{path}" fill="none"/>'


def _x(chart: Chart, value: float) -> float:
    """Return where a value lies, in pixels."""
    share = (value - chart.least) / ((chart.most - chart.least) or 1.0)
    return _short(_LEFT + 2 + min(1.0, max(0.0, share)) * (_RIGHT - _LEFT - 2))


def _short(number: float) -> float:
    return round(number, 1)
