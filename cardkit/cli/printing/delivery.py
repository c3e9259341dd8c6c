"""Where a PDF goes, and what is said about it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardkit.cli.hints import quoted
from cardkit.cli.output import Invocation, finding_text, table, wrap
from cardkit.errors import InputError, UsageError
from cardkit.plurals import counted

if TYPE_CHECKING:
    from cardkit.printing import PrintJob, PrintPlan

_ONE_OF = {
    "proxies": "proxy",
    "stickers": "sticker",
    "labels": "label",
    "calibration": "cell",
    "dividers": "divider",
    "cards": "card",
    "counters": "counter",
    "board": "part of the board",
    "sheets": "sheet",
}
_MANY_OF = {"calibration": "cells", "board": "parts of the board"}


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
    beside: Mapping[Path, bytes] | None = None,
) -> None:
    """Write the file and say what it is and how to print it; or show what it would be.

    Args:
        invocation: of the command.
        job: what was made.
        target: where it goes.
        force: replace a file that exists.
        json: print the plan as a document.
        extra: what the document says besides.
        beside: other files to write, made from the same job.

    Raises:
        InputError: a file exists already; then none is written.
        UsageError: several files are to go to the standard output.
    """
    files = {**written_files(job, target), **(beside or {})}
    if target.to_output:
        if len(job.every_file) > 1 or beside:
            raise UsageError("several files cannot share the standard output; name a file with -o")
        sys.stdout.buffer.write(job.content)
    _write(files, force=force)
    if json:
        document = plan_document(job, target) | dict(extra or {})
        invocation.json(document | ({"files": list(map(str, files))} if len(files) > 1 else {}))
    elif target == Target():
        invocation.result(_plan_text(job.plan))
    coloured = invocation.colour and sys.stderr.isatty()
    for finding in job.warnings:
        invocation.say(finding_text(finding, colour=coloured))
    if target != Target():
        written = f"wrote {_listed(list(files))}" if files else "wrote the PDF"
        remark = "Print at 100 % (actual size), never fitted to the page."
        invocation.say(wrap(f"{written}: {extent_text(job.plan)}. {remark}"))


def _write(files: Mapping[Path, bytes], *, force: bool) -> None:
    """Write all files, or none where one exists already."""
    from cardkit.files import write_atomic

    for path in files:
        Target(path).refuse_existing(force=force)
    for path, content in files.items():
        write_atomic(path, content, force=force)


_MOST_LISTED = 4


def _listed(paths: Sequence[Path]) -> str:
    names = [quoted(path) for path in paths]
    if len(names) > _MOST_LISTED:
        names = [*names[: _MOST_LISTED - 1], f"{len(names) - _MOST_LISTED + 1} more files"]
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def written_files(job: PrintJob, target: Target) -> dict[Path, bytes]:
    """Return the PDF files of a job by their paths; none where nothing is written to a file."""
    if target.path is None or not job.content:
        return {}
    return {with_suffix(target.path, file.suffix): file.content for file in job.every_file}


def with_suffix(path: Path, suffix: str, ending: str | None = None) -> Path:
    """Return the path of one of several files: ``proxies.pdf`` becomes ``proxies-backs.pdf``."""
    if not suffix and ending is None:
        return path
    stem = f"{path.stem}-{suffix}" if suffix else path.stem
    return path.with_name(stem + (path.suffix if ending is None else ending))


def plan_document(job: PrintJob, target: Target) -> dict[str, Any]:
    """Return the plan as ``schemas/print-plan.schema.json`` describes it."""
    file = next(iter(written_files(job, target)), target.path)
    return job.plan.to_dict() | {
        "file": None if file is None else str(file),
        "warnings": [finding.to_dict() for finding in job.warnings],
    }


def _plan_text(plan: PrintPlan) -> str:
    rows = [
        (
            piece.slot.page,
            piece.slot.place,
            f"{piece.slot.x_mm:.2f}",
            f"{piece.slot.y_mm:.2f}",
            piece.name,
            piece.what,
        )
        for piece in plan.pieces
    ]
    headers = ("page", "place", "x mm", "y mm", "name", "what")
    slot = plan.pieces[0].slot
    sides = (slot.height_mm, slot.width_mm) if slot.turned else (slot.width_mm, slot.height_mm)
    size = " x ".join(f"{side:g}" for side in sides) + " mm"
    summary = f"{extent_text(plan)}; each {size}, x and y from the sheet's top left corner"
    return f"{table(headers, rows, right='>>>>')}\n\n{wrap(summary)}"


def extent_text(plan: PrintPlan) -> str:
    """Return e.g. ``14 proxies on 2 pages, A4 (210 x 297 mm)``."""
    pieces = counted(
        len(plan.pieces), _ONE_OF[plan.product], _MANY_OF.get(plan.product, plan.product)
    )
    unit = "sheet" if plan.flip else "page"
    backs = {"none": "", "fold": " with backs to fold"}.get(plan.backs, " with backs")
    return f"{pieces}{backs} on {counted(plan.pages, unit)}, {plan.sheet}"
