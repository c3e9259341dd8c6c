"""What may be typed: a first page that fits the screen, and the rest by topic."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from cardkit.errors import InputError
from cardkit.playing.paint import Style
from cardkit.text_columns import fill


class Topic(StrEnum):
    """The pages of help; each is asked for as ``help TOPIC``."""

    ACTIONS = "actions"
    QUESTIONS = "questions"
    BY_HAND = "by hand"
    TABLE = "table"
    GAME = "game"


Entries = tuple[tuple[str, str], ...]
"""What is typed, and what it does."""

FIRST_PAGE: Entries = (
    ("3", "take the action of this number"),
    ("attach pika, attack 1", "or say it: a few letters of a name are enough"),
    ("why not ATTACK", "every rule that an action breaks"),
    ("odds", "catches, attacks, the enemy's next turn"),
    ("hint", "what an autopilot would do, and why"),
    ("undo", "take a step back"),
    ("board", "show the table again; ENTER does the same"),
    ("quit", "leave; the game goes on another day"),
)
"""What a first game needs."""

PAGES: dict[Topic, Entries] = {
    Topic.ACTIONS: (
        ("3", "take the action of this number"),
        ("attach pika, attack 1", "or say it: a few letters of a name are enough"),
        ("retreat abra for RW", "and say what is paid, where it can be chosen"),
        ("use bandage", "use a power by its name, or by its place: use bench-1 1"),
        ("catch, run, pass", "the others are words alone"),
        ("actions", "list every action, with its notation"),
    ),
    Topic.QUESTIONS: (
        ("why", "what the last step did, with its rules"),
        ("why not ATTACK", "every rule that an action breaks (why not catch)"),
        ("how much", "the working of each attack"),
        ("odds", "catches, attacks, the enemy's next turn"),
        ("hint", "what an autopilot would do, and why; hint random asks another"),
        ("card NAME", "what is printed on a card of the game"),
        ("texts", "card text that the referee does not read"),
        ("rules", "house rules and condition chart of this game"),
        ("log, log 30", "what happened lately"),
    ),
    Topic.BY_HAND: (
        ("attack 2 by hand: 40 damage, enemy asleep", "text not read: say what it does (S43)"),
        ("self 10, heal 20", "damage to the attacker, or off it"),
        ("discard RR, pool R", "Energy off the attacker; off the enemy's pool"),
        ("self confused", "a condition that the attacker gets"),
        ("bench-2 10", "damage to another of yours"),
        ("nothing", "it does nothing"),
    ),
    Topic.TABLE: (
        ("set enemy damage 40", "say what lies there; set abra hp 20"),
        ("set active poisoned", "give a condition; set active healthy takes all"),
        ("set pool RW", "Energy; set bench-1 energy RRW"),
        ("set balls 3", "as well: set badges 1, set knock-outs 2"),
        ("set bench-2 down", "knocked out; set bench-2 up"),
        ("move bench-1 pc-2", "exchange what lies at two places"),
        ("put NAME bench-3", "a card out of its deck"),
        ("take bench-2", "a card back into its deck"),
    ),
    Topic.GAME: (
        ("undo, undo 5", "take steps back, to the very start"),
        ("board", "show the table again; ENTER does the same"),
        ("save", "say where the game is saved; it is, after each step"),
        ("quit", "leave; the game goes on another day"),
        ("help TOPIC", "a page of this help, or help COMMAND"),
    ),
}

_COLUMN = 22
"""Columns of what is typed."""


def help_text(topic: str, style: Style) -> str:
    """Return a page of help: the first one, that of a topic, or what is said of a command.

    Raises:
        InputError: it is neither a topic nor a command.
    """
    wanted = " ".join(topic.casefold().split())
    if not wanted:
        topics = ", ".join(f"help {page}" for page in Topic)
        return f"{_page(FIRST_PAGE, style)}\n{fill(f'More: {topics}', style.width, '', '  ')}"
    if wanted in list(Topic):
        return _page(PAGES[Topic(wanted)], style)
    found = [
        (typed, does)
        for page in PAGES.values()
        for typed, does in page
        if f" {wanted} " in f" {typed.casefold()} ".replace(",", " ")
    ]
    if not found:
        raise InputError(
            f"expects a topic or a command, got {topic!r}",
            remedy=f"the topics are {', '.join(Topic)}",
        )
    return _page(tuple(dict.fromkeys(found)), style)


def _page(entries: Sequence[tuple[str, str]], style: Style) -> str:
    if style.plain:
        return "\n".join(
            fill(f"{typed}: {does}.", style.width, "", "    ") for typed, does in entries
        )
    lines = []
    for typed, does in entries:
        if style.narrow or len(typed) > _COLUMN:
            lines += [fill(typed, style.width, "  ", "    "), fill(does, style.width, " " * 6)]
        else:
            head = f"  {typed:{_COLUMN}} "
            lines += fill(does, style.width, head, " " * len(head)).splitlines()
    return "\n".join(lines)
