"""``build``: the main job in one go, into one folder."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.build_text import file_text, report, summary
from cardkit.cli.hints import quoted, use_folder
from cardkit.cli.output import Invocation, table, wrap
from cardkit.cli.printing import PaperOption
from cardkit.cli.proxy_options import ChosenCards, ProxyCounts, WantedTypes, say_proxies
from cardkit.cli.repeating import again_option, refuse_both, replace_option
from cardkit.cli.usage import named_file, named_folder
from cardkit.errors import ExitCode, InputError, UsageError
from cardkit.plurals import agreeing, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardkit.cli.intake import Intake
    from cardkit.cli.pool import OpenedPool
    from cardkit.findings import Finding
    from cardkit.manifest import Manifest
    from cardkit.printing import ProxyCard
    from cardkit.referee.trials_report import TrialsReport

PRODUCTS = {  # the names stand in cardkit.imports.several too, which passes them over
    "report.txt": "what was read and found, what the table needs, the games",
    "decks.txt": "the five decks, and why each card is where it is",
    "not-owned.csv": "rows of the file that are no card of a deck, and why",
    "proxies.pdf": "stand-ins to print and cut",
    "labels.pdf": "a label for each deck box",
    "manifest.json": "the pool as a document: what the referee plays with",
    "games.json": "the validation games in numbers",
    "game.jsonl": "the first of them, move by move: cardkit replay",
}
"""Every file that a build may make, besides the collection itself."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("build")(build)


def build(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Exports of apps, tables, decklists or folders; - is the standard input.",
            metavar="FILE",
            parser=named_file,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="The folder for everything; it becomes the pool's folder.",
            metavar="DIR",
            parser=named_folder,
            show_default="that of -C, else FILE's name with -game",
        ),
    ] = None,
    choose: ChosenCards = None,
    kind: WantedTypes = None,
    count: ProxyCounts = None,
    paper: PaperOption = None,
    games: Annotated[
        int, typer.Option("--games", help="Validation games; 0 plays none.", min=0, max=100_000)
    ] = 50,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the games.", min=0)] = 1,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the files of an earlier build.")
    ] = False,
    replace: Annotated[
        bool, replace_option("Put FILE in the place of all files in the folder.")
    ] = False,
    again: Annotated[
        bool, again_option("Count FILE besides the other files in the folder.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """From a collection file to a game: decks, proxies, labels, manifest, validation.

    Several files and folders are counted together, as `cardkit import` takes them.
    Exit code 1 when the pool cannot be played yet; the report says what to do.
    """
    from cardkit.cli.intake import Intake, Others
    from cardkit.cli.pool import ProxyWishes
    from cardkit.cli.referee import refuse_crashes
    from cardkit.files import write_all

    invocation: Invocation = context.obj
    refuse_both(again=again, replace=replace)
    wishes = ProxyWishes.of(choose or (), kind or (), count or ())
    folder = _folder(invocation, output, files)
    _refuse_existing(folder, force)
    inside = dataclasses.replace(invocation, folder=folder)
    use_folder(Path())  # what is written into the folder names commands for whoever is in it
    others = Others.REPLACE if replace else Others.KEEP if again else Others.ASK
    with Intake(inside, files, others, wishes) as imported:
        job = Build(inside, imported, paper=paper, games=games, seed=seed)
        # What an earlier build left and this one does not make would speak of another pool.
        write_all(
            folder,
            {
                name: job.products[name].content if name in job.products else None
                for name in PRODUCTS
            },
        )
    use_folder(folder)
    if json:
        invocation.json(job.document(folder))
    else:
        _show(inside, job)
        say_proxies(inside, job.opened.proxies, wishes, job.opened.settings.proxies)
        playing = f"cardkit play {quoted(folder / 'manifest.json')}"
        go_on = "cardkit check" if job.manifest is None else playing
        invocation.say(f"\n{wrap(f'Go on with: {go_on}; see the decks: cardkit sort')}")
    if job.trials is not None:
        refuse_crashes(job.trials)
    if job.has_errors:
        raise typer.Exit(ExitCode.FINDING)


def _folder(invocation: Invocation, output: Path | None, files: Sequence[Path]) -> Path:
    """Return the folder for everything.

    Raises:
        UsageError: ``-o`` and ``-C`` name two.
    """
    named = invocation.folder if invocation.folder != Path() else None
    if output is not None and named is not None and output.resolve() != named.resolve():
        raise UsageError(f"-C and -o name two folders, got {str(named)!r} and {str(output)!r}")
    first = files[0]
    name = "collection" if str(first) == "-" or len(files) > 1 else first.resolve().stem
    return output or named or Path(f"{name}-game")


def _refuse_existing(folder: Path, force: bool) -> None:
    if force:
        return
    taken = [name for name in PRODUCTS if (folder / name).exists()]
    if taken:
        raise InputError(
            f"files of an earlier build are here: {', '.join(taken)}",
            where=str(folder),
            remedy="add --force to replace them, or name another folder with -o",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """One file of a build, and what it is in a few words."""

    content: bytes
    what: str


class Build:
    """Does the main job; nothing is written but the collection."""

    def __init__(
        self,
        invocation: Invocation,
        imported: Intake,
        *,
        paper: str | None,
        games: int,
        seed: int,
    ) -> None:
        self.invocation = invocation
        self.reports, self.opened = imported.reports, imported.opened
        self.left_out = imported.left_out
        self.others = imported.others
        self.products: dict[str, Product] = {}
        self.manifest, refused = _manifest(self.opened)
        self.trials = self._play(games, seed)
        self.findings: tuple[Finding, ...] = (
            *self.opened.findings,
            *_stand_ins(self.opened),
            *refused,
            *(self.trials.findings if self.trials is not None else ()),
        )
        self._print(imported.proxies, paper)
        self._tell()

    @property
    def has_errors(self) -> bool:
        """Whether something keeps the pool from being played."""
        return any(finding.severity == "error" for finding in self.findings)

    def _add(self, name: str, content: bytes, what: str = "") -> None:
        self.products[name] = Product(content=content, what=what or PRODUCTS[name])

    def _play(self, games: int, seed: int) -> TrialsReport | None:
        """Play with the manifest; without one, or when no game is wanted, there is no report."""
        from cardkit.json_text import write_json
        from cardkit.manifest import write_manifest
        from cardkit.referee.records import write_record
        from cardkit.referee.trials import run_trials

        manifest = self.manifest
        if manifest is None:
            return None
        self._add("manifest.json", write_manifest(manifest).encode())
        if not games:
            return None
        with self.invocation.progress("games", games) as bar:
            report = run_trials(
                manifest,
                games,
                seed,
                on_game=lambda _game: bar.advance(),
                on_record=lambda _number, record: self._add(
                    "game.jsonl", write_record(record).encode()
                ),
                recorded={1},
            )
        self._add("games.json", write_json(report.to_dict()).encode())
        return report

    def _print(self, cards: tuple[ProxyCard, ...], wanted: str | None) -> None:
        from cardkit.cli.printing import chosen_label_sheet, chosen_paper
        from cardkit.cli.printing.wishes import chosen_look
        from cardkit.printing import (
            LabelStock,
            deck_labels,
            label_sheet_for,
            labels_pdf,
            proxies_pdf,
        )

        opened = self.opened
        paper = chosen_paper(opened.settings, wanted)
        if cards:
            look = chosen_look(self.invocation.folder, opened.settings.proxies, None, None)
            job = proxies_pdf(
                cards,
                paper=paper,
                title=opened.name,
                layout=look.layout,
                photos=look.pictures(cards),
            )
            self.findings += job.warnings
            what = (
                f"{counted(job.pages, 'page')} with {counted(len(job.plan.pieces), 'stand-in')} "
                "to print at 100 % and cut"
            )
            self._add("proxies.pdf", job.content, what)
        sheet = label_sheet_for(paper) if wanted else chosen_label_sheet(opened.settings)
        job = labels_pdf(
            deck_labels(opened.complete, opened.settings.requirements.sleeves),
            LabelStock(sheet=sheet, title=opened.name),
        )
        self.findings += job.warnings
        what = f"{counted(job.pages, 'page')} of labels ({sheet.name}) to print at 100 %"
        self._add("labels.pdf", job.content, what)

    def _tell(self) -> None:
        from cardkit.cli.decks import sorted_text
        from cardkit.imports.not_owned import not_owned_csv

        self._add("decks.txt", file_text(sorted_text(self.opened.complete)))
        if any(each.skipped or each.unresolved for each in self.reports):
            self._add("not-owned.csv", not_owned_csv(*self.reports).encode("utf-8-sig"))
        self._add("report.txt", file_text(report(self)))

    def document(self, folder: Path) -> dict[str, Any]:
        """Return what ``schemas/build.schema.json`` describes."""
        rows: Counter[str] = Counter()
        for each in self.reports:
            rows.update(each.to_dict()["rows"])
        return {
            "format": "cardkit-build/1",
            "name": self.opened.name,
            "playable": not self.has_errors,
            "rows": dict(rows),
            "left_out": [{"file": fault.where, "why": fault.what} for fault in self.left_out],
            "decks": {
                deck.value: self.opened.complete.size(deck) for deck in self.opened.complete.decks
            },
            "proxies": sum(entry.count for entry in self.opened.proxies),
            "games": len(self.trials.games) if self.trials is not None else 0,
            "wins": self.trials.wins if self.trials is not None else 0,
            "files": [str(folder / name) for name in PRODUCTS if name in self.products],
            "findings": [finding.to_dict() for finding in self.findings],
        }


def _manifest(opened: OpenedPool) -> tuple[Manifest | None, tuple[Finding, ...]]:
    """Return the manifest; or none, and why."""
    from cardkit.findings import Finding, Severity
    from cardkit.manifest import Manifest

    if any(finding.severity is Severity.ERROR for finding in opened.findings):
        reason = Finding(
            code="no-manifest",
            severity=Severity.WARNING,
            what="no manifest is written and no game is played until the errors are mended",
        )
        return None, (reason,)
    try:
        made = Manifest.from_pool(
            opened.complete,
            name=opened.name,
            rules=opened.settings.house_rules,
            requirements=opened.settings.requirements,
        )
    except InputError as error:
        return None, tuple(
            Finding(
                code="no-manifest",
                severity=Severity.ERROR,
                where=fault.where,
                what=fault.what,
                remedy=fault.remedy,
                rule=fault.rule,
            )
            for fault in error.faults
        )
    return made, ()


def _show(invocation: Invocation, job: Build) -> None:
    for paragraph in summary(job):
        invocation.result(f"{paragraph}\n")
    rows = [(name, job.products[name].what) for name in PRODUCTS if name in job.products]
    rows.append(("cardkit.db", "the collection: other commands work on it"))
    invocation.result(wrap(f"In the folder {invocation.folder}:"))
    invocation.result(table(("file", "what it is"), rows))


def _stand_ins(opened: OpenedPool) -> tuple[Finding, ...]:
    """Say that the pool is complete only with its proxies; ``check`` counts owned cards alone."""
    from cardkit.findings import Finding, Severity

    number = sum(entry.count for entry in opened.proxies)
    if not number:
        return ()
    return (
        Finding(
            code="proxies-needed",
            severity=Severity.WARNING,
            what=f"{counted(number, 'card is', 'cards are')} missing and "
            f"{agreeing(number, 'has a stand-in', 'have stand-ins')}",
            remedy="print proxies.pdf and cut it before you play",
            rule="S4",
        ),
    )
