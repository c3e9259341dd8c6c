"""Bought sheets of labels, by name, from ``templates/labels.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.errors import InputError
from cardkit.printing.imposition import Grid, Paper
from cardkit.printing.papers import DEFAULT_PAPER, paper_named
from cardkit.resources import template


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSheet:
    """A bought sheet of labels; ``face`` names the layout that suits its labels."""

    name: str
    label: str
    also: tuple[str, ...]
    face: str
    grid: Grid

    @classmethod
    def from_dict(cls, name: str, document: Mapping[str, Any]) -> LabelSheet:
        """Read one table of ``templates/labels.toml``."""
        lengths = ("width_mm", "height_mm", "left_mm", "top_mm", "pitch_x_mm", "pitch_y_mm")
        return cls(
            name=name,
            label=document["label"],
            also=tuple(document.get("also", ())),
            face=document["face"],
            grid=Grid(
                paper=paper_named(document["paper"]),
                columns=document["columns"],
                rows=document["rows"],
                **{length: document[length] for length in lengths},
            ),
        )


def label_sheets() -> dict[str, LabelSheet]:
    """Return the sheets of ``templates/labels.toml`` by name."""
    listed = template("labels")["sheets"]
    return {name: LabelSheet.from_dict(name, document) for name, document in listed.items()}


def label_sheet_named(name: str) -> LabelSheet:
    """Return a sheet by its name or by that of one with the same grid; case does not matter.

    Raises:
        InputError: when none is called so.
    """
    for sheet in label_sheets().values():
        if name.casefold() in (alias.casefold() for alias in (sheet.name, *sheet.also)):
            return sheet
    known = ", ".join(label_sheets())
    raise InputError(f"the label sheet must be one of {known}, got {name!r}")


def label_sheet_for(paper: Paper) -> LabelSheet:
    """Return the first sheet that comes on a paper, or on that which goes with it.

    Raises:
        InputError: when none does.
    """
    known = template("papers")["papers"].get(paper.name, {})
    usual = known.get("labels_on", paper.name if known else DEFAULT_PAPER)
    for sheet in label_sheets().values():
        if sheet.grid.paper.name == usual:
            return sheet
    raise InputError(f"no label sheet is known for {paper.label}", remedy="name one with --sheet")
