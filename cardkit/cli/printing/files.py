"""Which files a ``print`` command writes: the PDF, its pages as pictures, and what is cut along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardkit.cli.output import Invocation, Progress
from cardkit.cli.printing.delivery import Target, deliver, target_of, with_suffix
from cardkit.cli.printing.grouped import OptionGroup, option
from cardkit.cli.printing.options import DryRun, Force, Json, Output
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from cardkit.printing import PrintJob


@dataclass(frozen=True, slots=True, kw_only=True)
class FileWishes:
    """What the options about files say."""

    output: Path | None = None
    png: int | None = None
    cut_file: Path | None = None
    force: bool = False
    dry_run: bool = False
    json: bool = False

    def target(self, invocation: Invocation, name: str, *, nothing: bool = False) -> Target:
        """Return where the PDF goes; ``nothing`` is to be printed goes nowhere.

        Raises:
            InputError: the file exists already.
            UsageError: the standard output cannot take it.
        """
        target = target_of(
            invocation, self.output, name, json=self.json, dry_run=self.dry_run or nothing
        )
        target.refuse_existing(force=self.force)
        return target

    def beside(self, invocation: Invocation, job: PrintJob, target: Target) -> dict[Path, bytes]:
        """Return the files that are wanted besides, by their paths.

        Raises:
            UsageError: a resolution or an ending makes no sense.
        """
        files: dict[Path, bytes] = {}
        if self.cut_file is not None:
            files |= cut_files_of(job, self.cut_file, target)
        if self.png is not None and target.to_output:
            raise UsageError("--png writes files beside the PDF; name one with -o")
        if self.png is not None and target.path is not None:
            with invocation.progress("pictures", job.pages) as bar:
                files |= _pictures(job, target.path, self.png, bar)
        return files

    def deliver(
        self,
        invocation: Invocation,
        job: PrintJob,
        target: Target,
        *,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        """Write everything that is wanted, and say what it is.

        Raises:
            InputError: a file exists already; then none is written.
            UsageError: a resolution or an ending makes no sense, or several files are to go to
                the standard output.
        """
        deliver(
            invocation,
            job,
            target,
            force=self.force,
            json=self.json,
            extra=extra,
            beside=self.beside(invocation, job, target),
        )


FILES = OptionGroup(
    options={
        "output": (Output, None),
        "png": option(int | None, "--png", "Write each page as a picture, too.", metavar="DPI"),
        "cut_file": option(
            Path | None,
            "--cut-file",
            "Write what a machine cuts along: .svg or .dxf.",
            metavar="FILE",
        ),
        "force": (Force, False),
        "dry_run": (DryRun, False),
        "json": (Json, False),
    },
    read=lambda given: FileWishes(**given),
)


def cut_files_of(job: PrintJob, path: Path, target: Target) -> dict[Path, bytes]:
    """Return the cut files of a job by their paths; none where nothing is written.

    Raises:
        UsageError: the ending is none of a cut file.
    """
    from cardkit.printing.cut_files import cut_files

    files = cut_files(job.plan, path.name)
    if target == Target():
        return {}
    return {with_suffix(path, suffix): content for suffix, content in files.items()}


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
