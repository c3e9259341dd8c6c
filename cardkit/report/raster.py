"""Charts as PNG, drawn by matplotlib, which is loaded only when a picture is wanted."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

from cardkit.report.charts import Chart
from cardkit.report.drawing import COLOURS
from cardkit.text_columns import fill

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RESOLUTION_DPI = 150
_WIDTH_INCHES = 8.0
_ROW_INCHES = 0.42
_HEAD_INCHES = 1.0
_LABEL_COLUMNS = 34
_INK = "#1c2530"
_QUIET = "#4f5b67"


def png(chart: Chart) -> bytes:
    """Return a chart as a PNG picture."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    height = _HEAD_INCHES + _ROW_INCHES * len(chart.bars)
    figure = Figure(figsize=(_WIDTH_INCHES, height), layout="constrained")
    FigureCanvasAgg(figure)
    _draw(figure.add_subplot(), chart)
    stream = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a letter that DejaVu lacks becomes a box
        figure.savefig(stream, format="png", dpi=RESOLUTION_DPI, metadata={"Software": None})
    return stream.getvalue()


def _draw(axes: Axes, chart: Chart) -> None:
    rows = range(len(chart.bars))
    bars = chart.bars
    axes.barh(
        rows,
        [bar.value for bar in bars],
        height=0.4,
        color=[COLOURS[bar.shade] for bar in bars],
    )
    for row, bar in zip(rows, bars, strict=True):
        if bar.least is not None and bar.most is not None:
            axes.errorbar(
                (bar.least + bar.most) / 2,
                row,
                xerr=(bar.most - bar.least) / 2,
                color=_INK,
                linewidth=1,
                capsize=3,
            )
        axes.text(chart.least, row + 0.42, bar.shown, fontsize=8, color=_QUIET, parse_math=False)
    labels = [fill(bar.label, _LABEL_COLUMNS) for bar in bars]
    axes.set_yticks(list(rows), labels=labels, fontsize=8, parse_math=False)
    axes.set_ylim(len(bars) - 0.3, -0.6)
    span = chart.most - chart.least
    axes.set_xlim(chart.least, chart.most + (0.0 if chart.whole else 0.03 * span))
    axes.axvline(0, color=_QUIET, linewidth=0.8)
    axes.set_xlabel(chart.values_are, fontsize=8, color=_QUIET)
    axes.set_title(chart.title, loc="left", fontsize=11, fontweight="bold", color=_INK)
    axes.tick_params(axis="x", labelsize=8)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
