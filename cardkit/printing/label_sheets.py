"""Sheets of labels by name: those that are sold, from ``templates/labels.toml``, and own ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from cardkit.errors import Fault, InputError
from cardkit.files import read_bytes
from cardkit.json_text import located
from cardkit.printing.imposition import Grid, Paper
from cardkit.printing.papers import DEFAULT_PAPER, paper_named
from cardkit.resources import template
from cardkit.schema_check import schema_faults
from cardkit.toml_text import parse_toml

CENTRED_WITHIN_MM = 0.6
"""Grids of sheets lie this near to the middle of their paper."""
_TOUCH_MM = 0.06
"""Makers round to hundredths of an inch."""
_FACES = (("tall", 30.0), ("flat", 20.0), ("strip", 14.0))
"""The face for labels of at least a height; lower ones take ``line``."""


class LabelKind(StrEnum):
    """What labels are for."""

    DECKS = "decks"
    CARDS = "cards"
    BOXES = "boxes"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSheet:
    """A sheet of labels.

    Attributes:
        label: what it is, for people.
        also: names of sheets with the same grid.
        face: names the layout that suits its labels.
        centred_down: whether the grid lies in the middle of the paper's height, too.
    """

    name: str
    label: str
    also: tuple[str, ...]
    face: str
    grid: Grid
    centred_down: bool = True

    @classmethod
    def from_dict(
        cls,
        name: str,
        document: Mapping[str, Any],
        *,
        where: str = "",
        path: tuple[str | int, ...] = (),
    ) -> LabelSheet:
        """Read the document form, ``schemas/label-sheet.schema.json``.

        Args:
            name: of the sheet.
            document: one table of TOML.
            where: its file, for messages.
            path: of the table in that file.

        Raises:
            InputError: with every fault of it.
        """
        faults: tuple[Fault, ...] = schema_faults(document, "label-sheet", where=where)
        if faults:
            raise InputError.of(faults)
        try:
            paper = paper_named(document["paper"])
        except InputError as error:
            fault = error.faults[0]
            raise InputError(
                fault.what, where=located((*path, "paper"), where), remedy=fault.remedy
            ) from error
        sheet = cls._sound(name, document, paper)
        faults = tuple(_misfits(sheet.grid, where, path))
        if faults:
            raise InputError.of(faults)
        return sheet

    @classmethod
    def _sound(cls, name: str, document: Mapping[str, Any], paper: Paper) -> LabelSheet:
        width, height = float(document["width_mm"]), float(document["height_mm"])
        columns, rows = document["columns"], document["rows"]
        count = f"{columns * rows} labels of {width:g} x {height:g} mm"
        return cls(
            name=name,
            label=document.get("label", f"{name} ({paper.label.partition(' (')[0]}, {count})"),
            also=tuple(document.get("also", ())),
            face=document.get("face", _face_for(height)),
            centred_down=document.get("centred", "both") == "both",
            grid=Grid(
                paper=paper,
                columns=columns,
                rows=rows,
                width_mm=width,
                height_mm=height,
                left_mm=float(document["left_mm"]),
                top_mm=float(document["top_mm"]),
                pitch_x_mm=float(document.get("pitch_x_mm", width)),
                pitch_y_mm=float(document.get("pitch_y_mm", height)),
            ),
        )


def _face_for(height_mm: float) -> str:
    return next((face for face, least_mm in _FACES if height_mm >= least_mm), "line")


def _misfits(grid: Grid, where: str, path: tuple[str | int, ...]) -> Iterator[Fault]:
    """Find labels that overlap or hang over the paper's edge."""
    paper = grid.paper
    axes = (
        ("columns", "x", "width", grid.columns, grid.width_mm, grid.pitch_x_mm),
        ("rows", "y", "height", grid.rows, grid.height_mm, grid.pitch_y_mm),
    )
    ends = {"columns": (grid.right_mm, paper.width_mm), "rows": (grid.bottom_mm, paper.height_mm)}
    for noun, axis, length, count, size_mm, pitch_mm in axes:
        if count > 1 and pitch_mm < size_mm - _TOUCH_MM:
            yield Fault(
                what=f"the {noun} overlap: expects a pitch of at least the label's {length}, "
                f"{size_mm:g} mm, got {pitch_mm:g} mm",
                where=located((*path, f"pitch_{axis}_mm"), where),
                remedy="measure from the start of one label to the start of the next",
            )
        end_mm, paper_mm = ends[noun]
        if end_mm > paper_mm + _TOUCH_MM:
            yield Fault(
                what=f"{count} {noun} end at {end_mm:.2f} mm, {paper.label} at {paper_mm:g} mm",
                where=located((*path, noun), where),
                remedy=f"take fewer {noun}, or measure the pitch again",
            )


def label_sheets() -> dict[str, LabelSheet]:
    """Return the sheets of ``templates/labels.toml`` by name."""
    listed = template("labels")["sheets"]
    return {name: LabelSheet.from_dict(name, document) for name, document in listed.items()}


def own_label_sheets(
    documents: Mapping[str, Mapping[str, Any]], *, where: str = ""
) -> dict[str, LabelSheet]:
    """Return the sheets under ``[printing.sheets]`` of an owner's settings.

    Raises:
        InputError: with every fault of all of them.
    """
    found: dict[str, LabelSheet] = {}
    faults: list[Fault] = []
    for name, document in documents.items():
        path = ("printing", "sheets", name)
        try:
            found[name] = LabelSheet.from_dict(name, document, where=where, path=path)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError.of(faults)
    return found


def read_label_sheet(path: Path) -> LabelSheet:
    """Read a sheet from a TOML file of its own; it is called like the file.

    Raises:
        InputError: the file cannot be read or has faults; all of them at once.
    """
    document = parse_toml(read_bytes(path, limit_mb=1), str(path))
    return LabelSheet.from_dict(path.stem, document, where=str(path))


def label_sheet_named(name: str, own: Mapping[str, LabelSheet] | None = None) -> LabelSheet:
    """Return a sheet by its name or by that of one with the same grid; case does not matter.

    Args:
        name: what the pack says, e.g. ``L7160``.
        own: the owner's sheets by name; they come first.

    Raises:
        InputError: when none is called so.
    """
    sheets = {**label_sheets(), **(own or {})}
    wanted = name.casefold()
    for sheet in (*(own or {}).values(), *sheets.values()):
        if wanted in (alias.casefold() for alias in (sheet.name, *sheet.also)):
            return sheet
    known = ", ".join(sheets)
    raise InputError(
        f"the label sheet must be one of {known}, got {name!r}",
        remedy="describe your own under [printing.sheets] in cardkit.toml, or in a file",
    )


def label_sheet_for(paper: Paper, kind: LabelKind = LabelKind.DECKS) -> LabelSheet:
    """Return the sheet that suits labels of a kind, on a paper or on that which goes with it.

    Raises:
        InputError: when none does.
    """
    known = template("papers")["papers"].get(paper.name, {})
    usual = known.get("labels_on", paper.name if known else DEFAULT_PAPER)
    name = template("labels")["suits"][kind].get(usual)
    if name is None:
        raise InputError(
            f"no label sheet is known for {paper.label}", remedy="name one with --sheet"
        )
    return label_sheets()[name]
