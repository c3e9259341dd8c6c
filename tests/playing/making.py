"""A seat whose lines are scripted, and games to sit down to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardkit.manifest import Manifest
from cardkit.playing.game import Game
from cardkit.playing.paint import Style
from cardkit.playing.seat import Seat
from cardkit.playing.talk import Back, Left, Pace
from cardkit.referee import Asked, Purpose, Table
from cardkit.referee.chance import EVERY_NUMBER
from tests.referee.worlds import STARTERS, attack, card, world

TYPICAL = world(
    starters=[
        card(
            "Ada",
            types="R",
            attacks=["Tap - 10", attack("Wild R 50", text_omitted=True), "Burst RRR 90"],
            hp=100,
        ),
        *STARTERS[1:],
    ],
    common=[(card("Dot", types="G", weak="R×2"), 3)],
    uncommon=[(card("Uma", hp=80), 4)],
    energy="GGRRWWLLPP",
)
"""Ada has a plain, an unread and a dear attack; three Dots (60 HP, weak to Fire) follow."""


class Fixed:
    """Tails and the first card, always; dice as given, then ones."""

    def __init__(self, dice: str = "") -> None:
        self._dice = [int(roll) for roll in dice]
        self._next = 0

    def coin(self, _purpose: Purpose = Purpose.CARD_TEXT, _who: str = "") -> bool:
        return False

    def die(
        self,
        _purpose: Purpose = Purpose.CARD_TEXT,
        _who: str = "",
        _hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        self._next += 1
        return self._dice[self._next - 1] if self._next <= len(self._dice) else 1

    def draw(
        self, _size: int, _purpose: Purpose = Purpose.CARD_TEXT, _names: Sequence[str] = ()
    ) -> int:
        return 1

    def copy(self) -> Fixed:
        twin = Fixed()
        twin._dice, twin._next = self._dice, self._next
        return twin

    def mark(self) -> int:
        return self._next

    def rewind(self, mark: int) -> None:
        self._next = mark


@dataclass
class Lines:
    """Lines that are typed, and everything that is shown."""

    typed: list[str]
    said: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    words: list[tuple[str, ...]] = field(default_factory=list)
    cleared: int = 0

    def line(self, prompt: str, words: Sequence[str]) -> str | None:
        self.prompts.append(prompt)
        self.words.append(tuple(words))
        return self.typed.pop(0) if self.typed else None

    def say(self, text: str) -> None:
        self.said.append(text)

    def clear(self) -> None:
        self.cleared += 1

    @property
    def text(self) -> str:
        return "\n".join(self.said)


@dataclass
class Sitting:
    """What came of sitting down."""

    talk: Lines
    game: Game | None
    kept: list[str]

    @property
    def text(self) -> str:
        """Everything shown, on one line."""
        return " ".join(" ".join([*self.talk.said, *self.talk.prompts]).split())

    @property
    def actions(self) -> list[str]:
        assert self.game is not None
        return [str(step.action) for step in self.game.steps]


def sit(
    *typed: str,
    dice: str = "",
    manifest: Manifest = TYPICAL,
    style: Style | None = None,
    companion: bool = False,
    pace: Pace = Pace.ALL,
    ahead: str = "",
) -> Sitting:
    """Sit down, type some lines, and leave when they end.

    The terminal's outcomes are fixed; a companion is asked for them.
    """
    talk = Lines(list(typed))
    kept: list[str] = []
    seat = Seat(
        talk,
        style or Style(),
        lambda game: kept.append(game.adventure.text),
        place="here.jsonl",
        pace=pace,
    )
    if ahead:
        seat.type_ahead(ahead)
    game: Game | None = None
    try:
        source = Asked(seat.ask) if companion else Fixed(dice)
        game = Game(Table.lay(manifest), source, player="person")
        seat.run(game)
    except (Left, Back):
        pass
    return Sitting(talk, game, kept)
