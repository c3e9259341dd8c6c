"""The referee: the rules of the game, pure. The manifest is its only door.

The shape, after python-chess::

    adventure = Adventure.start(manifest, Seeded(7))
    while adventure.outcome is None:
        action = choose(adventure.legal_actions)       # iterable, ``in``; empty only at the end
        for happening in adventure.push(action):       # raises IllegalAction when not legal
            print(happening)                           # words, rule; .kind and .data for programs
    adventure.pop()                                    # takes the last action back

- :mod:`~cardkit.referee.adventure`: ``Adventure``: ``start``, ``state``, ``legal_actions``,
  ``explain(action) -> tuple[Violation, ...]`` (empty: legal), ``push`` (checked, remembered),
  ``apply`` (neither, fast), ``pop``, ``history``, ``outcome``, ``status()`` (all faults of the
  position), ``text`` (one line) and ``digest``, ``copy(chance=None)``, ``heard`` (what is told);
  ``Adventure.at(text, manifest, chance)`` goes on from such a line.
- :mod:`~cardkit.referee.actions`: the actions; ``str(action)``, ``parse_action(text)``.
- :mod:`~cardkit.referee.spots`: ``ACTIVE``, ``bench(1)``, ``pc(1)``; ``parse_spot``.
- :mod:`~cardkit.referee.chance`: ``Seeded(seed)``, ``Scripted("HTTH 3 5")``, ``Recorded(inner)``.
- :mod:`~cardkit.referee.asking`: ``Asked(ask)``: a person at the table answers a ``Question``.
- :mod:`~cardkit.referee.branching`: ``branches(adventure, action)``: every way it may turn out.
- :mod:`~cardkit.referee.state`: ``State``, ``Pokemon``, ``Phase``.
- :mod:`~cardkit.referee.table`: what is printed on the cards; ``unread_texts(manifest)``.
- :mod:`~cardkit.referee.happenings`: ``Happening`` with ``kind`` (``What``), ``rule``, ``words``.
- :mod:`~cardkit.referee.outcome`: ``Outcome`` and its ``Reason``.

For many games, lay the table once, hear nothing and leave out the checks::

    table = Table.lay(manifest)
    adventure = Adventure.on(table, Seeded(seed), heard=frozenset())
    while adventure.outcome is None and adventure.state.rounds < 1000:
        adventure.apply(choose(legal_actions(adventure.state)))    # a tuple
"""

from cardkit.referee.action_reader import parse_action
from cardkit.referee.actions import Action, EventKind
from cardkit.referee.adventure import Adventure
from cardkit.referee.asking import Asked, AskedKind, Question
from cardkit.referee.branching import branches
from cardkit.referee.chance import Chance, ChanceError, Purpose, Recorded, Scripted, Seeded
from cardkit.referee.choices import LegalActions, legal_actions
from cardkit.referee.happenings import Happening, What
from cardkit.referee.legality import IllegalAction, Violation
from cardkit.referee.outcome import Outcome, Reason
from cardkit.referee.position_reader import parse_position
from cardkit.referee.spots import ACTIVE, Spot, Zone, bench, parse_spot, pc
from cardkit.referee.state import Phase, Pokemon, State
from cardkit.referee.table import Table, UnreadText, unread_texts

__all__ = [
    "ACTIVE",
    "Action",
    "Adventure",
    "Asked",
    "AskedKind",
    "Chance",
    "ChanceError",
    "EventKind",
    "Happening",
    "IllegalAction",
    "LegalActions",
    "Outcome",
    "Phase",
    "Pokemon",
    "Purpose",
    "Question",
    "Reason",
    "Recorded",
    "Scripted",
    "Seeded",
    "Spot",
    "State",
    "Table",
    "UnreadText",
    "Violation",
    "What",
    "Zone",
    "bench",
    "branches",
    "legal_actions",
    "parse_action",
    "parse_position",
    "parse_spot",
    "pc",
    "unread_texts",
]
