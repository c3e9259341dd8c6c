"""``print calibration`` and ``print profile``: a printer's faults, measured and put right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cardkit.cli.hints import quoted
from cardkit.cli.output import Invocation, table, wrap
from cardkit.cli.printing.delivery import deliver, target_of
from cardkit.cli.printing.options import DryRun, Force, Json, Output, PaperOption, chosen_paper
from cardkit.cli.printing.sheet_options import known_printers, shift_of
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from cardkit.printing.printers import Printer
    from cardkit.settings import Settings

FlipOption = Annotated[
    Literal["long-edge", "short-edge"] | None,
    typer.Option("--flip", help="The edge over which the printer turns the sheet."),
]
PrinterOption = Annotated[
    str | None,
    typer.Option("--printer", help="Check a saved printer: all should read 0.", metavar="NAME"),
]
Name = Annotated[
    str | None, typer.Argument(help="The printer; without a name all are listed.", metavar="NAME")
]
BackOffset = Annotated[
    str | None,
    typer.Option("--back-offset", help="As the cells read: right,down in mm.", metavar="X,Y"),
]
Ladders = Annotated[
    str | None,
    typer.Option("--ladders", help="As the ladders read: left,right in mm.", metavar="L,R"),
]
Rulers = Annotated[
    str | None,
    typer.Option("--rulers", help="What the rulers of 100 mm measure: across,down.", metavar="X,Y"),
]
FrontOffset = Annotated[
    str | None,
    typer.Option("--front-offset", help="Move fronts right,down in mm.", metavar="X,Y"),
]
Rotation = Annotated[
    float | None,
    typer.Option(
        "--back-rotation",
        help="Turn backs clockwise, in degrees, instead of --ladders.",
        min=-5,
        max=5,
        metavar="DEGREES",
    ),
]
InPool = Annotated[
    bool, typer.Option("--in-pool", help="Save in the pool's cardkit.toml, not for the user.")
]


def calibration(
    context: typer.Context,
    output: Output = None,
    paper: PaperOption = None,
    printer: PrinterOption = None,
    flip: FlipOption = None,
    force: Force = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Print a sheet that measures how far a printer is out.

    In size, and front against back. It says itself what to do with it. Without -o the file is
    calibration.pdf in the pool's folder.
    """
    from cardkit.printing.arrangement import Flip
    from cardkit.printing.calibration import calibration_pdf
    from cardkit.printing.printers import Printer, printer_named
    from cardkit.settings import load_settings

    invocation: Invocation = context.obj
    settings = load_settings(invocation.folder)
    known = printer_named(printer, known_printers(settings)) if printer else Printer()
    turned = flip or known.flip or settings.printing.sheet.get("flip", Flip.LONG)
    target = target_of(invocation, output, "calibration.pdf", json=json, dry_run=dry_run)
    target.refuse_existing(force=force)
    job = calibration_pdf(chosen_paper(settings, paper), printer=known, flip=Flip(turned))
    deliver(invocation, job, target, force=force, json=json)


def profile(
    context: typer.Context,
    name: Name = None,
    back_offset: BackOffset = None,
    ladders: Ladders = None,
    rulers: Rulers = None,
    front_offset: FrontOffset = None,
    back_rotation: Rotation = None,
    flip: FlipOption = None,
    paper: PaperOption = None,
    in_pool: InPool = False,
    json: Json = False,
) -> None:
    """Save what the calibration sheet says, or list the printers.

    What is not said keeps its value. Use it with --printer, or as printer in [printing].
    """
    from cardkit.settings import load_settings

    invocation: Invocation = context.obj
    settings = load_settings(invocation.folder)
    if name is None:
        _list(invocation, settings, json=json)
        return
    if not name.strip() or not name.isprintable():
        raise UsageError(f"expects the name of a printer, in one line, got {name!r}")
    if ladders is not None and back_rotation is not None:
        raise UsageError("--ladders and --back-rotation say the same; give one of them")
    changes: dict[str, Any] = {
        "back_offset_mm": shift_of("--back-offset", back_offset),
        "front_offset_mm": shift_of("--front-offset", front_offset),
        "back_rotation_degrees": back_rotation,
        **_flip(flip),
        **_measured(settings, ladders, rulers, paper),
    }
    changes = {key: value for key, value in changes.items() if value is not None}
    printer = _saved(settings, name)
    if changes:
        printer = replace(printer, **changes)
        path = _save(invocation, printer, in_pool=in_pool)
        invocation.say(f"saved the printer {printer.name} in {quoted(path)}")
        invocation.say(wrap(f"Check it: cardkit print calibration --printer {quoted(name)}"))
    if json:
        invocation.json({printer.name: printer.to_dict()})
    elif not changes:
        invocation.result(_table([printer]))
        if printer.name not in known_printers(settings):
            invocation.say("Not saved: say what the calibration sheet reads, as --help shows.")


def _flip(flip: str | None) -> dict[str, Any]:
    from cardkit.printing.arrangement import Flip

    return {} if flip is None else {"flip": Flip(flip)}


def _measured(
    settings: Settings, ladders: str | None, rulers: str | None, paper: str | None
) -> dict[str, Any]:
    """Return what follows from the readings of ladders and rulers."""
    from cardkit.printing.calibration import CalibrationSheet
    from cardkit.printing.printers import rotation_of_readings, scale_of_ruler
    from cardkit.resources import template

    found: dict[str, Any] = {}
    read = shift_of("--ladders", ladders)
    if read is not None:
        margin = template("papers")["cards"]["margin_mm"]
        sheet = CalibrationSheet.on(chosen_paper(settings, paper), margin)
        found["back_rotation_degrees"] = rotation_of_readings(*read, sheet.ladders_apart_mm)
    if rulers is not None:
        parts = rulers.split(",")
        try:
            across, down = map(float, parts)
        except ValueError:
            raise UsageError(f"--rulers expects across,down in mm, got {rulers!r}") from None
        found["scale_x"], found["scale_y"] = scale_of_ruler(across), scale_of_ruler(down)
    return found


def _saved(settings: Settings, name: str) -> Printer:
    from cardkit.printing.printers import Printer

    for known, printer in known_printers(settings).items():
        if known.casefold() == name.casefold():
            return printer
    return Printer(name=name)


def _save(invocation: Invocation, printer: Printer, *, in_pool: bool) -> Path:
    from cardkit.files import read_text, write_atomic
    from cardkit.printing.printers import printers_path, with_printer
    from cardkit.settings import SETTINGS_FILE

    path = invocation.folder / SETTINGS_FILE if in_pool else printers_path()
    text = read_text(path, limit_mb=1) if path.exists() else ""
    table_path = ("printing", "printers") if in_pool else ()
    changed = with_printer(text, table_path, printer, where=str(path))
    if not in_pool:
        path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, changed.encode(), force=True)
    return path


def _list(invocation: Invocation, settings: Settings, *, json: bool) -> None:
    printers = known_printers(settings)
    if json:
        invocation.json({name: printer.to_dict() for name, printer in printers.items()})
    elif printers:
        invocation.result(_table(list(printers.values())))
    else:
        invocation.say("No printer is saved yet. Begin with: cardkit print calibration")


def _table(printers: list[Printer]) -> str:
    rows = [
        (
            printer.name,
            _pair(printer.front_offset_mm),
            _pair(printer.back_offset_mm),
            f"{printer.back_rotation_degrees:g}",
            f"{printer.scale_x:g} x {printer.scale_y:g}",
            printer.flip or "",
        )
        for printer in printers
    ]
    headers = ("printer", "fronts mm", "backs mm", "turned", "scale", "flip")
    return table(headers, rows)


def _pair(offset: tuple[float, float]) -> str:
    return f"{offset[0]:g}, {offset[1]:g}"
