"""``referee`` and ``replay``: validation games, and records of them."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.output import Invocation, table, wrap
from cardkit.errors import CardkitError, ExitCode, Fault, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardkit.manifest import Manifest
    from cardkit.referee.records import Record
    from cardkit.referee.table import UnreadText
    from cardkit.referee.trials import TrialReport
    from cardkit.referee.verification import Replayed, Verification

_BAR_COLUMNS = 40
_WORST_SHOWN = 10


class GamesCrashed(CardkitError):  # noqa: N818 - the name says what happened
    """An error of the program ended some games; the report is about the others."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("referee")(referee)
    app.command("replay")(replay)


def referee(
    context: typer.Context,
    manifest: Annotated[
        Path, typer.Argument(help="The manifest; - is the standard input.", metavar="MANIFEST")
    ],
    games: Annotated[int, typer.Option(min=1, help="How many adventures.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The same seed plays the same games.")] = 1,
    player: Annotated[str, typer.Option(help="careful or random.")] = "careful",
    rounds: Annotated[
        int, typer.Option(min=1, help="Give an adventure up after so many rounds.")
    ] = 1000,
    records: Annotated[
        Path | None, typer.Option(help="Write a record of each game here.", metavar="DIR")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace records that exist.")] = False,
    texts: Annotated[
        bool, typer.Option("--texts", help="List the card texts that are not read.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Play quick games with a manifest and say what they tell about it.

    Exit code 1 when the pool cannot be played as it is.
    """
    from cardkit.referee.games import Limits
    from cardkit.referee.table import unread_texts
    from cardkit.referee.trials import run_trials

    invocation: Invocation = context.obj
    pool = _read_manifest(manifest)
    with invocation.progress("games", games) as bar:
        report = run_trials(
            pool,
            games,
            seed,
            player,
            limits=Limits(rounds=rounds),
            on_game=lambda _result: bar.advance(),
            on_record=None if records is None else _record_writer(records, games, force=force),
        )
    unread = unread_texts(pool) if texts else ()
    if as_json:
        listed = {"texts": [_text_json(text) for text in unread]} if texts else {}
        invocation.json(report.to_dict() | listed)
    else:
        invocation.result(trials_text(report))
        invocation.result("" if report.findings else "\nNothing was found.")
        invocation.findings(report.findings)
        if texts:
            invocation.result(f"\n{_texts_text(unread)}")
    if records is not None:
        first = shlex.quote(str(records / _record_name(1, games)))
        invocation.say(wrap(f"wrote {games} records to {records}. Next: cardkit replay {first}"))
    refuse_crashes(report)
    if report.has_errors:
        raise typer.Exit(ExitCode.FINDING)


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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Verify a recorded game action by action.

    A record is complete in itself: it carries its manifest. One that was changed is refused at
    the first line that is wrong, with the rule that it breaks.
    """
    from cardkit.files import read_bytes
    from cardkit.referee.records import read_record
    from cardkit.referee.verification import Replay, expect_manifest

    invocation: Invocation = context.obj
    where = "standard input" if str(record) == "-" else str(record)
    read = read_record(read_bytes(record), where)
    if manifest is not None:
        expect_manifest(read, _read_manifest(manifest), where=where)
    replaying = Replay(read, where)
    lines: list[dict[str, Any]] = []
    for line in replaying:
        if log and as_json:
            lines.append(line.to_dict())
        elif log:
            invocation.result(_line_text(line))
    if as_json:
        invocation.json(replaying.verification().to_dict() | ({"log": lines} if log else {}))
    else:
        invocation.result(_verification_text(replaying.verification(), where))


def trials_text(report: TrialReport) -> str:
    """Return the results of validation games for people, without the findings."""
    paragraphs = [wrap(wins_text(report)), _badges_text(report), _fights_text(report)]
    if report.beaters:
        paragraphs.append(_beaters_text(report))
    if report.never_met:
        paragraphs.append(wrap(_never_met_text(report)))
    return "\n\n".join(paragraphs)


def wins_text(report: TrialReport) -> str:
    """Return how often the games were won, in a sentence or two."""
    finished = len(report.finished)
    least, most = report.win_share
    text = (
        f"{report.manifest.name}: the {report.player} player wins {report.wins} of "
        f"{finished} adventures (seed {report.seed}); with 95% confidence "
        f"{least:.1%} to {most:.1%} within {report.limits.rounds} rounds."
    )
    if report.median_rounds is not None:
        text += f" The middle win takes {report.median_rounds:.0f} rounds."
    return text


def _badges_text(report: TrialReport) -> str:
    finished = max(1, len(report.finished))
    rows = [
        (badges, games, "#" * round(_BAR_COLUMNS * games / finished))
        for badges, games in enumerate(report.badges)
    ]
    return table(("badges", "games", ""), rows, right=">>")


def _fights_text(report: TrialReport) -> str:
    rows = [
        (
            fight.event.value,
            fight.badges,
            "-" if fight.won is None else fight.won,
            fight.lost,
            f"{fight.won / (fight.won + fight.lost):.0%}" if fight.won else "",
        )
        for fight in report.fights
        if fight.won or fight.lost
    ]
    return table(("event", "badges", "won", "lost", "share won"), rows, right="<>>>>")


def _beaters_text(report: TrialReport) -> str:
    lost = sum(one.lost_events for one in report.beaters)
    rows = [
        (one.name, one.deck.label, one.lost_events, f"{one.lost_events / lost:.0%}")
        for one in report.beaters[:_WORST_SHOWN]
    ]
    return table(("most events are lost to", "deck", "lost", "share"), rows, right="<<>>")


def _never_met_text(report: TrialReport) -> str:
    """Return the cards that played no part; rare decks are seldom seen in few games."""
    more = len(report.never_met) - _WORST_SHOWN
    names = {one.key: one.name for one in report.table.cards}
    shown = [f"{names[key]} ({key})" for key in report.never_met[:_WORST_SHOWN]]
    listed = ", ".join(shown) + (f" and {more} more" if more > 0 else "")
    return f"Never met in these games: {listed}."


def _texts_text(texts: Sequence[UnreadText]) -> str:
    rows = [(one.card.name, one.card.card_id, one.kind, one.name) for one in texts]
    return table(("not read on", "card", "what", "name"), rows)


def _text_json(text: UnreadText) -> dict[str, str]:
    return {
        "deck": text.deck.value,
        "card": text.card.card_id,
        "name": text.card.name,
        "kind": text.kind,
        "text": text.name,
        "why": text.why,
    }


def _line_text(line: Replayed) -> str:
    parts = []
    if line.move is not None:
        why = f" - {line.move.why}" if line.move.why else ""
        parts.append(wrap(f"{line.move.number}. {line.move.action}{why}"))
    parts += [wrap(str(happening), indent="   ") for happening in line.happenings]
    return "\n".join(parts)


def _verification_text(found: Verification, where: str) -> str:
    end = f"stopped: {found.stopped}"
    if found.outcome is not None:
        end = f"won: {found.outcome.reason.value} ({found.outcome.reason.rule})"
    seed = "" if found.seed is None else f", seed {found.seed}"
    return wrap(
        f"{where}: verified, {found.actions} actions of the {found.player} player with "
        f"{found.manifest.name}{seed}; {end} after {found.rounds} rounds and {found.events} "
        f"events, {found.badges} badges. Last position: {found.position}"
    )


def _read_manifest(path: Path) -> Manifest:
    from cardkit.files import read_text
    from cardkit.manifest import read_manifest

    where = "standard input" if str(path) == "-" else str(path)
    return read_manifest(read_text(path), where)


def _record_name(number: int, games: int) -> str:
    return f"game-{number:0{max(4, len(str(games)))}}.jsonl"


def _record_writer(folder: Path, games: int, *, force: bool) -> Callable[[int, Record], None]:
    from cardkit.files import make_folder, write_atomic
    from cardkit.referee.records import write_record

    make_folder(folder)
    taken = [
        Fault(what="the file exists already", where=str(path), remedy="add --force to replace it")
        for path in (folder / _record_name(number, games) for number in range(1, games + 1))
        if path.exists() and not force
    ]
    if taken:
        raise InputError.of(taken[:_WORST_SHOWN])

    def write(number: int, record: Record) -> None:
        path = folder / _record_name(number, games)
        write_atomic(path, write_record(record).encode(), force=force)

    return write


def refuse_crashes(report: TrialReport) -> None:
    """End with an internal error when an error of the program ended games.

    Raises:
        GamesCrashed: names the first such game.
    """
    if not report.crashes:
        return
    first = report.crashes[0]
    raise GamesCrashed(
        f"{len(report.crashes)} of {len(report.games)} games were ended by a fault of cardkit, "
        f"not of the pool: {first.crash} in game {first.number} (seed {first.seed}); "
        "the report is about the others"
    )
