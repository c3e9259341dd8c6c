"""Card text carried out: effects of attacks as the rules know them (Rule: S43).

- ``attack``: an attack from its announcement to its last effect.
- ``attempts``: an attack that asks is carried out again with the answer.
- ``execution``: one text carried out, step by step.
- ``finding``, ``counting``, ``judging``: which Pokemon, how many, whether.
- ``deeds``, ``energy_deeds``: what is done.
- ``striking``: damage under the rules in force; ``laid``: how rules are laid and end;
  ``in_force``: which rules hold now.
"""
