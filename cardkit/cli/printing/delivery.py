"""Where a PDF goes, and what is said about it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardkit.cli.output import Invocation, table, wrap
from cardkit.errors import InputError, UsageError

if TYPE_CHECKING:
    from cardkit.printing import PrintJob, PrintPlan

_ONE_OF = {"proxies": "proxy", "stickers": "sticker", "labels": "label"}


@dataclass(frozen=True, slots=True)
class Target:
    """Where the PDF goes: a file, the standard output, or nowhere (``--dry-run``)."""

    path: Path | None = None
    to_output: bool = False

    def refuse_existing(self, *, force: bool) -> None:
        """Refuse a file that exists before any work is done."""
        if self.path is not None and self.path.is_file() and not force:
            raise InputError(
                "the file exists already", where=str(self.path), remedy="add --force to replace it"
            )


def target_of(
    invocation: Invocation, output: Path | None, name: str, *, json: bool, dry_run: bool
) -> Target:
    """Return where -o, else the pool's folder, says a file of this name goes."""
    if dry_run:
        return Target()
    if output is None or str(output) != "-":
        return Target(invocation.folder / name if output is None else output)
    if json:
        raise UsageError("--json and -o - cannot share the standard output")
    if sys.stdout.isatty():
        raise UsageError("a PDF is nothing for a terminal; name a file with -o")
    return Target(to_output=True)


def deliver(
    invocation: Invocation,
    job: PrintJob,
    target: Target,
    *,
    force: bool,
    json: bool,
    extra: Mapping[str, Any] | None = None,
) -> None:
    """Write the file and say what it is and how to print it; or show what it would be.

    Args:
        invocation: of the command.
        job: what was made.
        target: where it goes.
        force: replace a file that exists.
        json: print the plan as a document.
        extra: what the document says besides.
    """
    from cardkit.files import write_atomic

    if target.to_output:
        sys.stdout.buffer.write(job.content)
    elif target.path is not None:
        write_atomic(target.path, job.content, force=force)
    if json:
        invocation.json(plan_document(job, target) | dict(extra or {}))
    elif target == Target():
        invocation.result(_plan_text(job.plan))
    for finding in job.warnings:
        remedy = f"; {finding.remedy}" if finding.remedy else ""
        invocation.say(wrap(f"{finding.severity}: {finding.where}: {finding.what}{remedy}"))
    if target != Target():
        written = (
            "wrote the PDF" if target.path is None else f"wrote {shlex.quote(str(target.path))}"
        )
        remark = "Print at 100 % (actual size), never fitted to the page."
        invocation.say(wrap(f"{written}: {extent_text(job.plan)}. {remark}"))


def plan_document(job: PrintJob, target: Target) -> dict[str, Any]:
    """Return the plan as ``schemas/print-plan.schema.json`` describes it."""
    return job.plan.to_dict() | {
        "file": None if target.path is None else str(target.path),
        "warnings": [finding.to_dict() for finding in job.warnings],
    }


def _plan_text(plan: PrintPlan) -> str:
    rows = [
        (
            piece.slot.page,
            (piece.slot.row - 1) * plan.grid.columns + piece.slot.column,
            f"{piece.slot.x_mm:.2f}",
            f"{piece.slot.y_mm:.2f}",
            piece.name,
            piece.what,
        )
        for piece in plan.pieces
    ]
    headers = ("page", "place", "x mm", "y mm", "name", "what")
    size = f"{plan.grid.width_mm:g} x {plan.grid.height_mm:g} mm"
    summary = f"{extent_text(plan)}; each {size}, x and y from the sheet's top left corner"
    return f"{table(headers, rows, right='>>>>')}\n\n{wrap(summary)}"


def extent_text(plan: PrintPlan) -> str:
    """Return e.g. ``14 proxies on 2 pages, A4 (210 x 297 mm)``."""
    noun = plan.product if len(plan.pieces) != 1 else _ONE_OF[plan.product]
    pages = f"{plan.pages} page{'' if plan.pages == 1 else 's'}"
    return f"{len(plan.pieces)} {noun} on {pages}, {plan.sheet}"
