"""The options about sheets that several ``print`` commands take, and how they become one value.

A command that takes the group :data:`SHEETS` has a parameter ``sheet: SheetWishes``. What stands
in ``cardkit.toml``, in a preset and on the command line is laid one over the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from cardkit.cli.printing.grouped import OptionGroup, option
from cardkit.cli.printing.options import PaperOption, chosen_paper
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from cardkit.printing.options import SheetOptions
    from cardkit.printing.printers import Printer
    from cardkit.settings import Settings

_MOST_MM = 500.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetWishes:
    """What the command line says about sheets; None and empty leave it to the settings.

    Attributes:
        document: in the form of ``$defs/sheet`` of the settings' schema.
        back_offset_mm: instead of the printer's.
        back_rotation_degrees: instead of the printer's.
    """

    paper: str | None = None
    preset: str | None = None
    printer: str | None = None
    document: Mapping[str, Any] = field(default_factory=dict)
    start_at: int = 1
    back_offset_mm: tuple[float, float] | None = None
    back_rotation_degrees: float | None = None


_LENGTH = {"min": 0.0, "max": _MOST_MM, "metavar": "MM"}
_OPTIONS: dict[str, tuple[Any, Any]] = {
    "paper": (PaperOption, None),
    "preset": option(
        str | None, "--preset", "Settings of [printing.presets.NAME].", metavar="NAME"
    ),
    "printer": option(
        str | None, "--printer", "A printer saved with `print profile`.", metavar="NAME"
    ),
    "orientation": option(
        Literal["auto", "portrait", "landscape", "mixed"] | None,
        "--orientation",
        "How paper and cards lie; mixed: some on their side.",
        show_default="auto, as many as fit",
    ),
    "card_size": option(
        str | None,
        "--card-size",
        "standard (63x88), poker, quick-cut (60x85) or WxH in mm.",
        metavar="SIZE",
    ),
    "margins": option(
        str | None,
        "--margins",
        "White edges in mm: one for all, or left,right,top,bottom.",
        metavar="MM",
        show_default="5",
    ),
    "gap": option(
        str | None,
        "--gap",
        "Between the cards in mm: one for both, or across,down.",
        metavar="MM",
        show_default="0",
    ),
    "columns": option(int | None, "--columns", "Exactly so many.", min=1, max=40, metavar="N"),
    "rows": option(int | None, "--rows", "Exactly so many.", min=1, max=40, metavar="N"),
    "bleed": option(float | None, "--bleed", "How far pictures reach beyond the cut.", **_LENGTH),
    "outer_bleed": option(
        bool | None,
        "--outer-bleed/--all-bleed",
        "Bleed only where no other card lies.",
        show_default="all",
    ),
    "skip": option(
        str | None,
        "--skip",
        "Places to leave empty on each sheet, e.g. 1,3,9.",
        metavar="PLACES",
    ),
    "start_at": option(
        int, "--start-at", "First place to use on the first sheet.", 1, min=1, metavar="N"
    ),
    "corners": option(
        float | None, "--corners", "Radius of rounded corners; cards have 3.", **_LENGTH
    ),
    "guides": option(
        Literal["corners", "full", "none"] | None,
        "--guides",
        "Ticks at the corners, lines across the sheet, or none.",
        show_default="corners",
    ),
    "guide_length": option(float | None, "--guide-length", "Of the ticks.", **_LENGTH),
    "guide_width": option(
        float | None,
        "--guide-width",
        "Of all lines to cut along, in points.",
        min=0.25,
        max=10,
        metavar="PT",
    ),
    "guide_dash": option(
        float | None,
        "--guide-dash",
        "Length of dashes and gaps; 0: whole lines.",
        min=0,
        max=20,
        metavar="MM",
        show_default="0",
    ),
    "guide_colour": option(
        str | None, "--guide-colour", "Of all lines to cut along.", metavar="#RRGGBB"
    ),
    "guide_side": option(
        Literal["front", "back", "both"] | None,
        "--guide-side",
        "The side that carries them.",
        show_default="front",
    ),
    "outline": option(
        bool | None,
        "--outline/--no-outline",
        "The outline of each card.",
        show_default="with guides",
    ),
    "registration": option(
        Literal["0", "3", "4"] | None,
        "--registration",
        "Marks for a cutting machine: three or four.",
        show_default="0",
    ),
    "registration_inset": option(
        float | None, "--registration-inset", "Of the marks from the paper's edges.", **_LENGTH
    ),
    "backs": option(
        Literal["none", "separate", "interleaved", "fold"] | None,
        "--backs",
        "Backs in a file of their own, behind each page, or beside the fronts to fold.",
        show_default="none",
    ),
    "flip": option(
        Literal["long-edge", "short-edge"] | None,
        "--flip",
        "The edge over which the printer turns the sheet.",
        show_default="long-edge",
    ),
    "back_offset": option(
        str | None, "--back-offset", "Move backs right,down in mm.", metavar="X,Y"
    ),
    "back_rotation": option(
        float | None,
        "--back-rotation",
        "Turn backs clockwise, in degrees.",
        min=-5,
        max=5,
        metavar="DEGREES",
    ),
    "style": option(
        Literal["colour", "grey", "low-ink"] | None,
        "--style",
        "Colours, greys only, or little ink.",
        show_default="colour",
    ),
    "split": option(
        int | None, "--split", "At most so many pages in one file.", min=1, metavar="PAGES"
    ),
    "print_shop": option(
        bool | None,
        "--print-shop/--home",
        "One card to a page, with bleed and nothing else.",
        show_default="home",
    ),
}


def _wishes(given: Mapping[str, Any]) -> SheetWishes:
    """Read the options.

    Raises:
        UsageError: a text is not of the form that its option expects.
    """
    return SheetWishes(
        paper=given["paper"],
        preset=given["preset"],
        printer=given["printer"],
        document=_document(given),
        start_at=given["start_at"],
        back_offset_mm=shift_of("--back-offset", given["back_offset"]),
        back_rotation_degrees=given["back_rotation"],
    )


_PLAIN = {
    "orientation": "orientation",
    "card_size": "card_size",
    "columns": "columns",
    "rows": "rows",
    "bleed": "bleed_mm",
    "outer_bleed": "outer_bleed",
    "corners": "corner_mm",
    "backs": "backs",
    "flip": "flip",
    "style": "style",
    "split": "split_pages",
    "print_shop": "print_shop",
}
_OF_GUIDES = {
    "guides": "kind",
    "guide_length": "length_mm",
    "guide_width": "width_pt",
    "guide_dash": "dash_mm",
    "guide_side": "side",
    "outline": "outline",
}
"""Options whose values stand in the document as they are given, and their keys in it."""


def _document(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the options say, in the form of ``$defs/sheet``."""
    marks = given["registration"]
    guides = {key: given[name] for name, key in _OF_GUIDES.items()}
    registration = {
        "marks": None if marks is None else int(marks),
        "inset_mm": given["registration_inset"],
    }
    return _present(
        {
            **{key: given[name] for name, key in _PLAIN.items()},
            "margins_mm": _lengths("--margins", given["margins"], 4),
            "gap_mm": _lengths("--gap", given["gap"], 2),
            "skip": _places(given["skip"]),
            "guides": _present({**guides, "colour": _colour(given["guide_colour"])}) or None,
            "registration": _present(registration) or None,
        }
    )


SHEETS = OptionGroup(options=_OPTIONS, read=_wishes)


def _present(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _lengths(option: str, text: str | None, count: int) -> float | list[float] | None:
    if text is None:
        return None
    numbers = _numbers(text)
    if numbers is None or len(numbers) not in (1, count):
        raise UsageError(f"{option} expects one length in mm or {count}, got {text!r}")
    if not all(0 <= number <= _MOST_MM for number in numbers):
        raise UsageError(f"{option} expects 0 to {_MOST_MM:g} mm, got {text!r}")
    return numbers[0] if len(numbers) == 1 else numbers


def shift_of(option: str, text: str | None) -> tuple[float, float] | None:
    """Read an option such as ``0.5,-1``.

    Raises:
        UsageError: it is no such pair.
    """
    if text is None:
        return None
    numbers = _numbers(text)
    if numbers is None or len(numbers) != 2 or not all(abs(number) <= 50 for number in numbers):
        raise UsageError(f"{option} expects right,down in mm, such as 0.5,-1, got {text!r}")
    return numbers[0], numbers[1]


def _numbers(text: str) -> list[float] | None:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        return None


def _places(text: str | None) -> list[int] | None:
    if text is None:
        return None
    parts = text.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        raise UsageError(f"--skip expects places such as 1,3,9, got {text!r}")
    return sorted({int(part) for part in parts})


def _colour(text: str | None) -> str | None:
    if text is None:
        return None
    digits = text.removeprefix("#")
    if len(digits) != 6 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        raise UsageError(f"--guide-colour expects a colour such as #8C9097, got {text!r}")
    return f"#{digits.upper()}"


def chosen_sheet(settings: Settings, wishes: SheetWishes) -> SheetOptions:
    """Return how sheets are laid out: the command line over the preset over the settings.

    Raises:
        UsageError: there is no such preset.
        InputError: the choice makes no sense.
    """
    from cardkit.printing.options import SheetOptions

    printing = settings.printing
    preset = _preset(printing.presets, wishes.preset)
    document: Mapping[str, Any] = printing.sheet
    for above in (preset, wishes.document):
        document = _laid_over(document, above)
    return SheetOptions.from_dict(
        document,
        paper=chosen_paper(settings, wishes.paper or preset.get("paper")),
        printer=_printer(settings, wishes, preset.get("printer")),
        start_at=wishes.start_at,
    )


def _preset(presets: Mapping[str, Mapping[str, Any]], name: str | None) -> Mapping[str, Any]:
    if name is None:
        return {}
    if name not in presets:
        known = ", ".join(presets) or "there is none yet"
        raise UsageError(
            f"--preset expects one of [printing.presets] in cardkit.toml ({known}), got {name!r}"
        )
    return presets[name]


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        inner = merged.get(key)
        if isinstance(inner, Mapping) and isinstance(value, Mapping):
            value = _laid_over(inner, value)
        merged[key] = value
    return merged


def known_printers(settings: Settings) -> dict[str, Printer]:
    """Return the printers that the user has saved, and over them those of the pool."""
    from cardkit.printing.printers import Printer, printers_path, saved_printers

    own = {
        name: Printer.from_dict(name, table) for name, table in settings.printing.printers.items()
    }
    return saved_printers(printers_path()) | own


def _printer(settings: Settings, wishes: SheetWishes, preset: str | None) -> Printer:
    from dataclasses import replace

    from cardkit.printing.printers import Printer, printer_named

    name = wishes.printer or preset or settings.printing.printer
    printer = printer_named(name, known_printers(settings)) if name else Printer()
    if wishes.back_offset_mm is not None:
        printer = replace(printer, back_offset_mm=wishes.back_offset_mm)
    if wishes.back_rotation_degrees is not None:
        printer = replace(printer, back_rotation_degrees=wishes.back_rotation_degrees)
    return printer
