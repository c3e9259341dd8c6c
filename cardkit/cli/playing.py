"""``play``: the adventure in the terminal, or as a companion of a game with real cards."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.hints import quoted
from cardkit.cli.output import Invocation, wrap
from cardkit.errors import InputError, UsageError
from cardkit.playing.talk import Pace
from cardkit.plurals import counted

if TYPE_CHECKING:
    from cardkit.cli.terminal import Terminal
    from cardkit.manifest import Manifest
    from cardkit.playing.game import Game
    from cardkit.playing.paint import Style
    from cardkit.playing.seat import Seat
    from cardkit.referee.records import Record
    from cardkit.referee.table import Table

_SEED_BYTES = 4
_NARROWEST, _WIDEST = 20, 100


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


def play(
    context: typer.Context,
    manifest: Annotated[
        Path | None, typer.Argument(help="The manifest.", metavar="MANIFEST", show_default=False)
    ] = None,
    companion: Annotated[
        bool, typer.Option("--companion", help="The cards are on the table; cardkit referees.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="The same seed draws the same cards.", show_default="by chance"),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Save to FILE after each step, and go on from it.",
            metavar="FILE",
            show_default="beside the manifest",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(help="Go on with a saved game.", metavar="SAVE", show_default=False),
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin anew; replaces the save.")] = False,
    rules: Annotated[
        Path | None,
        typer.Option(help="House rules that change the manifest's.", metavar="FILE"),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Full sentences for a screen reader; no drawing.")
    ] = False,
    pace: Annotated[
        Pace, typer.Option(help="all: show at once what happens; line: ENTER after each line.")
    ] = Pace.ALL,
) -> None:
    """Play the adventure in the terminal; help lists what may be typed.

    The game is saved after every step and goes on from there, also after a power cut. With
    --companion you play with your own cards and dice and say what happens; the referee keeps
    damage, conditions, Energy and balls, moves the enemy, and answers questions.
    """
    invocation: Invocation = context.obj
    place, record, table = _game_on_file(manifest, save, resume, rules, new=new, table=companion)
    if record is not None and seed is not None and seed != record.opening.seed:
        raise UsageError(f"a saved game keeps its seed {record.opening.seed}; --new begins anew")
    if companion and seed is not None:
        raise UsageError("--companion takes its outcomes from the table, not from a --seed")
    desk = _Desk(invocation, place, plain=plain, pace=pace, companion=companion)
    desk.play(record, table, seed)


class _Desk:
    """Puts terminal, seat and save together."""

    def __init__(
        self, invocation: Invocation, place: Path, *, plain: bool, pace: Pace, companion: bool
    ) -> None:
        from cardkit.cli.terminal import Terminal
        from cardkit.playing.seat import Seat

        self._invocation = invocation
        self._place = place
        self._companion = companion
        self._plain = plain
        self._terminal: Terminal = Terminal(plain=plain)
        self._saved = False
        self._style = _style(plain=plain, colour=invocation.colour)
        self._seat: Seat = Seat(
            self._terminal,
            self._style,
            self._keep,
            place=str(place),
            pace=pace,
        )

    def play(self, record: Record | None, manifest: Manifest, seed: int | None) -> None:
        """Play until the adventure is over or the person leaves."""
        from cardkit.playing.talk import Back, Left

        try:
            game = self._resumed(record) if record else self._begun(manifest, seed)
            self._seat.run(game)
        except (Left, Back):
            self._farewell()
        except KeyboardInterrupt:
            self._farewell()
            raise
        except InputError:
            if self._saved:
                self._farewell()
            raise
        else:
            self._invocation.say(
                wrap(f"The whole game: cardkit replay {quoted(self._place)} --log")
            )

    def _begun(self, manifest: Manifest, seed: int | None) -> Game:
        from cardkit.playing.game import PERSON, TABLE, Game
        from cardkit.referee.asking import Asked
        from cardkit.referee.chance import Seeded
        from cardkit.referee.table import Table

        table = Table.lay(manifest)
        if self._companion:
            self._introduce(table, "The cards are on the table: you say what is drawn.")
            return Game(table, Asked(self._seat.ask), player=TABLE)
        number = int.from_bytes(os.urandom(_SEED_BYTES)) if seed is None else seed
        self._introduce(table, f"Seed {number}.")
        return Game(table, Seeded(number), player=PERSON, seed=number)

    def _resumed(self, record: Record) -> Game:
        from cardkit.playing.game import Game
        from cardkit.referee.asking import Asked
        from cardkit.referee.chance import Seeded

        self._saved = True  # it is, whatever comes now
        seed = record.opening.seed
        chance = Asked(self._seat.ask) if seed is None else Seeded(seed)
        game = Game.resume(record, chance)
        self._introduce(
            game.state.table,
            f"The saved game goes on after {counted(len(game.steps), 'step')} ({self._place}).",
        )
        return game

    def _introduce(self, table: Table, words: str) -> None:
        """Say what is played and what is not read, before the first screen."""
        from cardkit.playing.beginning import wait_for_enter
        from cardkit.playing.story import unread_lines
        from cardkit.referee.table import unread_texts

        manifest = table.manifest
        lines = [f"{manifest.name}. {words} Saved to {self._place} after each step."]
        lines += unread_lines(unread_texts(manifest, powers_work=table.powers_work))
        for line in lines:
            self._terminal.say(wrap(line))
        if self._terminal.on_screen and not self._plain:
            typed = wait_for_enter(self._terminal, self._style)
            if typed:
                self._seat.type_ahead(typed)
        else:
            self._terminal.say("Type help to learn what may be typed.")

    def _keep(self, game: Game) -> None:
        from cardkit.files import write_atomic
        from cardkit.referee.records import write_record

        write_atomic(self._place, write_record(game.record()).encode(), force=True)
        self._saved = True

    def _farewell(self) -> None:
        sys.stdout.flush()
        if self._saved:
            place = quoted(self._place)
            self._invocation.say(f"Saved. Go on with: cardkit play --resume {place}")
        else:
            self._invocation.say("Nothing was played, so nothing is saved.")


def _game_on_file(
    manifest: Path | None,
    save: Path | None,
    resume: Path | None,
    rules: Path | None,
    *,
    new: bool,
    table: bool,
) -> tuple[Path, Record | None, Manifest]:
    """Return where the game is saved, the record that is there, and what is played."""
    from cardkit.cli.manifests import manifest_of, with_house_rules
    from cardkit.cli.pages import refuse_unwritable

    if resume is not None:
        if manifest is not None or save is not None or rules is not None or new or table:
            raise UsageError("--resume goes on with SAVE as it is: no manifest, no other options")
        record = _verified(resume)
        return resume, record, record.opening.manifest
    if manifest is None or str(manifest) == "-":
        raise UsageError("expects a MANIFEST file to begin a game with, or --resume SAVE")
    played = with_house_rules(manifest_of(manifest), rules)
    ending = ".companion.jsonl" if table else ".play.jsonl"
    place = save or manifest.with_name(manifest.name.removesuffix(".json") + ending)
    refuse_unwritable(place, "--save")
    if new and place.exists():
        _expect_a_save(place)
    if new or not place.exists():
        return place, None, played
    record = _verified(place)
    _expect_same_game(record, played, place, table=table)
    return place, record, played


def _expect_a_save(place: Path) -> None:
    """Make sure that what a new game replaces was the save of a game, whole or not.

    Raises:
        InputError: it is another file, which would be lost.
    """
    from cardkit.files import read_bytes
    from cardkit.referee.records import begins_a_record

    if not begins_a_record(read_bytes(place)):
        raise InputError(
            "expects a save to begin anew in, got another file",
            where=str(place),
            remedy="name another file with --save",
        )


def _verified(place: Path) -> Record:
    """Read a save; nothing of it is believed that does not prove right.

    Raises:
        InputError: when it is no save, was changed, or its adventure is over.
    """
    from cardkit.files import read_bytes
    from cardkit.referee.records import read_record
    from cardkit.referee.verification import verify

    record = read_record(read_bytes(place), str(place))
    if verify(record, where=str(place)).outcome is not None:
        raise InputError(
            "the adventure of this save is over",
            where=str(place),
            remedy=f"read it: cardkit replay {quoted(place)} --log; begin anew: cardkit play "
            "MANIFEST --new",
        )
    return record


def _expect_same_game(record: Record, manifest: Manifest, place: Path, *, table: bool) -> None:
    from cardkit.errors import Fault

    faults = []
    if record.opening.manifest_digest != manifest.digest():
        faults.append(
            Fault(
                what=f"the saved game has other cards or rules than {manifest.name!r}, and a game "
                "never changes them",
                where=str(place),
                rule="S46",
                remedy="go on as it is: --resume; begin anew: --new; or name another --save",
            )
        )
    if table != (record.opening.seed is None):
        kind = "with cards on the table" if record.opening.seed is None else "in the terminal"
        faults.append(
            Fault(
                what=f"the saved game is played {kind}",
                where=str(place),
                remedy="leave --companion as it was, or name another --save",
            )
        )
    if faults:
        raise InputError.of(faults)


def _style(*, plain: bool, colour: bool) -> Style:
    from cardkit.playing.paint import Style

    columns, lines = shutil.get_terminal_size((80, 24))
    return Style(
        width=max(_NARROWEST, min(columns, _WIDEST)),
        height=lines,
        plain=plain,
        colour=colour and not plain,
    )
