"""Which pages of a job go into which file."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.printing.drawing import Element
from cardkit.printing.options import BackMode, SheetOptions

Pages = list[tuple[Element, ...]]


def files_of(
    fronts: Pages, backs: Pages, options: SheetOptions
) -> Iterator[tuple[str, Pages, bool]]:
    """Yield each file's suffix, its pages, and whether they are backs.

    Args:
        fronts: in their order.
        backs: of the same sheets; empty where there are none behind them.
        options: say where backs go and how long a file may be.
    """
    most = options.split_pages
    if options.backs is BackMode.INTERLEAVED:
        both = [page for pair in zip(fronts, backs, strict=True) for page in pair]
        # A back stays with its front.
        yield from ((*part, False) for part in _parts(both, most and max(2, most - most % 2)))
        return
    yield from ((*part, False) for part in _parts(fronts, most))
    if backs:
        yield from ((*part, True) for part in _parts(backs, most, "backs"))


def _parts(pages: Pages, most: int | None, name: str = "") -> Iterator[tuple[str, Pages]]:
    if most is None or len(pages) <= most:
        yield name, pages
        return
    for number, start in enumerate(range(0, len(pages), most), start=1):
        yield "-".join(filter(None, (name, str(number)))), pages[start : start + most]
