"""The report for the eye: pages and pictures of charts, written to files."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardkit.cli.output import Invocation, wrap
from cardkit.errors import Fault, InputError, UsageError
from cardkit.plurals import counted

if TYPE_CHECKING:
    from cardkit.manifest import Manifest
    from cardkit.referee.records import Record
    from cardkit.referee.trials_report import TrialsReport

_CHARTS_MADE = "outcomes.svg"
"""The chart that every report has: where it lies, charts were written before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """Where a report for the eye is to be written.

    Attributes:
        html: the page; None for none.
        charts: the folder of its charts as SVG and PNG; None for none.
    """

    html: Path | None
    charts: Path | None
    force: bool

    def refuse_occupied(self, manifest: Path) -> None:
        """Refuse what is in the way, before any game is played.

        Raises:
            InputError: with every file that would be replaced, or for the manifest itself.
        """
        from cardkit.files import refuse_input

        if self.html is not None:
            refuse_input(self.html, [manifest])
        faults = [] if self.html is None else _in_the_way(self.html, force=self.force)
        if self.charts is not None and self.charts.is_dir():
            faults += _in_the_way(self.charts / _CHARTS_MADE, force=self.force)
        elif self.charts is not None and self.charts.exists():
            what = "a file stands where a folder is to be made"
            faults.append(Fault(what=what, where=str(self.charts), remedy="name a folder"))
        if faults:
            raise InputError.of(faults)

    def write(self, invocation: Invocation, pool: Manifest, report: TrialsReport) -> None:
        """Write what is wanted, and say so."""
        if self.html is not None:
            self._write_page(invocation, pool, report, self.html)
        if self.charts is not None:
            self._write_charts(invocation, report, self.charts)

    def _write_page(
        self, invocation: Invocation, pool: Manifest, report: TrialsReport, file: Path
    ) -> None:
        from cardkit.files import write_atomic
        from cardkit.report.page import report_page
        from cardkit.report.typical import typical_record

        page = report_page(report, typical_record(pool, report))
        write_atomic(file, page.encode(), force=self.force)
        invocation.say(wrap(f"wrote the page {file}; open it in a browser"))

    def _write_charts(self, invocation: Invocation, report: TrialsReport, folder: Path) -> None:
        from cardkit.files import make_folder, write_all
        from cardkit.report.charts import charts_of
        from cardkit.report.drawing import svg
        from cardkit.report.raster import png

        charts = charts_of(report)
        make_folder(folder)
        contents: dict[str, bytes | None] = {}
        for chart in charts:
            contents[f"{chart.key}.svg"] = svg(chart, alone=True).encode()
            contents[f"{chart.key}.png"] = png(chart)
        write_all(folder, contents)
        invocation.say(wrap(f"wrote {counted(len(charts), 'chart')} as SVG and PNG to {folder}"))


def refuse_pages_with_compare(html: Path | None, charts: Path | None) -> None:
    """Refuse pages where two manifests are compared: they are about one.

    Raises:
        UsageError: naming the options.
    """
    given = [name for name, path in (("--html", html), ("--charts", charts)) if path is not None]
    if given:
        raise UsageError(f"{' and '.join(given)} cannot be used with --compare")


def write_replay_page(
    invocation: Invocation, record: Record, where: str, file: Path, *, force: bool
) -> None:
    """Write the page of one game.

    Raises:
        RecordError: when the record does not prove right.
        InputError: when the file exists.
    """
    from cardkit.files import write_atomic
    from cardkit.report.page import replay_page

    page = replay_page(record, where)
    write_atomic(file, page.encode(), force=force)
    invocation.say(wrap(f"wrote the page {file}; open it in a browser"))


def refuse_unwritable(path: Path, option: str) -> None:
    """Make sure that a file can be written, before any work is done; it may exist.

    Args:
        path: the file.
        option: names another one.

    Raises:
        InputError: it is a folder, or its folder is not there or may not be written to.
    """
    faults = _in_the_way(path, force=True)
    if faults:
        remedy = f"name a file elsewhere with {option}"
        raise InputError.of(replace(fault, remedy=remedy) for fault in faults)


def _in_the_way(path: Path, *, force: bool) -> list[Fault]:
    """Return what keeps a file from being written; at most one fault."""
    from cardkit.files import refuse_occupied

    folder = path.absolute().parent
    if not path.is_dir():
        if not folder.is_dir():
            what, remedy = "the folder of the file does not exist", "make it, or name another"
            return [Fault(what=what, where=str(path), remedy=remedy)]
        if not os.access(folder, os.W_OK):
            what, remedy = "the folder of the file cannot be written to", "name another"
            return [Fault(what=what, where=str(path), remedy=remedy)]
    try:
        refuse_occupied(path, force=force)
    except InputError as error:
        return list(error.faults)
    return []
