"""Charts drawn as SVG: on the page with its colours, or as a file that stands alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardkit.report.charts import Bar, Chart, Shade
from cardkit.report.markup import text
from cardkit.text_columns import fill, shorten


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How the rows of a chart lie; lengths in pixels.

    Attributes:
        width: of the whole chart.
        bars_at: where the bars begin.
        label_columns: letters in one line of a label.
        shown_columns: letters in one line of the value in words.
        stacked: the label stands above its bar, not beside it.
    """

    width: int
    bars_at: int
    label_columns: int
    shown_columns: int
    stacked: bool = False

    @property
    def bars_to(self) -> int:
        """Where the longest bar ends."""
        return self.width - self.margin

    @property
    def margin(self) -> int:
        """What is free on the right, and on the left of stacked rows."""
        return 4 if self.stacked else 16


WIDE = Shape(width=720, bars_at=234, label_columns=26, shown_columns=80)
"""For desks, paper and files of their own: the label beside its bar."""
NARROW = Shape(width=320, bars_at=4, label_columns=42, shown_columns=44, stacked=True)
"""For telephones: nothing is beside anything else, so nothing must be scrolled sideways."""

_ROW = 38
_LINE = 16
_GAP = 14
_BAR_HEIGHT = 14
_TOP = 8

_INTERVAL = ("halo", "interval")
"""Drawn one over the other, so that the line stands out from its bar, too."""

COLOURS = {Shade.PLAIN: "#2f6db5", Shade.GOOD: "#1a7f4b", Shade.BAD: "#b3372f"} | {
    Shade.FAINT: "#7b8794"
}
"""Of pictures that stand alone; on the page the style sheet has them for light and dark."""

_ALONE = "".join(f".{shade} {{ fill: {colour} }} " for shade, colour in COLOURS.items()) + (
    "text { fill: #1c2530; font: 13px sans-serif } .value { font-size: 12px } "
    ".axis { stroke: #7b8794 } .interval { stroke: #1c2530; stroke-width: 1.5 } "
    ".halo { stroke: #ffffff; stroke-width: 3 } "
    ".title { font-size: 16px; font-weight: bold }"
)


def svg(chart: Chart, *, alone: bool = False, shape: Shape = WIDE) -> str:
    """Return a chart as SVG.

    Args:
        chart: what is drawn.
        alone: as a file of its own, with title, colours and background.
        shape: how the rows lie.
    """
    top = 40 if alone else _TOP
    rows = list(_rows(chart, top, shape))
    height = rows[-1][1] + 4 if rows else top
    body = "".join(drawn for drawn, _ in rows)
    # Stacked rows have words above and below each bar, which one line through all would cross.
    axis = "" if shape.stacked else _axis(chart, top - 4, height - 4, shape)
    kind = "stacked" if shape.stacked else "beside"
    name, title = text(f"{chart.key}-{kind}-name"), text(chart.title)
    start = (
        f'<svg class="{kind}" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {shape.width} {height}" role="img" aria-labelledby="{name}"'
    )
    named = f'<title id="{name}">{title}. {text(chart.summary)}</title>'
    if not alone:
        return f"{start}>{named}{axis}{body}</svg>"
    ground = f'<rect width="{shape.width}" height="{height}" fill="#ffffff"/>'
    head = f'<text class="title" x="12" y="24">{title}</text>'
    sized = f'{start} width="{shape.width}" height="{height}">'
    return f"{sized}{named}<style>{_ALONE}</style>{ground}{head}{axis}{body}</svg>\n"


def _rows(chart: Chart, top: int, shape: Shape) -> Iterator[tuple[str, int]]:
    """Yield each row, and where it ends."""
    for bar in chart.bars:
        columns = shape.label_columns
        label = [shorten(line, columns) for line in fill(bar.label, columns).splitlines()]
        shown = fill(bar.shown, shape.shown_columns).splitlines()
        if shape.stacked:
            bar_at = top + len(label) * _LINE + 4
            height = bar_at + _BAR_HEIGHT + len(shown) * _LINE + _GAP - top
            drawn = _text(label, shape.bars_at, top + _LINE - 3)
        else:
            height = max(_ROW, len(label) * _LINE + 10)
            bar_at = top + height // 2 - _BAR_HEIGHT + 2
            first = top + (height - len(label) * _LINE) / 2 + 12
            drawn = _text(label, shape.bars_at - 14, first, ' text-anchor="end"')
        drawn += _bar(chart, bar, bar_at, shape)
        drawn += _text(shown, shape.bars_at + 6, bar_at + _BAR_HEIGHT + 13, ' class="value"')
        yield drawn, top + height
        top += height


def _text(lines: list[str], x: int, first: float, extra: str = "") -> str:
    """Return lines of text; ``first`` is where the first one stands on."""
    return "".join(
        f'<text x="{x}" y="{_short(first + number * _LINE)}"{extra}>{text(line)}</text>'
        for number, line in enumerate(lines)
    )


def _bar(chart: Chart, bar: Bar, y: int, shape: Shape) -> str:
    low, high = sorted((_x(chart, 0.0, shape), _x(chart, bar.value, shape)))
    drawn = _axis(chart, y - 3, y + _BAR_HEIGHT + 3, shape) if shape.stacked else ""
    drawn += (
        f'<rect class="{bar.shade}" x="{low}" y="{y}" '
        f'width="{_short(high - low)}" height="{_BAR_HEIGHT}" rx="2"/>'
    )
    if bar.least is None or bar.most is None:
        return drawn
    least, most = _x(chart, bar.least, shape), _x(chart, bar.most, shape)
    return drawn + _interval(least, most, y + _BAR_HEIGHT / 2)


def _axis(chart: Chart, top: int, bottom: int, shape: Shape) -> str:
    zero = _x(chart, 0.0, shape)
    return f'<line class="axis" x1="{zero}" y1="{top}" x2="{zero}" y2="{bottom}"/>'


def _interval(least: float, most: float, y: float) -> str:
    path = (
        f"M{least} {_short(y - 4)}V{_short(y + 4)}M{least} {_short(y)}H{most}"
        f"M{most} {_short(y - 4)}V{_short(y + 4)}"
    )
    return "".join(f'<path class="{kind}" d="{path}" fill="none"/>' for kind in _INTERVAL)


def _x(chart: Chart, value: float, shape: Shape) -> float:
    """Return where a value lies, in pixels."""
    share = (value - chart.least) / ((chart.most - chart.least) or 1.0)
    first = shape.bars_at + 2
    return _short(first + min(1.0, max(0.0, share)) * (shape.bars_to - first))


def _short(number: float) -> float:
    return round(number, 1)
