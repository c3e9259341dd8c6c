"""``replay``: records verified, told, stepped through, and written as a text to read."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cardkit.cli.output import Invocation, wrap
from cardkit.cli.pages import write_replay_page
from cardkit.errors import UsageError
from cardkit.plurals import counted

if TYPE_CHECKING:
    from cardkit.playing.paint import Style
    from cardkit.referee.records import Record
    from cardkit.referee.state import State
    from cardkit.referee.verification import Replay, Replayed, Verification

_WALK_HELP = "ENTER: next step; b: one back; 40: to step 40; q: leave"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("replay")(replay)


def replay(
    context: typer.Context,
    record: Annotated[
        Path, typer.Argument(help="The record; - is the standard input.", metavar="RECORD")
    ],
    manifest: Annotated[
        Path | None,
        typer.Option(help="Insist that the game was played with FILE.", metavar="FILE"),
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Tell what happened, with rules.")] = False,
    to: Annotated[
        int | None, typer.Option(min=0, help="Tell what happened up to step N.", metavar="N")
    ] = None,
    step: Annotated[
        int | None, typer.Option(min=0, help="Show step N and the table after it.", metavar="N")
    ] = None,
    walk: Annotated[
        bool, typer.Option("--walk", help="Step through the game, forwards and back.")
    ] = False,
    export_to: Annotated[
        Path | None,
        typer.Option(
            "--export",
            help="Write the whole game as a text; - is the standard output.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", help="Write a page to step through the game in a browser.", metavar="FILE"
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file of --export or --html.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Verify a recorded game action by action.

    A record is complete in itself: it carries its manifest. One that was changed is refused at
    the first line that is wrong, with the rule that it breaks. A saved game is a record too.
    """
    from cardkit.cli.manifests import manifest_of
    from cardkit.files import read_bytes, refuse_input
    from cardkit.referee.records import read_record
    from cardkit.referee.verification import Replay, expect_manifest

    invocation: Invocation = context.obj
    _expect_one_way(
        to is not None, step is not None, walk, export_to is not None, html is not None, as_json
    )
    where = "standard input" if str(record) == "-" else str(record)
    for made in (export_to, html):
        if made is not None:
            refuse_input(made, [record, *([manifest] if manifest is not None else [])])
    read = read_record(read_bytes(record), where)
    if manifest is not None:
        expect_manifest(read, manifest_of(manifest), where=where)
    steps = len(read.moves)
    for name, number in (("--to", to), ("--step", step)):
        if number is not None and number > steps:
            raise UsageError(f"{name}: the record has {counted(steps, 'step')}, got {number}")
    if export_to is not None:
        _export(invocation, read, where, export_to, force=force)
        return
    if html is not None:
        write_replay_page(invocation, read, where, html, force=force)
        return
    if walk or step is not None:
        _show_positions(invocation, Replay(read, where), step)
        return
    _tell(invocation, Replay(read, where), where, to if to is not None else steps, log, as_json)


def _expect_one_way(*wanted: bool) -> None:
    if sum(wanted) > 1:
        raise UsageError("--to, --step, --walk, --export, --html and --json exclude each other")


def _tell(
    invocation: Invocation, replaying: Replay, where: str, to: int, log: bool, as_json: bool
) -> None:
    told_to = to < len(replaying.record.moves)
    lines: list[dict[str, Any]] = []
    for number, line in enumerate(replaying):
        if number > to:
            continue  # what comes after is verified and not told
        if log and as_json:
            lines.append(line.to_dict())
        elif log or told_to:
            invocation.result(_line_text(line))
    if as_json:
        invocation.json(replaying.verification().to_dict() | ({"log": lines} if log else {}))
    else:
        invocation.result(_verification_text(replaying.verification(), where))


def _export(invocation: Invocation, record: Record, where: str, file: Path, *, force: bool) -> None:
    from cardkit.files import write_atomic
    from cardkit.playing.story import whole_story

    text = whole_story(record, where)
    if str(file) == "-":
        invocation.result(text.removesuffix("\n"))
        return
    write_atomic(file, text.encode(), force=force)
    invocation.say(wrap(f"wrote the game of {counted(len(record.moves), 'step')} to {file}"))


class _Position(NamedTuple):
    line: Replayed
    state: State


def _show_positions(invocation: Invocation, replaying: Replay, step: int | None) -> None:
    """Verify the whole record, then show one of its positions, or walk through them."""
    from cardkit.playing.paint import Style

    positions = []
    for line in replaying:
        adventure = replaying.adventure
        if adventure is not None:
            positions.append(_Position(line, adventure.state.copy()))
    columns = shutil.get_terminal_size((80, 24)).columns
    style = Style(width=max(20, min(columns, 100)), colour=invocation.colour)
    if step is not None:
        invocation.result(_position_text(positions[step], style))
    else:
        _walk(positions, style)


def _walk(positions: list[_Position], style: Style) -> None:
    from cardkit.cli.terminal import Terminal

    terminal = Terminal(plain=False)
    at, last = 0, len(positions) - 1
    while True:
        terminal.clear()
        terminal.say(_position_text(positions[at], style))
        typed = terminal.line(f"step {at} of {last}. {_WALK_HELP} > ", ())
        if typed is None or typed.strip() in ("q", "quit"):
            return
        word = typed.strip()
        if word in ("b", "back"):
            at = max(0, at - 1)
        elif word.isdecimal() and len(word) <= 7:
            at = min(int(word), last)
        elif not word:
            at = min(at + 1, last)


def _position_text(position: _Position, style: Style) -> str:
    from cardkit.playing.board import board, rule
    from cardkit.playing.paint import paint_all

    drawn = paint_all([*board(position.state, style), rule(style)], style)
    return f"{drawn}\n{_line_text(position.line)}"


def _line_text(line: Replayed) -> str:
    parts = []
    if line.move is not None:
        why = f" - {line.move.why}" if line.move.why else ""
        said = "" if line.move.kind.value == "action" else f" [{line.move.kind.value}]"
        parts.append(wrap(f"{line.move.number}. {line.move.action}{said}{why}"))
    parts += [wrap(str(happening), indent="   ") for happening in line.happenings]
    return "\n".join(parts)


def _verification_text(found: Verification, where: str) -> str:
    from cardkit.playing.story import said_words

    end = f"stopped: {found.stopped}"
    if found.outcome is not None:
        end = f"won: {found.outcome.reason.value} ({found.outcome.reason.rule})"
    seed = "" if found.seed is None else f", seed {found.seed}"
    said = said_words(found)
    return wrap(
        f"{where}: verified, {counted(found.actions, 'action')} of the {found.player} player with "
        f"{found.manifest.name}{seed}; {end} after {counted(found.rounds, 'round')} and "
        f"{counted(found.events, 'event')}, {counted(found.badges, 'badge')}. "
        f"{said}{' ' * bool(said)}Last position: {found.position}"
    )
