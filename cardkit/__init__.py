"""cardkit turns a box of Pokemon cards into a game on the table.

Unofficial fan project; not affiliated with Nintendo, Creatures, GAME FREAK or The Pokemon
Company. The *PTCG: Single Player* adventure is by Alan Culbert.
"""

__version__ = "0.1.0"
