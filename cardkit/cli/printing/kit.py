"""``print kit``: everything on the table besides the decks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.output import Invocation, table
from cardkit.cli.printing.delivery import (
    Target,
    deliver,
    plan_document,
    target_of,
    with_suffix,
    written_files,
)
from cardkit.cli.printing.files import FILES, FileWishes
from cardkit.cli.printing.grouped import takes
from cardkit.cli.printing.options import chosen_paper
from cardkit.cli.printing.piece_sheets import piece_sheet
from cardkit.cli.printing.sheet_options import SHEETS, SheetWishes, chosen_sheet
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cardkit.cards import EnergyType
    from cardkit.findings import Finding
    from cardkit.printing.kit import KitFile, KitPart, Stock
    from cardkit.printing.options import SheetOptions
    from cardkit.settings import Settings

KIT_FORMAT = "cardkit-kit-plan/1"
_MOST_ENERGY = 60
_EVERYWHERE = ("margins_mm", "guides", "orientation", "style", "split_pages")
"""What options about sheets mean for other pieces than cards, too."""

Only = Annotated[
    list[str] | None,
    typer.Option("--only", help="Only this part, as --list names it.", metavar="PART"),
]
ListParts = Annotated[bool, typer.Option("--list", help="List the parts and print nothing.")]
Energy = Annotated[
    list[str] | None,
    typer.Option(
        "--energy",
        help="Energy cards: TYPE=N, or N of each type.",
        metavar="N",
        show_default="what the Energy deck lacks",
    ),
]
BoardPaper = Annotated[
    str | None,
    typer.Option(
        "--board-paper",
        help="For the board: a1, a2, any other paper, or poster for one page.",
        metavar="PAPER",
        show_default="as --paper",
    ),
]
BoardFit = Annotated[
    bool, typer.Option("--board-fit", help="The board on one page, smaller where it must be.")
]


@takes(files=FILES, sheet=SHEETS)
def kit(
    context: typer.Context,
    files: FileWishes,
    *,
    only: Only = None,
    list_parts: ListParts = False,
    energy: Energy = None,
    board_paper: BoardPaper = None,
    board_fit: BoardFit = False,
    sheet: SheetWishes,
) -> None:
    """Print what a table needs besides its decks.

    Balls, badges, counters, board, rules and log. Cards, counters, board and sheets go on
    different paper, so each has a file of its own: without -o kit-cards.pdf, kit-counters.pdf,
    kit-board.pdf and kit-sheets.pdf in the pool's folder. Sizes, gaps, bleed and backs hold for
    the cards.
    """
    from cardkit.cli.pool import folder_name
    from cardkit.printing.kit import Kit, Stock, kit_file
    from cardkit.settings import load_settings

    invocation: Invocation = context.obj
    if list_parts:
        _list(invocation)
        return
    settings = load_settings(invocation.folder)
    wanted = Kit(
        rules=settings.house_rules,
        energy=_energy(invocation, settings, energy),
        title=settings.name or folder_name(invocation.folder),
        parts=_parts(only),
        fit_board=board_fit,
    )
    found = [
        made
        for stock in Stock
        if wanted.parts_of(stock)
        for made in (kit_file(wanted, stock, _options(settings, sheet, stock, board_paper)),)
        if made is not None
    ]
    if not found:
        invocation.say("The Energy deck lacks no card, so there is nothing to print.")
        invocation.say("Ask for Energy cards all the same with --energy.")
    if files.json or found:
        _deliver(invocation, found, files)


def _list(invocation: Invocation) -> None:
    from cardkit.printing.kit import KitPart

    rows = [(part.value, part.stock.value, part.says) for part in KitPart]
    invocation.result(table(("part", "file", "what"), rows))


def _parts(only: Sequence[str] | None) -> tuple[KitPart, ...]:
    """Return the parts that --only names, or all.

    Raises:
        UsageError: there is no such part.
    """
    from cardkit.printing.kit import KitPart

    for name in only or ():
        if name not in list(KitPart):
            raise UsageError(f"--only expects one of {', '.join(KitPart)}, got {name!r}")
    return tuple(map(KitPart, only)) if only else tuple(KitPart)


def _energy(
    invocation: Invocation, settings: Settings, given: Sequence[str] | None
) -> dict[EnergyType, int]:
    """Return Energy cards by type: as the option says, else what the Energy deck lacks (S5).

    Raises:
        UsageError: the option names no type or number.
    """
    from cardkit.cards import BASIC_ENERGY_TYPES
    from cardkit.decks.energy import NEEDED_ENERGY

    if given is None:
        owned = _owned_energy(invocation, settings)
        least = settings.requirements.energy_per_type
        lacking = {kind: least - owned.get(kind, 0) for kind in NEEDED_ENERGY}
        return {kind: count for kind, count in lacking.items() if count > 0}
    names = {kind.value.casefold(): kind for kind in BASIC_ENERGY_TYPES}
    counts: dict[EnergyType, int] = {}
    for text in given:
        match = re.fullmatch(r"(?:([a-z]+)=)?(\d{1,3})", text.strip().casefold())
        kinds = NEEDED_ENERGY if match and not match[1] else ()
        if match and match[1] in names:
            kinds = (names[match[1]],)
        if match is None or not kinds or int(match[2]) > _MOST_ENERGY:
            raise UsageError(
                f"--energy expects TYPE=N or N, at most {_MOST_ENERGY}, with one of "
                f"{', '.join(BASIC_ENERGY_TYPES)}, got {text!r}"
            )
        counts |= dict.fromkeys(kinds, int(match[2]))
    return {kind: counts[kind] for kind in BASIC_ENERGY_TYPES if counts.get(kind)}


def _owned_energy(invocation: Invocation, settings: Settings) -> Mapping[EnergyType, int]:
    """Return the basic Energy at hand; none where there is no collection yet."""
    from cardkit.catalogue import Catalogue
    from cardkit.collection import Collection
    from cardkit.collection.database import FILE_NAME
    from cardkit.decks import build_pool

    if not (invocation.folder / FILE_NAME).is_file():
        return {}
    with Collection.open(invocation.folder) as collection, Catalogue.open() as catalogue:
        owned = collection.pool_entries(catalogue)
    return build_pool(owned, settings.requirements).energy_owned


def _options(
    settings: Settings, wishes: SheetWishes, stock: Stock, board_paper: str | None
) -> SheetOptions:
    """Return how the sheets of one file are laid out.

    Raises:
        UsageError: the board's paper is none.
        InputError: the choice makes no sense.
    """
    from cardkit.printing.kit import POSTER, Stock, counter_side_mm, log_size_mm, poster_paper

    if stock is Stock.CARDS:
        return chosen_sheet(settings, wishes)
    document = {key: value for key, value in wishes.document.items() if key in _EVERYWHERE}
    plain = replace(wishes, document=document, start_at=1)
    side = counter_side_mm()
    if stock is Stock.COUNTERS:
        return piece_sheet(settings, plain, (side, side))
    if stock is Stock.SHEETS:
        fixed = {"guides": {"kind": "none", "outline": False}, "orientation": "portrait"}
        options = piece_sheet(settings, plain, (side, side), **fixed)
        return piece_sheet(settings, plain, log_size_mm(options), **fixed)
    options = piece_sheet(settings, plain, (side, side))
    if board_paper is None:
        return options
    if board_paper.casefold() == POSTER:
        return replace(options, paper=poster_paper())
    return replace(options, paper=chosen_paper(settings, board_paper))


def _deliver(invocation: Invocation, found: Sequence[KitFile], wishes: FileWishes) -> None:
    """Write the files, or none of them, and say what they are.

    Raises:
        UsageError: several files are to go to the standard output, or the log is to be cut out.
        InputError: a file exists already.
    """
    from cardkit.printing.kit import Stock

    several = len(found) > 1 or wishes.output is None
    target = target_of(
        invocation, wishes.output, "kit.pdf", json=wishes.json, dry_run=wishes.dry_run
    )
    if target.to_output and len(found) > 1:
        raise UsageError(
            "several files cannot share the standard output; name a file with -o, or one part "
            "with --only"
        )
    if wishes.cut_file is not None and all(made.stock is Stock.SHEETS for made in found):
        raise UsageError("--cut-file is for what is cut out; the log is written on as it is")
    jobs = [_wishes(wishes, made, several=several) for made in found]
    targets = [_target(target, made.stock.value if several else "") for made in found]
    written = [
        {**written_files(made.job, to), **own.beside(invocation, made.job, to)}
        for made, to, own in zip(found, targets, jobs, strict=True)
    ]
    for path in (path for files in written for path in files):
        Target(path).refuse_existing(force=wishes.force)
    if wishes.json:
        _deliver_json(invocation, found, targets, written, force=wishes.force)
        return
    said: set[Finding] = set()
    for made, to, files in zip(found, targets, written, strict=True):
        # What holds for every file, such as the pool's name, is said once.
        new = tuple(finding for finding in made.job.warnings if finding not in said)
        said |= set(new)
        job = replace(made.job, warnings=new)
        deliver(invocation, job, to, force=wishes.force, json=False, beside=files)
        if to != Target():
            invocation.say(f"  Print it on {made.advice}.")


def _wishes(wishes: FileWishes, made: KitFile, *, several: bool) -> FileWishes:
    """Return what is wanted of one file of the kit; of several each has a cut file of its own."""
    from cardkit.printing.kit import Stock

    if wishes.cut_file is None or made.stock is Stock.SHEETS:
        return replace(wishes, cut_file=None)
    name = with_suffix(wishes.cut_file, made.stock.value if several else "")
    return replace(wishes, cut_file=name)


def _deliver_json(
    invocation: Invocation,
    found: Sequence[KitFile],
    targets: Sequence[Target],
    written: Sequence[Mapping[Path, bytes]],
    *,
    force: bool,
) -> None:
    from cardkit.files import write_atomic

    documents = []
    for made, to, files in zip(found, targets, written, strict=True):
        for path, content in files.items():
            write_atomic(path, content, force=force)
        documents.append(_document(made, to, list(map(str, files))))
    title = found[0].job.plan.title if found else ""
    invocation.json({"format": KIT_FORMAT, "title": title, "files": documents})


def _target(target: Target, suffix: str) -> Target:
    return target if target.path is None else Target(with_suffix(target.path, suffix))


def _document(made: KitFile, target: Target, files: list[str]) -> dict[str, Any]:
    plan = plan_document(made.job, target) | ({"files": files} if len(files) > 1 else {})
    document: dict[str, Any] = {
        "stock": made.stock.value,
        "parts": [part.value for part in made.parts],
        "plan": plan,
    }
    if made.tiles:
        document["tiles"] = [tile.to_dict() for tile in made.tiles]
    return document
