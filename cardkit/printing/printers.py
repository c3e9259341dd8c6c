"""What a printer gets wrong, measured once and put right on every sheet.

A printer belongs to a machine, not to a pool, so profiles are kept in the user's own
configuration; those under ``[printing.printers]`` of a pool's ``cardkit.toml`` come first.
"""

from __future__ import annotations

import json
import math
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardkit.errors import InputError
from cardkit.files import read_bytes
from cardkit.printing.arrangement import Flip
from cardkit.printing.drawing import Element, Group
from cardkit.printing.imposition import Paper
from cardkit.schema_check import schema_faults
from cardkit.toml_text import parse_toml

PRINTERS_FILE = "printers.toml"
_RULER_MM = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Printer:
    """How far a printer is out; the defaults are a printer without fault.

    Attributes:
        front_offset_mm: move fronts so far right and down.
        back_offset_mm: move backs so far right and down, as the calibration sheet reads.
        back_rotation_degrees: turn backs so far, clockwise.
        scale_x: stretch everything across by this factor.
        scale_y: stretch everything down by this factor.
        flip: the edge over which it turns the sheet; None leaves that to the settings.
    """

    name: str = ""
    front_offset_mm: tuple[float, float] = (0.0, 0.0)
    back_offset_mm: tuple[float, float] = (0.0, 0.0)
    back_rotation_degrees: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    flip: Flip | None = None

    @classmethod
    def from_dict(cls, name: str, document: Mapping[str, Any]) -> Printer:
        """Read the document form, which the schema of the settings has passed."""
        front = document.get("front_offset_mm", (0.0, 0.0))
        back = document.get("back_offset_mm", (0.0, 0.0))
        return cls(
            name=name,
            front_offset_mm=(float(front[0]), float(front[1])),
            back_offset_mm=(float(back[0]), float(back[1])),
            back_rotation_degrees=float(document.get("back_rotation_degrees", 0.0)),
            scale_x=float(document.get("scale_x", 1.0)),
            scale_y=float(document.get("scale_y", 1.0)),
            flip=Flip(document["flip"]) if "flip" in document else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form: what differs from a printer without fault."""
        written: dict[str, Any] = {
            "front_offset_mm": list(self.front_offset_mm),
            "back_offset_mm": list(self.back_offset_mm),
            "back_rotation_degrees": self.back_rotation_degrees,
            "scale_x": self.scale_x,
            "scale_y": self.scale_y,
        }
        plain: dict[str, Any] = {
            "front_offset_mm": [0.0, 0.0],
            "back_offset_mm": [0.0, 0.0],
            "back_rotation_degrees": 0.0,
            "scale_x": 1.0,
            "scale_y": 1.0,
        }
        found = {key: value for key, value in written.items() if value != plain[key]}
        return found | ({} if self.flip is None else {"flip": self.flip.value})

    def set_right(
        self, elements: tuple[Element, ...], paper: Paper, *, back: bool
    ) -> tuple[Element, ...]:
        """Return a page drawn so that this printer prints it where it belongs."""
        across, down = self.back_offset_mm if back else self.front_offset_mm
        turn = self.back_rotation_degrees if back else 0.0
        if (across, down, turn, self.scale_x, self.scale_y) == (0.0, 0.0, 0.0, 1.0, 1.0):
            return elements
        middle_x, middle_y = paper.width_mm / 2, paper.height_mm / 2
        return (
            Group(
                x_mm=middle_x + across,
                y_mm=middle_y + down,
                turn=turn,
                scale_x=self.scale_x,
                scale_y=self.scale_y,
                elements=(Group(x_mm=-middle_x, y_mm=-middle_y, elements=elements),),
            ),
        )


def scale_of_ruler(measured_mm: float) -> float:
    """Return the factor that makes a ruler of 100 mm that long which measures otherwise.

    Raises:
        InputError: that is no ruler of 100 mm.

    >>> scale_of_ruler(99.0)
    1.010101
    """
    if not 90 <= measured_mm <= 110:
        raise InputError(
            f"the ruler of 100 mm must measure 90 to 110 mm, got {measured_mm!r}",
            remedy="print at 100 % (actual size) and measure again",
        )
    return round(_RULER_MM / measured_mm, 6)


def rotation_of_readings(left_mm: float, right_mm: float, apart_mm: float) -> float:
    """Return how far backs are to be turned, in degrees clockwise.

    Args:
        left_mm: as the ladder at the left of the calibration sheet's back reads.
        right_mm: as the one at its right reads.
        apart_mm: from one ladder to the other.

    >>> rotation_of_readings(-0.5, 0.5, 180)
    0.3183
    """
    return round(math.degrees(math.atan2(right_mm - left_mm, apart_mm)), 4)


def printers_path() -> Path:
    """Return where the user's printers are kept; ``CARDKIT_PRINTERS`` names another file."""
    from platformdirs import user_config_path

    given = os.environ.get("CARDKIT_PRINTERS")
    return Path(given) if given else user_config_path("cardkit") / PRINTERS_FILE


def saved_printers(path: Path) -> dict[str, Printer]:
    """Read the user's printers; an absent file holds none.

    Raises:
        InputError: the file cannot be read or has faults; all of them at once.
    """
    if not path.exists():
        return {}
    document = parse_toml(read_bytes(path, limit_mb=1), str(path))
    faults = schema_faults({"printing": {"printers": document}}, "settings", where=str(path))
    if faults:
        raise InputError.of(faults)
    return {name: Printer.from_dict(name, table) for name, table in document.items()}


def printer_named(name: str, printers: Mapping[str, Printer]) -> Printer:
    """Return a printer; case does not matter.

    Raises:
        InputError: none is called so.
    """
    for known, printer in printers.items():
        if known.casefold() == name.casefold():
            return printer
    known_names = ", ".join(printers) or "none is saved yet"
    raise InputError(
        f"the printer must be one of those saved ({known_names}), got {name!r}",
        remedy="save what the sheet of cardkit print calibration reads: "
        "cardkit print profile NAME --back-offset RIGHT,DOWN",
    )


def with_printer(text: str, path: tuple[str, ...], printer: Printer, *, where: str) -> str:
    """Return a TOML file with the table of a printer put in or replaced; the rest stays.

    Args:
        text: the file as it is.
        path: of the table that holds printers, e.g. ``("printing", "printers")``.
        printer: what to write.
        where: the file, for messages.

    Raises:
        InputError: the file holds the printer in a form that this cannot replace.
    """
    path = (*path, printer.name)
    lines = text.splitlines()
    first = next((at for at, line in enumerate(lines) if _header(line) == path), None)
    if first is not None:
        after = (at for at in range(first + 1, len(lines)) if _header(lines[at]) is not None)
        del lines[first : next(after, len(lines))]
    while lines and not lines[-1].strip():
        lines.pop()
    lines += [""] if lines else []
    lines.append(f"[{'.'.join(map(_key, path))}]")
    lines += [f"{key} = {_value(value)}" for key, value in printer.to_dict().items()]
    changed = "\n".join(lines) + "\n"
    try:
        sound = _without(tomllib.loads(changed), path) == _without(tomllib.loads(text), path)
    except tomllib.TOMLDecodeError:
        sound = False
    if not sound:
        raise InputError(
            f"the printer {printer.name!r} stands there in a form that cannot be replaced",
            where=where,
            remedy=f"write it as a table of its own: [{'.'.join(map(_key, path))}]",
        )
    return changed


def _header(line: str) -> tuple[str, ...] | None:
    """Return the path of a table that a line begins; None for every other line."""
    if not line.lstrip().startswith("["):
        return None
    try:
        found: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return None
    path = []
    while isinstance(found, dict) and found:
        (key,) = found
        path.append(key)
        found = found[key]
    return tuple(path)


def _without(document: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """Return a document without a table, and without tables that are empty then."""
    first, *rest = path
    kept = {key: value for key, value in document.items() if key != first}
    inner = document.get(first)
    if rest and isinstance(inner, dict):
        left = _without(inner, tuple(rest))
        return kept | {first: left} if left else kept
    return kept


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def _value(value: object) -> str:
    """Write a number, a list of numbers or a word; JSON writes these as TOML does."""
    return json.dumps(value)
