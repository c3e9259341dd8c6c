"""``referee``: validation games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.comparison_text import comparison_text
from cardkit.cli.hints import quoted
from cardkit.cli.manifests import manifest_of, with_house_rules
from cardkit.cli.output import Invocation, table, wrap
from cardkit.cli.pages import Pages, refuse_pages_with_compare
from cardkit.cli.trials_text import trials_text
from cardkit.cli.usage import named_folder
from cardkit.errors import CardkitError, ExitCode, Fault, InputError, UsageError
from cardkit.plurals import agreeing, counted, out_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardkit.manifest import Manifest
    from cardkit.referee.records import Record
    from cardkit.referee.series import Crew
    from cardkit.referee.table import UnreadText
    from cardkit.referee.trials_report import TrialsReport

_WORST_SHOWN = 10
_LEAST_ADVICE_GAMES = 100
_GAMES_PER_START = 10
"""Fewer games are played before another process has started."""


class GamesCrashed(CardkitError):  # noqa: N818 - the name says what happened
    """An error of the program ended some games; the report is about the others."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("referee")(referee)


def referee(
    context: typer.Context,
    manifest: Annotated[
        Path, typer.Argument(help="The manifest; - is the standard input.", metavar="MANIFEST")
    ],
    games: Annotated[
        int, typer.Option(min=1, max=100_000, help="How many adventures at most.")
    ] = 400,
    precision: Annotated[
        float,
        typer.Option(help="Stop when the share of wins is known to plus or minus this; 0: never."),
    ] = 0.05,
    seed: Annotated[int, typer.Option(min=0, help="The same seed plays the same games.")] = 1,
    player: Annotated[str, typer.Option(help="planner, careful or random.")] = "careful",
    rounds: Annotated[
        int, typer.Option(min=1, max=100_000, help="Give an adventure up after so many rounds.")
    ] = 1000,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=512, help="Processes that play.", show_default="one per processor"),
    ] = None,
    advice: Annotated[
        bool,
        typer.Option("--advice/--no-advice", help="Try which one change would help most."),
    ] = True,
    advice_games: Annotated[
        int | None,
        typer.Option(
            min=_LEAST_ADVICE_GAMES,
            max=100_000,
            help="More games at most to try changes with; with fewer nothing is tried.",
            show_default="as many as GAMES",
        ),
    ] = None,
    compare: Annotated[
        Path | None,
        typer.Option(
            help="Play another manifest with the same seeds, and compare.", metavar="OTHER"
        ),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(help="Write a record of each game here.", metavar="DIR", parser=named_folder),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            help="Write a page: the results as charts, and a game to step through.",
            metavar="FILE",
        ),
    ] = None,
    charts: Annotated[
        Path | None,
        typer.Option(
            help="Write the charts as SVG and PNG here.", metavar="DIR", parser=named_folder
        ),
    ] = None,
    rules: Annotated[
        Path | None,
        typer.Option(help="House rules that change the manifest's.", metavar="FILE"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    texts: Annotated[
        bool, typer.Option("--texts", help="List the card texts that are not read.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Play quick games with a manifest and say what they tell about it.

    It takes from seconds to some minutes: long games of weak pools, and the planner, take longest.
    A line on the terminal counts the games, which stop as soon as the share of wins is known
    (--precision). A first look: --games 50 --no-advice.

    The results do not depend on the number of processes. Exit code 1 when the pool cannot be
    played as it is.
    """
    from cardkit.referee.series import Crew, processors

    invocation: Invocation = context.obj
    pool = with_house_rules(manifest_of(manifest), rules)
    wanted = _Wanted(games=games, seed=seed, player=player, rounds=rounds)
    with Crew(workers or min(processors(), 1 + games // _GAMES_PER_START)) as crew:
        if compare is not None:
            _refuse_with_compare(records, texts=texts)
            refuse_pages_with_compare(html, charts)
            other = with_house_rules(manifest_of(compare), rules)
            _compare(invocation, pool, other, wanted, crew, as_json=as_json)
            return
        pages = Pages(html=html, charts=charts, force=force)
        pages.refuse_occupied(manifest)
        writer = None if records is None else _record_writer(records, games, force=force)
        report = _trials(invocation, pool, wanted, crew, precision, writer)
        budget = advice_games or games
        if advice and budget >= _LEAST_ADVICE_GAMES and _is_sound(report):
            report = _advised(invocation, pool, report, crew, budget)
    _show(invocation, report, _unread(pool) if texts else None, as_json=as_json)
    pages.write(invocation, pool, report)
    if records is not None:
        first = quoted(records / _record_name(1, games))
        wrote = (
            f"wrote {counted(len(report.games), 'record')} to {records}. "
            f"Next: cardkit replay {first}"
        )
        invocation.say(wrap(wrote))
    refuse_crashes(report)
    if report.has_errors:
        raise typer.Exit(ExitCode.FINDING)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """Which games are played."""

    games: int
    seed: int
    player: str
    rounds: int


def _is_sound(report: TrialsReport) -> bool:
    """Whether changes can be tried: the pool can be played, and so can cardkit."""
    return not report.has_errors and not report.crashes


def _trials(
    invocation: Invocation,
    pool: Manifest,
    wanted: _Wanted,
    crew: Crew,
    precision: float,
    writer: Callable[[int, Record], None] | None,
) -> TrialsReport:
    from cardkit.referee.games import Limits
    from cardkit.referee.trials import run_trials

    with invocation.progress("games", wanted.games) as bar:
        return run_trials(
            pool,
            wanted.games,
            wanted.seed,
            wanted.player,
            limits=Limits(rounds=wanted.rounds),
            precision=precision or None,
            crew=crew,
            on_game=lambda _result: bar.advance(),
            on_record=writer,
        )


def _advised(
    invocation: Invocation, pool: Manifest, report: TrialsReport, crew: Crew, games: int
) -> TrialsReport:
    from cardkit.referee.advice import find_advice

    with invocation.progress("trying changes", games) as bar:
        found = find_advice(pool, report, crew, budget=games, on_game=lambda _result: bar.advance())
    return replace(report, advice=found)


def _compare(
    invocation: Invocation,
    pool: Manifest,
    other: Manifest,
    wanted: _Wanted,
    crew: Crew,
    *,
    as_json: bool,
) -> None:
    from cardkit.referee.comparison import compare
    from cardkit.referee.games import Limits

    with invocation.progress("games", 2 * wanted.games) as bar:
        found = compare(
            pool,
            other,
            wanted.games,
            wanted.seed,
            wanted.player,
            limits=Limits(rounds=wanted.rounds),
            crew=crew,
            on_game=lambda _result: bar.advance(),
        )
    if as_json:
        invocation.json(found.to_dict())
    else:
        invocation.result(comparison_text(found))
    refuse_crashes(found.first)
    refuse_crashes(found.second)


def _refuse_with_compare(records: Path | None, *, texts: bool) -> None:
    given = [
        name for name, used in (("--records", records is not None), ("--texts", texts)) if used
    ]
    if given:
        raise UsageError(f"{' and '.join(given)} cannot be used with --compare")


def _unread(pool: Manifest) -> Sequence[UnreadText]:
    from cardkit.referee.table import unread_texts

    return unread_texts(pool)


def _show(
    invocation: Invocation,
    report: TrialsReport,
    texts: Sequence[UnreadText] | None,
    *,
    as_json: bool,
) -> None:
    if as_json:
        listed = {} if texts is None else {"texts": [_text_json(text) for text in texts]}
        invocation.json(report.to_dict() | listed)
        return
    invocation.result(trials_text(report))
    invocation.result("" if report.findings else "\nNothing was found.")
    invocation.findings(report.findings)
    if texts is not None:
        invocation.result(f"\n{_texts_text(texts)}")


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


def refuse_crashes(report: TrialsReport) -> None:
    """End with an internal error when an error of the program ended games.

    Raises:
        GamesCrashed: names the first such game.
    """
    if not report.crashes:
        return
    first = report.crashes[0]
    raise GamesCrashed(
        f"{out_of(len(report.crashes), len(report.games), 'game')} "
        f"{agreeing(len(report.crashes), 'was', 'were')} ended by a fault of cardkit, "
        f"not of the pool: {first.crash} in game {first.number} (seed {first.seed}); "
        "the report is about the others"
    )
