"""A person plays: the board as text, what may be done, and what the person types.

Nothing here knows a terminal: lines come in and go out through functions. The rules are those of
:mod:`cardkit.referee`, which this package only shows and asks.

- :mod:`~cardkit.playing.game`: ``Game``: steps that are written down and can be taken back.
- :mod:`~cardkit.playing.seat`: ``Seat``: asks, understands, answers, saves.
- :mod:`~cardkit.playing.board`, ``menu``, ``odds``, ``story``: what is shown.
- :mod:`~cardkit.playing.commands`, ``lookup``, ``saying``: what is typed.
- :mod:`~cardkit.playing.table_side`: the companion's questions about cards on the table.
"""
