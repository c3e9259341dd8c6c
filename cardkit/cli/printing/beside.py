"""Files that are written beside a PDF: its pages as pictures, and what a machine cuts along."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardkit.cli.output import Invocation, Progress
from cardkit.cli.printing.delivery import Target, with_suffix

if TYPE_CHECKING:
    from cardkit.printing import PrintJob
    from cardkit.printing.options import SheetOptions


def files_beside(
    invocation: Invocation,
    job: PrintJob,
    options: SheetOptions,
    target: Target,
    *,
    resolution_dpi: int | None,
    cut: Path | None,
) -> dict[Path, bytes]:
    """Return the files that are wanted besides, by their paths; none when nothing is written.

    Raises:
        UsageError: a resolution or an ending makes no sense.
    """
    from cardkit.printing.cut_files import cut_file

    files: dict[Path, bytes] = {}
    if cut is not None:
        content = cut_file(job.plan, options, cut.name)
        if target != Target():
            files[cut] = content
    if resolution_dpi is not None and target.path is not None:
        with invocation.progress("pictures", job.pages) as bar:
            files |= _pictures(job, target.path, resolution_dpi, bar)
    return files


def _pictures(job: PrintJob, path: Path, resolution_dpi: int, bar: Progress) -> dict[Path, bytes]:
    """Return a picture of each page; page numbers are padded, so that names sort as pages do."""
    from cardkit.printing.pictures import page_pngs

    files = {}
    for file in job.every_file:
        digits = len(str(file.pages))
        for number, picture in enumerate(
            page_pngs(file.content, resolution_dpi=resolution_dpi), start=1
        ):
            suffix = "-".join(filter(None, (file.suffix, f"{number:0{digits}}")))
            files[with_suffix(path, suffix, ".png")] = picture
            bar.advance()
    return files
