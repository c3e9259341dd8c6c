"""The options about label sheets that ``print labels`` and ``print stickers`` share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from cardkit.cli.printing.grouped import OptionGroup, option
from cardkit.cli.printing.options import chosen_label_sheet
from cardkit.cli.printing.sheet_options import SheetWishes, chosen_sheet, shift_of
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from cardkit.cli.pool import OpenedPool
    from cardkit.printing import LabelSheet, LabelStock
    from cardkit.printing.printers import Printer


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelWishes:
    """What the options about label sheets say."""

    sheet: str | None = None
    start_at: int = 1
    outline: bool = False
    offset: str | None = None
    printer: str | None = None
    style: str | None = None

    def chosen(self, opened: OpenedPool, kind: str = "decks") -> LabelStock:
        """Return what the labels are printed on, and how.

        Args:
            opened: the pool, whose settings stand behind the options.
            kind: what the labels are for, see :class:`cardkit.printing.LabelKind`.

        Raises:
            UsageError: a name or a length makes no sense.
            InputError: no such printer is known, or an own sheet has faults.
        """
        from cardkit.printing import LabelStock

        sheet = chosen_label_sheet(opened.settings, self.sheet, kind)
        _check_start(sheet, self.start_at)
        document = {} if self.style is None else {"style": self.style}
        options = chosen_sheet(
            opened.settings, SheetWishes(printer=self.printer, document=document)
        )
        return LabelStock(
            sheet=sheet,
            start_at=self.start_at,
            outline=self.outline,
            printer=_moved(options.printer, self.offset),
            style=options.style,
            title=opened.name,
        )


LABELS = OptionGroup(
    options={
        "sheet": option(
            str | None,
            "--sheet",
            "By its name, such as L7160 or 5160, or your own as a TOML file.",
            metavar="NAME|FILE",
            show_default="for your country's paper",
        ),
        "start_at": option(int, "--start-at", "First unused label of the sheet.", 1, metavar="N"),
        "outline": option(bool, "--outline", "Make a test page for plain paper.", False),
        "offset": option(
            str | None,
            "--offset",
            "Move everything right,down in mm.",
            metavar="X,Y",
            show_default="the printer's",
        ),
        "printer": option(
            str | None, "--printer", "A printer saved with `print profile`.", metavar="NAME"
        ),
        "style": option(
            Literal["colour", "grey", "low-ink"] | None,
            "--style",
            "Colours, greys only, or little ink.",
            show_default="colour",
        ),
    },
    read=lambda given: LabelWishes(**given),
)


def _check_start(sheet: LabelSheet, start_at: int) -> None:
    if not 1 <= start_at <= sheet.grid.places:
        raise UsageError(
            f"--start-at expects 1 to {sheet.grid.places}, the labels of {sheet.name}, "
            f"got {start_at}; count row by row from the top left"
        )


def _moved(printer: Printer, offset: str | None) -> Printer:
    shift = shift_of("--offset", offset)
    return printer if shift is None else replace(printer, front_offset_mm=shift)
