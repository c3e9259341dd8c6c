"""Card text carried out: effects of attacks as the rules know them (Rule: S43).

- :mod:`~cardkit.referee.texts.attempts`: an attack that asks is carried out again with the answer.
- :mod:`~cardkit.referee.texts.execution`: one text carried out, step by step.
- :mod:`~cardkit.referee.texts.finding`, ``counting``, ``judging``: which Pokemon, how many, whether.
- :mod:`~cardkit.referee.texts.deeds`, ``energy_deeds``: what is done.
- :mod:`~cardkit.referee.texts.laid`: rules that last.
"""
